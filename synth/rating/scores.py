"""What raters said, by origin: means with intervals, errors, and how far the raters agree.

Intervals are percentile bootstraps over texts (95%, 2,000 resamples, seeded): raters of one text are not independent.
Agreement is Krippendorff's alpha for ordinal ratings (Hayes and Krippendorff 2007), over texts that two or more rated.

>>> print(score(key, [read_sheet(file, key) for file in files]))
synthetic: 75 texts, 225 ratings: plausibility 3.94 (3.75 to 4.11), 21.3% with an error (F 9, T 8, G 2)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import krippendorff
import numpy as np

from synth.rating.filled import Rating
from synth.rating.sheet import NATURAL, SYNTHETIC, Item

RESAMPLES = 2000
SEED = 13
LOW = 3.0  # templates with a mean below, or with an error, are listed

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class OriginScore:
    """Ratings of the texts of one origin; `with_error` is the share of texts in which some rater marked one."""

    texts: int
    ratings: int
    mean: float
    interval: Interval
    with_error: float
    errors: dict[str, int]


@dataclass(frozen=True, slots=True)
class Scores:
    """Everything that the sheets say; `alpha` is None where it isn't defined (one rater, or all ratings equal)."""

    raters: int
    origins: dict[str, OriginScore]
    difference: tuple[float, Interval] | None  # natural less synthetic
    alpha: float | None
    templates: dict[str, tuple[float, tuple[str, ...]]]  # those to look at: mean, errors

    def to_json(self) -> dict[str, Any]:
        """For `ratings.json`."""
        return asdict(self)

    def __str__(self) -> str:
        lines = []
        for origin, s in self.origins.items():
            marked = ", ".join(f"{letter} {count}" for letter, count in s.errors.items())
            lines.append(
                f"{origin}: {s.texts} texts, {s.ratings} ratings: plausibility {s.mean:.2f} ({_span(s.interval)}), "
                f"{s.with_error:.1%} with an error" + (f" ({marked})" if marked else "")
            )
        if self.difference:
            mean, interval = self.difference
            lines.append(f"natural less synthetic: {mean:+.2f} ({_span(interval)})")
        alpha = "not defined (one rater, or no two ratings differ)" if self.alpha is None else f"{self.alpha:.3f}"
        lines.append(f"Krippendorff's alpha, ordinal, {self.raters} raters: {alpha}")
        worst = sorted(self.templates.items(), key=lambda item: item[1][0])
        lines += [f"look at {name}: {mean:.1f} {' '.join(errors)}".rstrip() for name, (mean, errors) in worst]
        return "\n".join(lines)


def score(key: Mapping[str, Item], sheets: Sequence[Mapping[str, Rating]]) -> Scores:
    """Score the sheets of one key, one sheet a rater."""
    said = {item: [sheet[item] for sheet in sheets if item in sheet] for item in key}
    rated = {item: [r for r in ratings if r.plausibility is not None] for item, ratings in said.items()}
    rated = {item: ratings for item, ratings in rated.items() if ratings}
    groups = {
        origin: {item: ratings for item, ratings in rated.items() if key[item].origin == origin}
        for origin in (SYNTHETIC, NATURAL)
    }
    origins, samples = {}, {}
    for origin, items in groups.items():
        if items:
            samples[origin] = _resampled(list(items.values()))
            origins[origin] = _of_origin(list(items.values()), samples[origin])
    difference = None
    if len(origins) == len(groups):
        between = samples[NATURAL] - samples[SYNTHETIC]
        difference = origins[NATURAL].mean - origins[SYNTHETIC].mean, _interval(between)
    return Scores(len(sheets), origins, difference, _alpha(list(rated), sheets), _templates(key, rated))


def _of_origin(items: Sequence[Sequence[Rating]], sample: np.ndarray) -> OriginScore:
    values = [r.plausibility for ratings in items for r in ratings]
    errors = Counter(letter for ratings in items for r in ratings for letter in r.errors)
    with_error = sum(any(r.errors for r in ratings) for ratings in items) / len(items)
    mean = float(np.mean(values))
    return OriginScore(len(items), len(values), mean, _interval(sample), with_error, dict(errors.most_common()))


def _resampled(items: Sequence[Sequence[Rating]]) -> np.ndarray:
    """Means of resampled texts, shape (RESAMPLES,)."""
    sums = np.array([sum(r.plausibility or 0 for r in ratings) for ratings in items], dtype=float)
    counts = np.array([len(ratings) for ratings in items])
    drawn = np.random.default_rng(SEED).integers(len(items), size=(RESAMPLES, len(items)))
    return sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)


def _interval(sample: np.ndarray) -> Interval:
    low, high = np.quantile(sample, (0.025, 0.975))
    return float(low), float(high)


def _span(interval: Interval) -> str:
    return f"{interval[0]:.2f} to {interval[1]:.2f}"


def _alpha(items: Sequence[str], sheets: Sequence[Mapping[str, Rating]]) -> float | None:
    nothing = Rating(None, ())
    rows = [[sheet.get(item, nothing).plausibility for item in items] for sheet in sheets]
    matrix = np.array([[np.nan if value is None else value for value in row] for row in rows], dtype=float)
    paired = matrix[:, (~np.isnan(matrix)).sum(axis=0) > 1]
    if paired.size == 0 or len(np.unique(paired[~np.isnan(paired)])) < 2:
        return None
    return float(krippendorff.alpha(reliability_data=paired, level_of_measurement="ordinal"))


def _templates(
    key: Mapping[str, Item], rated: Mapping[str, Sequence[Rating]]
) -> dict[str, tuple[float, tuple[str, ...]]]:
    by_template: dict[str, list[Rating]] = {}
    for item, ratings in rated.items():
        if key[item].template:
            by_template.setdefault(key[item].template, []).extend(ratings)
    found = {}
    for name, ratings in sorted(by_template.items()):
        mean = float(np.mean([r.plausibility for r in ratings]))
        errors = tuple(sorted({letter for r in ratings for letter in r.errors}))
        if mean < LOW or errors:
            found[name] = (mean, errors)
    return found
