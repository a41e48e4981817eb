"""Noise: how people really type, by register, with every span still exact.

Noise works on pieces before offsets are counted. Each kind is a function `(pieces, rng) -> None` that changes texts in
place and never moves a border between a value and its carrier:

    >>> pieces = [Piece("Naitwa "), Piece("Achieng", "person.patient")]
    >>> lower(pieces, rng); [p.text for p in pieces]
    ['naitwa ', 'achieng']
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Mapping

from ficha.normalise import HAN
from synth.render import Piece
from synth.splits import split_of
from synth.words import name_tokens

_WORD = re.compile(rf"[^\W\d_{HAN}]{{5,}}")  # Chinese slips are of another kind: synth/noise_han.py
_ADDRESS_GAP = re.compile(r"(,) (?=\S)")
_SENTENCE_END = re.compile(r"[.!?。！？]+(?=\s|$)")
_EMOJI = ("🙏", "😊", "😭", "😢", "🤒", "🤢", "🤕", "❤️", "👍", "😷", "😩", "🙏🏾", "🤰🏿", "👶", "💊", "🙂", "😔", "‼️")
# What optical character recognition takes for what; both ways where both happen.
CONFUSIONS: dict[str, tuple[str, ...]] = {
    "rn": ("m",), "m": ("rn",), "cl": ("d",), "d": ("cl",), "li": ("h",), "vv": ("w",), "ii": ("u",), "l": ("1", "I"),
    "I": ("l", "1"), "O": ("0",), "0": ("O",), "1": ("l", "I"), "5": ("S",), "S": ("5",), "8": ("B",), "B": ("8",),
    "e": ("c",), "g": ("q",), "h": ("b",), ",": (".",), "日": ("曰",), "未": ("末",), "己": ("已",), "土": ("士",),
    "入": ("人",), "大": ("太",), "口": ("囗",), "千": ("干",),
}  # fmt: skip
_CONFUSED = re.compile("|".join(sorted(map(re.escape, CONFUSIONS), key=len, reverse=True)))
_PUNCTUATION = re.compile(r"[.,;:!?]+(?=\s)")


def lower(pieces: list[Piece], _rng: random.Random) -> None:
    """All in lower case, as in a text message."""
    for piece in pieces:
        piece.text = piece.text.lower()


def upper(pieces: list[Piece], _rng: random.Random) -> None:
    """All in capitals, as on forms and request slips."""
    for piece in pieces:
        piece.text = piece.text.upper()


def upper_names(pieces: list[Piece], _rng: random.Random) -> None:
    """Only the names of persons in capitals."""
    for piece in pieces:
        if piece.label and piece.label.startswith("person."):
            piece.text = piece.text.upper()


def lower_values(pieces: list[Piece], _rng: random.Random) -> None:
    """Names and places in lower case within ordinary text."""
    for piece in pieces:
        if piece.label and piece.label.startswith(("person.", "location.", "facility.", "organisation.")):
            piece.text = piece.text.lower()


def no_punctuation(pieces: list[Piece], _rng: random.Random) -> None:
    """Carrier text without punctuation; a mark that alone parts two words stays."""
    for piece in pieces:
        if piece.carrier:
            piece.text = _PUNCTUATION.sub("", piece.text)


def typos(pieces: list[Piece], rng: random.Random) -> None:
    """One to three slips in longer carrier words."""
    carriers = [p for p in pieces if p.carrier and len(p.text) > 5]
    for piece in rng.choices(carriers, k=rng.randint(1, 3)) if carriers else ():
        words = list(_WORD.finditer(piece.text))
        if words:
            word = rng.choice(words)
            piece.text = piece.text[: word.start()] + slip(word[0], rng) + piece.text[word.end() :]


def name_typo(pieces: list[Piece], rng: random.Random) -> None:
    """A slip inside one name, never one that makes a name of another split."""
    names = [p for p in pieces if p.label and p.label.startswith("person.")]
    words = [(p, w) for p in names for w in _WORD.finditer(p.text)]
    if not words:
        return
    piece, word = rng.choice(words)
    wrong = slip(word[0], rng)
    if all(split_of(w) == split_of(word[0]) for w in name_tokens(wrong)):
        piece.text = piece.text[: word.start()] + wrong + piece.text[word.end() :]


def slip(word: str, rng: random.Random) -> str:
    """`word` with two inner letters swapped, one dropped or one doubled; its first letter stays."""
    at = rng.randrange(1, len(word) - 1)
    kind = rng.randrange(3)
    if kind == 0:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + word[at + 1 :] if kind == 1 else word[:at] + word[at] + word[at:]


def no_capitals(pieces: list[Piece], _rng: random.Random) -> None:
    """Carrier text without capitals, the names as they are: `naitwa Achieng. nina homa`."""
    for piece in pieces:
        if piece.carrier:
            piece.text = piece.text.lower()


def address_breaks(pieces: list[Piece], _rng: random.Random) -> None:
    """Line breaks inside addresses, as on envelopes and forms."""
    for piece in pieces:
        if piece.label == "location.address":
            piece.text = _ADDRESS_GAP.sub(r"\1\n", piece.text)


def emoji(pieces: list[Piece], rng: random.Random) -> None:
    """One or two emoji behind sentences of the carrier or at the end."""
    places = [(p, m.end()) for p in pieces if p.carrier for m in _SENTENCE_END.finditer(p.text)]
    for piece, at in rng.sample(places, min(len(places), rng.randint(0, 1))):
        piece.text = f"{piece.text[:at]} {rng.choice(_EMOJI)}{piece.text[at:]}"
    pieces.append(Piece(" " + rng.choice(_EMOJI) * rng.choice((1, 1, 2, 3))))


def ocr(pieces: list[Piece], rng: random.Random) -> None:
    """Confusions of a scanner: one to four in the carrier, and now and then one in a name, a place or a number."""
    carriers = [p for p in pieces if p.carrier]
    for piece in rng.choices(carriers, k=rng.randint(1, 4)) if carriers else ():
        piece.text = _misread(piece.text, rng)
    values = [p for p in pieces if p.label and p.label.startswith(("person.", "location.", "facility.", "id."))]
    if values and rng.random() < 0.3:
        piece = rng.choice(values)
        wrong = _misread(piece.text, rng)
        if {split_of(w) for w in name_tokens(wrong)} <= {split_of(w) for w in name_tokens(piece.text)}:
            piece.text = wrong


def _misread(text: str, rng: random.Random) -> str:
    places = [(m.start(), m[0]) for m in _CONFUSED.finditer(text)]
    if not places:
        return text
    at, read = rng.choice(places)
    return text[:at] + rng.choice(CONFUSIONS[read]) + text[at + len(read) :]


def double_spaces(pieces: list[Piece], rng: random.Random) -> None:
    """One to three blanks of the carrier doubled."""
    carriers = [p for p in pieces if p.carrier and " " in p.text.strip("\n")]
    for piece in rng.choices(carriers, k=rng.randint(1, 3)) if carriers else ():
        blanks = [i for i, c in enumerate(piece.text) if c == " "]
        at = rng.choice(blanks)
        piece.text = piece.text[:at] + " " + piece.text[at:]


def crlf(pieces: list[Piece], _rng: random.Random) -> None:
    """Line breaks as Windows writes them, in addresses too."""
    for piece in pieces:
        piece.text = piece.text.replace("\n", "\r\n")


def no_accents(pieces: list[Piece], _rng: random.Random) -> None:
    """Letters without their accents, as on a plain keyboard."""
    for piece in pieces:
        if not piece.text.isascii():
            piece.text = "".join(
                unicodedata.normalize("NFD", c)[0] if unicodedata.category(c)[0] == "L" else c for c in piece.text
            )


# In this order: case first, line breaks last.
KINDS: dict[str, Callable[[list[Piece], random.Random], None]] = {
    "no_accents": no_accents,
    "typos": typos,
    "name_typo": name_typo,
    "lower": lower,
    "upper": upper,
    "upper_names": upper_names,
    "lower_values": lower_values,
    "no_capitals": no_capitals,
    "no_punctuation": no_punctuation,
    "address_breaks": address_breaks,
    "ocr": ocr,
    "emoji": emoji,
    "double_spaces": double_spaces,
    "crlf": crlf,
}

_TYPED = {"lower": 0.18, "upper": 0.02, "lower_values": 0.06, "no_capitals": 0.06, "no_punctuation": 0.12,
          "typos": 0.2, "name_typo": 0.04, "double_spaces": 0.05, "no_accents": 0.15, "emoji": 0.12}  # fmt: skip
_WRITTEN = {"upper_names": 0.06, "upper": 0.02, "typos": 0.05, "name_typo": 0.02, "double_spaces": 0.05, "crlf": 0.06,
            "no_accents": 0.05, "address_breaks": 0.15, "ocr": 0.04}  # fmt: skip
_FILLED_IN = {"upper": 0.12, "upper_names": 0.1, "lower_values": 0.06, "typos": 0.03, "double_spaces": 0.06,
              "crlf": 0.12, "no_accents": 0.08, "address_breaks": 0.3, "ocr": 0.1}  # fmt: skip
# register -> kind -> share of the documents
SHARES: dict[str, Mapping[str, float]] = {
    "message": _TYPED,
    "sms": _TYPED,
    "helpline": _WRITTEN,
    "note": _WRITTEN,
    "handover": {**_WRITTEN, "lower": 0.06},
    "referral": _WRITTEN,
    "letter": _WRITTEN,
    "appointment": _WRITTEN,
    "minutes": _WRITTEN,
    "lab": _FILLED_IN,
    "form": _FILLED_IN,
}


def add_noise(pieces: list[Piece], register: str, rng: random.Random) -> None:
    """Apply each kind of noise with the share that the register has for it."""
    for kind, apply in KINDS.items():
        if rng.random() < SHARES[register].get(kind, 0.0):
            apply(pieces, rng)
