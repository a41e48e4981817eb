"""The audit of a finished job: what was hidden, by category and verdict, with which model and policy; no text.

    $ ficha audit redacted/ --html audit.html

Read from result lines (`--format jsonl`), so that it can be made wherever they are, long after the job.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from ficha.errors import InputError
from ficha.result import Result

_BINS = 10
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ficha: audit</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}
table{{border-collapse:collapse;margin:1rem 0}}td,th{{padding:.2rem .8rem;text-align:left;border-bottom:1px solid #bbb}}
td.n{{text-align:right;font-variant-numeric:tabular-nums}}meter{{width:14rem}}</style></head><body>
<h1>Audit of a redaction</h1><p>{documents} documents, {spans} hidden spans. Ficha {version}; model {models};
policy {policies}.
This page holds no text of any document.</p>{tables}</body></html>
"""


@dataclass
class Audit:
    """Counts over results; nothing else of them is kept."""

    verdicts: Counter[str] = field(default_factory=Counter)
    categories: Counter[str] = field(default_factory=Counter)
    fine_labels: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    models: Counter[str] = field(default_factory=Counter)
    policies: Counter[str] = field(default_factory=Counter)
    scores: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        """Count one result."""
        self.verdicts[result.status] += 1
        self.languages[result.lang or "not recognised"] += 1
        self.models[result.model] += 1
        self.policies[result.policy] += 1
        # A reason is told by its first word; what follows are numbers.
        self.reasons.update({reason.split(":", 1)[0] for reason in result.reasons})
        for span in result.spans:
            self.categories[span.label] += 1
            self.fine_labels[span.fine or "not told"] += 1
            self.sources[span.source] += 1
            low = min(int(span.score * _BINS), _BINS - 1)
            self.scores[f"{low / _BINS:.1f}-{(low + 1) / _BINS:.1f}"] += 1

    def to_json(self) -> dict[str, Any]:
        """Every count by its name."""
        return {
            "ficha": metadata.version("ficha"),
            **{name: dict(sorted(count.items())) for name, count in self._counts()},
        }

    def to_html(self) -> str:
        """A page that needs nothing else: tables with a bar a row."""
        tables = "".join(_table(name.replace("_", " "), count) for name, count in self._counts())
        return _PAGE.format(
            documents=sum(self.verdicts.values()),
            spans=sum(self.categories.values()),
            version=metadata.version("ficha"),
            models=_escape(", ".join(sorted(self.models))),
            policies=_escape(", ".join(sorted(self.policies))),
            tables=tables,
        )

    def _counts(self) -> list[tuple[str, Counter[str]]]:
        return [(name, getattr(self, name)) for name in self.__dataclass_fields__]


def audit(paths: Iterable[Path]) -> Audit:
    """Count the result lines of files and of folders' `.jsonl` files. Raises InputError, naming file and line."""
    found = Audit()
    for file in result_files(paths):
        for result in result_lines(file):
            found.add(result)
    return found


def result_files(paths: Iterable[Path]) -> list[Path]:
    """The files of result lines among files and below folders. Raises InputError where there are none."""
    files = [f for p in paths for f in (sorted(p.rglob("*.jsonl")) if p.is_dir() else [p]) if f.name != "failed.jsonl"]
    if not files:
        raise InputError("no result lines: expected .jsonl files that `ficha redact --format jsonl` wrote")
    return files


def result_lines(file: Path) -> Iterator[Result]:
    """The results of a file, in order. Raises InputError, naming file and line."""
    try:
        with file.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                yield _result(line, f"{file}, line {number}")
    except (OSError, UnicodeDecodeError):
        raise InputError(f"{file}: can't be read as UTF-8") from None


def _result(line: str, where: str) -> Result:
    try:
        record = json.loads(line)
        # Lines without `--explain` don't say why: an audit doesn't ask.
        record["spans"] = [{"why": "", **span} for span in record["spans"]]
        return Result.from_json(record)
    except (ValueError, TypeError, KeyError):
        raise InputError(f"{where}: not a result line of `ficha redact --format jsonl`") from None


def _table(title: str, counts: Counter[str]) -> str:
    total = max(sum(counts.values()), 1)
    rows = "".join(
        f'<tr><td>{_escape(name)}</td><td class="n">{count}</td>'
        f'<td><meter value="{count}" max="{total}">{count / total:.1%}</meter> {count / total:.1%}</td></tr>'
        for name, count in counts.most_common()
    )
    return f"<h2>{title}</h2><table><tr><th>{title}</th><th>count</th><th>share</th></tr>{rows}</table>" if rows else ""


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
