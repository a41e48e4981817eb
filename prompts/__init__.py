"""Every prompt, as data: `prompts/<language>/<step>.md` with named variables.

    >>> load("eng", "anonymise").render(categories="[name] any person's name")
    "Copy the text. Replace [name] any person's name"

A prompt file is a head of `key: value` lines (only `version`, an integer), a line `---`, and the text. The
version is raised with every change of the text, since a trained adapter carries both. Beside the prompts of a language
lies `terms.yaml`: what registers, labels and faults are called in it, for the variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from ficha.errors import InputError
from ficha.instruct import fill, variables
from ficha.labels import is_fine_label

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


# Fault -> the variables that its sentence must hold.
_FAULTS = {
    "head": frozenset(),
    "opening": frozenset({"count", "texts", "what"}),
    "order": frozenset({"count", "texts", "what"}),
    "foreign": frozenset({"count", "texts"}),
    "missing": frozenset({"texts", "what"}),
}


class Terms(BaseModel):
    """`prompts/<language>/terms.yaml`: register -> words, fine label -> words, fault -> sentence with variables."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    registers: Mapping[str, str]
    labels: Mapping[str, str]
    faults: Mapping[str, str]

    @field_validator("labels")
    @classmethod
    def _fine(cls, value: Mapping[str, str]) -> Mapping[str, str]:
        if unknown := [label for label in value if not is_fine_label(label)]:
            raise ValueError(f"{unknown[0]!r} is no fine label")
        return value

    @field_validator("faults")
    @classmethod
    def _whole(cls, value: Mapping[str, str]) -> Mapping[str, str]:
        for fault, wanted in _FAULTS.items():
            if set(variables(value.get(fault, "{absent}"))) != wanted:
                raise ValueError(f"{fault!r}: expected a sentence with the variables {sorted(wanted)}")
        return value

    def fault(self, name: str, **values: object) -> str:
        """The sentence that states a fault."""
        return fill(self.faults[name], {key: str(value) for key, value in values.items()}, f"fault {name}")

    def listed(self, labels: Iterable[str]) -> str:
        """Labels in the language's words, in their order."""
        return ", ".join(self.labels.get(label, label) for label in labels)


def load_terms(language: str) -> Terms:
    """Read `prompts/<language>/terms.yaml`. Raises InputError: absent, or it breaks the schema."""
    path = FOLDER / language / "terms.yaml"
    if not path.is_file():
        raise InputError(f"no {path}: expected what registers, labels and faults are called in {language!r}")
    try:
        return Terms.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (yaml.YAMLError, ValidationError) as error:
        detail = error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": "not valid YAML"}
        field = ".".join(str(part) for part in detail["loc"]) or "the file"
        raise InputError(f"{path}: {field}: {detail['msg']}") from None
