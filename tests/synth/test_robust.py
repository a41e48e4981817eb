"""The robustness sets of real packs, and what they promise."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from ficha.document import Document
from ficha.errors import InputError
from synth.corpus import read_corpus, write_corpus
from synth.factory import Factory
from synth.name_tokens import heard, person_tokens
from synth.pack import Pack, load_pack
from synth.renaming import Naming
from synth.robust import make_sets
from synth.words import words_of
from synth.written_names import Roster
from tests.synth.calling import call

CODES = ("swa", "lug", "por", "zho", "eng")


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    out = {}
    for code in CODES:
        folder = tmp_path_factory.mktemp(code)
        made = (item.document for item in Factory(load_pack(code), 13).documents(400) if item.reason is None)
        write_corpus(folder / "kept.jsonl", made)
        make_sets(folder, load_pack(code), [], 13, folder)
        out[code] = folder
    return out


def split(folder: Path, name: str) -> list[Document]:
    return [d for d in read_corpus(folder) if d.meta["split"] == name]


def outside(document: Document) -> list[str]:
    texts, at = [], 0
    for span in document.spans:
        if span.label.startswith(("person.", "contact.")):
            texts.append(document.text[at : span.start])
            at = span.end
    return [*texts, document.text[at:]]


@pytest.mark.parametrize("name", ["test-novel", "test-reshuffle"])
@pytest.mark.parametrize("code", CODES)
def test_all_but_the_names_stays(code: str, name: str, corpora: dict[str, Path]) -> None:
    test = {document.id: document for document in split(corpora[code], "test")}
    made = list(read_corpus(corpora[code] / f"{name}.jsonl"))
    assert len(test) - 2 <= len(made) <= len(test)
    for document in made:
        old = test[document.id.rpartition("-")[0]]
        assert outside(document) == outside(old)
        assert [(s.label, s.entity) for s in document.spans] == [(s.label, s.entity) for s in old.spans]
        assert document.meta["split"] == name


@pytest.mark.parametrize("code", CODES)
def test_novel_names_share_nothing_with_training(code: str, corpora: dict[str, Path]) -> None:
    particles = load_pack(code).settings.names.particles
    made = list(read_corpus(corpora[code] / "test-novel.jsonl"))
    tokens = person_tokens(made, particles)
    assert len(tokens) > 20
    assert heard(split(corpora[code], "train"), tokens) == set()
    for document, old in zip(made, split(corpora[code], "test"), strict=True):
        assert not person_tokens([document], particles) & person_tokens([old], particles)


@pytest.mark.parametrize("code", CODES)
def test_reshuffled_names_are_the_same_in_other_documents(code: str, corpora: dict[str, Path]) -> None:
    pack = load_pack(code)
    test, made = split(corpora[code], "test"), list(read_corpus(corpora[code] / "test-reshuffle.jsonl"))
    assert len(test) == len(made)
    before, after = _names(test, pack), _names(made, pack)
    assert not after - before
    # In long minutes two people may come to share a name, which then counts once.
    assert (before - after).total() <= (0.15 * before.total() if code == "por" else 0)
    by_id = {document.id: document for document in test}
    moved = [d for d in made if d.meta["split"] and any(s.label.startswith("person.") for s in d.spans)]
    stayed = [d for d in moved if _names([d], pack) == _names([by_id[d.id.rpartition("-")[0]]], pack)]
    assert len(stayed) < 0.2 * len(moved)


def _names(documents: list[Document], pack: Pack) -> Counter[str]:
    roster = Roster(pack)
    words = (w for d in documents for w in Naming(d, roster).words.values() if not w.initial)
    return Counter(" ".join(words_of(word.written)) for word in words)


def test_the_same_seed_makes_the_same_bytes(corpora: dict[str, Path], tmp_path: Path) -> None:
    make_sets(corpora["lug"], load_pack("lug"), [], 13, tmp_path)
    for name in ("test-novel.jsonl", "test-reshuffle.jsonl", "robust.json"):
        assert (tmp_path / name).read_bytes() == (corpora["lug"] / name).read_bytes()
    make_sets(corpora["lug"], load_pack("lug"), [], 14, tmp_path)
    assert (tmp_path / "test-novel.jsonl").read_bytes() != (corpora["lug"] / "test-novel.jsonl").read_bytes()


def test_further_training_text_counts_too(corpora: dict[str, Path], tmp_path: Path) -> None:
    """A model trained on more than one corpus must know none of the new names from any."""
    used = sorted(" ".join(t) for t in person_tokens(read_corpus(corpora["eng"] / "test-novel.jsonl"), ()))
    text = " ".join(used[: len(used) // 4])
    write_corpus(tmp_path / "other.jsonl", [Document("x", text, "eng")])
    counts = make_sets(corpora["eng"], load_pack("eng"), [tmp_path / "other.jsonl"], 13, tmp_path)
    assert counts["test-novel"].in_training == 0
    assert not person_tokens(read_corpus(tmp_path / "test-novel.jsonl"), ()) & {(w,) for w in text.split()}


def test_the_command_prints_what_was_counted(corpora: dict[str, Path], tmp_path: Path) -> None:
    done = call("robust", "--data", corpora["swa"], "--out", tmp_path)
    assert done.exit_code == 0, done.stderr
    novel, shuffled = done.stdout.splitlines()
    assert "test-novel.jsonl: 60 documents" in novel
    assert "0.0% of them in training text" in novel
    assert "test-reshuffle.jsonl: " in shuffled
    report = json.loads((tmp_path / "robust.json").read_text(encoding="utf-8"))
    assert report["sets"]["test-novel"]["in_training"] == 0


def test_wrong_corpora_are_told(corpora: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no corpus at"):
        make_sets(tmp_path, load_pack("swa"), [], 13, tmp_path)
    write_corpus(tmp_path / "kept.jsonl", [Document("x", "y", "swa", (), {"split": "train"})])
    with pytest.raises(InputError, match="no document of the split test"):
        make_sets(tmp_path, load_pack("swa"), [], 13, tmp_path)
    with pytest.raises(InputError, match="a document in 'swa', expected 'lug' alone"):
        make_sets(corpora["swa"], load_pack("lug"), [], 13, tmp_path)
    (tmp_path / "kept.jsonl").write_text('{"id": "secret"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"kept.jsonl, line 1: expected a corpus line") as caught:
        make_sets(tmp_path, load_pack("swa"), [], 13, tmp_path)
    assert "secret" not in str(caught.value)
