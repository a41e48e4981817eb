"""Gold sets in their own file formats: tiny files written here, read by the loader that recognises them."""

from __future__ import annotations

import json

import pytest

from eval.loaders import Loader, detect_loader, find_loader
from ficha.document import Document
from ficha.errors import InputError, SpanError

BRAT = "Nombre: Ana Ruiz.\nFecha: 3/4/2019, Hospital Sur.\n"
ANN = (
    "T1\tNOMBRE_SUJETO_ASISTENCIA 8 16\tAna Ruiz\n#1\tAnnotatorNotes T1\tnota\n"
    "T2\tFECHAS 25 33\t3/4/2019\nT3\tHOSPITAL 35 47\tHospital Sur\nT4\tTERRITORIO 44 47\tSur\n"
)
XML = (
    '<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n<TEXT><![CDATA[Seen: Rudo Banda & son, 4/5/2071.]]></TEXT>\n'
    '<TAGS>\n<NAME id="P0" start="6" end="16" text="Rudo Banda" TYPE="PATIENT" comment="" />\n'
    '<DATE id="P1" start="24" end="32" text="4/5/2071" TYPE="DATE" comment="" />\n</TAGS>\n</deIdi2b2>\n'
)
CONLL = "-DOCSTART- O\n\nLewis B-PER\nOmondi I-PER\nalifika O\nKisumu B-LOC\n. O\n\nJana B-DATE\n. O\n"
TAB = [
    {
        "doc_id": "001-1",
        "text": "Mr Rudo Banda, born in 1960, a farmer.",
        "dataset_type": "test",
        "annotations": {
            "annotator2": {"entity_mentions": []},
            "annotator1": {
                "entity_mentions": [
                    {"entity_type": "PERSON", "start_offset": 3, "end_offset": 13, "identifier_type": "DIRECT"},
                    {"entity_type": "DATETIME", "start_offset": 23, "end_offset": 27, "identifier_type": "QUASI"},
                    {"entity_type": "DEM", "start_offset": 31, "end_offset": 37, "identifier_type": "NO_MASK"},
                ]
            },
        },
    }
]
MINUTE = {
    "minute_id": "M1_cm_001",
    "full_text": "O Sr. Rui Veloso Dias, NIF 11490753.",
    "personal_info": [
        {"type": "PERSONAL-NAME", "text": "Rui Veloso Dias", "start": 6, "end": 21},
        {"type": "PERSONAL-INFO", "text": "11490753", "start": 30, "end": 38},  # three too high, as some are
    ],
}
PRESIDIO = [
    {
        "full_text": "My SSN: 460-89-9847",
        "template_id": 7,
        "spans": [{"entity_type": "US_SSN", "entity_value": "460-89-9847", "start_position": 8, "end_position": 19}],
    }
]
# name -> files to write, what to load of them, and what must come out: text, language, spans as (words, label)
FILES = {
    "meddocan": (
        {"set/S01.txt": BRAT, "set/S01.ann": ANN},
        "set",
        [
            (
                BRAT,
                "spa",
                [("Ana Ruiz", "NOMBRE_SUJETO_ASISTENCIA"), ("3/4/2019", "FECHAS"), ("Hospital Sur", "HOSPITAL")],
            )
        ],
    ),
    "i2b2_2014": (
        {"set/110-01.xml": XML},
        "set",
        [("Seen: Rudo Banda & son, 4/5/2071.", "eng", [("Rudo Banda", "PATIENT"), ("4/5/2071", "DATE")])],
    ),
    "masakhaner": (
        {"swa/test.txt": CONLL},
        "swa/test.txt",
        [
            ("Lewis Omondi alifika Kisumu .", "swa", [("Lewis Omondi", "PER"), ("Kisumu", "LOC")]),
            ("Jana .", "swa", [("Jana", "DATE")]),
        ],
    ),
    "tab": (
        {"test.json": json.dumps(TAB)},
        "test.json",
        [(TAB[0]["text"], "eng", [("Rudo Banda", "PERSON"), ("1960", "DATETIME")])],
    ),
    "citilink": (
        {"personal_info.json": json.dumps([MINUTE]), "split_info.json": '{"test_files": ["M1_cm_001"]}'},
        "personal_info.json",
        [(MINUTE["full_text"], "por", [("Rui Veloso Dias", "PERSONAL-NAME"), ("11490753", "PERSONAL-INFO")])],
    ),
    "presidio_research": (
        {"synth.json": json.dumps(PRESIDIO)},
        "synth.json",
        [("My SSN: 460-89-9847", "eng", [("460-89-9847", "US_SSN")])],
    ),
}


def lay(tmp_path, files: dict[str, str]) -> None:
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8", newline="")


def loaded(tmp_path, name: str, **changes: str) -> list[Document]:
    files, target, _ = FILES[name]
    lay(tmp_path, files | changes)
    return list(find_loader(name).load(tmp_path / target))


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_format_is_recognised_and_read(name, tmp_path):
    files, target, expected = FILES[name]
    lay(tmp_path, files)
    loader: Loader = detect_loader(tmp_path / target)
    assert loader.LABELS.name == name
    found = [
        (d.text, d.lang, [(d.text[s.start : s.end], s.label) for s in d.spans]) for d in loader.load(tmp_path / target)
    ]
    assert found == expected


