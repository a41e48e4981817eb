"""The anonymised twin: a text with its hidden spans replaced by placeholders.

The model learns to write the twin (with each category's short `tag`), the aligner reads it back.

    >>> write_twin("Call Joyce.", [(5, 10, "name")], "[{}]".format)
    'Call [name].'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ficha.document import Span
from ficha.policy import Policy


def write_twin(text: str, spans: Iterable[tuple[int, int, str]], look: Callable[[str], str]) -> str:
    """Replace each (start, end, word) of `text`, sorted and not overlapping, by `look(word)`."""
    out: list[str] = []
    done = 0
    for start, end, word in spans:
        out += [text[done:start], look(word)]
        done = end
    return "".join([*out, text[done:]])


def model_twin(text: str, spans: Iterable[Span], policy: Policy) -> str:
    """The twin in the model's words: spans carry category ids of `policy`, placeholders its tags."""
    hidden = ((s.start, s.end, policy.category(s.label).tag) for s in spans)
    return write_twin(text, hidden, "[{}]".format)
