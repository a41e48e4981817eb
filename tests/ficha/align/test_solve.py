"""The dynamic program against the definition: every alignment of small texts, tried one by one."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ficha.align import align
from ficha.align import solve as solve_module
from ficha.align.costs import INVENTED, READ_AS_TEXT, Costs, insertion
from ficha.align.exact import Region
from ficha.align.placeholders import find_placeholders
from ficha.align.solve import Solution, Work, solve_region
from ficha.align.tokens import tokenise
from ficha.errors import WorkLimitError
from ficha.policy import load_policy

PATIENT = load_policy("patient-requests")
PIECES = st.sampled_from(["a", "B", "ab", "Jo", ",", " ", " ", "王", "[name]", "\n"])


def least(source: str, generated: str) -> int:
    """The least cost of any alignment, by plain recursion over (token, item)."""
    placeholders = find_placeholders(generated, source, PATIENT, {})
    whole = frozenset(generated[p.start : p.end] for p in placeholders if p.literal)
    costs = Costs([word for word, _ in tokenise(source, 0, len(source), whole=whole)])
    items: list[tuple[str, bool, bool]] = []  # text, is a placeholder, may be text
    at = 0
    for p in placeholders:
        items += [(word, False, False) for word, _ in tokenise(generated, at, p.start)]
        items.append((generated[p.start : p.end], True, p.literal))
        at = p.end
    items += [(word, False, False) for word, _ in tokenise(generated, at, len(generated))]

    @cache
    def cost(i: int, j: int) -> int:
        options = []
        if i < len(costs.words):
            options.append(costs.drop[i] + cost(i + 1, j))
        if j == len(items):
            return min(options, default=0)
        text, is_placeholder, may_be_text = items[j]
        if not is_placeholder:
            options.append(insertion(text) + cost(i, j + 1))
            if i < len(costs.words):
                options.append(costs.replacing(text)[i] + cost(i + 1, j + 1))
            return min(options)
        for end in range(i, len(costs.words) + 1):
            hidden = sum(costs.hide[i:end])
            options.append(hidden + (0 if hidden else INVENTED) + cost(end, j + 1))
        if may_be_text and i < len(costs.words) and costs.words[i] == text:
            options.append(READ_AS_TEXT + cost(i + 1, j + 1))
        return min(options)

    return cost(0, 0)


def price(source: str, generated: str, solution: Solution) -> int:
    """What a solution costs, from its spans and edits alone; its edits are single tokens."""
    total = 0
    for hidden in solution.hidden:
        words = [word for word, _ in tokenise(source, hidden.start, hidden.end)]
        total += sum(Costs(words).hide)
    placeholders = {p.start: p for p in find_placeholders(generated, source, PATIENT, {})}
    hiding = {h.placeholder.start for h in solution.hidden}
    for s0, s1, g0, g1 in solution.edits:
        if g0 in placeholders and g1 == placeholders[g0].end:
            total += INVENTED
            hiding.add(g0)
        elif s0 == s1:
            total += insertion(generated[g0:g1])
        elif g0 == g1:
            total += Costs([source[s0:s1]]).drop[0]
        else:
            total += Costs([source[s0:s1]]).replacing(generated[g0:g1])[0]
    return total + READ_AS_TEXT * len(placeholders.keys() - hiding)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=7), st.lists(PIECES, max_size=6))
def test_no_alignment_is_cheaper(left: list[str], right: list[str]) -> None:
    source, generated = "".join(left), "".join([*right, "[tel]"])
    placeholders = find_placeholders(generated, source, PATIENT, {})
    affixed = any(
        generated[p.start - 1 : p.start].isalnum() or generated[p.end : p.end + 1].isalnum() for p in placeholders
    )
    if affixed:  # affixes cut words, which the definition above does not do
        return
    found = solve_region(source, generated, Region(0, len(source), 0, len(generated), placeholders), Work())
    assert price(source, generated, found) == least(source, generated)


def test_work_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_module, "WORK_LIMIT", 1_000)
    source = " ".join(f"word{i}" for i in range(400))
    generated = " ".join(f"[name] other{i}" for i in range(400))
    with pytest.raises(WorkLimitError, match="1000 cells") as caught:
        align(source, generated, PATIENT)
    assert "word" not in str(caught.value).replace("words", "")
    assert "other" not in str(caught.value)
