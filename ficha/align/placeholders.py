"""Finds the placeholders of a generation and says which category of the policy each means.

Models write `[name]`, `[NAME_1]`, `<NAME-1>`, `(name)`, `{name}` or `【姓名】` for one thing. Resolution, first hit
wins: a category's tag, placeholder or id; an alias (of the caller, then of
`ficha/data/placeholder_aliases.yaml`), through the first of its fine labels that the policy hides; else
`policy.other`, not known.

    >>> patient = load_policy("patient-requests")
    >>> [p.category.id for p in find_placeholders("Ask [NAME_1], <tel>.", "Ask Jo, 07700 900123.", patient, {})]
    ['name', 'tel']
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from operator import attrgetter

import yaml

from ficha.errors import LabelError
from ficha.labels import expand
from ficha.policy import Category, Policy

_OPENERS = "[(<{【［（＜〔｛"
_CLOSERS = "])>}】］）＞〕｝"
_CLOSER_OF = dict(zip(_OPENERS, _CLOSERS, strict=True))
_BRACKETS = re.escape(_OPENERS + _CLOSERS)
_BRACKETED = re.compile(rf"[{re.escape(_OPENERS)}]([^{_BRACKETS}\r\n]{{1,48}})[{re.escape(_CLOSERS)}]")
_LABEL = re.compile(r"[^\W\d_][\w '’./&-]*")  # begins with a letter: `[1]`, `[ ]` and `(555)` are text
_SEPARATORS = re.compile(r"[\s_-]+")
_NUMBERED = re.compile(r"(.*[^\s\d_-])[\s_-]*(\d{1,3})")
# Round and curly brackets are everyday punctuation: inside them an unknown placeholder is one word.
_EVERYDAY = "({（｛"


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A placeholder at `generated[start:end]`.

    `literal` is True where the very same string stands in the source, so that it may be text.
    """

    start: int
    end: int
    category: Category
    number: int | None
    known: bool
    literal: bool


def find_placeholders(
    generated: str, source: str, policy: Policy, aliases: Mapping[str, str]
) -> tuple[Placeholder, ...]:
    """The placeholders of `generated`, in order.

    `aliases` maps a word to a fine label or a prefix. Raises LabelError for an alias of no label.
    """
    vocabulary = _vocabulary(policy, tuple(aliases.items()))
    in_source = {match.group() for match in _BRACKETED.finditer(source)}
    meanings: dict[str, tuple[Category, int | None, bool] | None] = {}
    found: list[Placeholder] = []
    for match in _BRACKETED.finditer(generated):
        text = match.group()
        if text not in meanings:
            meanings[text] = _meaning(text, source, text in in_source, policy, vocabulary)
        meaning = meanings[text]
        if meaning is not None:
            found.append(Placeholder(match.start(), match.end(), *meaning, text in in_source))
    return tuple(found)


def _meaning(
    text: str, source: str, in_source: bool, policy: Policy, vocabulary: Mapping[str, Category]
) -> tuple[Category, int | None, bool] | None:
    """Category, number and whether it is known, of a text in brackets; None where it is no placeholder."""
    inner = text[1:-1].strip()
    if text[-1] != _CLOSER_OF[text[0]] or not _LABEL.fullmatch(inner):
        return None
    category, number = _resolve(inner, vocabulary)
    if category is not None:
        return category, number, True
    if in_source or (text[0] in _EVERYDAY and (" " in inner or inner in source)):
        return None
    return policy.other, number, False


def _resolve(inner: str, vocabulary: Mapping[str, Category]) -> tuple[Category | None, int | None]:
    numbered = _NUMBERED.fullmatch(inner)
    for word, number in ((inner, None), (numbered[1], int(numbered[2]))) if numbered else ((inner, None),):
        category = vocabulary.get(_bare(word)) or vocabulary.get(_folded(word))
        if category is not None:
            return category, number
    return None, int(numbered[2]) if numbered else None


def _bare(word: str) -> str:
    """`word` as written, without spaces, underscores and hyphens."""
    return _SEPARATORS.sub("", word)


def _folded(word: str) -> str:
    """The form in which words are compared; the mark in front keeps it apart from a bare one."""
    return "~" + _bare(word).casefold()


@lru_cache(maxsize=64)
def _vocabulary(policy: Policy, aliases: tuple[tuple[str, str], ...]) -> dict[str, Category]:
    """Bare and folded words -> category.

    In `afrimed`, "person" is the tag of one category and "PERSON" the id of another: case decides, and where
    it doesn't, the tag, for that is what the model learns to write.
    """
    words: dict[str, Category] = {}
    categories = (*policy.categories, policy.other)
    for form in (_bare, _folded):
        for name_of in (attrgetter("tag"), attrgetter("placeholder"), attrgetter("id")):
            for category in categories:
                words.setdefault(form(name_of(category)), category)
    for word, label in (*aliases, *_common_aliases()):
        try:
            fine_labels = expand(label)
        except LabelError:
            raise LabelError(f"placeholder alias {word!r}: {label!r} is no fine label or prefix") from None
        hiding = (policy.category_of(fine) for fine in fine_labels)
        first = next((category for category in hiding if category is not None), None)
        if first is not None:
            words.setdefault(_folded(word), first)
    return words


@lru_cache(maxsize=1)
def _common_aliases() -> tuple[tuple[str, str], ...]:
    """(word, fine label or prefix) of every alias that holds in any language."""
    text = (resources.files("ficha") / "data" / "placeholder_aliases.yaml").read_text(encoding="utf-8")
    return tuple((str(word), label) for label, words in yaml.safe_load(text).items() for word in words)
