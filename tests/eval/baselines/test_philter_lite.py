from __future__ import annotations

from itertools import pairwise

import pytest

from eval.baselines.philter_lite import joined, tags_by_form
from eval.systems import Options, load_system
from ficha.errors import UsageError
from ficha.policy import load_policy
from tests.eval.build import document

TEXT = "Seen by Dr Smith on 3/4/2026 at Kibera Centre. She has malaria."


@pytest.fixture(scope="module")
def system():
    return load_system("philter-lite", Options())


def test_what_no_filter_knows_is_hidden_and_dates_are_dates(system):
    (answer,) = system.predict([document(TEXT, lang="eng")], load_policy("afrimed"))
    found = {TEXT[s.start : s.end]: s.label for s in answer.spans}
    assert found["3/4/2026"] == "DATE"
    assert found["Smith"] == "other"
    assert any("Kibera" in words for words in found)
    assert not any("malaria" in words or "She" in words for words in found)


def test_spans_do_not_overlap_and_name_no_tagger_where_there_is_none(system):
    (answer,) = system.predict([document(TEXT, lang="eng")], load_policy("afrimed"))
    ends = [(s.start, s.end) for s in answer.spans]
    assert all(a[1] <= b[0] for a, b in pairwise(ends))
    assert answer.record["model"] in ("philter-lite", "philter-lite (no tagger)")
    (empty,) = system.predict([document("", lang="eng")], load_policy("afrimed"))
    assert empty.spans == ()


def test_it_has_no_model():
    with pytest.raises(UsageError, match="has no model"):
        load_system("philter-lite=x", Options())


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], []),
        ([(0, 3), (4, 7)], [(0, 7)]),
        ([(0, 3), (8, 11)], [(0, 3), (8, 11)]),
        ([(4, 7)], [(4, 7)]),
    ],
)
def test_neighbours_are_joined(spans, expected):
    assert list(joined("abc def ghi", spans)) == expected


def test_tags_by_form():
    assert tags_by_form(["Dr", " ", "smith", "34"]) == [("Dr", "NNP"), (" ", "NN"), ("smith", "NN"), ("34", "CD")]
