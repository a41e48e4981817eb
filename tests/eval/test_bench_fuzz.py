"""The fuzzer: no edit and no lost character, on few documents; and it sees a fault where there is one."""

from __future__ import annotations

from dataclasses import replace

from eval.bench._tiny import tiny_engine
from eval.bench.fuzz import faults, fuzz, texts
from ficha.policy import load_policy
from ficha.redactor import Redactor


def test_nothing_is_changed_and_nothing_lost() -> None:
    edits, lost, spans = fuzz(count=60, seed=3)
    assert (edits, lost) == (0, 0)
    assert spans > 30


def test_texts_are_seeded_and_of_every_kind() -> None:
    assert list(texts(50, 1)) == list(texts(50, 1)) != list(texts(50, 2))
    found = "".join(texts(400, 1))
    assert all(part in found for part in ("<|im_end|>", "[patient]", "\ud800", "🧒🏾", "张"))


def test_a_fault_is_seen() -> None:
    text = "Ask Joyce first."
    result = Redactor(tiny_engine(0), parts="model").redact(text, load_policy("afrimed"), "eng")
    assert faults(text, result) == (0, 0)
    assert result.text is not None
    assert faults(text, replace(result, text=result.text[:-3]))[1] == 3
    assert faults(text, replace(result, text=None)) == (0, len(text))
