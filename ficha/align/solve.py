"""The alignment with the fewest edits, by dynamic programming over tokens; of equal ones, the one that hides more.

Used only between exact anchors (`ficha.align.anchors`), where a generation departs from its source. What a
placeholder hides is free. Edits are counted in words (`ficha.align.costs`), so that an added "Mrs" weighs no
more than a changed name, and the alignment that hides the whole name wins:

    source "saw Nomvula Khumalo", generation "saw Mrs [name]": both words are hidden, "Mrs" was inserted
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from rapidfuzz.distance import Indel

from ficha.align.costs import INVENTED, READ_AS_TEXT, Costs, insertion
from ficha.align.exact import Hidden, Region
from ficha.align.placeholders import Placeholder
from ficha.align.tokens import Affixes, inside_word, tokenise
from ficha.errors import WorkLimitError

WORK_LIMIT = 10_000_000  # cells of dynamic programming a document: one to two seconds
CELLS_PER_BIT_BLOCK = 64  # rapidfuzz compares this many cells in one step

_NEVER = 1 << 200
_DIAGONAL, _UP, _LEFT = 0, 1, 2
_READ_AS_TEXT = -1

# A raw edit: (source start, source end, generated start, generated end).
RawEdit = tuple[int, int, int, int]
Token = tuple[str, int]


class Work:
    """Counts a document's cells and stops it at WORK_LIMIT."""

    def __init__(self) -> None:
        self.cells = 0

    def spend(self, cells: int) -> None:
        """Raises WorkLimitError where the limit is passed."""
        self.cells += cells
        if self.cells > WORK_LIMIT:
            raise WorkLimitError(
                f"align: the generation is too far from its source: over {WORK_LIMIT} cells of work; "
                "send the document in smaller windows, or check the model"
            )


@dataclass(slots=True)
class Solution:
    """What the placeholders of a region hide, and its edits, each in order."""

    hidden: list[Hidden]
    edits: list[RawEdit]


def solve_region(source: str, generated: str, region: Region, work: Work) -> Solution:
    """Align one region. Raises WorkLimitError."""
    whole = frozenset(generated[p.start : p.end] for p in region.placeholders if p.literal)
    affixes = _affixes(generated, region)
    tokens = tokenise(source, region.source_start, region.source_end, whole=whole, affixes=affixes)
    items: list[Token | Placeholder] = []
    at = region.generated_start
    for placeholder in region.placeholders:
        items += tokenise(generated, at, placeholder.start, affixes=affixes)
        items.append(placeholder)
        at = placeholder.end
    items += tokenise(generated, at, region.generated_end, affixes=affixes)
    if not region.placeholders:
        return Solution([], _literal_edits(tokens, region, items, work))
    work.spend((len(tokens) + 1) * (len(items) + 1))
    return _trace(tokens, items, region, generated)


def _affixes(generated: str, region: Region) -> Affixes:
    """The words of the generation that touch a placeholder: before one, and behind one."""
    prefixes: set[str] = set()
    suffixes: set[str] = set()
    low = region.generated_start
    for placeholder in region.placeholders:
        before = placeholder.start
        while before > low and (before == placeholder.start or inside_word(generated, before)):
            before -= 1
        prefixes.add(generated[before : placeholder.start])
        low = placeholder.end
    high = region.generated_end
    for placeholder in reversed(region.placeholders):
        behind = placeholder.end
        while behind < high and (behind == placeholder.end or inside_word(generated, behind)):
            behind += 1
        suffixes.add(generated[placeholder.end : behind])
        high = placeholder.start
    return Affixes(_words(prefixes), _words(suffixes))


def _words(affixes: set[str]) -> tuple[str, ...]:
    return tuple(sorted((word for word in affixes if word.isalnum()), key=lambda w: (-len(w), w)))


