from __future__ import annotations

from pathlib import Path

import pytest

from synth.gather import Sieve
from synth.natural import in_order_of_hash, key_of, load_natural
from synth.pack import load_pack, pack_codes
from tests.synth.build import make_pack


def test_sentences_are_split_by_their_words(tmp_path: Path) -> None:
    pack = make_pack(tmp_path)
    folder = pack.folder / "natural"
    folder.mkdir()
    lines = [f"wash hands number {a} and {b}." for a in "abcdefgh" for b in "klmnopqr"]
    (folder / "one.txt").write_text("# source: x\n# licence: CC0 1.0\n" + "\n".join(lines) + "\n", encoding="utf-8")
    (folder / "two.txt").write_text("\n".join(line.upper() for line in lines[:20]) + "\n", encoding="utf-8")
    found = load_natural(load_pack("zzz", tmp_path / "languages", pack.locale))
    assert all(found[split] for split in ("train", "dev", "test"))
    texts = [s.text for sentences in found.values() for s in sentences]
    assert sorted(texts) == sorted(lines)  # those of the same words count once
    assert len({s.id for sentences in found.values() for s in sentences}) == len(lines)


def test_a_pack_without_natural_sentences(tmp_path: Path) -> None:
    assert not any(load_natural(make_pack(tmp_path)).values())


def test_the_order_depends_on_the_words_alone() -> None:
    assert key_of("Osha  mikono!") == "osha mikono"
    once = in_order_of_hash(["One two.", "one, two", "Three four.", "Five six."], 10)
    assert len(once) == 3
    assert in_order_of_hash(["Five six.", "Three four.", "One two."], 10) == once
    assert in_order_of_hash(["Five six.", "Three four.", "One two."], 2) == once[:2]


@pytest.mark.parametrize("code", pack_codes())
def test_the_sentences_of_each_pack_hold_nothing_personal(code: str) -> None:
    """Each still passes the filter, but for what the whole source tells (words seen elsewhere)."""
    pack = load_pack(code)
    sieve = Sieve(pack, ())
    only_with_the_source = {"a first word that may be a name", "a word tagged as a name", "a rare word"}
    for file in pack.natural_files.values():
        head, lines = [], []
        for line in file.read_text(encoding="utf-8").splitlines():
            (head if line.startswith("#") else lines).append(line)
        assert {part.split(":")[0] for part in head} >= {"# source", "# licence", "# filter"}
        assert len({key_of(line) for line in lines}) == len(lines)
        reasons = {sieve.fault_of(line) for line in lines if code != "luo" or len(line.split()) <= 24}
        assert reasons <= {None, *only_with_the_source}, file
