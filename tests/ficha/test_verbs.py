"""Verbs that are one word."""

from __future__ import annotations

import pytest

from ficha.engine.unknown_words import lifted
from ficha.locales import language_codes, load_locale
from ficha.locales.verbs import VerbForms, is_verb, stems

SWAHILI = load_locale("swa")
FORMS = VerbForms(
    subjects=("a", "tu", "ni", "wa"),
    tenses=("na", "li", "liye"),
    objects=("ku", "m"),
    infinitives=("ku",),
    negatives=("hawa",),
    imperatives=("ni",),
)
STEMS = stems({"anafika", "tulifika", "kufika", "anaita", "aliita", "achieng"}, FORMS)


def test_stems_are_what_several_prefixes_stand_before() -> None:
    assert {"fika", "ita"} == STEMS


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("walifika", True),
        ("anakufika", True),  # with an object
        ("aliyefika", True),
        ("kufika", True),
        ("nifike", True),  # subjunctive
        ("nifikeni", True),
        ("hawafiki", True),
        ("tunaimba", False),  # a stem that nothing shows
        ("achieng", False),
        ("aite", False),  # without a tense a short stem says too little
        ("", False),
    ],
)
def test_forms(word: str, known: bool) -> None:
    assert is_verb(word, FORMS, STEMS) is known


@pytest.mark.parametrize("word", ["hawajafika", "Nitakupigia", "wamemchukua"])
def test_swahili_verbs_that_no_list_holds_are_not_lifted(word: str) -> None:
    assert word.casefold() not in SWAHILI.ordinary_words
    assert SWAHILI.knows(word)
    assert not lifted(word, SWAHILI)


def test_swahili_names_are_not_taken_for_verbs() -> None:
    names = {
        word.casefold()
        for kind in ("given_female", "given_male", "family", "village", "city")
        for name in SWAHILI.entries(kind)
        for word in name.split()
    }
    unknown = [name for name in names if name not in SWAHILI.ordinary_words]
    taken = [name for name in unknown if SWAHILI.knows(name)]
    assert len(unknown) > 1500
    assert len(taken) <= len(unknown) / 200, taken


@pytest.mark.parametrize("code", language_codes())
def test_without_verb_forms_the_list_alone_counts(code: str) -> None:
    locale = load_locale(code)
    if locale.settings.verbs is None:
        assert not locale.knows("hawajafika")
