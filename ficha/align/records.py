"""What the aligner hands back: spans, edits, and both together.

All offsets are half-open and count code points. Source "Ask Joyce now", generation
"Ask [name] soon" give

    spans  AlignedSpan(start=4, end=9, ...)       "Joyce", hidden by "[name]"
    edits  Edit(10, 13, 11, 15)                   "now" became "soon"
"""

from __future__ import annotations

from dataclasses import dataclass

from ficha.policy import Category


@dataclass(frozen=True, slots=True)
class AlignedSpan:
    """Source characters `start` to `end`, which the generation hides as `category`.

    `number` is the one that the model wrote (`[name_2]`), or None. `known` is False where the
    placeholder belongs neither to the policy nor to an alias: it hides as `other`, for review.
    `generated_start` and `generated_end` are the placeholder's place in the generation.
    """

    start: int
    end: int
    category: Category
    number: int | None
    known: bool
    generated_start: int
    generated_end: int


@dataclass(frozen=True, slots=True)
class Edit:
    """The generation has `generated[generated_start:generated_end]` for a slice of the source.

    Slices are whole words. Dropped text has an empty generated slice; an insertion takes the
    word before it along, so that the source slice says where it happened.
    """

    source_start: int
    source_end: int
    generated_start: int
    generated_end: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """Spans and edits, each in the order of the text; neither overlaps another of its kind.

    `unknown_placeholders` counts the generation's placeholders that neither the policy nor an
    alias knows, whether they hide something or not.
    """

    spans: tuple[AlignedSpan, ...]
    edits: tuple[Edit, ...]
    unknown_placeholders: int
