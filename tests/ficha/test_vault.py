"""The vault: what was hidden comes back byte for byte, for the holder of the key alone (cases B19, B27, B28)."""

from __future__ import annotations

import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from hypothesis import given, settings
from hypothesis import strategies as st

from ficha.errors import FichaError
from ficha.redactor import Redactor
from ficha.result import Result, ResultSpan
from ficha.vault import Vault, make_key, read_key
from tests.serve.engines import ScriptedEngine


def _vault(folder: Path) -> Vault:
    return Vault(folder / "vault", Fernet.generate_key())


def _result(text: str, spans: list[tuple[int, int, str]], id: str = "d") -> Result:
    made = tuple(ResultSpan(a, b, "name", None, shown, 1.0, "model", "") for a, b, shown in spans)
    redacted, at = "", 0
    for a, b, shown in spans:
        redacted, at = redacted + text[at:a] + shown, b
    return Result(id, "ok", redacted + text[at:], made, (), (), "p", "m", None)


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(blacklist_categories=["Cs"]), min_size=1, max_size=60), st.data())
def test_restore_undoes_redact_for_any_text_and_spans(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    shown = st.sampled_from(["[name]", "[name_1]", "█", "", "[[x"])
    spans = [(a, b, data.draw(shown)) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    result = _result(text, spans)
    assert result.text is not None
    with tempfile.TemporaryDirectory() as folder:
        vault = _vault(Path(folder))
        vault.add(text, result)
        assert vault.restore(result.text, "d").text == text


@pytest.mark.parametrize("operator", ["typed", "numbered", "mask", "surrogate", "shift"])
def test_every_operator_is_undone(tmp_path: Path, operator: str) -> None:
    text = "Naitwa Zuwena, simu 0712 345 678, [PERSON_1] tarehe 3/4/2026."
    redactor = Redactor(ScriptedEngine(lambda t: t.replace("Zuwena", "[patient]")), operator=operator)
    result = redactor.redact(text, "afrimed", "swa")
    assert result.text is not None
    assert "Zuwena" not in result.text
    vault = _vault(tmp_path)
    vault.add(text, result)
    assert vault.restore(result.text).text == text


def test_b19_a_licence_is_restored_once(tmp_path: Path) -> None:
    vault = _vault(tmp_path)
    result = _result("Licence KE-MED-204418 on file.", [(8, 21, "[ID]")])
    vault.add("Licence KE-MED-204418 on file.", result)
    assert vault.restore("Licence [ID] on file.").text == "Licence KE-MED-204418 on file."


def test_b27_two_equal_placeholders_are_one_name(tmp_path: Path) -> None:
    text = "Ask Joyce Phiri first."
    redactor = Redactor(ScriptedEngine(lambda t: "Ask [name_1] [name_1] first."), operator="numbered")
    result = redactor.redact(text, "patient-requests", "eng")
    assert result.text == "Ask [name_1] first."
    vault = _vault(tmp_path)
    vault.add(text, result)
    assert vault.restore(result.text).text == text


def test_b28_changed_placeholders_are_repaired_and_told(tmp_path: Path) -> None:
    vault = _vault(tmp_path)
    source = "Esi Boateng, Yaw Ofori"
    vault.add(source, _result(source, [(0, 11, "[NAME_1]"), (13, 22, "[NAME_11]")]))
    restored = vault.restore("NAME_1 and [Name_11] and [NAME_2]")
    assert restored.text == "Esi Boateng and Yaw Ofori and [NAME_2]"
    assert restored.unresolved == ("[NAME_2]",)
    assert restored.repaired == ("NAME_1", "[Name_11]")


def test_a_placeholder_that_the_author_typed_is_not_restored_by_its_name(tmp_path: Path) -> None:
    vault = _vault(tmp_path)
    source = "I wrote [NAME_1] for Esi."
    vault.add(source, _result(source, [(21, 24, "[NAME_1]")]))
    changed = vault.restore("Translated: [NAME_1]")
    assert (changed.text, changed.unresolved) == ("Translated: [NAME_1]", ("[NAME_1]",))


def test_equal_redactions_of_two_sources_need_an_id(tmp_path: Path) -> None:
    vault = _vault(tmp_path)
    for id, name in (("a", "Esi"), ("b", "Yaw")):
        vault.add(f"Ask {name}.", _result(f"Ask {name}.", [(4, 7, "[name]")], id))
    assert vault.restore("Ask [name].", "b").text == "Ask Yaw."
    with pytest.raises(FichaError, match="2 documents have this redaction"):
        vault.restore("Ask [name].")


def test_another_key_or_a_damaged_file_is_told_and_nothing_is_readable(tmp_path: Path) -> None:
    vault = _vault(tmp_path)
    vault.add("Ask Zuwena.", _result("Ask Zuwena.", [(4, 10, "[name]")]))
    assert b"Zuwena" not in (tmp_path / "vault").read_bytes()
    assert stat.S_IMODE((tmp_path / "vault").stat().st_mode) == 0o600
    with pytest.raises(FichaError, match="line 1: damaged, or made with another key"):
        Vault(tmp_path / "vault", Fernet.generate_key()).restore("Ask [name].")
    with pytest.raises(FichaError, match="can't be read"):
        Vault(tmp_path / "none", Fernet.generate_key()).restore("x")


def test_a_key_file_is_made_once_for_its_owner(tmp_path: Path) -> None:
    make_key(tmp_path / "k")
    assert stat.S_IMODE((tmp_path / "k").stat().st_mode) == 0o600
    assert len(read_key(tmp_path / "k")) == 44
    with pytest.raises(FichaError, match="is there already"):
        make_key(tmp_path / "k")
    (tmp_path / "bad").write_text("x", encoding="utf-8")
    with pytest.raises(FichaError, match="holds no key"):
        read_key(tmp_path / "bad")


def test_redact_and_restore_by_the_command_line(tmp_path: Path) -> None:
    def ficha(*arguments: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "ficha.cli", *map(str, arguments)], check=False, capture_output=True
        )

    note, key, vault = tmp_path / "n.txt", tmp_path / "k", tmp_path / "v"
    source = "\ufeffNaitwa Zuwena,\r\nsimu 0712 345 678 au 0713 345 679.\n".encode()
    note.write_bytes(source)
    assert ficha("key", key).returncode == 0
    options = ("--engine", "rules", "--lang", "swa", "--operator", "numbered", "--vault", vault, "--key-file", key)
    redacted = ficha("redact", note, *options)
    assert redacted.returncode == 0
    assert b"[CONTACT_PHONE_2]" in redacted.stdout
    (tmp_path / "r.txt").write_bytes(redacted.stdout)
    assert ficha("restore", tmp_path / "r.txt", "--vault", vault, "--key-file", key).stdout == source
    without = ficha("redact", note, *options[:-2])
    assert (without.returncode, without.stdout) == (2, b"")
    assert b"--key-file" in without.stderr
