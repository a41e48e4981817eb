"""Reasons for a second look, each on its own; none of them quotes the text."""

import pytest

from ficha.locales import load_locale
from ficha.merge import Found
from ficha.policy import load_policy
from ficha.result import ResultSpan
from ficha.verdict import Evidence, residual, verdict, visible_names

TEXT = "Achieng alifika kliniki leo asubuhi."
NAME = Found(0, 7, load_policy("afrimed").category("PERSON"), None, 0.9, "model", "model")
UNSURE = Found(0, 7, load_policy("afrimed").category("PERSON"), None, 0.4, "model", "model")
LONG = Found(0, 30, load_policy("afrimed").category("PERSON"), None, 0.9, "model", "model")
LONG_BY_RULE = Found(0, 30, load_policy("afrimed").category("PERSON"), None, 0.9, "rule", "a rule")
CASES = [
    ([NAME], Evidence(), []),
    ([], Evidence(), []),
    ([NAME], Evidence(edits=2), ["edits"]),
    ([NAME], Evidence(unknown_placeholders=1), ["placeholders"]),
    ([NAME], Evidence(language_unsure=True), ["language"]),
    ([NAME], Evidence(common_word_name=True), ["names"]),
    ([NAME], Evidence(listed_terms=1), ["terms"]),
    ([UNSURE], Evidence(), ["scores"]),
    ([LONG], Evidence(), ["share"]),
    ([LONG_BY_RULE], Evidence(), []),
    ([NAME], Evidence(contradictions=1), ["contradiction"]),
    ([NAME], Evidence(residual=1), ["residual"]),
    ([NAME], Evidence(visible_names=1), ["visible"]),
    ([UNSURE], Evidence(edits=1, language_unsure=True), ["edits", "language", "scores"]),
]


@pytest.mark.parametrize(("kept", "evidence", "kinds"), CASES)
def test_reasons(kept: list[Found], evidence: Evidence, kinds: list[str]) -> None:
    status, reasons = verdict(TEXT, kept, evidence)
    assert [reason.split(":")[0] for reason in reasons] == kinds
    assert status == ("review" if kinds else "ok")
    assert "Achieng" not in " ".join(reasons)


def test_an_identifier_that_is_left_is_seen_and_what_was_put_in_is_not() -> None:
    policy, locales = load_policy("afrimed"), [load_locale("swa")]
    spans = [ResultSpan(5, 17, "CONTACT_PHONE", None, "0700 000 001", 1.0, "rule", "")]
    assert residual("simu 0700 000 001 leo", spans, policy, locales) == 0
    assert residual("simu 0700 000 001 au 0712 345 678", spans, policy, locales) == 1
    assert residual("simu [CONTACT_PHONE], BP 148/92", [], policy, locales) == 0
    assert residual("simu 0712 345 678", [], policy.hiding(["PERSON"]), locales) == 0


@pytest.mark.parametrize(
    ("lang", "text", "left"),
    [
        ("luo", "ber ahinya daktari, an akinyi, nyathina ochieng koth tuo", 2),  # in lower case too
        ("luo", "ber ahinya daktari, koth tuo gi jumbe 2, amiye panadol", 0),
        ("swa", "[PERSON] na WANJALA, Parkinson", 1),  # an eponym is no name here
        ("swa", "neema ya Mungu", 0),  # an ordinary word as well: it says nothing
        ("zho", "患者王明", 0),  # no list of ordinary words
    ],
)
def test_names_that_are_nothing_else_are_seen(lang: str, text: str, left: int) -> None:
    afrimed, locales = load_policy("afrimed"), [load_locale(lang)]
    assert visible_names(text, [], afrimed, locales) == left
    assert visible_names(text, [], afrimed.subset(["CONTACT_PHONE"]), locales) == 0  # names may stay
    assert visible_names(text, [], load_policy("citilink"), locales) == 0  # officials' names may


def test_a_name_that_was_put_in_or_is_allowed_is_not_seen() -> None:
    afrimed, locales = load_policy("afrimed"), [load_locale("luo")]
    surrogate = ResultSpan(3, 8, "PERSON", None, "akinyi", 0.9, "model", "")
    assert visible_names("an akinyi gi ochieng", [surrogate], afrimed, locales) == 1
    assert visible_names("an akinyi gi ochieng", [surrogate], afrimed, locales, [(13, 20)]) == 0
