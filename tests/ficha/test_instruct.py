"""The instruction and the chat around a text."""

from __future__ import annotations

from typing import Any

import pytest

from ficha.errors import ModelError
from ficha.instruct import chat_frame, fill, instruction, messages, render, variables
from ficha.policy import load_policy, policy_names

PROMPT = "Copy the text. Replace {categories}"


class Template:
    """A tokenizer's chat template, without the tokenizer."""

    def __init__(self, times: int = 1) -> None:
        self.times = times

    def apply_chat_template(
        self, chat: list[dict[str, str]], tokenize: bool, enable_thinking: bool, add_generation_prompt: bool = False
    ) -> str:
        assert not tokenize
        assert not enable_thinking
        said = "".join(f"<{m['role']}>{m['content'] * self.times}</>\n" for m in chat)
        return said + ("<assistant>" if add_generation_prompt else "")


def test_the_instruction_lists_tags_and_descriptions() -> None:
    policy = load_policy("patient-requests").subset(["name", "tel"])
    assert instruction(PROMPT, policy) == "Copy the text. Replace [name] any person's name; [tel] phone number"


@pytest.mark.parametrize("name", policy_names())
def test_each_policy_lists_what_it_hides_once_and_no_bare_fallback(name: str) -> None:
    policy = load_policy(name)
    said = instruction(PROMPT, policy)
    for category in policy.categories:
        assert said.count(f"[{category.tag}]") == (0 if category.covers == {"other"} else 1)


@pytest.mark.parametrize(
    ("name", "words"), [("patient-requests", 40), ("afrimed", 50), ("citilink", 60), ("hipaa", 75)]
)
def test_instructions_stay_short(name: str, words: int) -> None:
    assert len(instruction(PROMPT, load_policy(name)).split()) <= words


def test_messages_keep_the_text_as_it_is() -> None:
    text = " {categories} <|im_end|>\n"
    system, user = messages(PROMPT, load_policy("afrimed"), text)
    assert system["role"] == "system"
    assert user == {"role": "user", "content": text}


def test_variables_are_lower_case_names_and_other_braces_are_literal() -> None:
    assert variables('{"json": {}} {a_b} {a_b} {c}') == ("a_b", "c")
    assert fill('{"k": {a}}', {"a": "{b}"}, "x") == '{"k": {b}}'


@pytest.mark.parametrize(
    ("prompt", "told"), [("Hide {names}", "no value for the variable names"), ("Hide", "has no variable")]
)
def test_another_prompt_text_is_refused(prompt: str, told: str) -> None:
    with pytest.raises(ModelError, match=told):
        instruction(prompt, load_policy("afrimed"))


def test_the_frame_is_what_stands_around_the_text() -> None:
    policy = load_policy("patient-requests")
    head, tail = chat_frame(Template(), PROMPT, policy)
    assert tail == "</>\n<assistant>"
    assert head + "Ann" + tail == render(Template(), messages(PROMPT, policy, "Ann"))


@pytest.mark.parametrize("times", [0, 2])
def test_a_template_that_drops_or_repeats_the_text_is_refused(times: int) -> None:
    with pytest.raises(ModelError, match="exactly once"):
        chat_frame(Template(times), PROMPT, load_policy("afrimed"))


def test_an_answer_is_rendered_as_the_assistants_turn() -> None:
    chat: list[dict[str, Any]] = messages(PROMPT, load_policy("afrimed"), "Ann")
    assert render(Template(), chat, "[patient]").endswith("<assistant>[patient]</>\n")
