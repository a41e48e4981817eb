"""Which texts in brackets are placeholders, and what they mean."""

from __future__ import annotations

import pytest
import yaml

from ficha.align.placeholders import find_placeholders
from ficha.errors import LabelError
from ficha.labels import expand
from ficha.locales import language_codes, load_locale
from ficha.policy import load_policy, policy_names

PATIENT = load_policy("patient-requests")
AFRIMED = load_policy("afrimed")


@pytest.mark.parametrize(
    "spelling",
    [
        "[name]",
        "<name>",
        "(name)",
        "{name}",
        "【name】",
        "[NAME]",
        "[Name]",
        "[ name ]",
        "<PERSON>",
        "[姓名]",
    ],
)
def test_spellings_of_name(spelling: str) -> None:
    (found,) = find_placeholders(f"Ask {spelling} now", "Ask Jo now", PATIENT, {})
    assert (found.start, found.end) == (4, 4 + len(spelling))
    assert (found.category.id, found.number, found.known, found.literal) == ("name", None, True, False)


@pytest.mark.parametrize("spelling", ["[NAME_2]", "<NAME-2>", "[name 2]", "[name2]", "(name_2)", "{Name_2}", "[PER-2]"])
def test_numbers(spelling: str) -> None:
    (found,) = find_placeholders(spelling, "Jo", PATIENT, {})
    assert (found.category.id, found.number) == ("name", 2)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("[1]", ""),
        ("[ ]", ""),
        ("(555) 321", ""),
        ("[name)", ""),
        ("x < 5 and y > 3", ""),
        ("(since Monday)", "since Monday"),
        ("(left)", "the left arm"),
        ("(two words)", ""),
        ("[sic]", "He said [sic] so"),
        ("[na\nme]", ""),
    ],
)
def test_text_in_brackets_that_is_none(text: str, source: str) -> None:
    assert find_placeholders(text, source, PATIENT, {}) == ()


def test_known_word_that_stands_in_the_source_may_be_text() -> None:
    (found,) = find_placeholders("see [name]", "see [name]", PATIENT, {})
    assert found.literal


@pytest.mark.parametrize("policy_name", policy_names())
def test_every_tag_placeholder_and_id_is_read_back(policy_name: str) -> None:
    policy = load_policy(policy_name)
    for category in policy.categories:
        for text in (f"[{category.tag}]", policy.render(category), policy.render(category, 7), f"[{category.id}]"):
            (found,) = find_placeholders(text, "", policy, {})
            assert found.category is category, text
            assert found.known


def test_case_tells_a_tag_from_another_categorys_placeholder() -> None:
    found = find_placeholders("[person] [PERSON] [PERSON_3] [Person]", "", AFRIMED, {})
    assert [(p.category.id, p.number) for p in found] == [
        ("PERSON_THIRD_PARTY", None),
        ("PERSON", None),
        ("PERSON", 3),
        ("PERSON_THIRD_PARTY", None),
    ]


@pytest.mark.parametrize(
    ("word", "category"),
    [
        ("PER", "name"),
        ("LOC", "address"),
        ("GPE", "address"),
        ("PHONE", "tel"),
        ("NHS_NUMBER", "nhs number"),
        ("MRN", "nhs number"),
        ("simu", "tel"),
        ("barua pepe", "email"),
        ("farmácia", "pharmacy"),
        ("电话号码", "tel"),
    ],
)
def test_common_aliases(word: str, category: str) -> None:
    (found,) = find_placeholders(f"[{word}]", "", PATIENT, {})
    assert (found.category.id, found.known) == (category, True)


def test_alias_of_what_the_policy_keeps_is_unknown() -> None:
    (found,) = find_placeholders("[umri]", "", PATIENT, {})
    assert (found.category.id, found.known) == ("other", False)


def test_the_callers_alias_wins_over_a_common_one() -> None:
    (found,) = find_placeholders("[simu]", "", PATIENT, {"simu": "id"})
    assert found.category.id == "nhs number"


def test_alias_of_no_label() -> None:
    with pytest.raises(LabelError, match="placeholder alias 'jina'"):
        find_placeholders("[jina]", "", PATIENT, {"jina": "persona"})


@pytest.mark.parametrize("code", language_codes())
def test_aliases_of_every_locale_name_labels(code: str) -> None:
    for label in load_locale(code).settings.placeholder_aliases.values():
        assert expand(label)


def test_common_aliases_stand_below_one_label_each() -> None:
    from importlib import resources

    text = (resources.files("ficha") / "data" / "placeholder_aliases.yaml").read_text(encoding="utf-8")
    owner: dict[str, str] = {}
    for label, words in yaml.safe_load(text).items():
        assert expand(label)
        for word in words:
            key = "".join(c for c in str(word).casefold() if c not in " _-")
            assert owner.setdefault(key, label) == label, word
