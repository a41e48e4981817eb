"""Requests of the self-cleaning loop: more of what models get wrong, in the training split alone."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from ficha.document import Document
from ficha.errors import InputError
from synth.factory import Factory
from synth.feedback import Requests, read_requests
from synth.pack import load_pack


def requests(tmp_path: Path, *lines: dict[str, object], lang: str = "eng") -> Requests:
    path = tmp_path / "feedback.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return read_requests(path, lang, load_pack(lang).settings.registers)


def made(wanted: Requests | None, split: str) -> list[Document]:
    factory = Factory(load_pack("eng"), 13, 20, None, wanted)
    return [m.document for m in factory.documents(400) if m.reason is None and m.document.meta["split"] == split]


def share(documents: list[Document], label: str) -> float:
    return sum(any(s.label == label for s in d.spans) for d in documents) / len(documents)


def test_what_was_asked_for_is_made_more_often_and_test_stays(tmp_path: Path) -> None:
    line = {"id": "x", "lang": "eng", "register": None, "label": "facility.pharmacy", "kind": "missing"}
    wanted = requests(tmp_path, line)
    assert share(made(wanted, "train"), "facility.pharmacy") > 1.5 * share(made(None, "train"), "facility.pharmacy")
    assert made(wanted, "test") == made(None, "test")


def test_the_register_is_followed_and_one_of_another_pack_is_not(tmp_path: Path) -> None:
    rarest = min(load_pack("eng").settings.registers.items(), key=lambda pair: pair[1])[0]
    other = {"lang": "eng", "register": "no-such", "label": None}
    assert requests(tmp_path, other).wishes == {(None, None): 1}
    wanted = requests(tmp_path, {"lang": "eng", "register": rarest, "label": None}, {**other, "lang": "swa"})
    counts = Counter(d.meta["register"] for d in made(wanted, "train"))
    assert counts[rarest] > Counter(d.meta["register"] for d in made(None, "train"))[rarest]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"lang": "swa", "register": None, "label": None}, "no request for eng"),
        ({"lang": "eng", "register": None, "label": "no.such"}, "line 1: unknown fine label"),
        ({"lang": "eng"}, "line 1: expected an object"),
    ],
)
def test_bad_files_are_told(tmp_path: Path, line: dict[str, object], told: str) -> None:
    with pytest.raises(InputError, match=told):
        requests(tmp_path, line)
    with pytest.raises(InputError, match="can't read"):
        read_requests(tmp_path / "none", "eng", {})
