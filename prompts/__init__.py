"""Every prompt, as data: `prompts/<language>/<step>.md` with named variables.

    >>> load("eng", "anonymise").render(categories="[name] any person's name")
    "Copy the text. Replace [name] any person's name"

A file is a head of `key: value` lines (only `version`, an integer), a line `---`, and the text. The
version is raised with every change of the text, since a trained adapter carries both.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ficha.errors import InputError
from ficha.instruct import fill, variables

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt text with its version; `name` is `<language>/<step>`."""

    name: str
    version: int
    text: str

    @property
    def variables(self) -> tuple[str, ...]:
        """The names that `render` must be given."""
        return variables(self.text)

    def render(self, **values: str) -> str:
        """The text with its variables filled. Raises ModelError for missing and for unknown names."""
        return fill(self.text, values, f"prompt {self.name}")


def load(language: str, step: str) -> Prompt:
    """Read `prompts/<language>/<step>.md`. Raises InputError: absent, or without a valid head."""
    name = f"{language}/{step}"
    path = FOLDER / language / f"{step}.md"
    if not path.is_file():
        known = sorted(f"{p.parent.name}/{p.stem}" for p in FOLDER.glob("*/*.md"))
        raise InputError(f"no prompt {name}: there are {', '.join(known) or 'none'}")
    head, mark, text = path.read_text(encoding="utf-8").partition("\n---\n")
    key, _, value = head.partition(":")
    if not mark or key != "version" or not value.strip().isdecimal():
        raise InputError(f"{path}: expected a line `version: <integer>`, a line `---` and the text")
    return Prompt(name, int(value), text.strip())
