"""Reasons for a second look, each on its own; none of them quotes the text."""

import pytest

from ficha.merge import Found
from ficha.policy import load_policy
from ficha.verdict import Evidence, verdict

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
    ([UNSURE], Evidence(edits=1, language_unsure=True), ["edits", "language", "scores"]),
]


@pytest.mark.parametrize(("kept", "evidence", "kinds"), CASES)
def test_reasons(kept: list[Found], evidence: Evidence, kinds: list[str]) -> None:
    status, reasons = verdict(TEXT, kept, evidence)
    assert [reason.split(":")[0] for reason in reasons] == kinds
    assert status == ("review" if kinds else "ok")
    assert "Achieng" not in " ".join(reasons)
