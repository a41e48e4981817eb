"""The form of a policy file (`ficha/policies/*.yaml`): its schema, and reading one.

A file is read here and judged as a whole in `ficha.policy`, which proves that every fine label is mapped:

    >>> read_policy_file("name: x\ncategories: [{id: a, placeholder: a, covers: [age], description: a}]", "x").name
    'x'
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, ValidationInfo, field_validator

from ficha.errors import PolicyError


class Switches(BaseModel):
    """What published work leaves open, each a stated choice (DESIGN, section 3)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    dates: Literal["all", "births"] = "all"  # births: date.event stays visible
    years: Literal["hide", "keep"] = "hide"  # keep: a four-digit year in a date stays visible
    age: Literal["with_unit", "number"] = "with_unit"
    ages_from: int = 0  # ages below it stay visible (Safe Harbor: 90)
    titles: Literal["outside", "inside"] = "outside"  # "Dr", "Mama" before a name
    officials: Literal["hide", "keep"] = "hide"  # keep: person.official stays visible
    third_party: Literal["split", "merge"] = "split"  # merge: every person takes the patient's category
    facility_town: Literal["two", "one"] = "two"  # one: a facility and the town behind it are one span


# A word inside a placeholder: brackets and line ends would make it unreadable for the aligner.
_Word = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[^\[\]<>{}()\r\n]+$")]


class CategoryFile(BaseModel):
    """One entry of `categories`; without a `tag` the model writes the placeholder in lower case.

    `operator` is one of `ficha.operators`, for calls that name none.
    """

    model_config = ConfigDict(extra="forbid")

    id: _Word
    placeholder: _Word
    covers: Annotated[list[str], Field(min_length=1)]
    description: _Word
    tag: _Word | None = None
    operator: str | None = None


class StyleFile(BaseModel):
    """`placeholder_style`: how a reader sees a placeholder."""

    model_config = ConfigDict(extra="forbid")

    typed: str = "[{placeholder}]"
    numbered: str = "[{placeholder}_{number}]"

    @field_validator("typed", "numbered")
    @classmethod
    def _fits(cls, style: str, info: ValidationInfo) -> str:
        fields = ("placeholder", "number") if info.field_name == "numbered" else ("placeholder",)
        bare = style
        for name in fields:
            if style.count(f"{{{name}}}") != 1:
                raise ValueError(f"expected {' and '.join(f'{{{f}}}' for f in fields)}, each once")
            bare = bare.replace(f"{{{name}}}", "")
        if "{" in bare or "}" in bare:
            raise ValueError("holds other braces")
        return style


class PolicyFile(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid")

    name: str
    summary: str = ""
    placeholder_style: StyleFile = StyleFile()
    categories: Annotated[list[CategoryFile], Field(min_length=1)]
    keep: list[str] = []
    switches: Switches = Switches()


class _UniqueKeys(yaml.SafeLoader):
    """YAML whose mappings name a key once: of two `keep` lists the first would be lost without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        if len(set(keys)) < len(keys):
            raise yaml.constructor.ConstructorError(None, None, "a key stands twice", node.start_mark)
        return super().construct_mapping(node, deep)


def read_policy_file(text: str, where: str) -> PolicyFile:
    """The file's content in its schema. Raises PolicyError that names `where` and the line or the field."""
    try:
        return PolicyFile.model_validate(yaml.load(text, Loader=_UniqueKeys))  # noqa: S506 - a SafeLoader
    except yaml.YAMLError as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        raise PolicyError(f"{where}: not valid YAML" + (f" (line {line + 1})" if line is not None else "")) from None
    except ValidationError as error:
        first = error.errors()[0]
        field_name = ".".join(str(part) for part in first["loc"]) or "the file"
        raise PolicyError(f"{where}: {field_name}: {first['msg']}") from None