def test_what_a_set_knows_of_splits_and_groups_is_kept(tmp_path):
    (minute,) = loaded(tmp_path, "citilink")
    assert minute.meta == {"group": "M1", "split": "test"}
    (case,) = loaded(tmp_path, "tab")
    assert case.meta == {"split": "test"}


def test_one_of_a_kind_is_read_as_a_list_of_one_in_citilink(tmp_path):
    (minute,) = loaded(tmp_path, "citilink", **{"personal_info.json": json.dumps(MINUTE)})
    assert minute.id == "M1_cm_001"


def test_annotations_made_on_other_line_ends_are_found_out_b21(tmp_path):
    # B21: offsets counted with "\n" don't fit a file with "\r\n"; the quoted text tells.
    with pytest.raises(SpanError, match=r"S01\.ann line 3: span 25-33 holds another text than it quotes") as caught:
        loaded(tmp_path, "meddocan", **{"set/S01.txt": BRAT.replace("\n", "\r\n")})
    assert "2019" not in str(caught.value)
    shifted = "T1\tFECHAS 26 34\t3/4/2019\n"
    (case,) = loaded(tmp_path, "meddocan", **{"set/S01.txt": BRAT.replace("\n", "\r\n"), "set/S01.ann": shifted})
    assert case.text[26:34] == "3/4/2019"


@pytest.mark.parametrize(
    ("name", "file", "content", "words"),
    [
        ("meddocan", "set/S01.ann", "T1\tHOSPITAL 1 3;5 7\tx\n", r"S01\.ann line 1: expected `T1`, a label with one"),
        ("meddocan", "set/S01.ann", "T1\tNAME 8 16\tAna Ruiz\n", r"label 'NAME' is unknown to format 'meddocan'"),
        ("i2b2_2014", "set/110-01.xml", "<deIdi2b2><TEXT>x</TEXT", r"110-01\.xml, line 1: not well-formed XML"),
        ("i2b2_2014", "set/110-01.xml", "<deIdi2b2/>", r"110-01\.xml: no TEXT element"),
        ("i2b2_2014", "set/110-01.xml", "<!DOCTYPE x><deIdi2b2/>", r"a document type declaration is not accepted"),
        ("i2b2_2014", "set/110-01.xml", XML.replace('TYPE="PATIENT"', 'TYPE="WHO"'), r"TYPE 'WHO' is unknown"),
        ("i2b2_2014", "set/110-01.xml", XML.replace('start="6"', 'start="x"'), r"without whole numbers"),
        ("masakhaner", "swa/test.txt", "Lewis B-NAME\n", r"test\.txt line 1: expected a token and a tag"),
        ("masakhaner", "swa/test.txt", "Lewis\n", r"test\.txt line 1: expected a token and a tag"),
        ("tab", "test.json", '[{"doc_id": "1", "text": "x", "annotations": {}}]', r"document 1: field 'annotations'"),
        ("tab", "test.json", "[", r"test\.json line 1: not valid JSON"),
        ("citilink", "personal_info.json", json.dumps({**MINUTE, "full_text": "nada"}), r"it isn't near either"),
        ("presidio_research", "synth.json", json.dumps(PRESIDIO).replace("US_SSN", "X"), r"label 'X' is unknown"),
        ("presidio_research", "synth.json", "{}", r"synth\.json: expected a list of objects, found dict"),
    ],
)
def test_damaged_files_are_said_without_quoting_them(name, file, content, words, tmp_path):
    with pytest.raises(InputError, match=words) as caught:
        loaded(tmp_path, name, **{file: content})
    assert "Ruiz" not in str(caught.value)
    assert "Banda" not in str(caught.value)


def test_a_file_that_no_format_recognises(tmp_path):
    (tmp_path / "a.json").write_text("[1]")
    with pytest.raises(InputError, match=r"a\.json: expected a list of objects"):
        detect_loader(tmp_path / "a.json")
    (tmp_path / "b.json").write_text('[{"x": 1}]')
    with pytest.raises(InputError, match=r"b\.json: no format recognises it: pass --format"):
        detect_loader(tmp_path / "b.json")
    with pytest.raises(InputError, match="No such file or folder"):
        detect_loader(tmp_path / "none")


def test_texts_without_spans_are_plain(tmp_path):
    lay(tmp_path, {"tico.jsonl": '{"id": "1", "lang": "kin", "text": "hamwe"}\n{"id": "2", "text": "na"}\n'})
    loader = detect_loader(tmp_path / "tico.jsonl")
    assert loader.LABELS.name == "plain"
    assert [(d.lang, d.text, d.spans) for d in loader.load(tmp_path / "tico.jsonl")] == [
        ("kin", "hamwe", ()),
        (None, "na", ()),
    ]
    lay(tmp_path, {"tico.jsonl": '{"id": "1", "text": "hamwe", "spans": [{"start": 0, "end": 2, "label": "age"}]}\n'})
    with pytest.raises(InputError, match="a text with spans is no text without personal data"):
        list(find_loader("plain").load(tmp_path / "tico.jsonl"))
    lay(tmp_path, {"tico.jsonl": '{"id": "1", "text": "a"}\n{"id": "1", "text": "b"}\n'})
    with pytest.raises(InputError, match="id '1' was met before"):
        list(find_loader("plain").load(tmp_path / "tico.jsonl"))
