"""The ordinary words: of carriers, of the training split, and of nothing else."""

import json
from pathlib import Path

import pytest

from ficha.errors import InputError
from synth.ordinary_words import ordinary_words, write_words

RECORDS = [
    {
        "lang": "swa",
        "text": "Leo Nduku Otieno-Ouma alikuja na ng'ombe.",
        "spans": [{"start": 4, "end": 21}],
        "meta": {"split": "train"},
    },
    {
        "lang": "swa",
        "text": "leo zuhura alikuja, na ng'ombe alikkuja",
        "spans": [{"start": 4, "end": 10}],
        "meta": {"split": "train"},
    },
    {"lang": "swa", "text": "Kesho Baraka", "spans": [{"start": 6, "end": 12}], "meta": {"split": "dev"}},
    {"lang": "swa", "text": "Jana Salome", "spans": [], "meta": {"split": "test"}},
    {"lang": "eng", "text": "Today", "spans": [], "meta": {"split": "train"}},
]


def test_names_other_splits_and_words_of_one_document_stay_out() -> None:
    assert ordinary_words(RECORDS, "swa") == ["alikuja", "leo", "na", "ng'ombe"]


def test_the_list_has_its_source_on_top(tmp_path: Path) -> None:
    corpus = tmp_path / "kept.jsonl"
    corpus.write_text("".join(json.dumps(r) + "\n" for r in RECORDS), encoding="utf-8")
    assert write_words(corpus, "swa", tmp_path / "words.txt") == 4
    lines = (tmp_path / "words.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# source:")
    assert lines[1].startswith("# licence:")
    with pytest.raises(InputError, match="no text of the training split in kin"):
        write_words(corpus, "kin", tmp_path / "none.txt")
    with pytest.raises(InputError, match="not a corpus"):
        write_words(tmp_path / "absent.jsonl", "swa", tmp_path / "none.txt")
