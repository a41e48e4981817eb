"""`ficha key` and `ficha restore`: undoing a redaction, for whoever has the vault and its key."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ficha.cli.streams import read_bytes, utf8_stdout
from ficha.io import decode
from ficha.vault import Vault, make_key, read_key


def key(file: Annotated[Path, typer.Argument(help="The file to write; it must not be there.")]) -> None:
    """Make a key for --vault, --operator hash and --scope project."""
    make_key(file)


def restore(
    file: Annotated[Path, typer.Argument(help="A redacted text, or the text that became of it.")],
    vault: Annotated[Path, typer.Option(help="The vault of the redaction.")],
    key_file: Annotated[Path, typer.Option(help="Its key.")],
    id: Annotated[str | None, typer.Option(help="The document's id, where several have this redaction.")] = None,
) -> None:
    """Put back what was hidden: the source byte for byte, or each placeholder's value in a text that was worked on."""
    restored = Vault(vault, read_key(key_file)).restore(decode(read_bytes(file), str(file)), id or file.name)
    for placeholder in restored.repaired:
        print(f"ficha: {placeholder}: changed, and restored all the same", file=sys.stderr)
    for placeholder in restored.unresolved:
        print(f"ficha: {placeholder}: stands for no value, or for several; it was left", file=sys.stderr)
    with utf8_stdout() as stdout:
        stdout.write(restored.text)
    raise typer.Exit(3 if restored.repaired or restored.unresolved else 0)
