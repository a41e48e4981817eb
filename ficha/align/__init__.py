"""Source and generation -> what was hidden, as what, and what else was changed.

The generation is only read for *where* something is hidden; every visible character comes from the source.

    >>> patient = load_policy("patient-requests")
    >>> source = "I'm Joyce Phiri, call 0722 111222"
    >>> found = align(source, "I'm [name], call [tel]", patient)
    >>> [(source[s.start : s.end], s.category.id) for s in found.spans]
    [('Joyce Phiri', 'name'), ('0722 111222', 'tel')]

Rooms, in the order of the work: `placeholders` reads the generation; `exact` places one that has no edit;
`anchors` cuts the others into regions, `solve` aligns a region with the fewest edits; `trim` sets the edges
of spans, `edits` makes edits whole words; `visualise` prints an alignment. `records` holds what comes out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ficha.align.anchors import regions_between_anchors
from ficha.align.edits import whole_word_edits
from ficha.align.exact import Hidden, Region, place_exactly
from ficha.align.placeholders import Placeholder, find_placeholders
from ficha.align.records import AlignedSpan, Alignment, Edit
from ficha.align.solve import WORK_LIMIT, RawEdit, Solution, Work, solve_region
from ficha.align.spans import spans_of
from ficha.align.visualise import visualise
from ficha.policy import Policy

__all__ = ["WORK_LIMIT", "AlignedSpan", "Alignment", "Edit", "align", "visualise"]

SMALL = 1_500  # product of both lengths, in hundreds: below it a document is one region, solved as a whole


def align(source: str, generated: str, policy: Policy, aliases: Mapping[str, str] = {}) -> Alignment:
    """Align a generation with its source: the fewest edits, and of equal alignments the one that hides more.

    `aliases` maps words for placeholders to fine labels or prefixes (a locale's `placeholder_aliases`). Any two
    strings have an alignment. Raises WorkLimitError where finding it takes over WORK_LIMIT, and LabelError for
    an alias of no label.
    """
    placeholders = find_placeholders(generated, source, policy, aliases)
    unknown = sum(not p.known for p in placeholders)
    whole = Region(0, len(source), 0, len(generated), placeholders)
    hidden = _place(source, generated, whole)
    if hidden is not None:
        spans, invented = spans_of(source, generated, hidden)
        raw: Sequence[RawEdit] = invented
    else:
        work = Work()
        solution = Solution([], [])
        small = len(source) * len(generated) <= SMALL * 100
        regions = [whole] if small else regions_between_anchors(source, generated, placeholders, work)
        for region in regions:
            part = _solve(source, generated, region, work)
            solution.hidden += part.hidden
            solution.edits += part.edits
        hidden = solution.hidden
        spans, invented = spans_of(source, generated, hidden)
        raw = sorted([*solution.edits, *invented], key=lambda edit: (edit[2], edit[0]))
    edits = whole_word_edits(source, generated, raw, spans) if raw else ()
    return Alignment(spans, edits, unknown)


def _place(source: str, generated: str, region: Region) -> list[Hidden] | None:
    """`place_exactly`, with brackets that stand in the source read as text."""
    read = tuple(p for p in region.placeholders if not p.literal)
    return place_exactly(
        source,
        generated,
        Region(region.source_start, region.source_end, region.generated_start, region.generated_end, read),
    )


def _solve(source: str, generated: str, region: Region, work: Work) -> Solution:
    hidden = _place(source, generated, region)
    if hidden is not None:
        return Solution(hidden, [])
    solution = solve_region(source, generated, region, work)
    return Solution(_replaced(source, generated, region, solution), solution.edits)


def _replaced(source: str, generated: str, region: Region, solution: Solution) -> list[Hidden]:
    """What the placeholders hide, chosen anew between two edits, as `exact` does it everywhere else."""
    cuts: list[RawEdit] = [(region.source_start, region.source_start, region.generated_start, region.generated_start)]
    cuts += solution.edits
    cuts.append((region.source_end, region.source_end, region.generated_end, region.generated_end))
    hidden: list[Hidden] = []
    at = 0
    for before, behind in pairwise(cuts):
        first = at
        while at < len(solution.hidden) and solution.hidden[at].placeholder.end <= behind[2]:
            at += 1
        group: tuple[Placeholder, ...] = tuple(h.placeholder for h in solution.hidden[first:at])
        again = None
        if len(group) > 1:
            again = place_exactly(source, generated, Region(before[1], behind[0], before[3], behind[2], group))
        hidden += again if again is not None else solution.hidden[first:at]
    return hidden
