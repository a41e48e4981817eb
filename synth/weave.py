"""Weaves natural sentences into a document as unlabelled carrier text, between its sentences or lines.

>>> pieces = [Piece("Naitwa "), Piece("Achieng", "person.patient"), Piece(". Nina homa.")]
>>> weave(pieces, Sentence("Osha mikono kwa sabuni.", "1f"), random.Random(4)); assemble(pieces)[0]
'Naitwa Achieng. Osha mikono kwa sabuni. Nina homa.'
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from synth.natural import Sentence
from synth.render import Piece

# Registers of running text; a form, a lab slip or a notice of an appointment has no room for a sentence.
REGISTERS = ("message", "sms", "note", "helpline", "handover", "letter", "referral", "minutes")
_GAP = re.compile(r"(?<=[.?!])[ \n]+(?=\S)|(?<=[。？！])\n?(?=\S)|\n+")
_OPEN_ENDED = ("contact.url", "contact.email", "contact.handle")  # a full stop behind one would seem a part of it
_FIRST_SHARE = 0.15  # of the sentences begin the document


def weave(pieces: list[Piece], sentence: Sentence, rng: random.Random) -> None:
    """Put `sentence` into one of the gaps between sentences or lines, at the end or, now and then, at the start."""
    han = "一" <= sentence.text[0] <= "鿿"
    blank, stop = ("", "。") if han else (" ", ".")
    text = sentence.text if sentence.text[-1] in ".?!。？！" else sentence.text + stop
    gaps = [(i, g) for i, p in enumerate(pieces) if p.carrier and not p.natural for g in _GAP.finditer(p.text)]
    if rng.random() < _FIRST_SHARE:
        pieces[:0] = [Piece(text, natural=sentence.id), Piece(blank)]
    elif gaps and rng.random() < 0.8:
        at, gap = rng.choice(gaps)
        before, after = pieces[at].text[: gap.start()], pieces[at].text[gap.end() :]
        parts = [Piece(before + gap[0]), Piece(text, natural=sentence.id), Piece((gap[0] or blank) + after)]
        pieces[at : at + 1] = parts
    else:
        last = pieces[-1]
        ended = last.carrier and last.text.rstrip()[-1:] in (*".?!。？！", "")
        joint = blank if ended else "\n" if (last.label or "").startswith(_OPEN_ENDED) else stop + blank
        pieces += [Piece(joint), Piece(text, natural=sentence.id)]


def alone(sentences: Sequence[Sentence], rng: random.Random) -> list[Piece]:
    """A document of natural sentences only, parted by blanks or line breaks."""
    joint = rng.choice((" ", " ", "\n"))
    pieces: list[Piece] = []
    for sentence in sentences:
        pieces += [Piece(joint), Piece(sentence.text, natural=sentence.id)]
    return pieces[1:]


def natural_of(pieces: Sequence[Piece]) -> list[dict[str, object]]:
    """Where natural sentences lie: `{"start", "end", "id"}` each, half-open code points, for `meta.natural`."""
    found: list[dict[str, object]] = []
    at = 0
    for piece in pieces:
        if piece.natural:
            found.append({"start": at, "end": at + len(piece.text), "id": piece.natural})
        at += len(piece.text)
    return found
