"""Prompts, threshold and their choice, with a predictor of known scores; the package itself isn't among the pins."""

from __future__ import annotations

import pytest

from eval.baselines.gliner import PROMPTS, Gliner, Settings, prompt_sets, read_settings
from eval.systems import Options, load_system
from eval.tune import THRESHOLDS, best, trials, write_settings
from ficha.errors import InputError, UsageError
from ficha.policy import load_policy
from tests.eval.build import document, scheme

NAMES = {"Achieng": 0.62, "Otieno": 0.42, "Kisumu": 0.33}


class Lookup:
    """Names with fixed scores, found only by the prompt that asks for patients; `Malaria` is a weak false one."""

    def __init__(self):
        self.asked = []

    def predict_entities(self, text, labels, threshold):
        self.asked.append((text, threshold))
        known = NAMES | {"Malaria": 0.21}
        return [
            {"start": text.index(word), "end": text.index(word) + len(word), "label": "patient name", "score": score}
            for word, score in known.items()
            if word in text and score >= threshold and "patient name" in labels
        ]


DOCUMENTS = [
    document("Naitwa Achieng", [(7, 14, "person.patient")], "1"),
    document("Habari Otieno", [(7, 13, "person.patient")], "2"),
    document("Malaria tu", id="3"),
]


def test_the_best_pair_is_chosen_on_development_data(tmp_path):
    model = Lookup()
    tried = list(trials(model, DOCUMENTS, scheme()))
    assert len(tried) == len(prompt_sets()) * len(THRESHOLDS)
    assert len(model.asked) == len(prompt_sets()) * len(DOCUMENTS)  # thresholds cost no second question
    chosen = best(tried)
    assert chosen == Settings(prompts="V2", threshold=0.4)  # above the false one, the highest that keeps both names
    write_settings(tmp_path / "tuned.yaml", chosen, "dev.jsonl")
    assert read_settings(tmp_path / "tuned.yaml") == chosen


def test_spans_below_the_threshold_are_none():
    system = Gliner(Lookup(), Settings(prompts="V2", threshold=0.5), "gliner")
    answers = list(system.predict(DOCUMENTS, load_policy("afrimed")))
    assert [[s.label for s in a.spans] for a in answers] == [["PERSON"], [], []]
    assert system.labels.notes == ("prompts V2, threshold 0.5, chosen on development data",)


def test_long_texts_are_read_in_windows():
    text = "neno " * 450 + "Achieng alifika."
    (answer,) = Gliner(Lookup(), Settings(prompts="V2", threshold=0.5), "gliner").predict(
        [document(text)], load_policy("afrimed")
    )
    assert [text[s.start : s.end] for s in answer.spans] == ["Achieng"]


def test_settings_must_fit(tmp_path):
    with pytest.raises(UsageError, match="needs a model and its settings"):
        load_system("gliner=x", Options())
    with pytest.raises(InputError, match=r"are not in gliner\.yaml: it has V1, V2, V3"):
        Gliner(Lookup(), Settings(prompts="V9", threshold=0.5), "gliner")
    (tmp_path / "bad.yaml").write_text("prompts: V1\n")
    with pytest.raises(InputError, match="expected `prompts: NAME` and `threshold: NUMBER`"):
        read_settings(tmp_path / "bad.yaml")
    assert PROMPTS.is_file()
