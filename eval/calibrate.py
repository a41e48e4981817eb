"""Calibration: how far the recall dial is turned, which spans are dropped, and what a score is worth.

    setting = calibrate(engines(folder), [Part("swa", documents, scheme)], floor=0.8)
    setting.calibration, setting.thresholds

Fitted on the name-disjoint development split and nothing else; rules own the fixed formats and stay as they are.
It is asymmetric: of the settings whose precision keeps the floor, the one with the most recall. A guard
rejects a setting under which any language loses more than an item against no calibration.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from eval.predictions import Prediction, parse_prediction
from eval.reliability import (
    apply_platt,
    cross_fitted,
    expected_calibration_error,
    fit_platt,
    plot_reliability,
    require_discrimination,
)
from eval.report import score
from eval.scheme import Scheme
from eval.shared_engine import SharedEngine
from ficha.contract import Calibration, Canary
from ficha.document import Document
from ficha.engine import Engine
from ficha.engine.dial import Dial
from ficha.engine.loading import load_model
from ficha.errors import UsageError
from ficha.locales import load_locale
from ficha.policy import load_policy
from ficha.redactor import Redactor

SPLIT = "dev"
NAME_BIASES = (1.0, 2.0, 3.0)  # tried first, with no other bias ...
BIASES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)  # ... then these, with the best of them
# Right spans of a category before one of its spans may be dropped: a dropped name is a leak, and the least score of a
# few says little of the next.
ENOUGH = 100
SLACK = 1  # items of a language: one more or less is chance
MARGIN = 0.5  # a threshold lies so far below the least score of a right span


@dataclass(frozen=True)
class Turn:
    """How far the dial is turned, in nats: at every opening, and besides at words that a language doesn't know."""

    recall_bias: float = 0.0
    name_bias: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """The development documents of one language, with the scheme they are scored under."""

    lang: str
    documents: Sequence[Document]
    scheme: Scheme


@dataclass(frozen=True)
class Outcome:
    """One setting on a language's part, or on several together, and the model's spans.

    Recall is the share of items that lie wholly inside hidden text, precision that of hidden characters which are
    personal: so a span that is too wide counts for what it hides.
    """

    covered: int
    items: int
    hits: int  # hidden characters that are personal
    hidden: int
    scores: Sequence[float]
    right: Sequence[bool]
    tags: Sequence[str]
    owners: Sequence[str]  # the document of each span

    @property
    def recall(self) -> float:
        return self.covered / max(1, self.items)

    @property
    def precision(self) -> float:
        return self.hits / max(1, self.hidden)

    @classmethod
    def together(cls, parts: Iterable[Outcome]) -> Outcome:
        """The sum over languages."""
        own = list(parts)
        return cls(
            covered=sum(o.covered for o in own),
            items=sum(o.items for o in own),
            hits=sum(o.hits for o in own),
            hidden=sum(o.hidden for o in own),
            scores=[x for o in own for x in o.scores],
            right=[x for o in own for x in o.right],
            tags=[x for o in own for x in o.tags],
            owners=[x for o in own for x in o.owners],
        )


@dataclass(frozen=True)
class Setting:
    """What calibration chose; `tried` is every setting with its recall, precision and why it was not taken."""

    calibration: Calibration
    thresholds: Mapping[str, float]
    tried: Sequence[tuple[Turn, float, float, str]]
    before: tuple[Sequence[float], Sequence[bool]]
    after: tuple[Sequence[float], Sequence[bool]]

    def plot(self, path: Path) -> None:
        """The reliability diagram, before and after."""
        plot_reliability(path, {"probability": self.before, "score": self.after})


def development(documents: Iterable[Document]) -> list[Document]:
    """The documents of the development split. Raises UsageError where one names no split, or none is of this one."""
    found = []
    for document in documents:
        split = document.meta.get("split")
        if split is None:
            raise UsageError(f"document {document.id!r} names no split: calibration reads the split {SPLIT!r} alone")
        if split == SPLIT:
            found.append(document)
    if not found:
        raise UsageError(f"no document of the split {SPLIT!r}: calibration reads no other")
    return found


def engines(folder: Path) -> Callable[[Turn], Engine]:
    """The adapter's engine at any turn of the dial, its probabilities as they are; the weights are loaded once."""
    from ficha.engine.local import LocalEngine

    loaded = load_model(folder)
    return lambda turn: SharedEngine(
        LocalEngine(*loaded, folder.name, Dial(turn.recall_bias, name_bias=turn.name_bias))
    )


