"""Reading an annotated corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ficha.document import Span
from ficha.errors import InputError, LabelError
from synth.projection.corpus import LABELS, read_corpus, read_labels

TEXT = "Paciente: Íñigo Gómez.\nEdad: 46 años. Sexo: V."


def brat(folder: Path, lines: list[str], text: str = TEXT) -> Path:
    (folder / "a.txt").write_text(text, encoding="utf-8")
    (folder / "a.ann").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_brat_files_with_labels_of_meddocan(tmp_path: Path) -> None:
    lines = ["T1\tNOMBRE_SUJETO_ASISTENCIA 10 21\tÍñigo Gómez", "T2\tEDAD_SUJETO_ASISTENCIA 29 36\t46 años",
             "T3\tSEXO_SUJETO_ASISTENCIA 44 45\tV", "#1\tAnnotatorNotes T1\tnote"]  # fmt: skip
    (document,) = read_corpus(brat(tmp_path, lines), read_labels("meddocan"))
    assert (document.id, document.text) == ("a", TEXT)
    assert document.spans == (Span(10, 21, "person.patient"), Span(29, 36, "age"))


def test_corpus_lines_with_fine_labels(tmp_path: Path) -> None:
    row = {
        "id": "1",
        "lang": "spa",
        "text": TEXT,
        "spans": [{"start": 10, "end": 21, "label": "person.patient", "entity": "p"}],
    }
    file = tmp_path / "c.jsonl"
    file.write_text(json.dumps(row) + "\n\n", encoding="utf-8")
    (document,) = read_corpus(file, read_labels(None))
    assert document.spans == (Span(10, 21, "person.patient", "p"),)


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (["T1\tNOMBRE_SUJETO_ASISTENCIA 11 22\tÍñigo Gómez"], "line 1: the offsets hold another text"),
        (["T1\tNOMBRE_SUJETO_ASISTENCIA 10 15;16 21\tÍñigo Gómez"], "line 1: expected"),
        (["T1\tPERSON 10 21\tÍñigo Gómez"], "unknown label 'PERSON': name a map with --labels"),
    ],
)
def test_what_does_not_fit_is_named_and_not_quoted(tmp_path: Path, lines: list[str], what: str) -> None:
    with pytest.raises(InputError, match=what) as error:
        list(read_corpus(brat(tmp_path, lines), read_labels("meddocan")))
    assert "Gómez" not in str(error.value)


def test_broken_lines(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text('{"text": "x"}', encoding="utf-8")
    with pytest.raises(InputError, match=r"c\.jsonl, line 1: expected a corpus line"):
        list(read_corpus(tmp_path / "c.jsonl", read_labels(None)))


def test_missing_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no corpus at"):
        list(read_corpus(tmp_path / "none.jsonl", read_labels(None)))
    with pytest.raises(InputError, match=r"no \.txt files"):
        list(read_corpus(tmp_path, read_labels(None)))
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match=r"no a\.ann beside it"):
        list(read_corpus(tmp_path, read_labels(None)))


def test_label_maps(tmp_path: Path) -> None:
    for file in LABELS.glob("*.yaml"):
        assert read_labels(file.stem)
    own = tmp_path / "own.yaml"
    own.write_text("PER: person.other\nMISC: null\n", encoding="utf-8")
    assert read_labels(str(own)) == {"PER": "person.other", "MISC": None}
    own.write_text("PER: person\n", encoding="utf-8")
    with pytest.raises(LabelError, match="'person' is no fine label"):
        read_labels(str(own))
    own.write_text("- PER\n", encoding="utf-8")
    with pytest.raises(InputError, match="one line a label"):
        read_labels(str(own))
    with pytest.raises(InputError, match="no label map 'nothing': expected meddocan"):
        read_labels("nothing")
