"""What a job hid, for other programs: a CSV of spans for a spreadsheet, and a corpus that `datasets` loads.

    $ ficha export redacted/ --spans spans.csv --corpus corpus/

Both come from result lines, as the audit does, and hold redacted text only: the CSV none at all, the corpus the
redacted texts with their placeholders as spans of those texts.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from ficha.audit import result_files, result_lines
from ficha.errors import UsageError
from ficha.io.placed import placed
from ficha.result import Result

COLUMNS = ("file", "id", "status", "lang", "start", "end", "label", "fine", "placeholder", "score", "source")
TABLE = Path("data") / "train-00000-of-00001.parquet"  # where `datasets` looks, and the name it gives the split
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_ROWS = 10_000  # of the corpus, held at once
_CARD = """---
configs:
- config_name: default
  data_files: {table}
---
# Redacted texts

{count} texts that Ficha redacted; those with the verdict `failed` have no text and are left out. `spans` mark
placeholders of the redacted text, half-open, in Unicode code points. What they stand for is not here.
"""


def export_spans(paths: Sequence[Path], place: Path) -> int:
    """Write a row a hidden span; offsets are code points of the source. Gives the number of rows.

    With a byte order mark, without which a spreadsheet takes UTF-8 for something else. Raises InputError, UsageError.
    """
    count = 0
    part = _part(place)
    try:
        with part.open("w", encoding="utf-8-sig", newline="") as stream:
            table = csv.writer(stream)
            table.writerow(COLUMNS)
            for name, result in _named(paths):
                for span in result.spans:
                    told = (result.status, result.lang or "", span.start, span.end)
                    what = (span.label, span.fine or "", span.placeholder, f"{span.score:.4f}", span.source)
                    table.writerow(_plain(cell) for cell in (name, result.id, *told, *what))
                    count += 1
        os.replace(part, place)
    except OSError as error:
        raise UsageError(f"can't write {place} ({error.strerror}): name another file with --spans") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return count


def export_corpus(paths: Sequence[Path], folder: Path) -> int:
    """Write a folder for `datasets.load_dataset(folder)`: a Parquet table and a card. Gives the number of texts.

    Raises InputError, UsageError.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise UsageError("--corpus needs pyarrow: pip install 'ficha[formats]'") from None
    span = pa.struct([("start", pa.int64()), ("end", pa.int64()), ("label", pa.string())])
    texts = [(name, pa.string()) for name in ("file", "id", "status", "lang", "policy", "text")]
    schema = pa.schema([*texts, ("spans", pa.list_(span))])
    count = 0
    place = folder / TABLE
    part = _part(place)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with pq.ParquetWriter(part, schema) as writer:
            rows = _rows(paths)
            while some := list(islice(rows, _ROWS)):
                writer.write_table(pa.Table.from_pylist(some, schema=schema))
                count += len(some)
        os.replace(part, place)
        (folder / "README.md").write_text(_CARD.format(table=TABLE.as_posix(), count=count), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"can't write below {folder} ({error.strerror}): name another folder with --corpus") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return count


def _rows(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    for name, result in _named(paths):
        if result.text is not None:
            spans = [{"start": item.start, "end": item.end, "label": item.label} for item in placed(result)]
            told = {"status": result.status, "lang": result.lang, "policy": result.policy, "text": result.text}
            yield {"file": name, "id": result.id, **told, "spans": spans}


def _named(paths: Iterable[Path]) -> Iterator[tuple[str, Result]]:
    for file in result_files(paths):
        for result in result_lines(file):
            yield file.name, result


def _plain(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula: ids and file names are the caller's."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _part(place: Path) -> Path:
    return place.with_name(f".ficha-{place.name}.part")
