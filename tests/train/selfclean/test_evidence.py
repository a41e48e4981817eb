"""Evidence: the plateau, the rules' word, and habits of the models that are not the labels' fault."""

from __future__ import annotations

import pytest

from ficha.document import Document
from ficha.policy import load_policy
from train.selfclean.evidence import RULES, agreement, log_odds, plateau, rule_opinions, weigh
from train.selfclean.items import Item
from train.selfclean.readings import Judge, Reading

TEXTS = {f"d{n}": f"Ask {word} now" for n, word in enumerate(["Clinic", "Clinic", "Clinic", "Achieng"])}


def word(opens: float) -> Item:
    return Item(4, 10, None, opens)


def reading(rows: int, opens: list[float], seed: int = 1) -> Reading:
    return Reading(Judge(seed, 0, rows), {f"d{n}": [word(o)] for n, o in enumerate(opens)})


def test_only_the_flat_part_of_the_curve_is_asked() -> None:
    readings = [reading(50, [0.9, 0.9, 0.9, 0.1]), reading(100, [0.1] * 4), reading(200, [0.1] * 4)]
    curve = agreement(readings)
    assert curve == {(50, 1): 0.25, (100, 1): 1.0, (200, 1): 1.0}
    assert plateau(curve) == [(100, 1), (200, 1)]
    assert {s.contradicted for s in weigh(readings, plateau(curve), {}, TEXTS)} == {0.0}


def test_seeds_and_sizes_are_averaged_and_the_rules_count() -> None:
    readings = [reading(50, [0.1, 0.1, 0.1, 0.9]), reading(50, [0.1, 0.1, 0.1, 0.6], seed=2)]
    first = weigh(readings, [(50, 1)], {("d3", 4, 10, None): 1}, TEXTS)[0]
    assert (first.id, first.judges, first.contradicted) == ("d3", 2, 1.0)
    assert first.odds == pytest.approx((log_odds(word(0.9)) + log_odds(word(0.6))) / 2)
    assert first.score == pytest.approx(first.odds + RULES)
    assert log_odds(word(1.0)) == pytest.approx(15, abs=0.1)


def test_what_models_contradict_everywhere_is_their_habit() -> None:
    scores = {s.id: s for s in weigh([reading(50, [0.9, 0.9, 0.9, 0.9])], [(50, 1)], {}, TEXTS)}
    odds = log_odds(word(0.9))
    assert scores["d3"].score == pytest.approx(odds)
    assert scores["d0"].score == pytest.approx(odds - 2 / 3 * odds)


def test_rules_support_their_own_span_and_contradict_another() -> None:
    document = Document("d", "Call 0161 496 0187 now", "eng")
    items = [Item(5, 18, "tel", 0.9), Item(5, 18, "name", 0.9), Item(5, 9, None, 0.1), Item(0, 4, None, 0.1)]
    found = rule_opinions(document, load_policy("patient-requests"), items)
    assert found == {("d", 5, 18, "tel"): -1, ("d", 5, 18, "name"): 1, ("d", 5, 9, None): 1}
