"""CSV: chosen cells are redacted, the rest of the file comes out as it was (case B56 of the reports)."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ficha.errors import FichaError
from ficha.io import csv
from ficha.io.source import Source, TableOptions
from ficha.result import Result

NOTE = TableOptions(("note",))


def _results(texts: list[str | None]) -> Iterator[Result]:
    for n, text in enumerate(texts):
        yield Result(str(n), "ok" if text is not None else "failed", text, (), (), (), "p", "m", None)


def _written(data: bytes, options: TableOptions, texts: list[str | None] | None = None) -> bytes:
    source = Source("t.csv", None, data)
    count = csv.check(source, options)
    documents = list(csv.read(source, options))
    assert len(documents) == count
    out = io.BytesIO()
    csv.write(source, options, _results(texts if texts is not None else [d.text for d in documents]), out)
    return out.getvalue()


def test_b56_quoted_commas_and_line_breaks_stay_in_their_cells() -> None:
    data = '\ufeffname,note\r\n"Banda, Ruth","Seen\r\nby Sr Phiri, ""ok"""\r\n'.encode()
    source = Source("t.csv", None, data)
    assert [d.text for d in csv.read(source, NOTE)] == ['Seen\r\nby Sr Phiri, "ok"']
    written = _written(data, TableOptions(("note",), ("name",)), ['Seen\r\nby Sr [name], "ok"'])
    assert written == '\ufeffname,note\r\n[hidden],"Seen\r\nby Sr [name], ""ok"""\r\n'.encode()


@pytest.mark.parametrize(
    "data",
    [
        b"id,note\n1,a\n2,b\n",
        b'"id","note"\r\n"1","a, b"\r\n',
        b'id;note\n1;"a;b"\n',
        b"id\tnote\n1\ta\n",
        b"id,note\n1,a",
    ],
)
def test_an_untouched_table_comes_out_as_it_was(data: bytes) -> None:
    assert _written(data, NOTE).removesuffix(b"\n") == data.removesuffix(b"\n")


_CELL = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00"), max_size=12)


@given(st.lists(st.tuples(_CELL, _CELL), min_size=1, max_size=6))
def test_any_cells_survive_and_rows_are_kept(cells: list[tuple[str, str]]) -> None:
    import csv as standard

    out = io.StringIO(newline="")
    standard.writer(out).writerows([("id", "note"), *cells])
    written = _written(out.getvalue().encode(), NOTE)
    assert list(standard.reader(io.StringIO(written.decode(), newline="")))[1:] == [list(c) for c in cells]


def test_a_failed_cell_never_holds_its_source() -> None:
    assert _written(b"note\nZuwena\n", NOTE, [None]) == b"note\n[text withheld]\n"


@pytest.mark.parametrize(
    ("data", "options", "told"),
    [
        (b"id,note\n1,a\n", TableOptions(), "name its text columns with --columns, of id, note"),
        (b"id,note\n1,a\n", TableOptions(("x",)), "no column x"),
        (b"id,note\n1,a\n", TableOptions(("note",), ("note",)), "at once"),
        (b"id,note\n1\n", NOTE, "row 2: 1 cells, expected 2"),
        (b'id,note\n1,"a\n', NOTE, "not valid CSV"),
        (b"note,note\na,b\n", NOTE, "two columns are called note"),
        (b"", NOTE, "no header"),
        (b"id,note\n1,\xff\n", NOTE, "not UTF-8 (byte 10)"),
    ],
)
def test_what_cant_be_read_is_told(data: bytes, options: TableOptions, told: str) -> None:
    with pytest.raises(FichaError) as caught:
        csv.check(Source("t.csv", None, data), options)
    assert told in str(caught.value)


def test_a_cell_may_be_longer_than_the_modules_own_limit(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("note\n" + "x" * 300_000 + "\n", encoding="utf-8")
    assert csv.check(Source("t.csv", path), NOTE) == 1
