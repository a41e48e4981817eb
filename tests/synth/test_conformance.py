"""What every language pack must fulfil, and that the check itself finds faults."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ficha.document import checked_spans
from ficha.labels import is_fine_label
from synth.conformance import faults_of, language_faults
from synth.factory import Factory
from synth.output import write_folder
from synth.pack import load_pack, pack_codes
from tests.synth.build import CLAUSES, LISTS, TEMPLATES, make_pack

CODES = pack_codes()


@pytest.mark.parametrize("code", CODES)
def test_packs_have_no_faults(code: str) -> None:
    assert [str(fault) for fault in language_faults(code)] == []


@pytest.mark.parametrize("code", CODES)
def test_200_documents(code: str, tmp_path: Path) -> None:
    pack = load_pack(code)
    factory = Factory(pack, 13)
    made = list(factory.documents(200))
    documents = [item.document for item in made if item.reason is None]
    assert len(documents) == 200
    for document in documents:
        assert checked_spans(document.text, document.spans, document.id) == document.spans
        assert all(is_fine_label(span.label) for span in document.spans)
        values = [document.text[s.start : s.end] for s in document.spans]
        assert all(value == value.strip() for value in values)
        assert not any(sign in document.text for sign in ("{", "}", "[@"))
    assert Counter(d.meta["split"] for d in documents) == {"train": 160, "dev": 10, "test": 30}
    assert sum(not d.spans for d in documents) >= 0.1 * len(documents)


@pytest.mark.parametrize("code", CODES)
def test_splits_are_disjoint_in_2000_documents(code: str, tmp_path: Path) -> None:
    pack = load_pack(code)
    stats = write_folder(tmp_path, Factory(pack, 13).documents(2000), pack, 13, {})
    assert stats.kept == 2000
    assert set(stats.overlaps().values()) == {0}
    assert stats.free >= 0.15 * stats.kept
    assert len(stats.splits["test"].names) >= 60


def faults(folder: Path, **given: Any) -> list[str]:
    return [str(fault) for fault in faults_of(make_pack(folder, **given))]


def test_the_made_up_pack_is_only_too_small(tmp_path: Path) -> None:
    assert faults(tmp_path) == ["zzz/templates:0: 72 templates: expected at least 150"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"templates": {"message": "== a\n{nurse}", "note": "== n\n[@plan]"}},
         "zzz/templates/message.txt:2: unknown slot kind 'nurse'"),
        ({"templates": {"message": "== a\n{phone}", "note": "== n\n{phone} [@plan]"}},
         "zzz/templates:0: 0 of 2 hold no personal data: expected 15% or more"),
        ({"registers": {"message": 1, "note": 1, "lab": 1}}, "pack.yaml:28: register 'lab' has a share and no file"),
        ({"clauses": CLAUSES | {"plan": "a\nb"}}, "zzz/clauses/plan.txt:0: 2 clauses: expected at least 3"),
        ({"clauses": CLAUSES | {"talk": "a\nb\nc"}}, "zzz/clauses/talk.txt:0: no template draws from this bank"),
        ({"lists": {"village": LISTS["village"][:1]}}, "ficha/locales/zzz/lists/village.txt:4: no value of the"),
        ({"lists": {"given_male": ["Ibaba"]}}, "lists/given_male.txt:4: no value of the"),
        ({"date_styles": {"KE": ["{yyyy}"]}}, "zzz/pack.yaml:15: date_styles has nothing for GB"),
        ({"date_styles": {"any": ["{d}/{m}"]}}, "zzz/pack.yaml:15: date_styles writes no year for KE"),
        ({"date_styles": {"any": ["{day}/{yy}"]}}, "has the unknown field 'day'"),
        ({"time_styles": {"any": ["{hour}"]}}, "time_styles: '{hour}' has the unknown field 'hour'"),
        ({"fillers": {"count": [{"text": "{n}"}]}}, "fillers lacks duration"),
        ({"templates": TEMPLATES | {"message": TEMPLATES["message"] + "\n== z\ncall Zebado now"}},
         "carrier word 'Zebado' is in the name lists"),
        ({"templates": TEMPLATES | {"message": TEMPLATES["message"] + "\n== z\ncall 0712 345 678"}},
         "carrier text holds an @ or a long number"),
        ({"templates": TEMPLATES | {"message": TEMPLATES["message"] + "\n== y\na b c d e\n== z\nA, b, c d e"}},
         "shares 'a b c d e' with"),
        ({"templates": TEMPLATES | {"message": TEMPLATES["message"] + "\n== z\n{date}{time}"}},
         "{date} and {time} touch"),
        ({"templates": TEMPLATES | {"message": TEMPLATES["message"] + "\n== z\n[at|{city}{phone}]"}},
         "{city} and {phone} touch"),
    ],
)  # fmt: skip
def test_the_check_finds(tmp_path: Path, given: dict[str, Any], expected: str) -> None:
    found = faults(tmp_path, **given)
    assert any(expected in fault for fault in found), found


def test_common_words_and_eponyms_may_stand_in_carrier_text(tmp_path: Path) -> None:
    text = TEMPLATES["message"] + "\n== z\nGrace period for Bell palsy"
    lists = {"family": [*LISTS["family"], "Grace", "Bell"]}
    assert not any(
        "carrier word" in fault for fault in faults(tmp_path, templates=TEMPLATES | {"message": text}, lists=lists)
    )
