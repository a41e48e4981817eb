"""FHIR: free text is redacted in place, every other byte stays."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ficha.errors import FichaError
from ficha.io import fhir
from ficha.io.source import Source, TableOptions
from ficha.result import Result

NO = TableOptions()


def _data(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


BUNDLE = """{ "resourceType" : "Bundle",  "entry":[
 {"resource": {"resourceType":"DiagnosticReport","status":"final","subject":{"display":"kept"},
   "conclusion":"Seen \\u201cZuwena\\u201d\\n ok", "presentedForm":[{"contentType":"text/plain","data":"FIVE"},
   {"contentType":"application/pdf","data":"JVBERg=="}]}},
 {"resource":{"note":[{"text":"one"},{"time":"2026-01-01","text":"two"}], "resourceType":"Observation",
   "valueQuantity":{"value":1.50,"unit":"mg"}, "component":[{"valueString":"three"}]}},
 {"resource":{"resourceType":"DocumentReference","description":"four","content":[{"attachment":{"data":"SIX"}}]}},
 {"resource":{"resourceType":"Patient","conclusion":"not a text"}} ] }
""".replace("FIVE", _data("five")).replace("SIX", _data("sáu"))


def _redact(content: str, change: Callable[[str], str | None]) -> str:
    source = Source("b.fhir.json", None, content.encode())
    documents = list(fhir.read(source, NO))
    assert fhir.check(source, NO) == len(documents)
    results = [Result(d.id, "ok", change(d.text), (), (), (), "p", "m", None) for d in documents]
    out = io.BytesIO()
    fhir.write(source, NO, iter(results), out)
    return out.getvalue().decode()


def test_texts_are_found_in_the_files_order_and_decoded() -> None:
    source = Source("b.fhir.json", None, BUNDLE.encode())
    texts = [d.text for d in fhir.read(source, NO)]
    assert texts == ["Seen “Zuwena”\n ok", "five", "one", "two", "three", "four", "sáu"]


def test_only_the_texts_change() -> None:
    redacted = _redact(BUNDLE, lambda text: text.replace("Zuwena", "[name]").replace("five", "[x]"))
    expected = BUNDLE.replace('"Seen \\u201cZuwena\\u201d\\n ok"', '"Seen “[name]”\\n ok"').replace(
        _data("five"), _data("[x]")
    )
    assert redacted == expected


def test_untouched_texts_keep_their_bytes_and_failed_ones_are_withheld() -> None:
    assert _redact(BUNDLE, lambda text: text) == BUNDLE
    withheld = _redact(BUNDLE, lambda text: None)
    assert "Zuwena" not in withheld
    assert withheld.count("[text withheld]") == 5
    assert withheld.count(_data("[text withheld]")) == 2


def test_ndjson_holds_a_resource_a_line() -> None:
    lines = '{"resourceType":"Observation","valueString":"a"}\n\n{"resourceType":"Observation","valueString":"b"}\n'
    assert _redact(lines, str.upper) == lines.replace('"a"', '"A"').replace('"b"', '"B"')


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(),
        lambda t: st.lists(t) | st.dictionaries(st.text(), t),
    )
)
def test_any_json_is_read_as_the_standard_library_does(value: object) -> None:
    for ascii_only in (True, False):
        content = json.dumps({"resourceType": "Observation", "x": value, "valueString": "t"}, ensure_ascii=ascii_only)
        if any("\ud800" <= c <= "\udfff" for c in content):
            continue
        assert _redact(content, lambda text: text) == content


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"resourceType": "Zuwena', "not valid JSON (in the value that begins on line 1)"),
        ("{}\n{'a':1}", "line 2"),
        ("[" * 5000, "not valid JSON"),
        ('{"a" 1}', "not valid JSON"),
        (
            '{"resourceType":"DocumentReference","content":[{"attachment":{"data":"Zuwena!"}}]}',
            "attachment 1 is not base64",
        ),
        ('{"resourceType":"DocumentReference","content":[{"attachment":{"data":"/w=="}}]}', "not UTF-8"),
    ],
)
def test_what_cant_be_read_is_told_without_quoting_it(content: str, told: str) -> None:
    with pytest.raises(FichaError) as caught:
        fhir.check(Source("b.fhir.json", None, content.encode()), NO)
    assert told in str(caught.value)
    assert "Zuwena" not in str(caught.value)
