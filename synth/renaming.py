"""A document with other names in it: same forms, same gender, same letters' case, every span exact.

>>> naming = Naming(document, roster)                      # 'Kwa w'Achieng: A. OTIENO, simu ...'
>>> [(word.written, word.role, word.gender) for word in naming.words.values()]
[('Achieng', 'given', 'f'), ('Otieno', 'family', None)]
>>> naming.renamed({"achieng": "Atieno", "otieno": "Okoth"}, "test-novel", NameStyle()).text
'Kwa w'Atieno: A. OKOTH, simu ...'
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz.distance import OSA

from ficha.document import Document, Span
from synth.pack import NameStyle
from synth.words import fold, words_of
from synth.written_names import FAMILY, GAP, GIVEN, INITIAL, PARTICLE, Part, Roster, begins_with_vowel, cased

_SHORT = 4  # letters: shorter words aren't taken for slips of one another, nor sought in addresses


@dataclass(frozen=True, slots=True)
class Word:
    """A name of a document, by the word: `initial` where the text gives its first letter alone."""

    written: str
    role: str
    gender: str | None
    initial: bool = False

    @property
    def vowel(self) -> bool:
        return begins_with_vowel(self.written)


class Naming:
    """The names of a document: what each word is, and the document with others in their places."""

    def __init__(self, document: Document, roster: Roster) -> None:
        self.document = document
        self.words: dict[str, Word] = {}  # key -> word, in the order of mention
        self._roster = roster
        self._runs: dict[int, frozenset[tuple[str, ...]]] = {}  # length -> runs outside person spans
        self._same: dict[str, str] = {}  # key of a slip -> key of what it is a slip of
        self._parts = self._parsed()
        genders = self._genders()
        for span, parts in self._parts.items():
            for part in parts:
                if part.role in (GIVEN, FAMILY) and self._key(part, span) not in self.words:
                    gender = part.gender or genders.get(_owner(span))
                    self.words[self._key(part, span)] = Word(roster.written(part.text), part.role, gender)
        for span, parts in self._parts.items():  # `A. Otieno`: a first letter of a given name that the text never gives
            for part in parts:
                if part.role == INITIAL and self._given_of(span, part) is None:
                    word = Word(part.text.upper(), GIVEN, genders.get(_owner(span)), initial=True)
                    self.words.setdefault(self._key(part, span), word)

    def says(self, name: str) -> bool:
        """True where the text holds `name` outside its person spans: there it would be taken for a mention."""
        run = words_of(name)
        return len("".join(run)) > 1 and run in self._outside(len(run))

    def _outside(self, length: int) -> frozenset[tuple[str, ...]]:
        """Every run of so many words outside the person spans."""
        if length in self._runs:
            return self._runs[length]
        at, texts = 0, []
        for span in self._parts:
            texts.append(self.document.text[at : span.start])
            at = span.end
        words = words_of(" 0 ".join([*texts, self.document.text[at:]]))
        self._runs[length] = frozenset(words[i : i + length] for i in range(len(words) - length + 1))
        return self._runs[length]

    def _parsed(self) -> dict[Span, list[Part]]:
        """The parts of each person's span; a mention that is a part of a longer one is read as that one has it."""
        persons = [span for span in self.document.spans if span.label.startswith("person.")]
        found: dict[Span, list[Part]] = {}
        known: dict[tuple[str, str], Part] = {}
        for span in sorted(persons, key=lambda s: (s.start - s.end, s.start)):
            value = self.document.text[span.start : span.end]
            part = known.get((_owner(span), fold(value)))
            found[span] = [replace(part, text=value)] if part else self._roster.parts(value)
            for part in found[span]:
                if part.role in (GIVEN, FAMILY):
                    known.setdefault((_owner(span), part.key), part)
                    self._same.setdefault(part.key, self._meant(part.key))
        return dict(sorted(found.items()))

    def _meant(self, key: str) -> str:
        """The earlier word of the document of which `key` is a slip, else itself."""
        if len(key) <= _SHORT or key in self._roster:
            return key
        others = (other for other, same in self._same.items() if other == same and len(other) > _SHORT)
        return next((other for other in others if OSA.distance(key, other, score_cutoff=1) <= 1), key)

    def _key(self, part: Part, span: Span) -> str:
        return f"{_owner(span)} {part.key}." if part.role == INITIAL else self._same.get(part.key, part.key)

    def _genders(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for span, parts in self._parts.items():
            for part in parts:
                if part.gender:
                    found.setdefault(_owner(span), part.gender)
        return found

    def _given_of(self, span: Span, initial: Part) -> str | None:
        """The key of the given name of that person that the initial stands for."""
        for other, parts in self._parts.items():
            for part in parts if _owner(other) == _owner(span) else ():
                if part.role == GIVEN and part.key[:1] == initial.key:
                    return self._key(part, other)
        return None

    def renamed(self, new: Mapping[str, str], split: str, style: NameStyle) -> Document:
        """The document with `new` names by key, as one of `split`; its id and its patient's code differ too."""
        texts: list[str] = []
        spans: list[Span] = []
        at = length = 0
        by_name = {word.written: new[key] for key, word in self.words.items() if key in new}
        for span in self.document.spans:
            value = self.document.text[span.start : span.end]
            if span in self._parts:
                value = self._written(span, new, style)
            elif span.label.startswith("contact."):
                value = _in_address(value, by_name)
            texts += [self.document.text[at : span.start], value]
            start = length + span.start - at
            at, length = span.end, start + len(value)
            spans.append(replace(span, start=start, end=length))
        meta = {**self.document.meta, "split": split}
        if natural := meta.get("natural"):  # offsets of sentences in carrier text, which moves but doesn't change
            shifts = [(old.end, new.end - old.end) for old, new in zip(self.document.spans, spans, strict=True)]
            meta["natural"] = [
                {**n, "start": _moved(n["start"], shifts), "end": _moved(n["end"], shifts)} for n in natural
            ]
        if meta.get("patient") is not None:
            names = f"{meta.get('country')}/{' '.join(new.get(key, key) for key in self._patient())}"
            meta["patient"] = "p-" + hashlib.blake2b(names.encode(), digest_size=6).hexdigest()
        name = f"{self.document.id}-{split.removeprefix('test-')}"
        text = "".join([*texts, self.document.text[at:]])
        return Document(name, text, self.document.lang, tuple(spans), meta)

    def _patient(self) -> list[str]:
        parts = (p for span, found in self._parts.items() if span.label == "person.patient" for p in found)
        return sorted({part.key for part in parts if part.role in (GIVEN, FAMILY)})

    def _written(self, span: Span, new: Mapping[str, str], style: NameStyle) -> str:
        parts, out = self._parts[span], []
        for i, part in enumerate(parts):
            if part.role in (GIVEN, FAMILY):
                out.append(cased(part.text, new.get(self._key(part, span), part.text)))
            elif part.role == INITIAL:
                name = new.get(self._given_of(span, part) or self._key(part, span), part.text)
                out.append(cased(part.text, name[0]))
            elif part.role == PARTICLE:
                out.append(self._particle(part, parts[i + 1 :], span, new, style))
            elif not (out and out[-1] == ""):  # a particle that is left out takes its blank along
                out.append(part.text)
        return "".join(out)

    def _particle(self, old: Part, rest: list[Part], span: Span, new: Mapping[str, str], style: NameStyle) -> str:
        """The particle that the new family name may take (`da Silva`, `dos Santos`), "" where it takes none."""
        family = next((part for part in rest if part.role != GAP), None)
        if family is None or self._key(family, span) not in new:
            return old.text
        fitting = [p for p, names in style.particles.items() if new[self._key(family, span)] in names]
        return cased(old.text, fitting[0]) if fitting else ""


def _moved(offset: int, shifts: Sequence[tuple[int, int]]) -> int:
    """Where an offset outside spans is when each span's end (old offset) has moved by so much."""
    return offset + next((by for end, by in reversed(shifts) if end <= offset), 0)


def _owner(span: Span) -> str:
    """Whose name a span is; each span has its own owner where the corpus doesn't say."""
    return span.entity or f"{span.label} {span.start}"


def _in_address(value: str, new: Mapping[str, str]) -> str:
    """An e-mail address, account or link with the new names where it held the old ones."""
    plain = {_letters(old): _letters(name) for old, name in new.items()}
    known = sorted((old for old, name in plain.items() if len(old) >= _SHORT and name), key=len, reverse=True)
    if not known:
        return value
    found = re.compile("|".join(map(re.escape, known)), re.IGNORECASE)
    return found.sub(lambda match: cased(match[0], plain[match[0].lower()]), value)


def _letters(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return "".join(c for c in plain if c.isalpha())
