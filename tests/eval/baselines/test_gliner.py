"""Prompts, threshold and their choice, with a predictor of known scores; and the real architecture, tiny and random."""

from __future__ import annotations

import pytest
import torch
from gliner import GLiNER, GLiNERConfig
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import BertConfig, PreTrainedTokenizerFast

from eval.baselines.gliner import PROMPTS, Gliner, Settings, load_model, prompt_sets, read_settings
from eval.systems import Options, load_system
from eval.tune import THRESHOLDS, best, trials, write_settings
from ficha.errors import InputError, ModelError, UsageError
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


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A GLiNER model of random weights on a BERT of one layer that reads letters."""
    folder = tmp_path_factory.mktemp("gliner")
    letters = "abcdefghijklmnopqrstuvwxyz0123456789.,"
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *letters, *("##" + letter for letter in letters)]
    reader = Tokenizer(models.WordPiece({word: n for n, word in enumerate(words)}, unk_token="[UNK]"))
    reader.pre_tokenizer = pre_tokenizers.Whitespace()
    reader.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", None, [("[CLS]", 2), ("[SEP]", 3)])
    special = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=reader, **special).save_pretrained(folder / "encoder")
    encoder = BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    encoder.save_pretrained(folder / "encoder")
    config = GLiNERConfig(
        model_name=str(folder / "encoder"),
        hidden_size=16,
        class_token_index=-1,
        vocab_size=-1,
        encoder_config=encoder.to_dict(),
        span_mode="markerV0",
    )
    torch.manual_seed(13)
    GLiNER.from_config(config, backbone_from_pretrained=False).save_pretrained(folder / "model")
    return folder / "model"


def test_a_real_model_of_random_weights_is_tuned_and_run(tiny, tmp_path):
    """The right architecture: what it says is chance, but every span lies in its text and on whole words."""
    chosen = best(list(trials(load_model(str(tiny)), DOCUMENTS, scheme())))
    write_settings(tmp_path / "tuned.yaml", chosen, "dev.jsonl")
    system = load_system(f"gliner={tiny}", Options(settings=tmp_path / "tuned.yaml"))
    answers = list(system.predict(DOCUMENTS, load_policy("afrimed")))
    assert [answer.id for answer in answers] == ["1", "2", "3"]
    found = [(d.text, s) for d, answer in zip(DOCUMENTS, answers, strict=True) for s in answer.spans]
    loose = system_at(tiny, 0.0).found("naitwa achieng, simu 0712.")
    assert loose
    assert all(0 <= f.start < f.end <= 26 and f.score <= 1 for f in loose)
    assert all(text[s.start : s.end] == text[s.start : s.end].strip() for text, s in found)


def test_a_folder_without_a_model_is_told(tmp_path):
    with pytest.raises(ModelError, match="no GLiNER model"):
        load_model(str(tmp_path))


def system_at(folder, threshold):
    return Gliner(load_model(str(folder)), Settings(prompts="V1", threshold=threshold), "gliner")