def _literal_edits(
    tokens: Sequence[Token], region: Region, items: Sequence[Token | Placeholder], work: Work
) -> list[RawEdit]:
    left = [text for text, _ in tokens]
    right = [item[0] for item in items if isinstance(item, tuple)]
    work.spend(len(left) * len(right) // CELLS_PER_BIT_BLOCK)
    source_at = [*(at for _, at in tokens), region.source_end]
    generated_at = [*(item[1] for item in items if isinstance(item, tuple)), region.generated_end]
    return [
        (source_at[op.src_start], source_at[op.src_end], generated_at[op.dest_start], generated_at[op.dest_end])
        for op in Indel.opcodes(left, right)
        if op.tag != "equal"
    ]


def _trace(tokens: Sequence[Token], items: Sequence[Token | Placeholder], region: Region, generated: str) -> Solution:
    words = [text for text, _ in tokens]
    costs = Costs(words)
    row = list(accumulate(costs.drop, initial=0))
    moves: list[bytearray] = []
    starts: list[list[int]] = []
    for item in items:
        if isinstance(item, tuple):
            row, move = _text_row(row, costs, item[0])
            moves.append(move)
            starts.append([])
        else:
            row, start = _placeholder_row(row, costs, generated[item.start : item.end] if item.literal else None)
            moves.append(bytearray())
            starts.append(start)

    source_at = [*(at for _, at in tokens), region.source_end]
    hidden: list[Hidden] = []
    edits: list[RawEdit] = []
    i, j = len(items), len(words)
    while i or j:
        if i == 0:
            j -= 1
            edits.append((source_at[j], source_at[j + 1], region.generated_start, region.generated_start))
            continue
        item = items[i - 1]
        if isinstance(item, Placeholder):
            begin = starts[i - 1][j]
            i -= 1
            if begin == _READ_AS_TEXT:
                j -= 1
            elif begin >= 0:
                hidden.append(Hidden(item, source_at[begin], source_at[j]))
                j = begin
            else:
                begin = -2 - begin
                edits.append((source_at[begin], source_at[j], item.start, item.end))
                j = begin
            continue
        text, at = item
        how = moves[i - 1][j]
        if how == _LEFT:
            j -= 1
            edits.append((source_at[j], source_at[j + 1], at + len(text), at + len(text)))
        elif how == _UP:
            i -= 1
            edits.append((source_at[j], source_at[j], at, at + len(text)))
        else:
            i, j = i - 1, j - 1
            if words[j] != text:
                edits.append((source_at[j], source_at[j + 1], at, at + len(text)))
    return Solution(hidden[::-1], edits[::-1])


def _text_row(above: list[int], costs: Costs, text: str) -> tuple[list[int], bytearray]:
    insert = insertion(text)
    diagonal = above[0]
    best = diagonal + insert
    row = [best]
    move = bytearray([_UP])
    for replace, drop, up in zip(costs.replacing(text), costs.drop, above[1:], strict=True):
        best += drop
        how = _LEFT
        if diagonal + replace <= best:
            best, how = diagonal + replace, _DIAGONAL
        if up + insert < best:
            best, how = up + insert, _UP
        row.append(best)
        move.append(how)
        diagonal = up
    return row, move


def _placeholder_row(above: list[int], costs: Costs, text: str | None) -> tuple[list[int], list[int]]:
    """The row of a placeholder, and for every cell where its hiding starts.

    A start is an index of the words; `-2 - index` where it hides nothing but white space from there on;
    _READ_AS_TEXT where it is the source's own bracket.
    """
    row = [above[0] + INVENTED]
    start = [-2]
    blank, blank_from = _NEVER, 0  # hides white space so far
    filled, filled_from = _NEVER, 0  # hides something
    for j, (word, gain) in enumerate(zip(costs.words, costs.hide, strict=True)):
        if gain:
            if blank < filled:
                filled, filled_from = blank, blank_from
            if above[j] < filled:
                filled, filled_from = above[j], j
            filled += gain
            blank = _NEVER
        elif above[j] <= blank:
            blank, blank_from = above[j], j
        best, begin = above[j + 1] + INVENTED, -2 - (j + 1)
        if blank + INVENTED < best:
            best, begin = blank + INVENTED, -2 - blank_from
        if filled <= best:
            best, begin = filled, filled_from
        if word == text and above[j] + READ_AS_TEXT < best:
            best, begin = above[j] + READ_AS_TEXT, _READ_AS_TEXT
        row.append(best)
        start.append(begin)
    return row, start
