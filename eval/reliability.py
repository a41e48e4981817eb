"""How far scores can be believed: expected calibration error, discrimination, and Platt's two numbers.

    >>> expected_calibration_error([0.9, 0.9, 0.1, 0.1], [True, True, False, False])
    0.1

A constant score can be calibrated perfectly and says nothing, so discrimination is always asked for as well
(`auroc` is 0.5 for it).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ficha.errors import InputError

BINS = 10
LEAST_AUROC = 0.6  # below it scores say too little to be calibrated
_STEPS = 50
_RIDGE = 1e-3  # keeps the fit finite where every span is right


@dataclass(frozen=True, slots=True)
class Bin:
    """Scores between two bounds: how many, their mean, and the share that is right."""

    count: int
    score: float
    right: float


def reliability_bins(scores: Sequence[float], right: Sequence[bool], bins: int = BINS) -> list[Bin]:
    """The bins of equal width that hold a score, from low to high."""
    values, hits = np.asarray(scores, dtype=float), np.asarray(right, dtype=float)
    places = np.minimum((values * bins).astype(int), bins - 1)
    held = [places == place for place in range(bins)]
    return [Bin(int(m.sum()), float(values[m].mean()), float(hits[m].mean())) for m in held if m.any()]


def expected_calibration_error(scores: Sequence[float], right: Sequence[bool], bins: int = BINS) -> float:
    """The mean distance between score and share right, by the bins' sizes (Naeini et al. 2015). 0 of 0 is 0."""
    found = reliability_bins(scores, right, bins)
    return sum(b.count * abs(b.score - b.right) for b in found) / max(1, len(scores))


def auroc(scores: Sequence[float], right: Sequence[bool]) -> float:
    """The chance that a right span scores higher than a wrong one, ties half; 0.5 where one kind is missing."""
    values, hits = np.asarray(scores, dtype=float), np.asarray(right, dtype=bool)
    good, bad = values[hits], values[~hits]
    if not len(good) or not len(bad):
        return 0.5
    above = (good[:, None] > bad).sum() + 0.5 * (good[:, None] == bad).sum()
    return float(above / (len(good) * len(bad)))


def require_discrimination(scores: Sequence[float], right: Sequence[bool]) -> float:
    """The AUROC of the scores. Raises InputError where they don't tell right from wrong, as a constant doesn't."""
    found = auroc(scores, right)
    if found < LEAST_AUROC:
        raise InputError(
            f"the scores of {len(scores)} spans don't tell right from wrong (AUROC {found:.2f}, expected at least "
            f"{LEAST_AUROC}): there is nothing to calibrate"
        )
    return found


def fit_platt(scores: Sequence[float], right: Sequence[bool]) -> tuple[float, float]:
    """Slope and intercept of logistic(slope * logit(score) + intercept), by maximum likelihood (Platt 1999)."""
    x = np.asarray([_logit(s) for s in scores])
    y = np.asarray(right, dtype=float)
    design = np.stack([x, np.ones_like(x)], axis=1)
    weights = np.array([1.0, 0.0])
    prior = np.array([1.0, 0.0])
    for _ in range(_STEPS):  # Newton's method
        chance = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        gradient = design.T @ (chance - y) + _RIDGE * (weights - prior)
        hessian = (design * (chance * (1 - chance))[:, None]).T @ design + _RIDGE * np.eye(2)
        step = np.linalg.solve(hessian, gradient)
        weights = weights - np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    return float(weights[0]), float(weights[1])


def apply_platt(scores: Sequence[float], slope: float, intercept: float) -> list[float]:
    """The calibrated scores."""
    return [float(1 / (1 + np.exp(-np.clip(slope * _logit(s) + intercept, -30, 30)))) for s in scores]


def cross_fitted(scores: Sequence[float], right: Sequence[bool], groups: Sequence[str]) -> list[float]:
    """Calibrated scores, those of each half of the groups (documents) by a fit on the other half."""
    half = {group: n % 2 for n, group in enumerate(sorted(set(groups)))}
    out = list(scores)
    for side in (0, 1):
        theirs = [n for n, group in enumerate(groups) if half[group] != side]
        mine = [n for n, group in enumerate(groups) if half[group] == side]
        fit = fit_platt([scores[n] for n in theirs], [right[n] for n in theirs])
        for n, score in zip(mine, apply_platt([scores[n] for n in mine], *fit), strict=True):
            out[n] = score
    return out


def plot_reliability(path: Path, curves: dict[str, tuple[Sequence[float], Sequence[bool]]]) -> None:
    """Draw a reliability diagram, one curve a name, the diagonal being perfect. Written as the suffix says."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.5, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for name, (scores, right) in curves.items():
        found = reliability_bins(scores, right)
        error = expected_calibration_error(scores, right)
        axes.plot([b.score for b in found], [b.right for b in found], marker="o", label=f"{name}, ECE {error:.3f}")
    axes.set_xlabel("score")
    axes.set_ylabel("share of spans that hide something personal")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.legend(loc="lower right")
    figure.savefig(path)


def _logit(score: float) -> float:
    bounded = min(max(score, 1e-6), 1 - 1e-6)
    return float(np.log(bounded / (1 - bounded)))
