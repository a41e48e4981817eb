"""Choosing documents: split, language, length, number, seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ficha.document import Document
from ficha.errors import InputError
from tests.train.build import document, write_corpus
from train.corpus import Choice, train_and_dev


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    split = {0: "train", 1: "dev", 2: "test"}
    documents = [document(n, split[n % 3], "swa" if n % 2 else "eng") for n in range(30)]
    return write_corpus(tmp_path / "data", [*documents, Document("long", "word " * 50 + "end", "eng", (), {})])


def ids(documents: list[Document]) -> set[str]:
    return {d.id for d in documents}


def test_splits_are_kept_apart_and_a_line_without_one_is_train(folder: Path) -> None:
    train, dev = train_and_dev(Choice([folder]))
    assert ids(train) == {f"doc-{n}" for n in range(0, 30, 3)} | {"long"}
    assert ids(dev) == {f"doc-{n}" for n in range(1, 30, 3)}


def test_languages_words_and_rows_limit_the_choice(folder: Path) -> None:
    train, dev = train_and_dev(Choice([folder / "kept.jsonl"], languages=["eng"], max_words=20, rows=3))
    assert len(train) == 3
    assert {d.lang for d in [*train, *dev]} == {"eng"}
    assert "long" not in ids(train_and_dev(Choice([folder], max_words=20))[0])


def test_the_seed_draws_the_order(folder: Path) -> None:
    assert train_and_dev(Choice([folder], seed=1)) == train_and_dev(Choice([folder], seed=1))
    assert train_and_dev(Choice([folder], seed=1))[0] != train_and_dev(Choice([folder], seed=2))[0]


def test_the_fingerprint_is_of_the_contents(folder: Path) -> None:
    before = Choice([folder]).fingerprint()
    assert Choice([folder / "kept.jsonl"]).fingerprint() == before
    with (folder / "kept.jsonl").open("a", encoding="utf-8") as stream:
        stream.write("\n")
    assert Choice([folder]).fingerprint() != before


def test_absent_and_empty_corpora(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no corpus at"):
        train_and_dev(Choice([tmp_path / "none"]))
    with pytest.raises(InputError, match="no training document in kin"):
        train_and_dev(Choice([folder], languages=["kin"]))
