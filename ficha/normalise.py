"""The folded view of a text that rules read, with an exact way back to the source.

People write one identifier in many alphabets: full-width digits, Cyrillic letters, zero-width
characters between digits, no-break spaces, six kinds of dash. The view writes them one way. Where a
script without spaces meets Latin letters or digits it puts a blank (`电话 138...`), so that a rule
finds the edge of a number in any script:

    >>> view = NormalText("Simu ０７１２\u200b 345\u2013678")
    >>> view.text
    'Simu 0712 345-678'
    >>> view.to_source(5, 17)
    (5, 18)

Only rules read the view; what leaves Ficha is always cut from the source.
"""

from __future__ import annotations

import re
import unicodedata
from array import array

import regex

_CLUSTER = regex.compile(r"\X")
HAN = r"\u3400-\u4dbf\u4e00-\u9fff"  # inside a class of characters
# Where the view puts a blank: `电话138`, `46岁`, `发烧,要`, `年龄:46`.
_HAN_BORDER = re.compile(
    rf"(?:[{HAN}][A-Za-z0-9+@(]|[A-Za-z0-9][{HAN}]|[,:;!?][{HAN}]|[{HAN}][,:;!?][A-Za-z0-9+@])\Z", re.DOTALL
)
_WIDE_MARKS = {"，": ", ", "：": ": ", "；": "; ", "！": "! ", "？": "? "}  # as wide as a mark and a blank
_INVISIBLE = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}]+")

# Letters of other alphabets that look like Latin ones (Unicode TR 39 confusables, the part
# that has a Latin twin in shape and case).
_LOOK_ALIKE = str.maketrans(
    "АВЕКМНОРСТУХІЈЅԌԛԝаеорсухіјѕһԁΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιɡ",
    "ABEKMHOPCTYXIJSGqwaeopcyxijshdABEZHIKMNOPTYXovig",
)
_OVERLAY = regex.compile(r"[\u0334-\u0338\u20d0-\u20f0]")  # strokes through a letter, circles around it
_SLASHES = "⁄∕⧸"
_DASHES = "‐‑‒–—―−﹘﹣－⁃"
_TYPOGRAPHY = str.maketrans(
    {**dict.fromkeys(_DASHES, "-"), **dict.fromkeys("‘’‛ʼ´`", "'"), **dict.fromkeys("“”„", '"')}
    | dict.fromkeys("\u2028\u2029\u0085", "\n")
)

# A number typed with letters for digits: `O7l2 345 678`. Seven signs or more, possessive: linear.
_TYPED_DIGITS = re.compile(r"(?<!\w)[0-9OolI](?:[ .-]?[0-9OolI]){6,30}+(?!\w)")
_GROUP = re.compile(r"[0-9OolI]+")
_LETTER_DIGITS = str.maketrans("OolI", "0011")
_MIN_DIGITS = 5  # real digits that a run must hold before its letters count as digits


class NormalText:
    """A source text and its folded view.

    `source` is the text as given, `text` the view. All offsets of rules refer to the view;
    `to_source` takes them back.
    """

    __slots__ = ("_ends", "_starts", "source", "text")

    def __init__(self, source: str) -> None:
        self.source = source
        self._starts: array[int] | None = None
        self._ends: array[int] | None = None
        view = source if source.isascii() else self._fold(source)
        self.text = _TYPED_DIGITS.sub(_as_digits, view)

    def to_source(self, start: int, end: int) -> tuple[int, int]:
        """View offsets (half-open, not empty) as source offsets, never inside a grapheme cluster."""
        if self._starts is None or self._ends is None:
            return start, end
        return self._starts[start], self._ends[end - 1]

    def _fold(self, source: str) -> str:
        starts, ends, out, tail = array("q"), array("q"), [], ""
        for cluster in _CLUSTER.finditer(source):
            folded = _fold_cluster(cluster.group())
            if _HAN_BORDER.search(tail + folded[:1]):
                folded = " " + folded  # the blank counts as a part of the character behind it
            tail = (tail + folded)[-2:]
            out.append(folded)
            starts.extend([cluster.start()] * len(folded))
            ends.extend([cluster.end()] * len(folded))
        self._starts, self._ends = starts, ends
        return "".join(out)


def _fold_cluster(cluster: str) -> str:
    if not cluster.isascii():
        cluster = _OVERLAY.sub("", cluster)
    if cluster.isascii():
        return cluster
    if cluster in _SLASHES:
        return "/"
    if cluster in _WIDE_MARKS:
        return _WIDE_MARKS[cluster]
    if cluster[0].isdecimal():  # any script's digit, whatever marks sit on it (keycap emoji, strokes)
        return str(unicodedata.decimal(cluster[0]))
    folded = _INVISIBLE.sub("", unicodedata.normalize("NFKC", cluster))
    if "⁄" in folded and len(folded) > 1:  # `3½` is three and a half, not 31 halves
        folded = " " + folded
    folded = folded.translate(_TYPOGRAPHY).translate(_LOOK_ALIKE)
    return "".join(_plain(char) for char in folded)


def _plain(char: str) -> str:
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    return " " if unicodedata.category(char) == "Zs" else char


def _as_digits(found: re.Match[str]) -> str:
    run = found.group()
    if sum(char.isdigit() for char in run) < _MIN_DIGITS:
        return run
    return _GROUP.sub(_group_as_digits, run)


def _group_as_digits(found: re.Match[str]) -> str:
    group = found.group()
    typed = any(char.isdigit() for char in group) or (len(group) > 1 and set(group) <= set("Oo"))
    return group.translate(_LETTER_DIGITS) if typed else group
