from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from ficha.errors import InputError, LanguageError
from synth.pack import LANGUAGES, PackSettings, load_pack, pack_codes
from synth.reserved import is_reserved
from tests.synth.build import SETTINGS, make_locale, make_pack


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"registers": {"diary": 1}}, "unknown register 'diary'"),
        ({"registers": {}}, "at least one entry"),
        ({"countries": {"KE": 0}}, "share above 0"),
        ({"age_styles": {"years": ["{n}"]}}, "keys years and months"),
        ({"email_domains": ["gmail.com"]}, "'gmail.com' can be registered"),
        ({"names": {"order": "random"}}, "given_family"),
        ({"speling": 1}, "Extra inputs"),
    ],
)
def test_the_schema_refuses(change: dict[str, Any], what: str) -> None:
    with pytest.raises(ValidationError, match=what):
        PackSettings.model_validate(SETTINGS | change)


def test_a_broken_file_is_named_with_the_field(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"pack.yaml: countries: .*share above 0"):
        make_pack(tmp_path, countries={"KE": -1})


def test_the_code_must_be_the_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="code says 'yyy', expected 'zzz'"):
        make_pack(tmp_path, code="yyy")


def test_broken_yaml(tmp_path: Path) -> None:
    make_pack(tmp_path)
    (tmp_path / "languages/zzz/pack.yaml").write_text("a: [", encoding="utf-8")
    with pytest.raises(InputError, match="not valid YAML"):
        load_pack("zzz", tmp_path / "languages", make_locale(tmp_path / "locale"))


def test_an_unknown_pack(tmp_path: Path) -> None:
    with pytest.raises(LanguageError, match=r"no language pack 'yyy': expected one of \(none\)"):
        load_pack("yyy", tmp_path)


def test_packs_are_discovered() -> None:
    assert set(pack_codes()) == {f.parent.name for f in LANGUAGES.glob("*/pack.yaml")}


@pytest.mark.parametrize(
    ("domain", "reserved"),
    [("example.org", True), ("mail.example.com", True), ("x.test", True), ("myexample.com", False), ("a.org", False)],
)
def test_reserved_domains(domain: str, reserved: bool) -> None:
    assert is_reserved(domain) is reserved
