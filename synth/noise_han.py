"""Noise of Chinese typing: homophones, punctuation of half width or left out, figures of full width.

As in `synth.noise`, pieces are changed before offsets are counted, so every span stays exact:

    >>> pieces = [Piece("我叫"), Piece("王秀英", "person.patient"), Piece("，在发烧。")]
    >>> blanks(pieces, rng); [p.text for p in pieces]
    ['我叫', '王秀英', ' 在发烧']
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping

from ficha.normalise import HAN
from synth.render import Piece

# What input by sound mixes up; each sign stands for the other.
_HOMOPHONES = (
    "在再", "的得", "做作", "他她", "那哪", "坐座", "以已", "帐账", "象像", "辩辨", "副幅", "需须", "冒貌", "是事",
    "有又", "到道", "时使", "们门", "没每", "要药", "想向", "点典", "现线", "查察", "请清", "后候", "前钱", "果国",
    "方放", "带代", "复付", "报抱", "身深", "今近", "明名", "问闻",
)  # fmt: skip
_SWAPS = {pair[i]: pair[1 - i] for pair in _HOMOPHONES for i in (0, 1)}
_HALF = str.maketrans("，。；：？！（）", ",.;:?!()")
_FULL = {ord(c): ord(c) + 0xFEE0 for c in "0123456789"}
# Neither the first nor the last sign of a run: what stands beside a value or a mark is left alone.
_INNER = re.compile(rf"(?<=[{HAN}])[{HAN}](?=[{HAN}]{{2}})")
_MARKS = re.compile(r"[，。；！？、](?=\S)")
_LAST_MARKS = re.compile(r"[。！？](?=\Z|\n)")


def homophones(pieces: list[Piece], rng: random.Random) -> None:
    """One to three characters of the carrier replaced by one that sounds alike."""
    places = [(p, i) for p in pieces if p.carrier for i, sign in enumerate(p.text) if sign in _SWAPS]
    for piece, at in rng.sample(places, min(len(places), rng.randint(1, 3))):
        piece.text = piece.text[:at] + _SWAPS[piece.text[at]] + piece.text[at + 1 :]


def slips(pieces: list[Piece], rng: random.Random) -> None:
    """One or two characters of the carrier left out, doubled, or swapped with the next, as on a small keyboard."""
    for _ in range(rng.randint(1, 2)):
        places = [(p, m.start()) for p in pieces if p.carrier for m in _INNER.finditer(p.text)]
        if not places:
            return
        piece, at = rng.choice(places)
        one, two = piece.text[at], piece.text[at + 1]
        piece.text = piece.text[:at] + rng.choice((two, one + one + two, two + one)) + piece.text[at + 2 :]


def blanks(pieces: list[Piece], _rng: random.Random) -> None:
    """Blanks in place of punctuation, as in quick messages; no two values are joined by it."""
    for piece in pieces:
        if piece.carrier:
            piece.text = _MARKS.sub(" ", piece.text)
            piece.text = _LAST_MARKS.sub("", piece.text)
            if piece.text[-1:] in ("，", "。", "、", "；") and piece is not pieces[-1]:
                piece.text = piece.text[:-1] + " "


def half_width(pieces: list[Piece], _rng: random.Random) -> None:
    """Punctuation from the Latin keyboard, in the carrier."""
    for piece in pieces:
        if piece.carrier:
            piece.text = piece.text.translate(_HALF)


def full_width(pieces: list[Piece], _rng: random.Random) -> None:
    """Figures of full width, everywhere: `１３８...`, `４６岁`."""
    for piece in pieces:
        piece.text = piece.text.translate(_FULL)


KINDS: dict[str, Callable[[list[Piece], random.Random], None]] = {
    "homophones": homophones,
    "slips": slips,
    "blanks": blanks,
    "half_width": half_width,
    "full_width": full_width,
}
_TYPED = {"homophones": 0.22, "slips": 0.15, "blanks": 0.18, "half_width": 0.12, "full_width": 0.02}
_WRITTEN = {"homophones": 0.1, "slips": 0.06, "half_width": 0.15, "full_width": 0.02}
_FILLED_IN = {"homophones": 0.05, "slips": 0.05, "half_width": 0.2, "full_width": 0.06}
# register -> kind -> share of the documents; _WRITTEN for the registers that aren't named
SHARES: dict[str, Mapping[str, float]] = {"message": _TYPED, "sms": _TYPED, "lab": _FILLED_IN, "form": _FILLED_IN}


def add_han_noise(pieces: list[Piece], register: str, rng: random.Random) -> None:
    """Apply each kind of noise with the share that the register has for it."""
    for kind, apply in KINDS.items():
        if rng.random() < SHARES.get(register, _WRITTEN).get(kind, 0.0):
            apply(pieces, rng)
