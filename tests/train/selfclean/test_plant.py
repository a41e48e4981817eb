"""Planted errors: as many as asked for, one a document, each of its kind."""

from __future__ import annotations

from collections import Counter

import pytest

from ficha.document import checked_spans
from ficha.errors import InputError
from ficha.policy import load_policy
from tests.train.selfclean.build import POLICY, documents
from train.selfclean.plant import KINDS, plant

CLEAN = documents(120)


def test_each_error_is_of_its_kind() -> None:
    policy = load_policy(POLICY)
    made, planted = plant(CLEAN, policy, 12, seed=3)
    assert Counter(e.kind for e in planted) == dict.fromkeys(KINDS, 12)
    assert len({e.id for e in planted}) == len(planted)
    by_id = {d.id: d for d in made}
    for error, before in ((e, next(d for d in CLEAN if d.id == e.id)) for e in planted):
        after = by_id[error.id]
        checked_spans(after.text, after.spans, error.id)
        lost, new = set(before.spans) - set(after.spans), set(after.spans) - set(before.spans)
        assert (len(lost), len(new)) == {"missed": (1, 0), "kept": (0, 1)}.get(error.kind, (1, 1))
        touched = [*lost, *new]
        assert (min(s.start for s in touched), max(s.end for s in touched)) == (error.start, error.end)
        if error.kind == "category":
            assert policy.category_of(min(lost).label) != policy.category_of(min(new).label)
        if error.kind in ("over_long", "over_short"):
            old, wrong = min(lost), min(new)
            wider = (wrong.end - wrong.start) - (old.end - old.start)
            assert (wider > 0) == (error.kind == "over_long")
            assert wrong.label == old.label


def test_the_other_documents_stay_and_the_seed_decides() -> None:
    made, planted = plant(CLEAN, load_policy(POLICY), 5, seed=3)
    hurt = {e.id for e in planted}
    assert [d for d in made if d.id not in hurt] == [d for d in CLEAN if d.id not in hurt]
    assert plant(CLEAN, load_policy(POLICY), 5, seed=3)[1] == planted
    assert plant(CLEAN, load_policy(POLICY), 5, seed=4)[1] != planted


def test_too_few_documents_are_told() -> None:
    with pytest.raises(InputError, match="found a place: give more documents"):
        plant(CLEAN[:20], load_policy(POLICY), 10, seed=1)
