"""The scheme: what a gold label and a predicted label mean under one policy.

A gold label stands for one fine label (a corpus) or for several (another set's `PER`). The policy maps
each to a category or keeps it visible. So a gold item accepts *any* category that covers one of its fine
labels: `PER` under `afrimed` accepts PERSON and PERSON_THIRD_PARTY, and both are one row of the report,
`PERSON|PERSON_THIRD_PARTY`. Where the policy hides some of them and keeps others visible, nobody can tell
which is meant, and the label's usual meaning, its first, decides: is that hidden, the item is demanded
(`LOC` under `afrimed`, which keeps countries visible); is it kept, the item is neither demanded nor
punished (`DATE` under `patient-requests`, which hides births alone). `Scheme.notes` says so.

What the policy keeps visible altogether drops out, and hiding it is over-redaction. The policy's switches
move the edges of gold spans as they move those of results (`ficha.switches`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from eval.loaders import LabelMap
from eval.predictions import Prediction
from ficha import switches
from ficha.document import Document, Span
from ficha.errors import InputError, SpanError
from ficha.labels import is_fine_label
from ficha.locales import language_codes, load_locale
from ficha.policy import Policy

# Kinds that are neither generated nor scored for a language: hiding one there is neither right nor wrong.
UNSCORED = {"kin": frozenset({"tribe", "clan"})}


@dataclass(frozen=True, slots=True)
class Item:
    """Characters `start` to `end` with the categories that are right for them (a prediction has one).

    `row` is the line of the report that a gold item belongs to; a prediction's is its category.
    """

    start: int
    end: int
    accepts: frozenset[str]
    row: str


@dataclass(frozen=True, slots=True)
class Gold:
    """A document's gold under a policy: what must be hidden, and where nothing is demanded or punished."""

    items: tuple[Item, ...]
    free: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Scheme:
    """A policy and a set's label map, put together."""

    policy: Policy
    labels: LabelMap

    def gold(self, document: Document) -> Gold:
        """The document's gold items. Raises InputError for a label that the set doesn't have."""
        hidden, free = [], []
        for span in document.spans:
            fine = self.labels.labels.get(span.label)
            if fine is None:
                raise InputError(f"document {document.id!r}: label {span.label!r} is unknown to {self.labels.name!r}")
            row = "|".join(self._categories(fine))
            if not fine or (row and self._is_free(fine, document.lang)):
                free.append((span.start, span.end))
            elif row:
                hidden += self._switched(document, span.start, span.end, fine[0], row)
        return Gold(self._items(document, hidden), tuple(free))

    def predicted(self, document: Document, prediction: Prediction) -> tuple[Item, ...]:
        """The items that the system hides; a failed answer hides none.

        Raises SpanError for a span outside the text, InputError for an unknown label.
        """
        if prediction.failed:
            return ()
        hidden, fine = [], []
        for span in prediction.spans:
            if span.end > len(document.text):
                raise SpanError(
                    f"{prediction.where}: span {span.start}-{span.end} ends outside a text of "
                    f"{len(document.text)} code points"
                )
            if span.label in self._category_ids:
                hidden.append(Item(span.start, span.end, frozenset({span.label}), span.label))
            elif not is_fine_label(span.label):
                raise InputError(
                    f"{prediction.where}: label {span.label!r} is neither a category of policy "
                    f"{self.policy.name!r} nor a fine label: pass the --policy that made the file"
                )
            elif category := self.policy.category_of(span.label):
                fine += self._switched(document, span.start, span.end, span.label, category.id)
        return (*hidden, *self._items(document, fine))

    def can_be_wrong(self, category: str, lang: str | None) -> bool:
        """Whether the set marks every mention of what this category covers, so that an extra one is wrong."""
        covers = self.policy.category(category).covers - UNSCORED.get(lang or "", frozenset())
        return bool(covers & self.labels.complete)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The lines of the report, in the policy's order: its categories, and the sets that labels accept."""
        single = tuple(category.id for category in self.policy.categories)
        several = ("|".join(self._categories(fine)) for fine in self.labels.labels.values())
        return tuple(dict.fromkeys([*single, self.policy.other.id, *(row for row in several if row)]))

    @cached_property
    def gold_rows(self) -> frozenset[str]:
        """The rows that a gold item of this set can belong to."""
        return frozenset("|".join(self._categories(fine)) for fine in self.labels.labels.values()) - {""}

    def row_of(self, category: str) -> str:
        """The row of a prediction that matched nothing: its own where gold can have it, else the set it is in."""
        if category in self.gold_rows:
            return category
        return next((row for row in self.rows if row in self.gold_rows and category in row.split("|")), category)

    @property
    def has_precision(self) -> bool:
        """False where the set marks every mention of nothing: extra spans can't be called wrong."""
        return bool(self.labels.complete)

    def notes(self) -> tuple[str, ...]:
        """What a reader must know before comparing these scores with others."""
        notes = []
        for label, fine in self.labels.labels.items():
            categories = self._categories(fine)
            kept = ", ".join(name for name in fine if self.policy.category_of(name) is None)
            if not fine:
                notes.append(f"{label}: no fine label; hiding it is neither demanded nor punished")
            elif not categories and self.labels.name != "corpus":
                notes.append(f"{label}: policy {self.policy.name} keeps it visible; it drops out")
            elif categories and kept:
                verdict = "neither demanded nor punished" if self._is_free(fine, None) else "demanded"
                notes.append(f"{label}: {verdict}, since policy {self.policy.name} keeps {kept} visible")
            if len(categories) > 1:
                notes.append(f"{label}: any of {', '.join(categories)} is right")
        if not self.has_precision:
            notes.append("the set marks only some mentions: no measure that needs precision is given")
        return tuple(notes)

    def _is_free(self, fine: tuple[str, ...], lang: str | None) -> bool:
        """Whether hiding is neither demanded nor punished, though the policy hides some of the fine labels."""
        return self.policy.category_of(fine[0]) is None or set(fine) <= UNSCORED.get(lang or "", frozenset())

    def _categories(self, fine: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of the categories that hide one of `fine`, in the policy's order."""
        found = {category.id for name in fine if (category := self.policy.category_of(name))}
        return tuple(category.id for category in self.policy.categories if category.id in found)

    def _switched(self, document: Document, start: int, end: int, fine: str, row: str) -> list[Span]:
        locale = load_locale(document.lang) if document.lang and document.lang in self._languages else None
        return [Span(a, b, row) for a, b in switches.adjust(document.text, start, end, fine, self.policy, locale)]

    def _items(self, document: Document, hidden: list[Span]) -> tuple[Item, ...]:
        joined = switches.join_facility_town(document.text, sorted(hidden), self.policy)
        return tuple(Item(span.start, span.end, frozenset(span.label.split("|")), span.label) for span in joined)

    @cached_property
    def _category_ids(self) -> frozenset[str]:
        return frozenset({category.id for category in self.policy.categories} | {self.policy.other.id})

    @cached_property
    def _languages(self) -> frozenset[str | None]:
        return frozenset(language_codes())
