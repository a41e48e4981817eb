"""Filled sheets: read from any spreadsheet, and scored."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from ficha.document import Document
from ficha.errors import InputError
from synth.corpus import write_corpus
from synth.rating.filled import Rating, read_key, read_sheet
from synth.rating.scores import score
from synth.rating.sheet import KEY, SHEET, Item, lay_out
from tests.synth.calling import call

KEYED = {f"i-{n}": Item("", "synthetic" if n < 6 else "natural", "", f"t-{n}" if n < 6 else "") for n in range(12)}


def rated(*values: int | None, errors: str = "") -> dict[str, Rating]:
    return {f"i-{n}": Rating(value, tuple(errors) if n == 0 else ()) for n, value in enumerate(values)}


@pytest.fixture
def laid_out(tmp_path: Path) -> Path:
    write_corpus(
        tmp_path / "kept.jsonl", [Document(f"d{i}", f"maneno {i}", "zzz", (), {"template": f"t{i}"}) for i in range(9)]
    )
    lay_out(tmp_path, [], 9, 13, tmp_path / "review")
    return tmp_path / "review"


def fill(
    folder: Path, name: str, values: dict[int, tuple[str, str]], delimiter: str = ",", encoding: str = "utf-8"
) -> Path:
    """A copy of the sheet with (plausibility, errors) by row number from 0, as a spreadsheet would save it."""
    with (folder / SHEET).open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream))
    for number, (value, errors) in values.items():
        rows[number + 1][2:4] = [value, errors]
    with (folder / name).open("w", encoding=encoding, newline="") as stream:
        csv.writer(stream, delimiter=delimiter).writerows(rows)
    return folder / name


def test_means_intervals_and_errors_by_origin() -> None:
    sheets = [rated(4, 3, 4, 2, 5, 4, 5, 5, 4, 5, 4, 5, errors="F"), rated(4, 3, 5, 2, 5, 4, 5, 4, 4, 5, None, 5)]
    scores = score(KEYED, sheets)
    synthetic, natural = scores.origins["synthetic"], scores.origins["natural"]
    assert (synthetic.texts, synthetic.ratings, natural.texts, natural.ratings) == (6, 12, 6, 11)
    assert synthetic.mean == pytest.approx(45 / 12)
    assert natural.mean == pytest.approx(51 / 11)
    assert synthetic.interval[0] < synthetic.mean < synthetic.interval[1]
    assert synthetic.interval[0] > 2.8
    assert synthetic.interval[1] < 4.6
    assert (synthetic.with_error, synthetic.errors, natural.with_error) == (pytest.approx(1 / 6), {"F": 1}, 0)
    assert scores.difference is not None
    assert scores.difference[0] == pytest.approx(51 / 11 - 45 / 12)
    assert scores.difference[1][0] < scores.difference[0] < scores.difference[1][1]
    assert scores.templates == {"t-0": (4.0, ("F",)), "t-3": (2.0, ())}
    assert "look at t-3: 2.0" in str(scores)


def test_alpha_is_that_of_the_published_example() -> None:
    """Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), example C: ordinal alpha 0.815."""
    nan = None
    table = [
        (1, 2, 3, 3, 2, 1, 4, 1, 2, nan, nan, nan),
        (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nan, 3),
        (nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, nan),
        (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nan),
    ]
    assert score(KEYED, [rated(*row) for row in table]).alpha == pytest.approx(0.815, abs=0.0005)


@pytest.mark.parametrize("sheets", [[rated(4, 3, 5)], [rated(4, 4), rated(4, 4)], [rated(4, None), rated(None, 3)]])
def test_alpha_may_not_be_defined(sheets: list[dict[str, Rating]]) -> None:
    scores = score(KEYED, sheets)
    assert scores.alpha is None
    assert scores.difference is None
    assert "not defined" in str(scores)


@pytest.mark.parametrize(
    ("delimiter", "encoding"), [(",", "utf-8"), (";", "utf-8-sig"), ("\t", "utf-16"), (";", "utf-8")]
)
def test_sheets_of_any_spreadsheet_are_read(laid_out: Path, delimiter: str, encoding: str) -> None:
    file = fill(
        laid_out, "ab.csv", {0: ("4", "F"), 1: ("4,0", "g f"), 3: ("5.0", "GF"), 4: ("", "")}, delimiter, encoding
    )
    ratings = list(read_sheet(file, read_key(laid_out / KEY)).values())
    assert ratings[0] == Rating(4, ("F",))
    assert ratings[1] == Rating(4, ("F", "G"))
    assert ratings[3] == Rating(5, ("F", "G"))
    assert ratings[4] == Rating(None, ())
    assert len(ratings) == 9


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({0: ("6", "")}, r"ab.csv, row 2: plausibility: expected a whole number from 1 to 5, or nothing"),
        ({1: ("4.5", "")}, r"ab.csv, row 3: plausibility"),
        ({1: ("good", "")}, r"ab.csv, row 3: plausibility"),
        ({0: ("4", "X")}, r"ab.csv, row 2: errors: expected letters of G W T F C"),
        ({0: ("", "")}, r"ab.csv: no text is rated"),
    ],
)
def test_slips_of_raters_are_told_by_row(laid_out: Path, values: dict[int, tuple[str, str]], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_sheet(fill(laid_out, "ab.csv", values), read_key(laid_out / KEY))
    assert "maneno" not in str(caught.value)


def test_sheets_that_do_not_belong_are_refused(laid_out: Path) -> None:
    key = read_key(laid_out / KEY)
    file = fill(laid_out, "ab.csv", {0: ("4", "")})
    text = file.read_text(encoding="utf-8")
    first = text.split("\n")[1].partition(",")[0]
    file.write_text(text.replace(first, "abcdef-001"), encoding="utf-8")
    with pytest.raises(InputError, match="row 2: an item that is not of this sheet"):
        read_sheet(file, key)
    file.write_text(text + text.split("\n")[1] + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="stands twice"):
        read_sheet(file, key)
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(InputError, match="no column 'item'"):
        read_sheet(file, key)
    file.write_bytes("item;plausibility;errors\nä".encode("latin-1"))
    with pytest.raises(InputError, match="not UTF-8: save it"):
        read_sheet(file, key)
    with pytest.raises(InputError, match="can't read"):
        read_sheet(laid_out / "none.csv", key)


def test_the_command_lays_out_and_reads_back(laid_out: Path, tmp_path: Path) -> None:
    first = call("rate", "--data", tmp_path, "--n", 8, "--out", tmp_path / "two")
    assert first.exit_code == 0, first.stderr
    assert "8 synthetic, 0 natural texts" in first.stdout
    a = fill(laid_out, "a.csv", {n: (str(3 + n % 3), "") for n in range(9)})
    b = fill(laid_out, "b.csv", {n: (str(3 + n % 2), "C" if n == 2 else "") for n in range(9)})
    read = call("rate", "--import", a, "--import", b)
    assert read.exit_code == 0, read.stderr
    assert "synthetic: 9 texts, 18 ratings: plausibility 3.72" in read.stdout
    assert "Krippendorff's alpha, ordinal, 2 raters: " in read.stdout
    assert json.loads((laid_out / "ratings.json").read_text(encoding="utf-8"))["raters"] == 2
    assert call("rate").exit_code == 2
