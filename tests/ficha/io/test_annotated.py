"""brat, i2b2 and CoNLL: texts are read without their annotations, outputs mark placeholders and hold no source."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ficha.errors import FichaError
from ficha.io import conll, i2b2
from ficha.io.placed import placed
from ficha.io.source import Source, TableOptions
from ficha.redactor import Redactor
from ficha.result import Result

NO = TableOptions()
TEXT = "Naitwa 😀 Zuwena, simu 0712 345 678\nau 0713 345 679."


def _result(text: str = TEXT) -> Result:
    return Redactor(None, "rules").redact(text, lang="swa")


def test_placeholders_are_found_in_the_redacted_text() -> None:
    result = _result()
    assert result.text is not None
    found = list(placed(result))
    assert [(result.text[i.start : i.end], i.label) for i in found] == [("[CONTACT_PHONE]", "CONTACT_PHONE")] * 2


def test_brat_goes_through_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(TEXT, encoding="utf-8")
    command = [sys.executable, "-m", "ficha.cli", "redact", "--engine", "rules", "--lang", "swa"]
    ran = subprocess.run(
        [*command, str(tmp_path / "in"), "--format", "brat", "--out", str(tmp_path / "out")], check=False
    )
    assert ran.returncode == 0
    text = (tmp_path / "out" / "a.txt").read_text(encoding="utf-8")
    for line in (tmp_path / "out" / "a.ann").read_text(encoding="utf-8").splitlines():
        _, place, shown = line.split("\t")
        label, start, end = place.split()
        assert (text[int(start) : int(end)], label) == (shown, "CONTACT_PHONE")
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["a.ann", "a.txt"]
    refused = subprocess.run([*command, str(tmp_path / "in"), "--format", "brat"], check=False, capture_output=True)
    assert (refused.returncode, refused.stdout) == (2, b"")


def _xml(text: str) -> bytes:
    tags = '<TAGS><NAME text="Zuwena"/></TAGS>'
    return f'<?xml version="1.0"?><deIdi2b2><TEXT><![CDATA[{text}]]></TEXT>{tags}</deIdi2b2>'.encode()


def test_i2b2_is_written_with_the_placeholders_as_tags() -> None:
    source = Source("a.xml", None, _xml(TEXT))
    assert i2b2.check(source, NO) == 1
    assert [d.text for d in i2b2.read(source, NO)] == [TEXT]
    out = io.BytesIO()
    i2b2.write(source, NO, iter([_result()]), out)
    root = ElementTree.fromstring(out.getvalue())
    text = root.findtext("TEXT") or ""
    assert text == _result().text
    assert [text[int(t.get("start", 0)) : int(t.get("end", 0))] for t in root.iter("PHI")] == ["[CONTACT_PHONE]"] * 2
    assert "NAME" not in out.getvalue().decode()


@pytest.mark.parametrize("text", ["a ]]> b", "tab\tand <b>&amp;</b>", "bell \x07"])
def test_i2b2_can_hold_any_text(text: str) -> None:
    out = io.BytesIO()
    i2b2.write(Source("a.xml", None, b""), NO, iter([Result("1", "ok", text, (), (), (), "p", "m", None)]), out)
    assert ElementTree.fromstring(out.getvalue()).findtext("TEXT") == text.replace("\x07", "\ufffd")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"<x>Zuwena", "line 1: not well-formed"),
        (b"<x>Zuwena</x>", "no TEXT"),
        (b'<!DOCTYPE x [<!ENTITY a "Zuwena">]><x/>', "not accepted"),
    ],
)
def test_other_xml_is_refused(data: bytes, told: str) -> None:
    with pytest.raises(FichaError, match=told) as caught:
        i2b2.check(Source("a.xml", None, data), NO)
    assert "Zuwena" not in str(caught.value)


def test_conll_documents_are_read_and_written_with_tags() -> None:
    source = Source(
        "a.conll",
        None,
        b"-DOCSTART- O\n\nNaitwa O\nZuwena B-PER\n\nsimu O\n0712345678 O\n. O\n\n-DOCSTART- O\n\nsawa O\n",
    )
    assert conll.check(source, NO) == 2
    texts = [d.text for d in conll.read(source, NO)]
    assert texts == ["Naitwa Zuwena\nsimu 0712345678 .", "sawa"]
    out = io.BytesIO()
    conll.write(source, NO, iter([_result(t) for t in texts]), out)
    assert out.getvalue().decode() == (
        "Naitwa O\nZuwena O\n\nsimu O\n[CONTACT_PHONE] B-CONTACT_PHONE\n. O\n\n-DOCSTART- O\n\nsawa O\n\n"
    )
    again = [d.text for d in conll.read(Source("b.conll", None, out.getvalue()), NO)]
    assert again == ["Naitwa Zuwena\nsimu [CONTACT_PHONE] .", "sawa"]


def test_conll_without_tokens_is_refused() -> None:
    with pytest.raises(FichaError, match="no tokens"):
        conll.check(Source("a.conll", None, b"\n\n"), NO)
