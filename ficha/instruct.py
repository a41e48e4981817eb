"""What the model is told: the instruction with the policy's categories, and the chat around a text.

The prompt text is data (it comes out of `ficha.json`, or `prompts/` before training); this module only
fills its named variables and renders the chat template:

    >>> policy = load_policy("patient-requests").subset(["name", "tel"])
    >>> instruction("Copy the text. Replace {categories}", policy)
    "Copy the text. Replace [name] any person's name; [tel] phone number"

Training and the engine call the same functions, so what was trained is what is asked.
"""

from __future__ import annotations

import re
from typing import Any

from ficha.errors import ModelError
from ficha.policy import Policy

Message = dict[str, str]

TEMPLATE_OPTIONS: dict[str, Any] = {"enable_thinking": False}
"""Given to every rendering: Qwen3's template writes an empty think block only where this is said."""

_VARIABLE = re.compile(r"\{([a-z_]+)\}")
_TEXT_MARK = "\ue000"  # private use: stands for the text while the frame around it is found


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


def instruction(prompt_text: str, policy: Policy) -> str:
    """The instruction for `policy`; `prompt_text` holds the variable `{categories}`.

    Raises ModelError where the prompt has other variables.
    """
    categories = "; ".join(f"[{c.tag}] {c.description}" for c in policy.listed)
    return fill(prompt_text, {"categories": categories}, "the prompt")


def messages(prompt_text: str, policy: Policy, text: str) -> list[Message]:
    """The chat that asks for the twin of `text`: one system message, one user message."""
    return [
        {"role": "system", "content": instruction(prompt_text, policy)},
        {"role": "user", "content": text},
    ]


def render(tokenizer: Any, chat: list[Message], answer: str | None = None) -> str:
    """The chat as the model reads it: up to where the answer starts, or with `answer` and its end."""
    if answer is None:
        return str(tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True, **TEMPLATE_OPTIONS))
    full = [*chat, {"role": "assistant", "content": answer}]
    return str(tokenizer.apply_chat_template(full, tokenize=False, **TEMPLATE_OPTIONS))


def chat_frame(tokenizer: Any, prompt_text: str, policy: Policy) -> tuple[str, str]:
    """What stands before and behind the text in a rendered chat, up to where the answer starts.

    Raises ModelError where the template doesn't render the text once, as it is.
    """
    rendered = render(tokenizer, messages(prompt_text, policy, _TEXT_MARK))
    if rendered.count(_TEXT_MARK) != 1:
        raise ModelError("the model's chat template does not render the user's text exactly once")
    head, _, tail = rendered.partition(_TEXT_MARK)
    return head, tail
