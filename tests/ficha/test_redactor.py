"""The redactor: spans from a generation, rules beside it, one verdict, and never the model's own words."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ficha.document import Document
from ficha.engine import Generation
from ficha.errors import EngineError, UsageError
from ficha.locales import Locale
from ficha.policy import Policy, load_policy
from ficha.redactor import Redactor


class ScriptedEngine:
    """An engine that writes what a test says; it obeys no grammar, as an endpoint may not."""

    model = "scripted"
    window_tokens = 10_000

    def __init__(self, write: Callable[[str], str], scores: tuple[float, ...] = (), finished: bool = True) -> None:
        self._write, self._scores, self._finished = write, scores, finished

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        return Generation(self._write(text), self._scores, self._finished)


def says(twin: str, *scores: float) -> Redactor:
    return Redactor(ScriptedEngine(lambda _: twin, scores), parts="model")


def test_text_is_the_source_with_spans_replaced() -> None:
    result = says("Mgonjwa [patient], simu [tel], alifika leo asubuhi.", 0.9, 0.8).redact(
        "Mgonjwa Achieng Otieno, simu 0712 345 678, alifika leo asubuhi.", "afrimed", "swa"
    )
    assert result.text == "Mgonjwa [PERSON], simu [CONTACT_PHONE], alifika leo asubuhi."
    assert result.status == "ok"
    assert [(s.start, s.end, s.label, s.score, s.source) for s in result.spans] == [
        (8, 22, "PERSON", 0.9, "model"),
        (29, 41, "CONTACT_PHONE", 0.8, "model"),
    ]


def test_t10_a_rewriting_model_changes_nothing_and_is_reported() -> None:
    result = says("BP 148/90. Mrs [name] denies any chest pain. Metformin 850 mg twice daily.", 0.9).redact(
        "BP 148/92. Mrs Nomvula Khumalo denies chest pain. Metformin 850 mg bd.", "patient-requests", "eng"
    )
    assert result.text == "BP 148/92. Mrs [name] denies chest pain. Metformin 850 mg bd."
    assert result.status == "review"
    assert len(result.edits) == 3
    assert all(edit.generated is None for edit in result.edits)


def test_b53_a_whole_sentence_hidden_stays_hidden_and_goes_to_review() -> None:
    engine = ScriptedEngine(lambda _: "[name]", (0.9,))
    result = Redactor(engine).redact("How long is the queue at the clinic?", "patient-requests", "eng")
    assert result.status == "review"
    assert any(reason.startswith("share:") for reason in result.reasons)
    assert result.text is not None
    assert "queue" not in result.text


def test_b54_no_part_of_a_name_remains() -> None:
    result = says("[name] saw Ouma.", 0.9).redact("Herbert Okoth-Ouma saw Ouma.", "patient-requests", "eng")
    assert [(s.start, s.end) for s in result.spans] == [(0, 18), (23, 27)]
    assert result.text == "[name] saw [name]."


def test_t01_offsets_count_code_points() -> None:
    text = "🩺🧒🏾 Seen with her aunt Thandeka Mokoena at 14:10. Ward 3."
    result = says("🩺🧒🏾 Seen with her aunt [name] at 14:10. Ward 3.", 0.9).redact(text, "patient-requests", "eng")
    assert [(s.start, s.end) for s in result.spans] == [(23, 39)]
    assert result.text == "🩺🧒🏾 Seen with her aunt [name] at 14:10. Ward 3."
    assert result.to_json()["offset_unit"] == "codepoint"


def test_b21_line_ends_come_out_as_they_went_in() -> None:
    text = "Name: Grace Achieng\r\nVillage: Got Agulu\r\nAge 7\r\n"
    result = says("Name: [patient]\r\nVillage: [place]\r\nAge 7\r\n", 0.9, 0.9).redact(text, "afrimed", "eng")
    assert [(s.start, s.end) for s in result.spans] == [(6, 19), (30, 39)]
    assert result.text == "Name: [PERSON]\r\nVillage: [LOCATION_VILLAGE]\r\nAge 7\r\n"


def test_rules_find_what_the_model_missed() -> None:
    engine = ScriptedEngine(lambda text: text)
    result = Redactor(engine).redact("Call 0712 345 678 now", "afrimed", "swa")
    assert result.text == "Call [CONTACT_PHONE] now"
    assert result.spans[0].source == "rule"
    assert result.spans[0].fine == "contact.phone"


@pytest.mark.parametrize(
    ("source", "twin", "hidden"),
    [
        ("Presha 148/92, natumia metformin 850 mg.", "Presha [date], natumia metformin [age].", []),
        ("BP 148/92 on 05/07, Hb 9.7", "BP [date] on [date], Hb [date]", ["05/07"]),
        ("mtoto wa miaka 4 kwa 5 mg", "mtoto wa miaka [age] kwa [age] mg", ["miaka 4"]),
        ("take 850mg", "take [age]mg", []),
        ("Uzito 60 kg, alizaliwa 1985", "Uzito [age], alizaliwa [date]", ["1985"]),
    ],
)
def test_a_model_never_hides_a_dose_or_a_vital_sign(source: str, twin: str, hidden: list[str]) -> None:
    result = Redactor(ScriptedEngine(lambda _: twin)).redact(source, "afrimed", "swa")
    assert [source[s.start : s.end] for s in result.spans] == hidden


def test_an_unknown_placeholder_hides_as_other_and_goes_to_review() -> None:
    result = says("Ask [starsign] first.", 0.9).redact("Ask Joyce first.", "patient-requests", "eng")
    assert [(s.label, s.placeholder) for s in result.spans] == [("other", "[other]")]
    assert result.status == "review"


@pytest.mark.parametrize("cut", [True, False])
def test_a_failed_engine_gives_no_text(cut: bool) -> None:
    def broken(text: str) -> str:
        raise EngineError("it broke")

    engine = ScriptedEngine(str, finished=False) if cut else ScriptedEngine(broken)
    result = Redactor(engine).redact("Ask Joyce.", "patient-requests", "eng")
    assert result.status == "failed"
    assert result.text is None
    assert result.spans == ()
    assert "Joyce" not in str(result.to_json())


@pytest.mark.parametrize("twin", ["", "Fever today.", "[name]"[:5]])
def test_an_answer_that_leaves_text_out_fails(twin: str) -> None:
    result = says(twin, 0.9).redact("Fever today. I am Joyce Phiri from Kibera.", "patient-requests", "eng")
    assert (result.status, result.text) == ("failed", None)


def test_a_narrowed_policy_redacts() -> None:
    policy = load_policy("afrimed").hiding(["PERSON"])
    assert says("[patient] na 0712", 0.9).redact("Achieng na 0712", policy, "swa").text == "[PERSON] na 0712"


def test_a_low_score_goes_to_review() -> None:
    result = says("Ask [name] first.", 0.3).redact("Ask Joyce first.", "patient-requests", "eng")
    assert result.status == "review"
    assert result.text == "Ask [name] first."


def test_no_language_runs_all_rules_and_says_so() -> None:
    result = Redactor(None, parts="rules").redact("Xq zz 0712 345 678")
    assert result.lang is None
    assert result.status == "review"
    assert result.text is not None
    assert "0712" not in result.text


def test_a_language_is_detected_and_brings_its_policy() -> None:
    result = Redactor(None, parts="rules").redact("Mgonjwa alifika kliniki leo asubuhi, simu yake ni 0712 345 678.")
    assert (result.lang, result.policy) == ("swa", "afrimed")


def test_order_and_own_language_of_a_stream() -> None:
    documents = [Document("b", "simu 0712 345 678", "swa"), Document("a", "tel 07700 900123", "eng")]
    results = list(Redactor(None, parts="rules").redact_all(documents))
    assert [(r.id, r.lang, r.policy) for r in results] == [("b", "swa", "afrimed"), ("a", "eng", "patient-requests")]


def test_no_engine_needs_the_rules() -> None:
    with pytest.raises(UsageError, match="no engine"):
        Redactor(None)


@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_the_model_writes_the_visible_text_is_the_source(source: str, twin: str) -> None:
    result = says(twin, 0.9).redact(source, "patient-requests", "eng")
    if result.text is None:
        assert result.status == "failed"
        return
    at, visible = 0, []
    for span in result.spans:
        visible.append(source[at : span.start] + span.placeholder)
        at = span.end
    assert result.text == "".join([*visible, source[at:]])


@pytest.mark.parametrize(
    ("source", "twin", "kinds"),
    [
        ("simu 0712 345 678 ya Otieno leo", "simu [patient] ya [patient] leo", ["contradiction"]),
        ("simu 0712 345 678 ya Otieno leo", "simu [tel] ya [patient] leo", []),
        ("barua a.okello@example.org leo", "barua [place] leo", ["contradiction"]),
    ],
)
def test_a_rule_and_the_model_that_contradict_go_to_review(source: str, twin: str, kinds: list[str]) -> None:
    result = Redactor(ScriptedEngine(lambda _: twin, (0.9, 0.9))).redact(source, "afrimed", "swa")
    assert [reason.split(":")[0] for reason in result.reasons] == kinds
    assert "0712" not in str(result.text)
    assert "okello" not in str(result.text)


def test_what_is_disbelieved_is_reported() -> None:
    result = Redactor(ScriptedEngine(lambda _: "Presha [date].", (0.8,))).redact("Presha 148/92.", "afrimed", "swa")
    assert result.text == "Presha 148/92."
    assert [(d.start, d.end, d.label, d.source) for d in result.dropped] == [(7, 13, "DATE", "model")]
    assert "148" not in result.dropped[0].reason


def test_a_model_that_hides_nearly_all_goes_to_review_though_a_rule_found_something() -> None:
    source = "Please ring 07700 900461 about how long the queue at the clinic is."
    result = Redactor(ScriptedEngine(lambda _: "[name] [tel] [name]", (0.9,) * 3)).redact(
        source, "patient-requests", "eng"
    )
    assert any(reason.startswith("share") for reason in result.reasons)
