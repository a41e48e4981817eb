"""Calibration on an engine whose leanings are known: the dial, the floor, the guard, and the split."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eval.calibrate import ENOUGH, Outcome, Part, Turn, calibrate, development, least_scores
from eval.loaders import find_loader
from eval.scheme import Scheme
from ficha.document import Document, Span
from ficha.engine import Generation
from ficha.errors import InputError, UsageError
from ficha.locales import Locale
from ficha.policy import Policy, load_policy

POLICY = load_policy("afrimed")
SCHEME = Scheme(POLICY, find_loader("corpus").LABELS)


class Leaning:
    """Hides each word that it gives a chance, where the chance with the bias is over one half."""

    model = "leaning"
    window_tokens = 1_000

    def __init__(self, chances: dict[str, float], bias: float, constant: bool = False) -> None:
        self._chances, self._odds, self._constant = chances, 2.718281828**bias, constant

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        words, scores = [], []
        for word in text.split(" "):
            chance = self._chances.get(word, 0.0)
            if chance < 1 and chance / (1 - chance) * self._odds > 1:
                words.append("[patient]")
                scores.append(0.9 if self._constant else chance)
            else:
                words.append(word)
        return Generation(" ".join(words), tuple(scores), finished=True)


def document(n: int, text: str, *names: str, split: str = "dev", lang: str = "swa") -> Document:
    spans = tuple(Span(text.index(name), text.index(name) + len(name), "person.patient") for name in names)
    return Document(f"{lang}{n}", text, lang, spans, {"split": split})


DOCUMENTS = [document(n, "leo Nduku na zuhura wanakuja sana kliniki", "Nduku", "zuhura") for n in range(30)]
# "Nduku" is found at once, "zuhura" with a bias of one, and from two on ordinary words are hidden too.
CHANCES = {"Nduku": 0.9, "zuhura": 0.3, "wanakuja": 0.2, "sana": 0.2, "kliniki": 0.2, "leo": 0.2}


def part(documents: list[Document], lang: str = "swa") -> Part:
    return Part(lang, documents, SCHEME)


def engine(**fields: bool) -> Callable[[Turn], Leaning]:
    return lambda turn: Leaning({**CHANCES, "tena": 0.6}, turn.recall_bias, **fields)


WITH_WRONG = [*DOCUMENTS, *(document(100 + n, "njoo tena", split="dev") for n in range(5))]


def test_recall_is_bought_down_to_the_floor_and_no_further() -> None:
    setting = calibrate(engine(), [part(WITH_WRONG)], floor=0.8)
    assert (setting.calibration.recall_before, setting.calibration.recall) == (0.5, 1.0)
    assert setting.calibration.recall_bias == 1.0
    assert setting.calibration.precision >= 0.8
    assert {turn.recall_bias: fault for turn, _, _, fault in setting.tried}[1.5].startswith("precision below")


def test_what_scores_far_below_every_right_span_is_dropped() -> None:
    right = [True] * ENOUGH + [False, False]
    scores = [0.6] * ENOUGH + [0.2, 0.4]
    rows = Outcome(0, 0, 0, 0, scores, right, ["patient"] * len(scores), ["1"] * len(scores))
    assert least_scores(rows) == {"patient": pytest.approx(0.3)}
    few = Outcome(0, 0, 0, 0, scores[1:], right[1:], ["patient"] * len(scores[1:]), ["1"] * len(scores[1:]))
    assert least_scores(few) == {}


def test_names_are_lifted_first() -> None:
    def lifting(turn: Turn) -> Leaning:
        chances = {**CHANCES, "tena": 0.6, "zuhura": 0.3 if turn.name_bias.get("swa", 0) < 2 else 0.7}
        return Leaning(chances, turn.recall_bias)

    setting = calibrate(lifting, [part(WITH_WRONG)], floor=0.8)
    assert (setting.calibration.recall_bias, setting.calibration.name_bias) == (0.0, {"swa": 2.0})
    assert setting.calibration.recall == 1.0


def test_a_high_floor_leaves_the_dial_alone() -> None:
    setting = calibrate(engine(), [part([*WITH_WRONG, document(200, "tena tena tena tena")])], floor=1.0)
    assert setting.calibration.recall_bias <= 1.0
    assert setting.calibration.recall >= setting.calibration.recall_before


def test_the_guard_rejects_what_lowers_recall_in_a_language() -> None:
    def worse(turn: Turn) -> Leaning:
        chances = {**CHANCES, "tena": 0.6, "Joyce": 0.9 if turn == Turn() else 0.0}
        return Leaning(chances, turn.recall_bias)

    english = [document(n, "Joyce and others", "Joyce", lang="eng") for n in range(10)]
    setting = calibrate(worse, [part(WITH_WRONG), part(english, "eng")], floor=0.0)
    assert setting.calibration.recall_bias == 0.0
    assert all("eng" in fault and "lowers recall" in fault for turn, _, _, fault in setting.tried if turn != Turn())


def test_each_language_takes_its_own_bias_and_one_item_more_or_less_is_chance() -> None:
    """Swahili gains at 2; English loses two items at once and stays."""

    def lifting(turn: Turn) -> Leaning:
        swa, eng = (turn.name_bias.get(lang, 0) for lang in ("swa", "eng"))
        chances = {**CHANCES, "tena": 0.6, "zuhura": 0.3 if swa < 2 else 0.7, "Joyce": 0.9, "Ann": 0.0 if eng else 0.9}
        return Leaning(chances, turn.recall_bias)

    def english(lost: int) -> list[Document]:
        names = ["Ann"] * lost + ["Joyce"] * 9
        return [document(n, f"{name} and others", name, lang="eng") for n, name in enumerate(names)]

    for lost, fault in ((2, "eng lowers recall"), (1, "eng no more recall")):
        setting = calibrate(lifting, [part(WITH_WRONG), part(english(lost), "eng")], floor=0.8)
        assert setting.calibration.name_bias == {"swa": 2.0}
        assert all(fault in said for turn, _, _, said in setting.tried if turn.name_bias.get("eng"))


def test_scores_become_what_they_are_worth() -> None:
    setting = calibrate(engine(), [part(WITH_WRONG)], floor=0.8)
    assert setting.calibration.ece < setting.calibration.ece_before
    assert setting.calibration.documents == len(WITH_WRONG)
    assert setting.calibration.languages == ["swa"]


def test_a_constant_score_fails() -> None:
    with pytest.raises(InputError, match="nothing to calibrate"):
        calibrate(engine(constant=True), [part(WITH_WRONG)], floor=0.5)


def test_only_the_development_split_is_read() -> None:
    test = document(1, "leo Otieno", "Otieno", split="test")
    assert development([test, *DOCUMENTS, document(2, "leo", split="train")]) == DOCUMENTS
    with pytest.raises(UsageError, match="no document"):
        development([test])
    with pytest.raises(UsageError, match="names no split"):
        development([Document("x", "leo", "swa")])
