"""A page of blocks, written as HTML (figures inside) and as Markdown (figures beside).

page = Page("Scores")
page.table(["system", "recall"], [["rules", "0.94"]])
page.write(Path("runs/eval"))     # report.html, report.md, figures/*.svg
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import regex

from ficha.errors import InputError

_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:78rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}
table{border-collapse:collapse;margin:.6rem 0 1.2rem;font-size:14px;display:block;overflow-x:auto}
caption{text-align:left;font-weight:600;padding:.2rem 0}
th,td{padding:.15rem .6rem;border-bottom:1px solid #d5dae0;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}th{background:#f2f4f7}
h2{margin-top:2.4rem;border-bottom:2px solid #1b1f24}h3{margin-top:1.6rem}
pre{background:#f6f7f9;padding:.6rem;overflow-x:auto;font-size:13px}
figure{margin:.6rem 1rem .6rem 0;display:inline-block;vertical-align:top}
figure svg{max-width:100%;height:auto}figcaption{font-size:13px;color:#555}
.signature{font:12px ui-monospace,monospace;color:#555;overflow-wrap:anywhere}
"""


@dataclass
class Page:
    """Blocks in order; text is plain and escaped where it is written."""

    title: str
    _html: list[str] = field(default_factory=list)
    _markdown: list[str] = field(default_factory=list)
    _figures: dict[str, str] = field(default_factory=dict)
    _contents: list[str] = field(default_factory=list)

    def heading(self, text: str, level: int = 2) -> None:
        """A heading of level 2 or 3; those of level 2 are listed on top."""
        anchor = regex.sub(r"\W+", "-", text.lower()).strip("-")
        self._html.append(f'<h{level} id="{anchor}">{escape(text)}</h{level}>')
        self._markdown.append(f"{'#' * level} {_md(text)}")
        if level == 2:
            self._contents.append(f'<a href="#{anchor}">{escape(text)}</a>')

    def paragraph(self, text: str) -> None:
        """Running text."""
        self._html.append(f"<p>{escape(text)}</p>")
        self._markdown.append(_md(text))

    def bullets(self, items: Iterable[str]) -> None:
        """A list."""
        listed = list(items)
        self._html.append("<ul>" + "".join(f"<li>{escape(item)}</li>" for item in listed) + "</ul>")
        self._markdown.append("\n".join(f"- {_md(item)}" for item in listed))

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> None:
        """A table; the first column is set left, numbers right."""
        listed = list(rows)
        cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
        lines = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in listed)
        title = f"<caption>{escape(caption)}</caption>" if caption else ""
        self._html.append(f"<table>{title}<thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>")
        ruler = ["---", *["---:"] * (len(head) - 1)]
        text = [f"| {' | '.join(map(_cell, row))} |" for row in (head, ruler, *listed)]
        self._markdown.append("\n".join(([f"**{_md(caption)}**", ""] if caption else []) + text))

    def figure(self, name: str, svg: str | None, caption: str) -> None:
        """A figure, or nothing where there is none; `name` is its file's."""
        if svg is None:
            return
        words = escape(caption)
        self._html.append(f'<figure role="img" aria-label="{words}">{svg}<figcaption>{words}</figcaption></figure>')
        self._figures[name] = svg
        self._markdown.append(f"![{_md(caption)}](figures/{name}.svg)")

    def preformatted(self, text: str) -> None:
        """Text whose columns matter."""
        self._html.append(f"<pre>{escape(text)}</pre>")
        fence = "`" * max(3, max((len(run) for run in regex.findall("`+", text)), default=0) + 1)
        self._markdown.append(f"{fence}\n{text}\n{fence}")

    def signature(self, text: str) -> None:
        """How numbers were made."""
        self._html.append(f'<p class="signature">{escape(text)}</p>')
        self._markdown.append(f"`{text}`")

    @property
    def html(self) -> str:
        """The whole page, with nothing to fetch."""
        contents = f"<nav>{' · '.join(self._contents)}</nav>"
        return (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(self.title)}</title>'
            f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{_STYLE}</style></head>'
            f"<body><h1>{escape(self.title)}</h1>{contents}\n" + "\n".join(self._html) + "\n</body></html>\n"
        )

    @property
    def markdown(self) -> str:
        """The whole page as Markdown."""
        return f"# {_md(self.title)}\n\n" + "\n\n".join(self._markdown) + "\n"

    def write(self, folder: Path) -> None:
        """Write `report.html`, `report.md` and the figures. Raises InputError where it can't."""
        try:
            (folder / "figures").mkdir(parents=True, exist_ok=True)
            (folder / "report.html").write_text(self.html, encoding="utf-8")
            (folder / "report.md").write_text(self.markdown, encoding="utf-8")
            for name, svg in self._figures.items():
                (folder / "figures" / f"{name}.svg").write_text(_standalone(svg), encoding="utf-8")
        except OSError as error:
            raise InputError(f"can't write to {folder}: {error.strerror}") from None


def _standalone(svg: str) -> str:
    return (
        svg
        if 'xmlns="http://www.w3.org/2000/svg"' in svg
        else svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    )


def _md(text: str) -> str:
    return regex.sub(r"([\\`*_\[\]<>#])", r"\\\1", text)


def _cell(text: str) -> str:
    return text if set(text) <= set("-:") else _md(text).replace("|", "\\|").replace("\n", " ")
