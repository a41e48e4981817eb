"""Plans of batches: every row once, rows of one instruction together, limits kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from train.batches import Size, plan_batches

SIZES = st.lists(
    st.builds(Size, group=st.integers(0, 4), shared=st.integers(1, 20), tokens=st.integers(21, 300)), max_size=60
)


@given(SIZES, st.integers(1, 8), st.integers(64, 600))
def test_every_row_once_within_the_limits(sizes: list[Size], rows: int, tokens: int) -> None:
    plan = plan_batches(sizes, rows, tokens, seed=1)
    assert sorted(i for batch in plan for i in batch) == list(range(len(sizes)))
    for batch in plan:
        assert len(batch) <= rows
        padded = len(batch) * max(sizes[i].tokens - sizes[i].shared for i in batch)
        assert padded <= tokens or len(batch) == 1


def test_full_batches_hold_one_instruction() -> None:
    sizes = [Size(group=n % 3, shared=10, tokens=50) for n in range(48)]
    plan = plan_batches(sizes, 8, 2048, seed=1)
    assert len(plan) == 6
    assert all(len({sizes[i].group for i in batch}) == 1 for batch in plan)


def test_the_order_is_drawn_by_the_seed() -> None:
    sizes = [Size(0, 10, 40 + n) for n in range(64)]
    assert plan_batches(sizes, 4, 2048, seed=1) == plan_batches(sizes, 4, 2048, seed=1)
    assert plan_batches(sizes, 4, 2048, seed=1) != plan_batches(sizes, 4, 2048, seed=2)
