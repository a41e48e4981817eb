"""On tiny random models of the architectures that the published systems have, with tokenisers made here."""

from __future__ import annotations

import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (
    BertConfig,
    BertForTokenClassification,
    DebertaV2Config,
    DebertaV2ForTokenClassification,
    PreTrainedTokenizerFast,
    XLMRobertaConfig,
    XLMRobertaForTokenClassification,
)

from eval.baselines.token_classifier import TokenClassifier, spans_of, split_tag
from eval.systems import Options, load_system
from ficha.errors import InputError, UsageError
from ficha.policy import load_policy
from tests.eval.build import document

SIZES = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
STANFORD = ["O", "PATIENT", "HCW", "HOSPITAL", "VENDOR", "DATE", "ID", "PHONE"]
MASAKHANE = ["O", "B-DATE", "I-DATE", "B-PER", "I-PER", "B-ORG", "I-ORG", "B-LOC", "I-LOC"]
PIIRANHA = ["O", "I-GIVENNAME", "I-SURNAME", "I-TELEPHONENUM", "I-EMAIL"]
WORDS = [f"w{n}" for n in range(60)]


def tokenizer(length: int) -> PreTrainedTokenizerFast:
    vocabulary = {word: n for n, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS])}
    core = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.Whitespace()
    core.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", None, [("[CLS]", 2), ("[SEP]", 3)])
    return PreTrainedTokenizerFast(
        tokenizer_object=core,
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_max_length=length,
    )


def made(kind: str, tags: list[str], length: int = 64):
    torch.manual_seed(0)
    labels = {"id2label": dict(enumerate(tags)), "label2id": {tag: n for n, tag in enumerate(tags)}}
    sizes = {**SIZES, "vocab_size": 64, "max_position_embeddings": length + 2, **labels}
    if kind == "bert":
        return BertForTokenClassification(BertConfig(**sizes))
    if kind == "deberta":
        return DebertaV2ForTokenClassification(
            DebertaV2Config(**sizes, relative_attention=True, position_biased_input=False)
        )
    return XLMRobertaForTokenClassification(XLMRobertaConfig(**sizes, pad_token_id=0))


@pytest.mark.parametrize(
    ("kind", "tags", "labels"),
    [
        ("bert", STANFORD, "stanford_deidentifier"),
        ("deberta", PIIRANHA, "piiranha"),
        ("xlmr", MASAKHANE, "masakhane_ner"),
    ],
)
def test_a_saved_model_of_each_architecture_is_loaded_and_answers(kind, tags, labels, tmp_path):
    made(kind, tags).save_pretrained(tmp_path)
    tokenizer(64).save_pretrained(tmp_path)
    system = load_system(f"token-classifier={tmp_path}", Options())
    assert system.labels.name == labels
    texts = ["w1 w2, w3 w4", "", "w5 " * 300]
    answers = list(system.predict([document(t, id=str(n)) for n, t in enumerate(texts)], load_policy("hipaa")))
    assert [a.id for a in answers] == ["0", "1", "2"]
    assert answers[1].spans == ()
    for text, answer in zip(texts, answers, strict=True):
        assert all(text[s.start : s.end].strip() == text[s.start : s.end] != "" for s in answer.spans)


class Said(torch.nn.Module):
    """Tags each token by its number: 4 + n is word wn; words from w50 on are persons."""

    def __init__(self, config):
        super().__init__()
        self.config, self.device = config, torch.device("cpu")

    def forward(self, input_ids):
        logits = torch.zeros(*input_ids.shape, len(MASAKHANE))
        logits[..., 0] = 1.0
        logits[..., MASAKHANE.index("I-PER")] = 5.0 * (input_ids >= 54)
        return type("Output", (), {"logits": logits})


def test_a_text_longer_than_the_model_is_read_to_its_end():
    config = made("bert", MASAKHANE, 16).config
    system = TokenClassifier(Said(config), tokenizer(16), "said")
    text = " ".join(["w1"] * 100 + ["w50", "w51"] + ["w2"] * 7 + ["w52"])
    (answer,) = system.predict([document(text)], load_policy("afrimed"))
    assert [text[s.start : s.end] for s in answer.spans] == ["w50 w51", "w52"]


def test_a_model_whose_labels_no_map_knows(tmp_path):
    made("bert", ["O", "FOO"]).save_pretrained(tmp_path)
    tokenizer(64).save_pretrained(tmp_path)
    with pytest.raises(InputError, match="no label map knows FOO"):
        load_system(f"token-classifier={tmp_path}", Options())


def test_a_model_must_be_named():
    with pytest.raises(UsageError, match="needs a model"):
        load_system("token-classifier", Options())


@pytest.mark.parametrize(
    ("tag", "parts"),
    [("O", ("", "")), ("B-PER", ("B", "PER")), ("PATIENT", ("", "PATIENT")), ("S-private_url", ("S", "private_url"))],
)
def test_tags_are_split(tag, parts):
    assert split_tag(tag) == parts


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (["B-PER", "I-PER", "O"], [(0, 5)]),
        (["B-PER", "B-PER", "O"], [(0, 2), (3, 5)]),
        (["S-PER", "S-PER", "O"], [(0, 2), (3, 5)]),
        (["B-PER", "E-PER", "I-PER"], [(0, 5), (6, 8)]),
        (["PER", "PER", "DATE"], [(0, 5), (6, 8)]),
        (["O", "O", "I-PER"], [(6, 8)]),
    ],
)
def test_neighbours_of_one_label_are_joined(tags, expected):
    tokens = [(3 * n, 3 * n + 2, tag, 0.9) for n, tag in enumerate(tags)]
    assert [(f.start, f.end) for f in spans_of("ab cd ef", tokens)] == expected
