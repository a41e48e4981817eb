"""What an edit costs, and in which order costs count.

First the edits, in words: one dropped, replaced or inserted. The unlikely costs more: where a generation
leaves a word out, the words around it still match. A replaced word usually costs as much as an inserted one,
so that what hides more decides, and no half of a name stays visible; less where it is hardly a name:
it begins like the word that replaces it, or is in lower case and no longer.

    saw Nomvula Khumalo -> saw Mrs [name]     "Mrs" inserted, or "Nomvula" replaced by "Mrs": 4, the first hides more
    Ask Joyce now -> Ask [name] soon          "soon" inserted: 4, "now" replaced by "soon": 3

Among equal edits brackets that stand in the source are text, then what hides more wins, then what changes less
white space. A placeholder that hides nothing costs less than a word: in "No names [name] here." it was invented.
"""

from __future__ import annotations

from collections.abc import Sequence

# One integer holds all, each above the largest sum of the one below it in a document of 1 MB.
_BLANK = 1
_HIDDEN = -(1 << 21)  # a character that is no white space
READ_AS_TEXT = -(1 << 42)  # a bracket
_UNIT = 1 << 56
_DROPPED = 1 * _UNIT
_MARK = 1 * _UNIT  # inserted or replaced, and no word: punctuation, an emoji
INVENTED = 2 * _UNIT
_LIKELY_REPLACED = 3 * _UNIT
_WORD = 4 * _UNIT


def insertion(text: str) -> int:
    """The cost of a token that stands only in the generation."""
    if text.isspace():
        return _MARK if "\n" in text else _BLANK  # a line does not end in the middle of a name
    return _WORD if text[0].isalnum() else _MARK


def _dropping(word: str) -> int:
    return _BLANK if word.isspace() else _DROPPED


def _hiding(word: str) -> int:
    return 0 if word.isspace() else _HIDDEN * len(word)


def _replacement(word: str, text: str) -> int:
    if word == text:
        return 0
    if word[0].isalnum() and text[0].isalnum():
        likely = (word.islower() and len(word) <= len(text) + 1) or _begin_alike(word, text)
        return _LIKELY_REPLACED if likely else _WORD
    if word.isspace() and text.isspace():
        return _BLANK
    return max(_dropping(word), insertion(text))


def _begin_alike(word: str, text: str) -> bool:
    half = (max(len(word), len(text)) + 1) // 2
    return half > 1 and word[:half].casefold() == text[:half].casefold()


class Costs:
    """The costs of a sequence of source tokens, each computed once."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.drop = [_dropping(word) for word in words]
        self.hide = [_hiding(word) for word in words]  # negative, and 0 for white space
        self._replace: dict[str, list[int]] = {}

    def replacing(self, text: str) -> list[int]:
        """For every word, the cost of standing where the generation has `text`; 0 where it is equal."""
        found = self._replace.get(text)
        if found is None:
            found = self._replace[text] = [_replacement(word, text) for word in self.words]
        return found
