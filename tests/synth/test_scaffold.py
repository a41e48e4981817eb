"""A new language from nothing: laid out, its faults told, filled by hand, and documents made."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from ficha.errors import InputError, UsageError
from ficha.locales import load_locale
from synth.conformance import language_faults
from synth.locale_check import ANNOUNCED, list_kinds
from synth.pack import load_pack
from synth.scaffold import new_language
from tests.synth.build import invented

HERE = Path(__file__).parents[2]


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "synth", *map(str, arguments)]
    return subprocess.run(words, cwd=HERE, capture_output=True, text=True, check=False)


def faults(root: Path, code: str = "qzz") -> list[str]:
    return [str(fault) for fault in language_faults(code, root)]


def fill(root: Path) -> None:
    """The least that a speaker writes, in an invented tongue."""
    locale, pack = root / "ficha/locales/qzz", root / "synth/languages/qzz"
    settings = yaml.safe_load((locale / "locale.yaml").read_text(encoding="utf-8"))
    settings["name"] = settings["english_name"] = "Qzz"
    settings["months"] = {month: [f"Mun{month}"] for month in range(1, 13)}
    settings["weekdays"] = [f"Dag{day}" for day in range(1, 8)]
    for key, value in settings.items():
        if value == []:
            settings[key] = [f"q{key.replace('_', '')}"]
    settings["age_units"] = {"before": ["yora"], "after": []}
    settings["time_units"] = {"years": ["yora"], "months": ["muna"], "shorter": ["daga"]}
    settings["register_words"] = {label: [f"w{label.replace('.', '')}"] for label in ANNOUNCED}
    settings["placeholder_aliases"] = {
        "nam": "person", "fon": "contact.phone", "num": "id", "bor": "date.birth", "yor": "age", "plas": "location",
        "wok": "profession",
    }  # fmt: skip
    (locale / "locale.yaml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    for kind, wanted in list_kinds().items():
        words = invented(kind.replace("_", "").capitalize(), 144) + invented(f"Za{kind.replace('_', '')}", 30)
        text = f"# source: invented\n# licence: CC0 1.0\n{chr(10).join(words[: max(wanted.least + 10, 120)])}\n"
        (locale / "lists" / f"{kind}{'.KE' if wanted.country else ''}.txt").write_text(text, encoding="utf-8")
    settings = yaml.safe_load((pack / "pack.yaml").read_text(encoding="utf-8"))
    settings["registers"] = {"message": 0.5, "note": 0.5}
    settings["date_styles"] = {"any": ["{d}/{m}/{yyyy}"]}
    settings["age_styles"] = {"years": ["yora {n}"], "months": ["muna {n}"]}
    settings["address_styles"] = {"any": ["{number} {street}, {city}"]}
    settings["fillers"] = {"duration": [{"text": "daga {n}", "low": 2, "high": 9}]}
    (pack / "pack.yaml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    for file in (pack / "templates").iterdir():
        if file.stem not in settings["registers"]:
            file.unlink()
    for bank in ("intro", "closing"):
        (pack / "clauses" / f"{bank}.txt").unlink()
    personal = [f"== m{i}\nm{i}a {{patient}} m{i}b {{village}} m{i}c {{phone}} {{address}}" for i in range(60)]
    free = [f"== f{i}\nf{i}a {{symptom}} f{i}b {{drug}} {{dose}}" for i in range(40)]
    notes = [f"== n{i}\nn{i}a {{patient.comma}}, {{age}}, {{dob}} [@advice]" for i in range(60)]
    with open(pack / "templates/message.txt", "a", encoding="utf-8") as messages:
        messages.write("\n".join(personal + free) + "\n")
    with open(pack / "templates/note.txt", "a", encoding="utf-8") as file:
        file.write("\n".join(notes) + "\n")
    with open(pack / "clauses/advice.txt", "a", encoding="utf-8") as clauses:
        clauses.write("\n".join(f"c{i}a c{i}b" for i in range(12)) + "\n")


def test_from_nothing_to_documents(tmp_path: Path) -> None:
    laid_out = command("new-language", "qzz", "--country", "KE", "--root", tmp_path)
    assert laid_out.returncode == 0, laid_out.stderr
    before = command("check", "--lang", "qzz", "--root", tmp_path)
    assert before.returncode == 1
    assert before.stdout.splitlines()[-1] == f"{len(before.stdout.splitlines()) - 1} faults"
    fill(tmp_path)
    after = command("check", "--lang", "qzz", "--root", tmp_path)
    assert (after.returncode, after.stdout) == (0, "0 faults\n")
    made = command("make", "--lang", "qzz", "--n", 120, "--out", tmp_path / "data", "--root", tmp_path)
    assert made.returncode == 0, made.stderr
    lines = [json.loads(line) for line in (tmp_path / "data/kept.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 120
    assert {line["lang"] for line in lines} == {"qzz"}
    assert {span["label"] for line in lines for span in line["spans"]} >= {"person.patient", "contact.phone", "age"}


def test_what_is_missing_is_told_with_file_and_line(tmp_path: Path) -> None:
    new_language("qzz", ["KE"], tmp_path)
    found = faults(tmp_path)
    assert len(found) > 60
    for fault in found:
        name, line, _ = fault.split(":", 2)
        file = tmp_path / name
        assert file.exists(), fault
        assert 0 <= int(line) <= (len(file.read_text(encoding="utf-8").splitlines()) + 1 if file.is_file() else 0)

    def told(start: str) -> str:
        return next(fault for fault in found if start in fault)

    locale = (tmp_path / "ficha/locales/qzz/locale.yaml").read_text(encoding="utf-8").splitlines()
    assert locale[int(told("birth_cues:").split(":")[1]) - 1] == "birth_cues: []"
    assert locale[int(told("nothing for month 4").split(":")[1]) - 1].startswith("  4:")
    assert locale[int(told("english_name: not filled in").split(":")[1]) - 1] == 'english_name: "?"'
    assert "lists/family.KE.txt:7: 0 of 150 values: expected 150 more" in told("family.KE")
    pack = (tmp_path / "synth/languages/qzz/pack.yaml").read_text(encoding="utf-8").splitlines()
    assert pack[int(told("date_styles has nothing for KE").split(":")[1]) - 1] == "date_styles:"
    assert "synth/languages/qzz/templates/note.txt:0: no template" in told("note.txt")


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("synth/languages/qzz/pack.yaml", "version: 1", "version: one", "qzz/pack.yaml:5: version: Input should be"),
        ("synth/languages/qzz/pack.yaml", "  sms:", "  chat:", "qzz/pack.yaml:9: registers: "),
        ("synth/languages/qzz/pack.yaml", "version: 1", "version: [1", "pack.yaml:7: not valid YAML"),
        ("ficha/locales/qzz/locale.yaml", "birth_cues:", "birth_qs:", "locale.yaml:40: birth_qs: Extra inputs"),
        ("ficha/locales/qzz/locale.yaml", "countries: [KE]", "countries: [UG]",
         "pack.yaml:7: KE is no country of the locale"),
        ("ficha/locales/qzz/locale.yaml", "default_policy: afrimed", "default_policy: none",
         "no such policy: expected"),
        ("ficha/locales/qzz/lists/drug.txt", "# licence: ?", "# licence: ?\nxa\nxa",
         "drug.txt:4: stands on line 3 too"),
        ("ficha/locales/qzz/lists/drug.txt", "# licence: ?", "# licence: ?\nxa", "drug.txt:2: no licence: expected"),
    ],
)  # fmt: skip
def test_a_slip_is_told(tmp_path: Path, file: str, old: str, new: str, expected: str) -> None:
    new_language("qzz", ["KE"], tmp_path)
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new), encoding="utf-8")
    assert any(expected in fault for fault in faults(tmp_path)), faults(tmp_path)[:3]


def test_what_the_cldr_knows_is_filled_in(tmp_path: Path) -> None:
    new_language("lin", [], tmp_path)
    locale = load_locale("lin", tmp_path / "ficha/locales").settings
    assert (locale.english_name, locale.countries, len(locale.weekdays)) == ("Lingala", ("CD",), 7)
    assert all(locale.months[month] for month in range(1, 13))
    assert load_pack("lin", tmp_path / "synth/languages", load_locale("lin", tmp_path / "ficha/locales")).code == "lin"
    assert not any("nothing for month" in fault or ": weekdays:" in fault for fault in faults(tmp_path, "lin"))


def test_several_countries_have_their_own_lists(tmp_path: Path) -> None:
    files = new_language("lin", ["cd", "CG"], tmp_path)
    names = {file.name for file in files}
    assert {"family.CD.txt", "family.CG.txt", "drug.txt"} <= names
    assert "countries: {CD: 0.50, CG: 0.50}" in (tmp_path / "synth/languages/lin/pack.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "countries", "error", "message"),
    [
        ("lingala", ["CD"], UsageError, "no ISO 639-3 code"),
        ("qzz", [], UsageError, "no country of 'qzz' is known: name one with --country"),
        ("qzz", ["XX"], InputError, "no phone numbers are known for 'XX'"),
    ],
)
def test_wrong_calls_write_nothing(
    tmp_path: Path, code: str, countries: list[str], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        new_language(code, countries, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_language_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    new_language("qzz", ["KE"], tmp_path)
    (tmp_path / "synth/languages/qzz/REVIEW.md").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is there already"):
        new_language("qzz", ["KE"], tmp_path)
    assert (tmp_path / "synth/languages/qzz/REVIEW.md").read_text(encoding="utf-8") == "mine"
