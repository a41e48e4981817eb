"""UIMA CAS as JSON and XMI: read as the library writes it, written so that the library reads it; no source in it."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import cassis
import pytest

from ficha.errors import FichaError
from ficha.io import uima_json, uima_xmi
from ficha.io.source import Source, TableOptions
from ficha.io.uima import ENTITY
from ficha.redactor import Redactor
from ficha.result import Result

NO = TableOptions()
TEXT = 'Naitwa 😀 Zuwena,\r\n\tsimu 0712 345 678\nau <0713 345 679> & "x".'
FORMS = pytest.mark.parametrize("form", [uima_json, uima_xmi])


def _types() -> cassis.TypeSystem:
    types = cassis.TypeSystem()
    types.create_feature(types.create_type(ENTITY, supertypeName="uima.tcas.Annotation"), "value", "uima.cas.String")
    return types


def _annotated() -> cassis.Cas:
    """As an annotation project holds it: the text, and a layer of its own whose values quote it."""
    types = _types()
    layer = types.create_type("webanno.custom.Person", supertypeName="uima.tcas.Annotation")
    types.create_feature(layer, "name", "uima.cas.String")
    cas = cassis.Cas(types)
    cas.sofa_string, cas.sofa_mime = TEXT, "text/plain"
    cas.add(layer(begin=9, end=15, name="Zuwena"))
    return cas


def _bytes(form: object, cas: cassis.Cas) -> bytes:
    return str(cas.to_json() if form is uima_json else cas.to_xmi()).encode()


@FORMS
def test_the_text_is_read_and_the_placeholders_are_written(form: object) -> None:
    source = Source("a", None, _bytes(form, _annotated()))
    assert uima_json.check(source, NO) == 1 if form is uima_json else uima_xmi.check(source, NO) == 1
    read, write = (uima_json.read, uima_json.write) if form is uima_json else (uima_xmi.read, uima_xmi.write)
    assert [(d.id, d.text) for d in read(source, NO)] == [("a", TEXT)]
    result = Redactor(None, "rules").redact(TEXT, lang="swa")
    out = io.BytesIO()
    write(source, NO, iter([result]), out)
    data = out.getvalue()
    cas = cassis.load_cas_from_json(data.decode()) if form is uima_json else _load_xmi(data)
    assert cas.sofa_string == result.text
    found = [(a.get_covered_text(), a.value) for a in cas.select(ENTITY)]
    assert found == [("[CONTACT_PHONE]", "CONTACT_PHONE")] * 2
    assert b"webanno.custom" not in data
    assert b"0712" not in data


def _load_xmi(data: bytes) -> cassis.Cas:
    return cassis.load_cas_from_xmi(io.BytesIO(data), typesystem=_types())


def test_xmi_can_hold_any_text() -> None:
    out = io.BytesIO()
    uima_xmi.write(Source("a", None, b""), NO, iter([Result("1", "ok", "b\x07 x", (), (), (), "p", "m", None)]), out)
    assert _load_xmi(out.getvalue()).sofa_string == "b\ufffd x"


@FORMS
def test_a_text_that_failed_is_withheld(form: object) -> None:
    out = io.BytesIO()
    failed = Result("1", "failed", None, (), (), (), "p", "m", None)
    (uima_json.write if form is uima_json else uima_xmi.write)(Source("a", None, b""), NO, iter([failed]), out)
    assert b"[text withheld]" in out.getvalue()


@FORMS
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[1]",
        b'{"%TYPES": 3}',
        b"<x>Zuwena",
        b"<x>Zuwena</x>",
        b"\xff",
        b'{"%FEATURE_STRUCTURES": "Zuwena"}',
        b'<!DOCTYPE x [<!ENTITY a "Zuwena">]><x>&a;</x>',
    ],
)
def test_what_is_no_cas_is_refused_without_a_word_of_it(form: object, data: bytes) -> None:
    with pytest.raises(FichaError) as caught:
        (uima_json.check if form is uima_json else uima_xmi.check)(Source("a", None, data), NO)
    assert "Zuwena" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_cas_with_two_texts_is_refused() -> None:
    cas = _annotated()
    cas.create_view("other").sofa_string = "Zuwena"
    with pytest.raises(FichaError, match="2 views with a text"):
        uima_xmi.check(Source("a", None, _bytes(uima_xmi, cas)), NO)


def test_both_go_through_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.cas.json").write_bytes(_bytes(uima_json, _annotated()))
    (tmp_path / "in" / "b.xmi").write_bytes(_bytes(uima_xmi, _annotated()))
    command = [sys.executable, "-m", "ficha.cli", "redact", "--engine", "rules", "--lang", "swa", "--out"]
    subprocess.run([*command, str(tmp_path / "out"), str(tmp_path / "in")], check=True)
    texts = {
        str(cassis.load_cas_from_json((tmp_path / "out" / "a.cas.json").read_text(encoding="utf-8")).sofa_string),
        str(_load_xmi((tmp_path / "out" / "b.xmi").read_bytes()).sofa_string),
    }
    assert texts == {Redactor(None, "rules").redact(TEXT, lang="swa").text}
