"""Where placeholders stand in a redacted text: what annotation formats mark, since they never hold the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ficha.result import Result


@dataclass(frozen=True, slots=True)
class Placed:
    """A placeholder: half-open code points of the redacted text, and its label in letters, digits and underscores."""

    start: int
    end: int
    label: str
    text: str


def placed(result: Result) -> Iterator[Placed]:
    """Every placeholder of a result that has a text, in order."""
    if result.text is None:
        return
    shift = 0
    for span in result.spans:
        start = span.start + shift
        end = start + len(span.placeholder)
        yield Placed(start, end, re.sub(r"\W+", "_", span.label), span.placeholder)
        shift += len(span.placeholder) - (span.end - span.start)
