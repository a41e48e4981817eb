"""What a redaction gives back: status, text, spans, edits and reasons (DESIGN, section 4).

`failed` carries no text at all, and nothing here ever quotes the source: `edits` hold offsets and
lengths, the generated words only where the caller asked for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Status = Literal["ok", "review", "failed"]


@dataclass(frozen=True, slots=True)
class ResultSpan:
    """A hidden stretch of the source (half-open, code points).

    `label` is the policy's category id, `fine` the fine label where one is known, `placeholder` the
    rendered text, `score` a probability, `source` who found it, `why` the rule's or model's name.
    """

    start: int
    end: int
    label: str
    fine: str | None
    placeholder: str
    score: float
    source: Literal["model", "rule", "both"]
    why: str


@dataclass(frozen=True, slots=True)
class ResultEdit:
    """Where the generation, before alignment, differed from the source outside placeholders."""

    start: int
    end: int
    length: int  # of what the generation had there, in code points
    generated: str | None = None


@dataclass(frozen=True, slots=True)
class ResultDrop:
    """A span that was found and is not hidden as such: `reason` says what decided instead."""

    start: int
    end: int
    label: str
    score: float
    source: Literal["model", "rule", "both"]
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """One document's redaction."""

    id: str
    status: Status
    text: str | None
    spans: tuple[ResultSpan, ...]
    edits: tuple[ResultEdit, ...]
    reasons: tuple[str, ...]
    policy: str
    model: str
    lang: str | None
    dropped: tuple[ResultDrop, ...] = ()

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Result:
        """A result line (with its reasons why) as a result again: what a job's journal holds."""
        fields = {k: v for k, v in record.items() if k != "offset_unit"}
        fields["spans"] = tuple(ResultSpan(**span) for span in record["spans"])
        fields["edits"] = tuple(ResultEdit(**edit) for edit in record["edits"])
        fields["dropped"] = tuple(ResultDrop(**drop) for drop in record["dropped"])
        return cls(**{**fields, "reasons": tuple(record["reasons"])})

    def to_json(self, explain: bool = False) -> dict[str, Any]:
        """The result line; `explain` adds to each span why it is hidden."""
        spans = [asdict(span) for span in self.spans]
        if not explain:
            for span in spans:
                del span["why"]
        edits = [{k: v for k, v in asdict(edit).items() if v is not None} for edit in self.edits]
        return {
            "id": self.id,
            "status": self.status,
            "text": self.text,
            "spans": spans,
            "edits": edits,
            "dropped": [asdict(drop) for drop in self.dropped],
            "reasons": list(self.reasons),
            "offset_unit": "codepoint",
            "policy": self.policy,
            "model": self.model,
            "lang": self.lang,
        }
