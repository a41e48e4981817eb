"""Continued pretraining: what is left out and why, equal content, a base that predicts the language better."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ficha.contract import load_adapter_contract
from ficha.errors import InputError, UsageError
from tests.train.build import document, tiny_tokenizer, write_base, write_corpus
from train import sft
from train.collate import SharedPrefixCollator, whole_rows
from train.cpt import __main__ as command
from train.cpt.__main__ import parse_texts, prepare, run
from train.cpt.clean import Guard, clean
from train.cpt.rows import encode
from train.cpt.sample import balanced
from train.cpt.texts import Passage, read_passages, tokens_of
from train.recipe import Recipe

pytestmark = pytest.mark.filterwarnings("ignore::Warning")  # of torch, transformers, trl and peft

NO_GUARD = Guard(frozenset(), frozenset())
LONG = "the nurse wrote down what the old woman from the village told her about the fever"


def passage(number: int, text: str, source: str = "web", lang: str = "lug") -> Passage:
    return Passage(f"p:{number}", lang, text, source)


def sentences(count: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    who, what, where = ("the nurse", "a mother", "our doctor"), ("saw", "called", "asked"), ("today", "in the ward")
    more = [f"{draw.choice(who)} {draw.choice(what)} number {draw.randrange(10**6)} {draw.choice(where)}"
            for _ in range(count)]  # fmt: skip
    return list(dict.fromkeys(more))


def test_copies_and_near_copies_are_left_out_and_counted() -> None:
    texts = [LONG, f"  {LONG.upper()}! ", f"{LONG} again", "something else is said here"]
    kept, counts = clean([passage(n, t) for n, t in enumerate(texts)], NO_GUARD)
    assert [p.id for p in kept] == ["p:0", "p:3"]
    assert counts == {"exact": 1, "near": 1, "content": 0, "source": 0}


def test_the_guard_refuses_by_content_and_by_source(tmp_path: Path) -> None:
    lines = [
        {"text": LONG, "source": "org/gold data/lug/test.txt"},
        {"text": "Short one here", "meta": {"source": "other"}},
    ]
    file = tmp_path / "gold.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    guard = Guard.of([file])
    inside = "she said: The nurse wrote down what the old woman from the village, and then she left"
    assert guard.refuses(passage(1, inside)) == "content"
    assert guard.refuses(passage(2, "short one, here.")) == "content"
    assert guard.refuses(passage(3, "a short one here")) is None
    assert guard.refuses(passage(4, "nothing of it", source="org/gold data/lug/train.txt")) == "source"
    assert guard.refuses(passage(5, "nothing of it", source="Other")) == "source"
    assert guard.refuses(passage(6, "the nurse wrote down what she had seen")) is None
    with pytest.raises(InputError, match="can't guard against"):
        Guard.of([tmp_path / "none.jsonl"])


def test_chinese_is_compared_by_characters() -> None:
    assert tokens_of("医生，Dr Li 说") == ["医", "生", "dr", "li", "说"]


def test_languages_get_equal_words_and_sources_take_turns() -> None:
    many = [passage(n, f"one two three four {n}", source="big") for n in range(400)]
    few = [passage(1000 + n, f"uno dos tres cuatro {n}", source="small") for n in range(40)]
    other = [passage(2000 + n, f"a b c d {n}", lang="luo") for n in range(100)]
    chosen = balanced([*many, *few, *other], None, seed=1)
    words = Counter(p.lang for p in chosen for _ in range(p.words))
    assert words["lug"] == words["luo"] == 500
    assert Counter(p.source for p in chosen if p.lang == "lug") == {"big": 60, "small": 40}
    assert balanced([*many, *few, *other], None, seed=1) == chosen
    assert sum(p.words for p in balanced(many, 50, seed=1)) == 50


def test_rows_hold_every_token_once_and_are_supervised_from_the_second() -> None:
    tokenizer = tiny_tokenizer()
    long = " ".join(sentences(12, 1)).replace(" today", " today.")
    rows = encode([passage(1, LONG), passage(2, long)], tokenizer, 120)
    assert all(len(row["input_ids"]) <= 120 for row in rows)
    separator = tokenizer.convert_tokens_to_ids("<|endoftext|>")
    for row, (ids, supervised) in zip(rows, whole_rows(SharedPrefixCollator(0)(rows)), strict=True):
        assert ids == row["input_ids"]
        assert supervised == ids[1:]
        assert (ids[0], ids[-1]) == (separator, separator)
    said = " ".join(tokenizer.decode(row["input_ids"][1:-1]) for row in rows)
    assert said.split() == f"{LONG} {long}".split()


def test_files_are_read_by_language(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one two three\n\nshort one\n", encoding="utf-8")
    lines = [{"text": "uno dos tres", "lang": "por", "source": "s"}, {"text": "a b c", "lang": "eng"}]
    (tmp_path / "b.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert [p.id for p in read_passages(tmp_path / "a.txt", "eng")] == ["a:1"]
    assert [(p.text, p.source) for p in read_passages(tmp_path / "b.jsonl", "por")] == [("uno dos tres", "s")]
    (tmp_path / "c.jsonl").write_text("[1]\n", encoding="utf-8")
    for file, told in (("c.jsonl", "line 1: expected an object"), ("none.txt", "can't read")):
        with pytest.raises(InputError, match=told):
            list(read_passages(tmp_path / file, "por"))
    assert parse_texts(["lug=x.txt"]) == [("lug", Path("x.txt"))]
    with pytest.raises(UsageError, match="expected LANG=FILE"):
        parse_texts(["x.txt"])


def test_a_base_learns_the_text_and_training_goes_on_from_it(tmp_path: Path) -> None:
    base = write_base(tmp_path / "base")
    (tmp_path / "lug.txt").write_text("\n".join(sentences(160, 2)), encoding="utf-8")
    named = {"base": str(base), "learning_rate": 1e-2, "epochs": 2, "batch_rows": 8, "batch_tokens": 2048}
    recipe = Recipe.model_validate({**named, "max_length": 128})
    out = tmp_path / "cpt"
    account = run([("lug", tmp_path / "lug.txt")], NO_GUARD, recipe, out, 13, None, None)
    numbers = account["lug"]
    assert numbers["perplexity"]["after"]["perplexity"] < 0.8 * numbers["perplexity"]["before"]["perplexity"]
    assert numbers["trained_on"] + numbers["held_out"] + sum(numbers["left_out"].values()) == numbers["read"]
    assert "| lug | " in command.table(account)
    assert load_adapter_contract(out).training.recipe == "cpt"
    write_corpus(tmp_path / "data", [document(n) for n in range(8)])
    (tmp_path / "tiny.yaml").write_text(
        "base: null\nlearning_rate: 1.0e-3\nepochs: 1\nbatch_rows: 4\nbatch_tokens: 4096\nmax_length: 1024\n"
    )
    options = ["--data", str(tmp_path / "data"), "--recipe", str(tmp_path / "tiny.yaml"), "--base", str(base)]
    assert sft.main([*options, "--out", str(tmp_path / "sft"), "--init", str(out)]) == 0


def test_nothing_left_and_bad_calls_are_told(tmp_path: Path) -> None:
    (tmp_path / "lug.txt").write_text(f"{LONG}\n{LONG}\n", encoding="utf-8")
    with pytest.raises(InputError, match="1 of 2 passages are left"):
        prepare([("lug", tmp_path / "lug.txt")], NO_GUARD, None, 1)
    app = command.typer.Typer()
    app.command()(command.main)
    wrong = ["--text", "lug.txt", "--guard", str(tmp_path / "none"), "--out", str(tmp_path / "out")]
    assert CliRunner().invoke(app, wrong).exit_code == 2
