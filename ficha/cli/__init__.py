"""The command line: `ficha redact | restore | key | audit | export | align | policies | doctor`.

    $ echo "Naitwa Achieng, simu 0712 345 678." | ficha redact - --lang swa
    Naitwa [PERSON], simu [CONTACT_PHONE].

Exit status: 0 all `ok`; 3 some `review`; 4 some `failed`, or the engine can't answer; 2 usage.
"""

from __future__ import annotations

import sys

import typer

from ficha.cli.inspecting import align, audit, doctor, export, policies
from ficha.cli.redacting import redact
from ficha.cli.restoring import key, restore
from ficha.errors import FichaError

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, help=__doc__)
for command in (redact, restore, key, audit, export, align, policies, doctor):
    app.command()(command)


def main() -> None:
    """Run the command line; an error of ours is one line and its exit status."""
    try:
        app()
    except FichaError as error:
        print(f"ficha: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
