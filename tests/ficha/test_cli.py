"""The command line: what scripts rely on, and one-line errors that leave nothing half-written."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from ficha.cli import main

NOTE = "Mgonjwa, simu 0712 345 678, alifika kliniki leo asubuhi.\n"
REDACTED = "Mgonjwa, simu [CONTACT_PHONE], alifika kliniki leo asubuhi.\n"


@dataclass(frozen=True)
class Run:
    status: int
    out: bytes
    err: str


@pytest.fixture
def ficha(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]):
    def call(*arguments: object, stdin: bytes = b"") -> Run:
        monkeypatch.setattr(sys, "argv", ["ficha", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        with pytest.raises(SystemExit) as end:
            main()
        captured = capfdbinary.readouterr()
        return Run(int(end.value.code or 0), captured.out, captured.err.decode())

    return call


RULES = ("--engine", "rules", "--lang", "swa")


def test_text_from_stdin_comes_out_byte_equal_elsewhere(ficha) -> None:
    crlf = NOTE.replace("\n", "\r\n").encode()
    run = ficha("redact", "-", *RULES, stdin=crlf)
    assert (run.status, run.out, run.err) == (0, REDACTED.replace("\n", "\r\n").encode(), "")


def test_jsonl_in_jsonl_out_keeps_order_and_ignores_spans(ficha, tmp_path: Path) -> None:
    lines = [{"id": "b", "text": NOTE, "spans": "anything"}, {"id": 7, "text": "Hakuna kitu.", "lang": "swa"}]
    file = tmp_path / "notes.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    run = ficha("redact", file, "--format", "jsonl", *RULES)
    results = [json.loads(line) for line in run.out.splitlines()]
    assert run.status == 0
    assert [r["id"] for r in results] == ["b", "7"]
    assert [r["text"] for r in results] == [REDACTED, "Hakuna kitu."]
    assert results[0]["spans"] == [
        {
            "start": 14,
            "end": 26,
            "label": "CONTACT_PHONE",
            "fine": "contact.phone",
            "placeholder": "[CONTACT_PHONE]",
            "score": results[0]["spans"][0]["score"],
            "source": "rule",
        }
    ]
    assert set(results[0]) >= {"id", "status", "text", "spans", "edits", "reasons", "offset_unit", "policy", "model"}
    assert results[0]["offset_unit"] == "codepoint"


def test_a_text_can_come_out_as_jsonl(ficha) -> None:
    run = ficha("redact", "-", "--format", "jsonl", *RULES, stdin=NOTE.encode())
    assert json.loads(run.out)["text"] == REDACTED


def test_a_folder_is_redacted_into_a_folder(ficha, tmp_path: Path) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "a.txt").write_text(NOTE, encoding="utf-8")
    (tmp_path / "in" / "deep" / "b.txt").write_text("Hakuna kitu.", encoding="utf-8")
    (tmp_path / "in" / "scan.pdf").write_bytes(b"%PDF")
    run = ficha("redact", tmp_path / "in", "--out", tmp_path / "out", *RULES)
    assert run.status == 0
    written = {
        p.relative_to(tmp_path / "out").as_posix(): p.read_text("utf-8") for p in (tmp_path / "out").rglob("*.*")
    }
    assert written == {"a.txt": REDACTED, "deep/b.txt": "Hakuna kitu."}


def test_a_folder_tells_what_it_did_not_read(ficha, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(NOTE, encoding="utf-8")
    (tmp_path / "in" / "note.doc").write_text(NOTE, encoding="utf-8")
    run = ficha("redact", tmp_path / "in", "--out", tmp_path / "out", *RULES)
    assert "1 other files were not read" in run.err


def test_inputs_of_one_stem_get_files_of_their_own(ficha, tmp_path: Path) -> None:
    names = ("a.txt", "a.md", "a.jsonl")
    for name in names:
        line = json.dumps({"text": NOTE}) if name.endswith("jsonl") else NOTE
        (tmp_path / name).write_text(line, encoding="utf-8")
    run = ficha("redact", *(tmp_path / n for n in names), "--format", "jsonl", "--out", tmp_path / "out", *RULES)
    assert run.status == 0
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"a.txt.jsonl", "a.md.jsonl", "a.jsonl"}


def test_an_input_is_never_replaced(ficha, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(NOTE, encoding="utf-8")
    run = ficha("redact", tmp_path, "--out", tmp_path, *RULES)
    assert run.status == 2
    assert "would replace an input" in run.err
    assert (tmp_path / "a.txt").read_text("utf-8") == NOTE


def test_a_text_that_is_withheld_now_leaves_no_older_one(ficha, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Xq zz 0712 345 678 qqq", encoding="utf-8")
    out = tmp_path / "out"
    first = ficha("redact", tmp_path / "a.txt", "--engine", "rules", "--out", out)
    assert (first.status, (out / "a.txt").exists()) == (3, True)
    second = ficha("redact", tmp_path / "a.txt", "--engine", "rules", "--out", out, "--fail-on", "review")
    assert (second.status, (out / "a.txt").exists()) == (3, False)


def test_align_prints_utf8_whatever_the_terminal_is(ficha, tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text("Ask Joyce now", encoding="utf-8")
    (tmp_path / "g.txt").write_text("Ask Joyce 名字", encoding="utf-8")
    run = ficha("align", tmp_path / "s.txt", tmp_path / "g.txt", "--show-edits")
    assert json.loads(run.out.decode("utf-8"))["edits"][0]["generated"] == "名字"


def test_hide_narrows_to_the_named_labels(ficha) -> None:
    text = b"Simu 0712 345 678, barua pepe a.okello@example.org ya mgonjwa."
    run = ficha("redact", "-", "--hide", "contact.email", *RULES, stdin=text)
    assert run.out == b"Simu 0712 345 678, barua pepe [CONTACT_OTHER] ya mgonjwa."


def test_mask_keeps_length_and_spaces(ficha) -> None:
    run = ficha("redact", "-", "--operator", "mask", *RULES, stdin=NOTE.encode())
    assert run.out.decode() == NOTE.replace("0712 345 678", "████ ███ ███")


def test_review_is_status_three_and_its_text_can_be_withheld(ficha) -> None:
    text = b"Xq zz 0712 345 678 qqq"  # no language to be sure of
    shown = ficha("redact", "-", "--engine", "rules", stdin=text)
    withheld = ficha("redact", "-", "--engine", "rules", "--fail-on", "review", stdin=text)
    assert (shown.status, withheld.status) == (3, 3)
    assert b"0712" not in shown.out
    assert shown.out
    assert withheld.out == b""
    assert "review: language" in withheld.err


def test_explain_names_the_rule_and_never_the_text(ficha) -> None:
    run = ficha("redact", "-", "--explain", *RULES, stdin=NOTE.encode())
    assert "CONTACT_PHONE" in run.err
    assert "rule: phones" in run.err
    assert "0712" not in run.err


def test_align_prints_one_object(ficha, tmp_path: Path) -> None:
    (tmp_path / "source.txt").write_text("Ask Joyce Phiri first.", encoding="utf-8")
    (tmp_path / "generated.txt").write_text("Ask [name] at first.", encoding="utf-8")
    run = ficha("align", tmp_path / "source.txt", tmp_path / "generated.txt")
    found = json.loads(run.out)
    assert run.status == 0
    assert [(s["start"], s["end"], s["label"]) for s in found["spans"]] == [(4, 15, "name")]
    assert len(found["edits"]) == 1
    assert "generated" not in found["edits"][0]


def test_policies_lists_all_and_shows_one(ficha) -> None:
    listing, one = ficha("policies"), ficha("policies", "afrimed")
    assert (listing.status, one.status) == (0, 0)
    for name in ("afrimed", "citilink", "hipaa", "patient-requests"):
        assert name in listing.out.decode()
    assert "[CONTACT_PHONE]" in one.out.decode()


def bad_inputs(folder: Path) -> dict[str, tuple[list[object], str]]:
    (folder / "latin.txt").write_bytes("Jos\xe9".encode("latin-1"))
    (folder / "broken.jsonl").write_text('{"text": "SECRET 0712345678"}\n{"text": "SECRET\n', encoding="utf-8")
    (folder / "fields.jsonl").write_text('{"txt": "SECRET"}\n', encoding="utf-8")
    (folder / "half.jsonl").write_text('{"text": "SECRET \\ud83e"}\n', encoding="utf-8")
    (folder / "lang.jsonl").write_text('{"text": "x"}\n{"text": "x", "lang": "SECRET"}\n', encoding="utf-8")
    (folder / "id.jsonl").write_text('{"text": "x", "id": "\\ud800"}\n', encoding="utf-8")
    (folder / "deep.jsonl").write_text("[" * 100_000, encoding="utf-8")
    (folder / "ok.jsonl").write_text('{"text": "x"}\n', encoding="utf-8")
    (folder / "scan.pdf").write_bytes(b"%PDF")
    (folder / "a.txt").write_text("SECRET", encoding="utf-8")
    return {
        "model": (["redact", folder / "a.txt", "--model", folder / "none", "--lang", "swa"], "no such model folder"),
        "policy": (["redact", folder / "a.txt", "--policy", "nhs", *RULES], "unknown policy 'nhs'"),
        "language": (["redact", folder / "a.txt", "--engine", "rules", "--lang", "xxx"], "unknown language 'xxx'"),
        "operator": (["redact", folder / "a.txt", "--operator", "blur", *RULES], "unknown operator 'blur'"),
        "label": (["redact", folder / "a.txt", "--hide", "faces", *RULES], "can't hide 'faces'"),
        "encoding": (["redact", folder / "latin.txt", *RULES], "not UTF-8 (byte 3)"),
        "json": (["redact", folder / "broken.jsonl", *RULES], "broken.jsonl, line 2: not valid JSON"),
        "field": (["redact", folder / "fields.jsonl", *RULES], 'line 1: expected an object with a string "text"'),
        "surrogate": (["redact", folder / "half.jsonl", *RULES], "half of a surrogate pair"),
        "suffix": (["redact", folder / "scan.pdf", *RULES], "can't tell the format"),
        "missing": (["redact", folder / "none.txt", *RULES], "no such file"),
        "nothing": (["redact", folder / "a.txt", "--hide", ",", *RULES], "nothing to hide"),
        "lang field": (["redact", folder / "lang.jsonl", *RULES], 'line 2: "lang" must be one of'),
        "id field": (["redact", folder / "id.jsonl", *RULES], '"id" holds half of a surrogate pair'),
        "depth": (["redact", folder / "deep.jsonl", *RULES], "line 1: nested too deeply"),
        "mixed": (["redact", folder / "a.txt", folder / "ok.jsonl", "--format", "text", *RULES], "--format jsonl"),
        "several": (["redact", folder / "a.txt", folder / "latin.txt", *RULES], "not UTF-8"),
    }


KINDS = ["model", "policy", "language", "operator", "label", "encoding", "json", "field", "surrogate", "suffix"]
KINDS += ["missing", "several", "nothing", "lang field", "id field", "depth", "mixed"]


@pytest.mark.parametrize("kind", KINDS)
def test_bad_input_is_one_line_status_two_and_nothing_written(ficha, tmp_path: Path, kind: str) -> None:
    arguments, message = bad_inputs(tmp_path)[kind]
    run = ficha(*arguments, "--out", tmp_path / "out")
    assert run.status == 2
    assert run.out == b""
    assert message in run.err
    assert run.err.count("\n") == 1
    assert "SECRET" not in run.err
    assert not (tmp_path / "out").exists()


def test_doctor_names_every_part(ficha) -> None:
    run = ficha("doctor")
    assert run.status in (0, 4)
    for part in ("Python", "policies", "languages", "base model", "processor"):
        assert part in run.out.decode()


@pytest.mark.parametrize("place", ["a.txt", "a.txt/deeper"])
def test_an_output_folder_that_cannot_be_is_one_line(ficha, tmp_path: Path, place: str) -> None:
    (tmp_path / "a.txt").write_text(NOTE, encoding="utf-8")
    run = ficha("redact", tmp_path / "a.txt", "--out", tmp_path / place, *RULES)
    assert run.status == 2
    assert run.err.count("\n") == 1
