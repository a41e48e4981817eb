"""Whether an answer is good, and what it says.

    >>> judge(Answer('{"texts": ["Habari"]}', "stop", None, 90, 9), TEXTS)
    Judged(status='ok', values=('Habari',))

In this order: cut, refused, looping, and only then JSON. The whole answer must be the JSON object of the schema: a
piece inside a broken one is never taken. Fences of Markdown around it are removed; a bare array of strings stands for
an object whose only field is that array.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass

from synth.teacher.requests import Answer, Shape

OK, TRUNCATED, REFUSED, DEGENERATE, INVALID = "ok", "truncated", "refused", "degenerate", "invalid"
REASONS = {
    TRUNCATED: "answer cut at its token limit",
    REFUSED: "teacher refused",
    DEGENERATE: "answer loops",
    INVALID: "answer is not the JSON that was asked for",
}
RUN = 4  # words of the run that is counted
REPEATS = 8  # so often a run may stand in an answer, where ...
SHARE = 0.5  # ... the words that runs repeat that often make up this share of it

_FENCE = re.compile(r"\A```[a-z]*\s*\n(.*)\n?```\Z", re.S)
_WORD = re.compile(r"\w+")
# How a refusal begins where JSON should stand. A patient may well write "sorry, I can't come": inside a good answer
# only what a machine says of itself counts.
_DECLINES = re.compile(
    r"\W*(?:i['’]m (?:very )?sorry|sorry|i (?:can['’]?t|cannot|can not|am unable|won['’]t)|unfortunately|as an ai"
    r"|samahani|siwezi|desculp|lamento|não posso|infelizmente|抱歉|对不起|很抱歉|我无法|我不能"
    r"|mbabarira|imbabazi|ntabwo nshobora|nsonyiwa|sisobola|ng['’]won)",
    re.I,
)
_MACHINE = re.compile(
    r"\bas an ai\b|language model|(?:can['’]?t|cannot|unable to) (?:help|assist|comply|fulfil|generate|provide|create) "
    r"(?:with )?(?:that|this|the|your|such)|modelo de linguagem|语言模型|人工智能助手|作为(?:一个|一名)?AI",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A status, and the strings of a good answer."""

    status: str
    values: tuple[str, ...] = ()


def judge(answer: Answer, shape: Shape) -> Judged:
    """The verdict on an answer; `values` holds one string, or those of the array."""
    if answer.finish_reason == "length":
        # A loop that ran to the limit is a loop: more room would only buy more of it.
        return Judged(DEGENERATE if loops(answer.content) else TRUNCATED)
    if answer.refusal or answer.finish_reason == "content_filter" or _DECLINES.match(answer.content):
        return Judged(REFUSED)
    if loops(answer.content):
        return Judged(DEGENERATE)
    values = _read(answer.content, shape)
    if values is None:
        return Judged(INVALID)
    return Judged(OK, values)


def speaks_as_machine(text: str) -> bool:
    """True for a text in which the teacher declines or speaks of itself, though the answer's form is good."""
    return _MACHINE.search(text) is not None


def loops(text: str) -> bool:
    """True where runs of words that stand there again and again make up half of the text."""
    words = _WORD.findall(text.casefold())
    if len(words) == 1 or len(words) < len(text) / 40:  # a script without spaces: count characters
        words = [c for c in text if c.isalnum()]
    if len(words) < RUN * REPEATS:
        return len(words) >= REPEATS and len(set(words)) <= 2
    runs = Counter(tuple(words[i : i + RUN]) for i in range(len(words) - RUN + 1))
    repeated = sum(count for count in runs.values() if count >= REPEATS)
    return repeated >= SHARE * len(words)


def _read(content: str, shape: Shape) -> tuple[str, ...] | None:
    """The strings of an answer that is wholly of its shape and holds something, else None."""
    stripped = content.strip()
    if fenced := _FENCE.match(stripped):
        stripped = fenced[1].strip()
    try:
        root = json.loads(stripped)
    except (ValueError, RecursionError):
        return None
    if isinstance(root, list) and shape.many:
        root = {shape.field: root}
    if not isinstance(root, dict) or root.keys() != {shape.field}:
        return None
    value = root[shape.field]
    values = value if shape.many else [value]
    if not isinstance(values, list) or not values or not all(isinstance(v, str) and v.strip() for v in values):
        return None
    if any("\ud800" <= c <= "\udfff" for v in values for c in v):
        return None
    return tuple(values)
