from __future__ import annotations

from dataclasses import replace

import pytest

from eval.choices import default_policy, of_split, scoring_policy
from ficha.errors import UsageError
from tests.eval.build import document, prediction


def test_the_named_policy_then_that_of_the_predictions():
    made = [prediction(policy="afrimed"), prediction()]
    assert scoring_policy("afrimed", made, []).name == "afrimed"
    assert scoring_policy(None, made, []).name == "afrimed"


@pytest.mark.parametrize("name", ["hipaa", None])
def test_predictions_of_two_policies_can_not_be_scored_under_one(name):
    made = [prediction(policy="hipaa"), prediction(policy="afrimed", id="2")]
    with pytest.raises(UsageError, match="result '2': made under policy 'afrimed', to be scored under 'hipaa'"):
        scoring_policy(name, made, [])


def test_the_default_is_that_of_the_language():
    assert default_policy([document("Asante", lang="swa")]).name == "afrimed"
    assert default_policy([document("Thanks", lang="eng")], lang="swa").name == "afrimed"


def test_without_one_language_there_is_no_default():
    with pytest.raises(UsageError, match="have different default policies: pass --policy"):
        default_policy([document("Asante", lang="swa"), document("Thanks", lang="eng")])
    with pytest.raises(UsageError, match="don't say their language"):
        default_policy([document("Asante", lang="")])


def test_a_split_that_no_document_names_is_told_with_those_there_are():
    test, novel = (replace(document("a"), meta={"split": name}) for name in ("test", "test-novel"))
    assert list(of_split([test, novel, document("c")], "test-novel")) == [novel, document("c")]
    assert list(of_split([], "test")) == []
    with pytest.raises(UsageError, match="no document is of split 'dev': pass --split test or test-novel"):
        list(of_split([test, novel], "dev"))
