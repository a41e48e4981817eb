"""Options that several commands of the factory share: one wording, one range."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Language = Annotated[str, typer.Option("--lang", help="ISO 639-3 code of a language pack.")]
Out = Annotated[Path, typer.Option(help="Folder for kept.jsonl, rejects.jsonl, manifest.json and README.md.")]
Root = Annotated[
    Path, typer.Option(help="The folder that holds synth/languages and ficha/locales.", show_default="here")
]
Seed = Annotated[int, typer.Option(help="With the same input, the same seed makes the same bytes.")]
