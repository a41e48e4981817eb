"""The prompts of the loop: there for every pack, in its language, with local values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import prompts
from ficha.errors import InputError
from synth.nodes import Slot, walk
from synth.pack import Pack, load_pack
from synth.slots import LABELS
from synth.splits import ListSplit
from synth.teacher.labelling import NEVER
from synth.teacher.language import in_language
from synth.teacher.local import local_values
from synth.teacher.plan import Cell, Seed
from synth.teacher.steps import STEPS, Steps
from synth.templates import load_texts
from synth.world import World
from tests.synth.build import make_pack

CODES = sorted(file.parent.name for file in prompts.FOLDER.glob("*/terms.yaml"))


@pytest.fixture(scope="module", params=CODES)
def pack(request: pytest.FixtureRequest) -> Pack:
    return load_pack(request.param)


def test_the_first_seven_languages_have_prompts() -> None:
    assert {"eng", "kin", "lug", "luo", "por", "swa", "zho"} <= set(CODES)


def test_a_pack_without_prompts_is_told_which_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no prompt zzz/brainstorm: there are"):
        Steps(make_pack(tmp_path), 13)


def test_prompts_are_in_their_language(pack: Pack) -> None:
    for step in STEPS:
        text = re.sub(r"\{[^}]*\}|<[^>]*>|\[[^\]]*\]|JSON", " ", prompts.load(pack.code, step).text)
        assert in_language(text, pack.code), step


def test_every_question_is_whole_and_carries_local_values(pack: Pack) -> None:
    steps = Steps(pack, 13)
    country = next(iter(pack.settings.countries))
    lists = ListSplit(pack)
    local = local_values(World(pack, country, "train", lists), lists, "k")
    seed = Seed(Cell("note", "train"), "CATEGORY", country, False, 3, 7)
    free = Seed(seed.cell, seed.category, country, True, 4, 7)
    questions = [steps.brainstorm("note", 0), steps.expand(seed, local, "FAULTS"), steps.expand(free, local, "FAULTS"),
                 steps.look(["SAMPLE"], "FAULTS"), steps.twin("TEXT"), steps.translate("TEXT", "x1")]  # fmt: skip
    for question in questions:
        assert not re.search(r"\{[a-z_]+\}", question.prompt), question.step
        assert f'{{"{question.shape.field}": ' in question.prompt.splitlines()[-1]
    expand, plain = questions[1:3]
    assert all(value in expand.prompt for value in (*local.names.split("; "), local.places, local.numbers, local.dates))
    assert local.names.split("; ")[0] not in plain.prompt
    for question in (expand, plain):
        assert "CATEGORY" in question.prompt
        assert "FAULTS" in question.prompt


def test_the_labels_asked_for_are_those_that_templates_have(pack: Pack) -> None:
    texts = load_texts(pack)
    every = [*(t.nodes for t in texts.templates), *(c.nodes for bank in texts.clauses.values() for c in bank)]
    slots = (node for nodes in every for node in walk(nodes) if isinstance(node, Slot))
    used = {LABELS[slot.kind] for slot in slots if slot.kind in LABELS}
    asked = set(Steps(pack, 13).labels)
    assert used <= asked
    assert not asked & NEVER.get(pack.code, frozenset())
    assert all(f"[{label}] " in Steps(pack, 13).twin("x").prompt for label in used)
