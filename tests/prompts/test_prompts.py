"""The prompt loader: every prompt that ships loads, variables are exact."""

from __future__ import annotations

from pathlib import Path

import pytest

import prompts
from ficha.errors import InputError, ModelError


def test_every_prompt_that_ships_loads() -> None:
    files = sorted(prompts.FOLDER.glob("*/*.md"))
    assert files
    for file in files:
        prompt = prompts.load(file.parent.name, file.stem)
        assert prompt.text
        assert prompt.version >= 1


def test_the_anonymising_prompt_has_one_variable() -> None:
    prompt = prompts.load("eng", "anonymise")
    assert prompt.variables == ("categories",)
    assert prompt.render(categories="[name] a name").endswith("Replace [name] a name")


def test_missing_and_unknown_variables_are_named() -> None:
    prompt = prompts.load("eng", "anonymise")
    with pytest.raises(ModelError, match="prompt eng/anonymise: no value for the variable categories"):
        prompt.render()
    with pytest.raises(ModelError, match="has no variable lang: it has categories"):
        prompt.render(categories="x", lang="eng")


def test_an_unknown_prompt_names_those_there_are() -> None:
    with pytest.raises(InputError, match=r"no prompt eng/nothing: there are .*eng/anonymise"):
        prompts.load("eng", "nothing")


@pytest.mark.parametrize("text", ["Copy the text.", "version: one\n---\nCopy", "author: 1\n---\nCopy"])
def test_a_file_without_its_head_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "eng").mkdir()
    (tmp_path / "eng" / "x.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(prompts, "FOLDER", tmp_path)
    with pytest.raises(InputError, match="expected a line `version: <integer>`"):
        prompts.load("eng", "x")


TERMS = """
registers: {note: notes}
labels: {age: age}
faults: {head: "Faults:", opening: "{count} {texts} {what}", order: "{count} {texts} {what}",
  foreign: "{count} {texts}", missing: "{texts} {what}"}
"""


def test_terms_name_labels_and_state_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xxx").mkdir()
    (tmp_path / "xxx" / "terms.yaml").write_text(TERMS, encoding="utf-8")
    monkeypatch.setattr(prompts, "FOLDER", tmp_path)
    terms = prompts.load_terms("xxx")
    assert terms.fault("missing", texts=20, what=terms.listed(["age", "time"])) == "20 age, time"
    with pytest.raises(InputError, match=r"no .*yyy/terms\.yaml: expected what registers"):
        prompts.load_terms("yyy")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{age: age}", "{ages: age}", "labels: Value error, 'ages' is no fine label"),
        ('"{count} {texts}"', '"{count}"', "faults: Value error, 'foreign': expected a sentence with the variables"),
        ('head: "Faults:", ', "", "'head': expected a sentence"),
        ("registers:", "register:", "registers: Field required"),
        ("labels: {", "labels: [", "the file: not valid YAML"),
    ],
)
def test_terms_that_break_the_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    (tmp_path / "xxx").mkdir()
    (tmp_path / "xxx" / "terms.yaml").write_text(TERMS.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(prompts, "FOLDER", tmp_path)
    with pytest.raises(InputError, match=said):
        prompts.load_terms("xxx")
