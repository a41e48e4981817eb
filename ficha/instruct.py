"""What the model is told: the instruction with the policy's categories, and the chat messages.

The prompt text is data (it comes out of `ficha.json`, or `prompts/` before training); this module only
fills its named variables:

    >>> policy = load_policy("patient-requests").subset(["name", "tel"])
    >>> instruction("Copy the text. Replace {categories}", policy)
    "Copy the text. Replace [name] any person's name; [tel] phone number"

Training and the engine call the same functions, so what was trained is what is asked.
"""

from __future__ import annotations

import re

from ficha.errors import ModelError
from ficha.policy import OTHER_ID, Category, Policy

Message = dict[str, str]
_VARIABLE = re.compile(r"\{([a-z_]+)\}")


def variables(template: str) -> tuple[str, ...]:
    """The named variables of a prompt text, each once, in their order. Other braces are literal."""
    return tuple(dict.fromkeys(_VARIABLE.findall(template)))


def fill(template: str, values: dict[str, str], where: str) -> str:
    """The prompt text with every `{name}` replaced. Raises ModelError for a missing or an unknown name."""
    wanted = set(variables(template))
    if missing := sorted(wanted - values.keys()):
        raise ModelError(f"{where}: no value for the variable {', '.join(missing)}")
    if unknown := sorted(values.keys() - wanted):
        raise ModelError(f"{where}: has no variable {', '.join(unknown)}: it has {', '.join(sorted(wanted)) or 'none'}")
    return _VARIABLE.sub(lambda match: values[match[1]], template)


def listed(policy: Policy) -> tuple[Category, ...]:
    """The categories that the instruction names: all but `other`, which is only a fallback."""
    return tuple(c for c in policy.categories if c.covers != {OTHER_ID})


def instruction(prompt_text: str, policy: Policy) -> str:
    """The instruction for `policy`; `prompt_text` holds the variable `{categories}`.

    Raises ModelError where the prompt has other variables.
    """
    categories = "; ".join(f"[{c.tag}] {c.description}" for c in listed(policy))
    return fill(prompt_text, {"categories": categories}, "the prompt")


def messages(prompt_text: str, policy: Policy, text: str) -> list[Message]:
    """The chat that asks for the twin of `text`: one system message, one user message."""
    return [
        {"role": "system", "content": instruction(prompt_text, policy)},
        {"role": "user", "content": text},
    ]
