"""The dial: a shift of log-odds, the same in both engines, and scores brought to their worth."""

from __future__ import annotations

import math

import pytest

from ficha.contract import Calibration
from ficha.engine.dial import Dial
from ficha.engine.local import LocalEngine
from tests.ficha.engine.test_local import CONTRACT, HOSTILE, POLICY, is_twin, tiny_model, tiny_tokenizer

COPY = frozenset({1})
OPEN = frozenset({(0, b"[")})


@pytest.mark.parametrize(
    ("bias", "odds", "opens"), [(0, 0.1, True), (0, -0.1, False), (2, -1.9, True), (2, -2.1, False), (-1, 0.9, False)]
)
def test_a_shift_in_nats(bias: float, odds: float, opens: bool) -> None:
    dial = Dial(bias)
    token, _ = dial.choose([(7, COPY), (8, OPEN)], [0.0, odds])
    assert (token == 8) is opens
    assert (dial.opening_chances({7: COPY, 8: OPEN}, [0.0, odds])[0] > 0.5) is opens


def test_a_word_that_is_lifted_opens_more_readily() -> None:
    dial = Dial(0.5, name_bias={"swa": 1.0})
    lifts = dial.lifts({0}, "swa")
    assert dial.lifts({0}, "luo") == dial.lifts({0}, None) == {}
    assert (dial.shift(0), dial.shift(0, lifts), dial.shift(1, lifts)) == (0.5, 1.5, 0.5)
    assert dial.choose([(7, COPY), (8, OPEN)], [1.0, 0.0])[0] == 7
    assert dial.choose([(7, COPY), (8, OPEN)], [1.0, 0.0], lifts)[0] == 8
    assert dial.choose([(7, COPY), (8, OPEN)], [1.0, 0.0], {3: 1.0})[0] == 7


def test_the_probability_is_not_shifted() -> None:
    assert Dial(5).choose([(7, COPY), (8, OPEN)], [0.0, math.log(0.25)]) == (8, pytest.approx(0.2))
    assert Dial(5).choose([(7, COPY)], []) == (7, 1.0)


def test_scores() -> None:
    assert Dial().score(0.3) == pytest.approx(0.3)
    assert Dial(slope=2.0).score(0.9) == pytest.approx(81 / 82)
    assert Dial(intercept=-1.0).score(0.5) == pytest.approx(1 / (1 + math.e))
    assert [Dial(slope=3.0).score(p) for p in (0.0, 1.0)] == [0.0, 1.0]
    assert 0 < Dial(slope=900.0).score(1e-9) < 1e-9


def test_the_callers_setting_comes_before_the_calibrated_one() -> None:
    contract = CONTRACT.model_copy(
        update={"calibration": Calibration(recall_bias=1.5, slope=0.8), "thresholds": {"tel": 0.2, "name": 0.1}}
    )
    assert Dial.of(contract) == Dial(1.5, {"tel": 0.2, "name": 0.1}, slope=0.8)
    assert Dial.of(contract, 0.0, {"name": 0.4}) == Dial(0.0, {"tel": 0.2, "name": 0.4}, slope=0.8)
    assert Dial.of(CONTRACT) == Dial()


def test_turned_up_it_hides_more_and_is_the_same_with_and_without_speculation() -> None:
    tokenizer = tiny_tokenizer()
    hidden = {}
    for bias in (-3.0, 0.0, 3.0):
        engines = [
            LocalEngine(tiny_model(len(tokenizer), 0).double(), tokenizer, CONTRACT, "tiny", Dial(bias), speculate)
            for speculate in (True, False)
        ]
        fast, plain = ([e.generate(text, POLICY, None).text for text in HOSTILE] for e in engines)
        assert fast == plain
        assert all(is_twin(text, twin) for text, twin in zip(HOSTILE, fast, strict=True))
        hidden[bias] = sum(twin.count("[") for twin in fast)
    assert hidden[-3.0] < hidden[0.0] < hidden[3.0]
