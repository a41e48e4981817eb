"""What the caller knows beforehand: the patient and the relatives, words that must go, words that must stay.

    ficha redact letter.txt --known patient.json --deny staff.txt --allow places.txt

    >>> hints = Hints(known=(KnownPatient(names=("Achieng Otieno",), phones=("0712345678",)),))
    >>> [(m.start, m.end, m.label) for m in hints.find("OTIENO called +254 712-345-678", [load_locale("eng")])]
    [(0, 6, 'person.patient'), (14, 30, 'contact.phone')]

What is known is hidden in any of its usual written forms (`names`, `values`, `births`); a denied term wherever
it stands as whole words. An allowed term takes back what the model or a rule found inside it, never what is
known or denied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ficha.hints import births, names, values
from ficha.hints.person import KnownPatient, KnownPerson
from ficha.hints.terms import Denied, TermFinder
from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules.base import Match

NAME = "hints"


@dataclass(frozen=True)
class Hints:
    """Known patients, denied terms with their fine labels, and allowed terms; hidden in, or kept in, every text."""

    known: tuple[KnownPatient, ...] = ()
    denied: tuple[Denied, ...] = ()
    allowed: tuple[str, ...] = ()

    def of_patient(self, patient: str | None) -> Hints:
        """What goes for a document of one patient: known patients with another `id` are left out."""
        known = tuple(k for k in self.known if k.id is None or patient is None or k.id == patient)
        return Hints(known, self.denied, self.allowed)

    def find(self, text: str, locales: Sequence[Locale]) -> Iterator[Match]:
        """Matches in source offsets, in any order, overlaps allowed; with score 0 what may be no name after all."""
        if not self.known and not self.denied:
            return
        view = NormalText(text)
        for start, end, label, score, why in self._found(view.text, locales):
            yield Match(*view.to_source(start, end), label, score, NAME, why)

    def allows(self, text: str) -> list[tuple[int, int]]:
        """Stretches (start, end) of the text that allowed terms cover."""
        if not self.allowed:
            return []
        view = NormalText(text)
        finder = TermFinder(self.allowed)
        return [view.to_source(start, end) for start, end, _ in finder.find(view.text)]

    def _found(self, text: str, locales: Sequence[Locale]) -> Iterator[tuple[int, int, str, float, str]]:
        for patient in self.known:
            for person, label, who in _people(patient):
                for start, end, score in names.find(text, person.names, locales):
                    yield start, end, label, score, f"known: name of the {who}"
                for start, end, fine, score in values.find(text, person, locales):
                    yield start, end, fine, score, f"known: of the {who}"
                for start, end in births.find(text, person.births, locales):
                    yield start, end, "date.birth", 1.0, f"known: date of birth of the {who}"
        for start, end, n in TermFinder([d.term for d in self.denied]).find(text):
            yield start, end, self.denied[n].label, 1.0, "a denied term"


def _people(patient: KnownPatient) -> Iterator[tuple[KnownPerson, str, str]]:
    yield patient, "person.patient", "patient"
    for relative in patient.relatives:
        yield relative, "person.relative", "relative"
