"""The file of `--known`: one patient, or a list of them.

    {"id": "p1", "names": ["Achieng Otieno"], "births": ["1988-02-14"], "phones": ["0712 345 678"],
     "ids": ["12345678"], "emails": [], "handles": [], "addresses": ["Plot 12, Milimani, Kisumu"],
     "relatives": [{"names": ["Joseph Otieno"], "phones": ["0722 345 678"]}]}

Every field may be absent. `id` is compared with a document's `patient`, where it names one.
"""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from ficha.errors import InputError

_Value = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=200)]


class KnownPerson(BaseModel):
    """What is known of one person, in whatever form it was written down; births as YYYY-MM-DD."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: tuple[_Value, ...] = ()
    births: tuple[dt.date, ...] = ()
    phones: tuple[_Value, ...] = ()
    ids: tuple[_Value, ...] = ()
    emails: tuple[_Value, ...] = ()
    handles: tuple[_Value, ...] = ()
    addresses: tuple[_Value, ...] = ()


class KnownPatient(KnownPerson):
    """A patient with the relatives that texts may name."""

    id: str | None = None
    relatives: tuple[KnownPerson, ...] = Field(default=())


def read_known(path: Path) -> tuple[KnownPatient, ...]:
    """The patients of a file. Raises InputError that names the file and the field, never a value."""
    try:
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: can't be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path}: not valid JSON: expected an object, or a list of them") from None
    try:
        return tuple(
            KnownPatient.model_validate(entry) for entry in (content if isinstance(content, list) else [content])
        )
    except ValidationError as error:
        first = error.errors(include_input=False, include_context=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{path}: {field or 'the file'}: {first['msg']}") from None
