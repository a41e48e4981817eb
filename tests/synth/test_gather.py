from __future__ import annotations

import json
from pathlib import Path

import pytest

from ficha.errors import InputError
from synth.gather import Sieve, gather, gather_file, read_texts, sentences_of
from synth.pack import Pack, load_pack
from tests.synth.build import make_pack
from tests.synth.calling import call

ENGLISH = ["the nurse will wash the wound today.", "please wash your hands before the meal.", "i wash it at home."] * 3


@pytest.fixture(scope="module")
def english() -> Sieve:
    return Sieve(load_pack("eng"), [*ENGLISH, "We asked Zorbin about it.", "zorbin is what we asked about."])


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("Please wash your hands before the meal.", None),
        ("please wash your hands before the meal.", None),
        ("wash your hands before COVID-19 spreads.", None),
        ("please wash it as I'm used to.", None),
        ("please wash your hands at 7.", "a digit, quote or other sign"),
        ('please wash your "hands" before it.', "a digit, quote or other sign"),
        ("please wash", "no whole sentence"),
        ("please wash your hands before", "no whole sentence"),
        ("wash it.", "too short or too long"),
        ("please wash Zorbin before the meal.", "a capital inside"),
        ("Zorbin will wash the wound today.", "a first word that may be a name"),
        ("please wash simon before the meal.", "a listed name"),
        (
            "please wash it in bedfordshire before the meal.",
            "a listed place, organisation, profession, people or faith",
        ),
        ("please wash it in january before the meal.", "a month, weekday, or unit of age"),
        ("please wash it for forty nights.", "a number in words"),
    ],
)
def test_what_the_filter_leaves_out(english: Sieve, sentence: str, reason: str | None) -> None:
    assert english.fault_of(sentence) == reason


@pytest.mark.parametrize(
    ("sentence", "passes"),
    [
        ("如果佩戴口罩，请确保正确佩戴。", True),
        ("王秀英昨天来医院看病了。", False),
        ("他从武汉回来以后一直发烧。", False),
        ("他三十岁那年得了这个病。", False),
        ("盐是自贡最重要的产业。", False),  # the cutting may run across the name of a city
        ("这家公司给大家做检查。", True),
        ("请在北京大学门口等我一下。", False),
    ],
)
def test_what_the_filter_leaves_out_in_chinese(sentence: str, passes: bool) -> None:
    assert (Sieve(load_pack("zho"), [sentence] * 3).fault_of(sentence) is None) == passes


def test_names_of_countries_inside_words() -> None:
    sieve = Sieve(load_pack("kin"), ["abanyarwanda bose barabizi neza cyane."] * 4)
    assert sieve.fault_of("abanyarwanda bose barabizi neza cyane.") == "a country or region inside a word"


def test_sentences() -> None:
    assert list(sentences_of(["One two.  Three\tfour? five", "六七。八九；十"])) == [
        "One two.", "Three four?", "five", "六七。", "八九；", "十",
    ]  # fmt: skip


def test_files(tmp_path: Path) -> None:
    rows = tmp_path / "a.jsonl"
    rows.write_text(json.dumps({"text": "one two"}) + "\n\n" + json.dumps({"text": "three"}) + "\n", encoding="utf-8")
    lines = tmp_path / "a.txt"
    lines.write_text("# comment\none\n\ntwo \n", encoding="utf-8")
    assert list(read_texts(rows)) == ["one two", "three"]
    assert list(read_texts(lines)) == ["one", "two"]
    rows.write_text('{"body": "x"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="isn't JSON lines with a field text"):
        list(read_texts(rows))
    with pytest.raises(InputError, match="can't read"):
        list(read_texts(tmp_path / "none.txt"))


def test_a_file_is_gathered(pack: Pack, tmp_path: Path) -> None:
    source = tmp_path / "source.txt"
    good = [f"wash your hands with {word} water." for word in ("warm", "cold", "clean")]
    source.write_text("\n".join([*good, "ask Abado about the water.", good[0].upper()]) + "\n", encoding="utf-8")
    out, kept = gather_file(pack, source, [], "well", "a well", "CC0 1.0", 10)
    assert kept == 3
    text = out.read_text(encoding="utf-8")
    assert "# source: a well\n# licence: CC0 1.0\n# filter: " in text
    assert "a capital inside 2" in text
    assert sorted(line for line in text.splitlines() if not line.startswith("#")) == sorted(good)
    assert gather(pack, good, good, 2)[1]["said twice, or beyond the limit"] == 1
    source.write_text("ask Abado about the water.\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"no sentence passes the filter .a capital inside 1.: expected running text"):
        gather_file(pack, source, [], "well", "a well", "CC0 1.0", 10)


def test_the_command_names_a_missing_file(tmp_path: Path) -> None:
    result = call("gather", "--lang", "swa", tmp_path / "no", "--name", "x", "--source", "y", "--licence", "CC0 1.0")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: can't read ")


def test_the_sources_are_kept_beside_the_sentences(tmp_path: Path) -> None:
    assert make_pack(tmp_path).natural_files == {}
    assert set(load_pack("por").natural_files) == {"common_voice", "tico19"}
