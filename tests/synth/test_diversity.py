from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from sacrebleu.metrics import BLEU

from ficha.document import Document, Span
from synth.diversity import HYPOTHESES, carrier_of, entropy, self_bleu


def texts(count: int) -> list[str]:
    rng = random.Random(5)
    words = ["homa", "kali", "jana", "Daktari", "naomba", "dawa", "ya", "kwa", "mtoto", "leo"]
    return [" ".join(rng.choices(words, k=rng.randint(2, 12))) + "." for _ in range(count)]


@pytest.mark.parametrize("lang", ["swa", "zho"])
def test_it_is_what_sacrebleu_says(lang: str) -> None:
    """The published set's measure, text by text, by sacrebleu itself."""
    sample = texts(40) if lang == "swa" else [t.replace(" ", "").replace("homa", "发烧") for t in texts(40)]
    metric = BLEU(effective_order=True, tokenize="zh" if lang == "zho" else "13a")
    scores = [metric.sentence_score(t, sample[:i] + sample[i + 1 :]).score for i, t in enumerate(sample)]
    found = self_bleu(sample, lang)
    assert found is not None
    assert found.score == pytest.approx(sum(scores) / len(scores) / 100)
    assert (found.texts, found.hypotheses) == (40, 40)


def test_the_signature_states_the_settings() -> None:
    found = self_bleu(texts(300), "swa", seed=7)
    assert found is not None
    assert found.hypotheses == HYPOTHESES
    start, rest = found.signature.split("|nrefs:var|")
    assert start == "self-BLEU|n:300|hyps:200|seed:7"
    assert rest.startswith("case:mixed|eff:yes|tok:13a|smooth:exp|version:")
    limited = self_bleu(texts(300), "swa", limit=50)
    assert limited is not None
    assert limited.texts == 50


def test_same_texts_score_one_and_unlike_texts_nothing() -> None:
    same = self_bleu(["ana homa kali sana"] * 5, "swa")
    unlike = self_bleu(["a b c d", "e f g h", "i j k l"], "swa")
    assert same is not None
    assert unlike is not None
    assert same.score == pytest.approx(1.0)
    assert unlike.score == 0.0


def test_too_few() -> None:
    assert self_bleu(["one", " "], "swa") is None


def test_the_carrier() -> None:
    text = "Naitwa Achieng. Osha mikono. Nipo Kibera."
    spans = (Span(7, 14, "person.patient"), Span(34, 40, "location.village"))
    document = Document("1", text, "swa", spans, {"natural": [{"start": 16, "end": 28, "id": "1f"}]})
    assert carrier_of(document).split() == ["Naitwa", "person_patient", ".", "Nipo", "location_village", "."]


def test_entropy() -> None:
    assert entropy(Counter()) == 0.0
    assert entropy(Counter("aabb")) == 1.0
    assert entropy(Counter("abcdefgh")) == math.log2(8)