def calibrate(engine: Callable[[Turn], Engine], parts: Sequence[Part], floor: float) -> Setting:
    """Try the dial's turns. `engine(turn)` gives plain probabilities as scores; `floor` is of precision.

    Each language takes its own bias at unknown words. Where the uncalibrated precision is below the floor, it is the
    floor. Raises InputError where scores say nothing.
    """
    plain = _measure(engine(Turn()), parts, {})
    whole = Outcome.together(plain.values())
    require_discrimination(whole.scores, whole.right)
    tried: list[tuple[Turn, float, float, str]] = [(Turn(), whole.recall, whole.precision, "")]
    own, biases = dict(plain), dict[str, float]()
    for bias in NAME_BIASES:
        turn = Turn(0.0, dict.fromkeys(plain, bias))
        measured = _measure(engine(turn), parts, {})
        said = []
        for lang, found in measured.items():
            fault = _fault(found, plain[lang], floor)
            if not fault and _is_better(found, own[lang]):
                own[lang], biases[lang] = found, bias
            else:
                said.append(f"{lang} {fault or 'no more recall'}")
        found = Outcome.together(measured.values())
        tried.append((turn, found.recall, found.precision, "; ".join(said)))
    best, best_turn = Outcome.together(own.values()), Turn(0.0, biases)
    best_thresholds: dict[str, float] = {}
    for bias in BIASES:
        turn = Turn(bias, biases)
        loaded = engine(turn)
        measured = _measure(loaded, parts, {})
        thresholds = least_scores(Outcome.together(measured.values()))
        measured = _measure(loaded, parts, thresholds) if thresholds else measured
        found = Outcome.together(measured.values())
        losers = [lang for lang, one in measured.items() if _loses(one, plain[lang])]
        fault = f"lowers recall in {', '.join(losers)}" if losers else _fault(found, whole, floor)
        better = _is_better(found, best)
        tried.append((turn, found.recall, found.precision, fault or ("" if better else "no more recall")))
        if not fault and better:
            best, best_turn, best_thresholds = found, turn, thresholds
        if found.precision < min(floor, whole.precision):
            break  # further turns only hide more
    slope, intercept = fit_platt(best.scores, best.right)
    after = cross_fitted(best.scores, best.right, best.owners)
    calibration = Calibration(
        recall_bias=best_turn.recall_bias,
        name_bias=dict(best_turn.name_bias),
        slope=round(slope, 4),
        intercept=round(intercept, 4),
        ece=round(expected_calibration_error(after, best.right), 4),
        ece_before=round(expected_calibration_error(best.scores, best.right), 4),
        recall=round(best.recall, 4),
        recall_before=round(whole.recall, 4),
        precision=round(best.precision, 4),
        precision_before=round(whole.precision, 4),
        documents=sum(len(part.documents) for part in parts),
        languages=[part.lang for part in parts],
        fingerprint=_fingerprint(document for part in parts for document in part.documents),
    )
    tags = sorted(best_thresholds)
    worth = apply_platt([best_thresholds[tag] for tag in tags], slope, intercept)
    return Setting(
        calibration,
        {tag: round(value, 4) for tag, value in zip(tags, worth, strict=True)},
        tried,
        (best.scores, best.right),
        (after, best.right),
    )


def asked_again(canaries: Sequence[Canary], engine: Engine) -> list[Canary]:
    """The canaries with the answers that the model gives under the new setting: what serving compares with."""
    return [
        canary.model_copy(
            update={"answer": engine.generate(canary.text, load_policy(canary.policy), load_locale(canary.lang)).text}
        )
        for canary in canaries
    ]


def _measure(engine: Engine, parts: Sequence[Part], thresholds: Mapping[str, float]) -> dict[str, Outcome]:
    """Language -> what comes out of its part."""
    out: dict[str, Outcome] = {}
    for part in parts:
        redactor = Redactor(engine, thresholds=thresholds)
        results = redactor.redact_all(part.documents, part.scheme.policy, part.lang)
        found = {r.id: parse_prediction(r.to_json(), f"result {r.id!r}") for r in results}
        total = score(part.documents, found, part.scheme, resamples=1).table.total
        spans = [
            (value, is_right, tag, f"{part.lang} {document.id}")
            for document in part.documents
            for value, is_right, tag in _spans(document, found[document.id], part.scheme)
        ]
        out[part.lang] = Outcome(
            covered=int(total("covered")),
            items=int(total("items")),
            hits=int(total("chars.both")),
            hidden=int(total("chars.hidden")),
            scores=[value for value, *_ in spans],
            right=[is_right for _, is_right, *_ in spans],
            tags=[tag for *_, tag, _ in spans],
            owners=[owner for *_, owner in spans],
        )
    return out


def _spans(document: Document, prediction: Prediction, scheme: Scheme) -> Iterable[tuple[float, bool, str]]:
    """The spans that the model alone found: score, whether something personal is hidden, the model's word."""
    gold = scheme.gold(document)
    personal = [(item.start, item.end) for item in gold.items] + list(gold.free)
    for span in prediction.record["spans"]:
        if span["source"] == "model":
            hit = any(span["start"] < end and start < span["end"] for start, end in personal)
            yield span["score"], hit, scheme.policy.category(span["label"]).tag


def least_scores(found: Outcome) -> dict[str, float]:
    """By tag, a score below every right span's, where there are enough of these and something wrong lies below."""
    out: dict[str, float] = {}
    for tag in sorted(set(found.tags)):
        rows = [n for n, t in enumerate(found.tags) if t == tag]
        good = [found.scores[n] for n in rows if found.right[n]]
        if len(good) >= ENOUGH:
            least = MARGIN * min(good)
            if any(found.scores[n] < least for n in rows):
                out[tag] = least
    return out


def _fault(found: Outcome, plain: Outcome, floor: float) -> str:
    """Why a setting can't be taken, or nothing."""
    if _loses(found, plain):
        return "lowers recall"
    floor = min(floor, plain.precision)
    return f"precision below the floor of {floor:.3f}" if found.precision < floor else ""


def _loses(found: Outcome, plain: Outcome) -> bool:
    return found.covered < plain.covered - SLACK


def _is_better(found: Outcome, best: Outcome) -> bool:
    return (found.recall, found.precision) > (best.recall, best.precision)


def _fingerprint(documents: Iterable[Document]) -> str:
    digest = hashlib.sha256()
    for document in documents:
        digest.update(f"{document.id}\0{document.text}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
