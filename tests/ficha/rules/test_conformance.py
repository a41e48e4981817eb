"""What every rule module must do: the interface, junk without an error, linear time, true offsets."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ficha.labels import is_fine_label
from ficha.locales import Locale, language_codes, load_locale
from ficha.normalise import NormalText
from ficha.rules import find_all, rules
from tests.ficha.rules.helpers import small_locale

WORDS = {
    "contact.phone": ("tel", "simu"),
    "id.national": ("ID",),
    "id.record": ("OP", "MRN"),
    "id.account": ("account",),
    "date.event": ("on", "tarehe"),
}
LOCALE = small_locale(
    "eng",
    ("GB", "US", "KE", "TZ"),
    register_words=WORDS,
    birth_cues=("DOB", "born"),
    duration_cues=("for", "kwa"),
    age_cues=("aged", "umri"),
    time_units={"years": ("years", "miaka"), "months": ("months",), "shorter": ("days", "siku")},
    duration_after=("ago",),
    connectors=("no", "number", "ni"),
    number_words=("one", "forty", "six"),
    clock_words=("at", "saa"),
    day_periods=("asubuhi", "pm"),
    age_units={"before": ("miaka",), "after": ("years", "year", "yo")},
    months={1: ("Januari",), 5: ("May", "Mei")},
)

JUNK = [
    "",
    " ",
    "\n" * 500,
    "9" * 5000,
    "1 " * 5000,
    "1/" * 5000,
    "1-2." * 3000,
    "+(" * 3000,
    "a@" * 3000,
    "a.b-" * 3000 + "@",
    "@a." * 3000,
    "http://" * 1500,
    "A1-" * 3000,
    "12 May " * 1500,
    "OP No: " * 1500,
    "miaka 4 " * 1500,
    "\ud800 0712\udfff 345678",
    "\u0301" * 2000,
    "0\u200d" * 2000,
    "👩🏾\u200d⚕️ 1️⃣2️⃣",
    "ﷺ½²№" * 500,
    "Ｏ０" * 2000,
    "\x00\x1b[0m",
]


@pytest.mark.parametrize("name", rules())
def test_a_module_has_the_interface(name: str) -> None:
    rule = rules()[name]
    assert rule.LABELS
    assert all(is_fine_label(label) for label in rule.LABELS)
    assert isinstance(rule.PRIORITY, int)
    assert rule.__doc__


@pytest.mark.parametrize("text", JUNK, ids=range(len(JUNK)))
@pytest.mark.parametrize("name", rules())
def test_junk_is_survived_and_matches_lie_in_the_text(name: str, text: str) -> None:
    check_rule(name, text, LOCALE)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80), st.text("0123456789/-.: +()@OIl", max_size=60), st.text(max_size=20))
def test_any_text_is_survived(before: str, middle: str, after: str) -> None:
    text = before + middle + after
    for name in rules():
        check_rule(name, text, LOCALE)
    last = 0
    for match in find_all(text, [LOCALE]).kept:
        assert last <= match.start < match.end <= len(text)
        last = match.end


@pytest.mark.parametrize("code", language_codes())
def test_every_real_locale_works(code: str) -> None:
    text = "DOB 12/05/1987, ID No 23456789, Simu 0712 345 678, a.okello@example.org 46 years. " * 3
    for name in rules():
        check_rule(name, text, load_locale(code))


HARD = ["1 ", "12/", "A1-", "a@b.", "+254 ", "May 1 ", "x" * 9 + "1 ", "1", "OP No ", "4 years ", "(0", "aged "]
HARD += ["kcb 123a ", "simu 0712345678 ", "DOB 12 May 1987 ", "Uzito 60, 12.5 ", "a . b @ c . com ", "S.L.P 12 Moshi "]


@pytest.mark.parametrize("unit", HARD)
@pytest.mark.parametrize("name", rules())
def test_time_grows_with_length_not_faster(name: str, unit: str) -> None:
    def seconds(length: int) -> float:
        text = NormalText((unit * (length // len(unit) + 1))[:length])
        best = float("inf")
        for _ in range(2):
            started = time.process_time()
            for _match in rules()[name].find(text, LOCALE):
                pass
            best = min(best, time.process_time() - started)
        return best

    short, long = seconds(5_000), seconds(20_000)
    assert long < 10 * short + 0.15, f"{short:.3f} s for 5,000 characters, {long:.3f} s for 20,000"


def check_rule(name: str, text: str, locale: Locale) -> None:
    view = NormalText(text)
    rule = rules()[name]
    for match in rule.find(view, locale):
        assert 0 <= match.start < match.end <= len(view.text)
        assert match.label in rule.LABELS
        assert 0 < match.score <= 1
        start, end = view.to_source(match.start, match.end)
        assert 0 <= start < end <= len(text)
