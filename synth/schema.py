"""A YAML file against its schema, each fault with its line.

>>> read(Path("lin/pack.yaml"), "lin/pack.yaml", PackSettings)
(None, (Fault('lin/pack.yaml', 12, 'registers: expected at least one entry, each with a share above 0'),))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from synth.templates import Fault

Model = TypeVar("Model", bound=BaseModel)


class Readable(Protocol):
    """A path, or a file inside an installed package."""

    def read_text(self, encoding: str) -> str: ...


def read(file: Readable, shown: str, model: type[Model]) -> tuple[Model | None, tuple[Fault, ...]]:
    """The file's content, or None and what is wrong with it; `shown` is the file's name in a fault."""
    text = file.read_text(encoding="utf-8")
    try:
        return model.model_validate(yaml.safe_load(text)), ()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return None, (Fault(shown, mark.line + 1 if mark else 0, f"not valid YAML: {getattr(error, 'problem', '')}"),)
    except ValidationError as error:
        return None, tuple(
            Fault(shown, line_of(text, e["loc"]), f"{_dotted(e['loc'])}: {e['msg']}") for e in error.errors()
        )


def _dotted(path: Sequence[str | int]) -> str:
    return ".".join(map(str, path)) or "the file"


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line, from 1, of the last key of `path` that the YAML `text` has."""
    node, line = yaml.compose(text), 1
    for part in path:
        found = None
        if isinstance(node, yaml.MappingNode):
            found = next((pair for pair in node.value if pair[0].value == str(part)), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            found = node.value[part], node.value[part]
        if found is None:
            break
        line, node = found[0].start_mark.line + 1, found[1]
    return line
