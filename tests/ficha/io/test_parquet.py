"""Parquet: chosen columns are redacted, types, nulls and row groups stay."""

from __future__ import annotations

import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ficha.errors import FichaError
from ficha.io import parquet
from ficha.io.source import Source, TableOptions
from ficha.result import Result


@pytest.fixture
def source(tmp_path: Path) -> Source:
    table = pa.table(
        {"n": pa.array([1, 2, 3]), "name": ["A", None, "C"], "note": pa.array(["x", None, "z"], pa.large_string())}
    )
    pq.write_table(table, tmp_path / "t.parquet", row_group_size=2)
    return Source("t.parquet", tmp_path / "t.parquet")


def test_cells_are_redacted_and_the_rest_stays(source: Source) -> None:
    options = TableOptions(("note",), ("name",))
    assert parquet.check(source, options) == 2
    documents = list(parquet.read(source, options))
    assert [(d.id, d.text) for d in documents] == [("1:note", "x"), ("3:note", "z")]
    results = [
        Result("1", "ok", "[name]", (), (), (), "p", "m", None),
        Result("3", "failed", None, (), (), (), "p", "m", None),
    ]
    out = io.BytesIO()
    parquet.write(source, options, iter(results), out)
    written = pq.ParquetFile(out)
    assert written.read().to_pydict() == {
        "n": [1, 2, 3],
        "name": ["[hidden]", None, "[hidden]"],
        "note": ["[name]", None, "[text withheld]"],
    }
    assert written.schema_arrow.field("note").type == pa.large_string()
    assert written.num_row_groups == 2


@pytest.mark.parametrize(
    ("options", "told"),
    [(TableOptions(), "--columns"), (TableOptions(("n",)), "holds no text"), (TableOptions(("x",)), "no column x")],
)
def test_what_cant_be_read_is_told(source: Source, options: TableOptions, told: str) -> None:
    with pytest.raises(FichaError, match=told):
        parquet.check(source, options)


def test_another_file_is_refused() -> None:
    with pytest.raises(FichaError, match="not a Parquet file"):
        parquet.check(Source("t.parquet", None, b"PAR1 no"), TableOptions(("a",)))
