"""What scores are worth: errors by hand, a fit that mends, and a constant that fails."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from eval.reliability import (
    apply_platt,
    auroc,
    cross_fitted,
    expected_calibration_error,
    fit_platt,
    plot_reliability,
    reliability_bins,
    require_discrimination,
)
from ficha.errors import InputError

# Scores that are too sure: 0.9 is right in 6 of 10, 0.3 in 1 of 10.
SCORES = [0.9] * 10 + [0.3] * 10
RIGHT = [True] * 6 + [False] * 4 + [True] + [False] * 9


def test_the_error_by_hand() -> None:
    assert expected_calibration_error(SCORES, RIGHT) == pytest.approx((0.3 * 10 + 0.2 * 10) / 20)
    assert expected_calibration_error([0.6] * 10, [True] * 6 + [False] * 4) == pytest.approx(0.0)
    assert expected_calibration_error([], []) == 0
    assert [(b.count, round(b.score, 1), b.right) for b in reliability_bins(SCORES, RIGHT)] == [
        (10, 0.3, 0.1),
        (10, 0.9, 0.6),
    ]
    assert reliability_bins([1.0, 0.0], [True, False])[-1].score == 1.0


@pytest.mark.parametrize(
    ("scores", "right", "expected"),
    [
        ([0.9, 0.1], [True, False], 1.0),
        ([0.1, 0.9], [True, False], 0.0),
        ([0.5, 0.5], [True, False], 0.5),
        ([0.9, 0.2], [True, True], 0.5),
        ([0.9, 0.4, 0.6, 0.1], [True, True, False, False], 0.75),
    ],
)
def test_auroc(scores: list[float], right: list[bool], expected: float) -> None:
    assert auroc(scores, right) == expected


def test_a_constant_score_fails_though_its_error_is_none() -> None:
    right = [True] * 9 + [False]
    assert expected_calibration_error([0.9] * 10, right) == pytest.approx(0.0)
    with pytest.raises(InputError, match=r"AUROC 0\.50"):
        require_discrimination([0.9] * 10, right)
    assert require_discrimination(SCORES, RIGHT) > 0.7


def test_the_fit_mends_scores_that_are_too_sure() -> None:
    mended = apply_platt(SCORES, *fit_platt(SCORES, RIGHT))
    assert mended[0] == pytest.approx(0.6, abs=0.01)
    assert mended[-1] == pytest.approx(0.1, abs=0.01)
    assert expected_calibration_error(mended, RIGHT) < 0.02


def test_a_fit_without_a_wrong_span_is_finite() -> None:
    slope, intercept = fit_platt([0.9, 0.8], [True, True])
    assert abs(slope) < 100
    assert abs(intercept) < 100


def test_a_document_is_not_scored_by_a_fit_on_itself() -> None:
    rng = random.Random(5)
    truth = [rng.random() for _ in range(2_000)]
    right = [rng.random() < t for t in truth]
    scores = [t**0.3 for t in truth]  # too sure
    groups = [f"{n // 4}" for n in range(len(scores))]
    out = cross_fitted(scores, right, groups)
    assert expected_calibration_error(out, right) < 0.06 < expected_calibration_error(scores, right)
    changed = cross_fitted(scores, [not r if g == "0" else r for r, g in zip(right, groups, strict=True)], groups)
    assert changed[:4] == out[:4]


def test_a_diagram_is_written(tmp_path: Path) -> None:
    plot_reliability(tmp_path / "r.svg", {"probability": (SCORES, RIGHT)})
    assert (tmp_path / "r.svg").read_text(encoding="utf-8").count("<path") > 3
