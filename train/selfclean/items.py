"""An item: one label of a document (a hidden span, or one visible word) and what a model thinks of it.

>>> Item(10, 13, "name", opens=0.98, names=0.9, resumes=0.1).agrees       # it would end elsewhere
False
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Item:
    """One label; offsets are the document's code points, `label` is a category id, or None for a visible word.

    - `opens`: the probability that a placeholder opens there rather than the text going on;
    - `names`: that it carries `label`, among the policy's categories (`tags` holds all of them);
    - `resumes`: that the text goes on where the span ends;
    - `loss`: the cross entropy of the label's tokens, summed, in nats.
    """

    start: int
    end: int
    label: str | None
    opens: float
    names: float = 1.0
    resumes: float = 1.0
    loss: float = 0.0
    tags: dict[str, float] = field(default_factory=dict)

    @property
    def confidence(self) -> float:
        """The probability of all that the label decides."""
        return 1 - self.opens if self.label is None else self.opens * self.names * self.resumes

    @property
    def agrees(self) -> bool:
        """Whether each decision of the label is likelier than not."""
        if self.label is None:
            return self.opens < 0.5
        return min(self.opens, self.names, self.resumes) >= 0.5

    def to_json(self) -> dict[str, Any]:
        """The item as a line of a reading holds it, probabilities in four digits."""
        return {
            name: {k: round(v, 4) for k, v in value.items()} if isinstance(value, dict) else value
            for name, value in asdict(self).items()
            if value != {}
        }


def item_from_json(line: dict[str, Any]) -> Item:
    """The item of `Item.to_json`."""
    return Item(**line)
