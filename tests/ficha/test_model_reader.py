"""Reading a document with an engine: thresholds, second passes, and what is said of each dropped span."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ficha.document import Document
from ficha.engine import Generation
from ficha.errors import UsageError
from ficha.locales import Locale, load_locale
from ficha.model_reader import ModelReader
from ficha.policy import Policy, load_policy
from ficha.redactor import Redactor
from tests.ficha.engine.test_local import HOSTILE, engine

POLICY = load_policy("afrimed")
SWA = [load_locale("swa")]


class Hesitant:
    """Finds the first of its names that still stands in the text, and no second one."""

    model = "hesitant"
    window_tokens = 1_000
    NAMES = (("Nduku", "[patient]", 0.9), ("Otieno", "[person]", 0.3), ("Kibera", "[place]", 0.6))

    def __init__(self) -> None:
        self.read: list[str] = []

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        self.read.append(text)
        for name, placeholder, score in self.NAMES:
            if name in text:
                return Generation(text.replace(name, placeholder, 1), (score,), finished=True)
        return Generation(text, (), finished=True)


TEXT = "Leo Nduku na Otieno walitoka Kibera asubuhi."


@pytest.mark.parametrize(
    ("passes", "found", "reads"),
    [(1, ["Nduku"], 1), (2, ["Nduku", "Otieno"], 2), (3, ["Nduku", "Otieno", "Kibera"], 3), (9, None, 4)],
)
def test_a_further_pass_reads_what_is_left(passes: int, found: list[str] | None, reads: int) -> None:
    hesitant = Hesitant()
    read = ModelReader(hesitant, passes=passes).read(TEXT, POLICY, SWA)
    assert [TEXT[f.start : f.end] for f in read.found] == (found or ["Nduku", "Otieno", "Kibera"])
    assert len(hesitant.read) == reads  # it ends where nothing more is found
    if passes == 2:
        assert hesitant.read[1] == TEXT.replace("Nduku", "[patient]")
        assert read.found[1].why == "model, pass 2"


def test_no_pass_is_a_wrong_call() -> None:
    with pytest.raises(UsageError, match="at least 1"):
        ModelReader(Hesitant(), passes=0)


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(HOSTILE), st.integers(0, 2))
def test_a_further_pass_never_hides_placeholders_or_moves_offsets(text: str, seed: int) -> None:
    one = ModelReader(engine(seed)).read(text, POLICY, SWA)
    two = ModelReader(engine(seed), passes=2).read(text, POLICY, SWA)
    assert two.found[: len(one.found)] == one.found
    for more in two.found[len(one.found) :]:
        assert 0 <= more.start < more.end <= len(text)
        assert not any(more.start < f.end and f.start < more.end for f in one.found)
        assert text[more.start].isalnum()


@pytest.mark.parametrize("category", ["PERSON_THIRD_PARTY", "person"])
def test_a_span_below_its_threshold_is_dropped_and_reported(category: str) -> None:
    text = "Leo Otieno alifika."
    result = Redactor(Hesitant(), thresholds={category: 0.4}).redact(text, POLICY, "swa")
    assert (result.text, result.spans) == (text, ())
    (drop,) = result.to_json()["dropped"]
    assert drop == {
        "start": 4,
        "end": 10,
        "label": "PERSON_THIRD_PARTY",
        "score": 0.3,
        "source": "model",
        "reason": "score below 0.4, the least for PERSON_THIRD_PARTY",
    }
    assert Redactor(Hesitant(), thresholds={category: 0.3}).redact(text, POLICY, "swa").dropped == ()


def test_a_calibrated_engine_brings_its_thresholds() -> None:
    class Calibrated(Hesitant):
        thresholds: Mapping[str, float] = MappingProxyType({"person": 0.4})

    text = "Leo Otieno alifika."
    assert Redactor(Calibrated()).redact(text, POLICY, "swa").text == text
    assert len(Redactor(Calibrated(), thresholds={}).redact(text, POLICY, "swa").spans) == 1


def test_documents_that_are_read_together_come_out_as_alone() -> None:
    redactor = Redactor(engine(1), parts="both")
    documents = [Document(str(n), text, ["swa", "eng", None][n % 3]) for n, text in enumerate(HOSTILE * 4)]
    together = list(redactor.redact_all(documents))
    assert together == [redactor.redact(d.text, None, d.lang, d.id) for d in documents]


def test_one_document_that_fails_does_not_fail_those_read_with_it() -> None:
    class Cut(Hesitant):
        def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
            return Generation(text, (), finished="Kibera" not in text)

    documents = [
        Document("a", "Habari za leo.", "swa"),
        Document("b", TEXT, "swa"),
        Document("c", "Asante sana.", "swa"),
    ]
    assert [r.status for r in Redactor(Cut()).redact_all(documents)] == ["ok", "failed", "ok"]
