"""Kinyarwanda never generates tribe or clan: neither as a value nor as a word that the term list knows."""

from __future__ import annotations

from pathlib import Path

from ficha.rules import find_all
from synth.conformance import faults_of
from synth.factory import Factory
from synth.nodes import Slot, walk
from synth.pack import load_pack
from synth.templates import load_texts
from tests.synth.build import TEMPLATES, make_pack


def test_no_document_holds_one() -> None:
    pack = load_pack("kin")
    made = [item.document for item in Factory(pack, 29).documents(800) if item.reason is None]
    assert len(made) > 750
    for document in made:
        assert not {span.label for span in document.spans} & {"tribe", "clan"}
        terms = [m for m in find_all(document.text, [pack.locale]).kept if m.label in ("tribe", "clan")]
        assert terms == [], document.id


def test_no_template_or_clause_may_draw_one() -> None:
    texts = load_texts(load_pack("kin"))
    every = [*texts.templates, *(c for bank in texts.clauses.values() for c in bank)]
    kinds = {node.kind for item in every for node in walk(item.nodes) if isinstance(node, Slot)}
    assert not {kind for kind in kinds if kind.startswith(("tribe", "clan"))}


def test_a_term_list_is_no_slot(tmp_path: Path) -> None:
    text = TEMPLATES["message"] + "\n== z\nof {tribe_terms}"
    pack = make_pack(tmp_path, TEMPLATES | {"message": text}, lists={"tribe_terms": ["Zabo"]})
    assert any("unknown slot kind 'tribe_terms'" in fault.what for fault in faults_of(pack))
