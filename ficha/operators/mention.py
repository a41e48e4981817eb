"""What an operator is given: one hidden stretch, and what is known around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ficha.locales import Locale
from ficha.policy import Category, Policy

if TYPE_CHECKING:
    from ficha.operators.scope import Memory, Scope


@dataclass(frozen=True, slots=True)
class Mention:
    """A hidden stretch. `entity` is equal for mentions of one person, place or value within the scope.

    `canonical` is the entity's fullest form as a key (folded), the same for all of its mentions.
    """

    text: str
    category: Category
    fine: str | None
    entity: int = 0
    canonical: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """The policy, the text's language, the scope with its key, the memory of this document or batch, the patient.

    `day_first` is how this document's numeric dates are read.
    """

    policy: Policy
    locale: Locale
    scope: Scope
    memory: Memory
    patient: str | None = None
    day_first: bool | None = None


Operator = Callable[[Mention, Context], "str | None"]
