from __future__ import annotations

from pathlib import Path

import pytest

from synth.nodes import Slot, Text
from synth.templates import Fault, Template, load_texts
from tests.synth.build import CLAUSES, make_pack


def faults(tmp_path: Path, text: str) -> list[str]:
    pack = make_pack(tmp_path, {"message": text})
    return [str(fault) for fault in load_texts(pack).faults]


def test_blocks_comments_and_line_breaks(tmp_path: Path) -> None:
    text = "# head\n== a-1\none {patient}\n\n  two\n\n# note\n== a-2 country=KE\nthree"
    first, second = load_texts(make_pack(tmp_path, {"message": text})).templates
    assert first == Template(
        "a-1", "message", None, (Text("one "), Slot("patient"), Text("\n\n  two")), "zzz/templates/message.txt", 2
    )
    assert (second.id, second.country, second.line) == ("a-2", "KE", 8)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stray\n== a\nx", ":1: text before the first template"),
        ("==\nx", ":1: broken header"),
        ("== a b\nx", ":1: broken header"),
        ("== a mood=sad\nx", ":1: unknown attribute 'mood'"),
        ("== a country=FR\nx", ":1: unknown country 'FR': expected GB, KE"),
        ("== a\n\n== b\nx", ":1: template a is empty"),
        ("== a\nx\n== a\ny", ":3: template id 'a' is taken"),
        ("== a\nfine\n\nx {nurse}", ":4: unknown slot kind 'nurse'"),
        ("== a\nfine\n# between\nx [b", ":4: `[` is never closed"),
    ],
)
def test_faults_have_file_and_line(tmp_path: Path, text: str, expected: str) -> None:
    (fault,) = faults(tmp_path, text)
    assert fault.startswith("zzz/templates/message.txt" + expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\n# note\none", "zzz/clauses/plan.txt:3: clause stands twice"),
        ("one\n[@plan]", "zzz/clauses/plan.txt:2: a clause can't draw from a bank"),
        ("one\n\n{nurse}", "zzz/clauses/plan.txt:3: unknown slot kind"),
    ],
)
def test_faults_of_clauses(tmp_path: Path, text: str, expected: str) -> None:
    (fault,) = load_texts(make_pack(tmp_path, clauses=CLAUSES | {"plan": text})).faults
    assert str(fault).startswith(expected)


def test_a_repeated_line(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, {"message": "== a\n*3 A##. {patient}\n*0 x\n* y"})
    (template,) = load_texts(pack).templates
    texts = [node.text for node in template.nodes if isinstance(node, Text)]
    assert texts == ["A1. ", "\nA2. ", "\nA3. ", "\n*0 x\n* y"]


def test_a_file_without_a_share_is_a_fault(tmp_path: Path) -> None:
    (fault,) = load_texts(make_pack(tmp_path, {"message": "== a\nx", "lab": "== b\ny"})).faults
    assert fault == Fault("zzz/templates/lab.txt", 0, "register 'lab' has no share in pack.yaml (registers)")
