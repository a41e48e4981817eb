"""The accuracy of an anonymising teacher, measured against a real server that errs in a known way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eval.cli import app
from ficha.document import Document
from ficha.twin import write_twin
from synth.pack import load_pack
from synth.teacher.measure import gold
from tests.synth.teacher.server import TeacherServer

COUNT = 12


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    return gold(load_pack("eng"), COUNT, 13)


def twin(document: Document) -> str:
    return write_twin(document.text, [(s.start, s.end, s.label) for s in document.spans], "[{}]".format)


def scores(server: TeacherServer, folder: Path) -> tuple[dict[str, float], str]:
    arguments = ["teacher", "--lang", "eng", "--n", str(COUNT), "--seed", "13", "--model", "m", "--json"]
    arguments += ["--base-url", server.url, "--cache", str(folder), "--resamples", "20"]
    result = CliRunner().invoke(app, arguments, env={"OPENAI_API_KEY": "k"})
    assert result.exit_code == 0, result.stderr
    measures = json.loads(result.stdout)["measures"]
    return {name: measure["value"] for name, measure in measures.items()}, result.stderr


def test_a_perfect_teacher(documents: list[Document], tmp_path: Path) -> None:
    with TeacherServer() as server:
        server.twins = {d.text: twin(d) for d in documents}
        found, said = scores(server, tmp_path)
    assert found["document.accuracy"] == 1
    assert found["item.strict.f1"] == 1
    assert "0 of 12 twins could not be read" in said
    assert server.steps() == {"twin": COUNT}


def test_a_teacher_that_misses_one_document_and_rewrites_another(documents: list[Document], tmp_path: Path) -> None:
    personal = [d for d in documents if d.spans]
    with TeacherServer() as server:
        server.twins = {d.text: twin(d) for d in documents}
        server.twins[personal[0].text] = personal[0].text
        server.twins[personal[1].text] = "Something else altogether."
        found, said = scores(server, tmp_path)
    assert found["document.recall"] == pytest.approx((COUNT - 2) / COUNT)
    assert found["item.strict.recall"] < 1
    assert "1 of 12 twins could not be read" in said
