from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ficha.document import Document, Span
from ficha.errors import InputError, SpanError
from synth.card import NaturalText, card_of
from synth.corpus import read_corpus
from synth.factory import Factory
from synth.output import write_card_of, write_folder
from synth.pack import Pack
from synth.statistics import Reservoir, Statistics, form_of
from tests.synth.calling import call

NATURAL = [f"people write {a} about {b} here" for a in "abcdefg" for b in "hijklmn"]


@pytest.fixture
def corpus(pack: Pack, tmp_path: Path) -> Path:
    out = tmp_path / "data"
    write_folder(out, Factory(pack, 13).documents(120), pack, 13, {"n": 120})
    return out


def test_the_card_says_how_diverse_the_corpus_is(pack: Pack, corpus: Path) -> None:
    stats = Statistics(())
    for document in read_corpus(corpus):
        stats.add(document)
    card = card_of(pack, stats, 13, NaturalText("people.txt", NATURAL))
    scores = re.findall(
        r"\| (whole documents|carrier text alone|natural text \(people.txt\)) \| (\d+) \| (0\.\d+|1\.0+)", card
    )
    assert [(what, n) for what, n, _ in scores] == [
        ("whole documents", "120"), ("carrier text alone", "120"), ("natural text (people.txt)", "49"),
    ]  # fmt: skip
    assert "- `self-BLEU|n:120|hyps:120|seed:13|nrefs:var|case:mixed|eff:yes|tok:13a|smooth:exp|version:" in card
    assert "Among the 120 documents: 0 of the same words as an earlier one; 0 more that are nearly" in card
    assert re.search(r"\| mean length in words \| \d+\.\d\d \| 13\.89 \|", card)
    assert re.search(r"\| of one sentence \| \d+\.\d% \| 66\.5% \|", card)
    assert re.search(r"Opening words: \d+ different ones, entropy \d\.\d\d bits", card)
    assert re.search(r"\| person.patient \| \d+ \| \d+ \| \d+ \|\n", card)  # names by kind and split
    assert re.search(r"\| date.event \| \d+ \| `[^`]+` \d+", card)


def test_the_plots_are_drawn(corpus: Path) -> None:
    for name, word in (("lengths.svg", "mean of real requests, 13.89"), ("prevalence.svg", "person.patient")):
        root = ET.parse(corpus / name).getroot()  # our own file
        assert root.tag.endswith("svg")
        assert word in "".join(root.itertext())
        assert f"]({name})" in (corpus / "README.md").read_text(encoding="utf-8")


def test_the_command_writes_the_same_card(
    pack: Pack, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("synth.output.load_pack", lambda _code: pack)
    names = ("README.md", "lengths.svg", "prevalence.svg")
    before = {name: (corpus / name).read_bytes() for name in names}
    result = call("card", corpus)
    assert result.exit_code == 0, result.stderr
    assert {name: (corpus / name).read_bytes() for name in names} == before
    natural = tmp_path / "people.jsonl"
    natural.write_text("".join(json.dumps({"text": text}) + "\n" for text in NATURAL), encoding="utf-8")
    assert call("card", corpus, "--natural", natural).exit_code == 0
    assert "| natural text (people.jsonl) | 49 |" in (corpus / "README.md").read_text(encoding="utf-8")


def test_a_corpus_from_elsewhere(pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No meta, no manifest: what isn't known is left out."""
    monkeypatch.setattr("synth.output.load_pack", lambda _code: pack)
    rows = [Document(str(i), f"ask Abado {i}", "zzz", (Span(4, 9, "person.other"),)).to_json() for i in range(3)]
    rows.append(Document("x", "ask Abado 1", "zzz").to_json())
    (tmp_path / "kept.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    stats = write_card_of(tmp_path, None, None)
    assert (stats.kept, stats.exact) == (4, 1)
    assert "| not stated | 4 | 25.0% |" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_faults_of_a_corpus(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no corpus at "):
        write_card_of(tmp_path, None, None)
    file = tmp_path / "kept.jsonl"
    file.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="no document there"):
        write_card_of(tmp_path, None, None)
    file.write_text('{"id": "1", "text": "secret"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"kept.jsonl, line 1: expected a corpus line") as fault:
        list(read_corpus(tmp_path))
    assert "secret" not in str(fault.value)
    span = {"start": 3, "end": 99, "label": "age"}
    file.write_text(json.dumps({"id": "1", "lang": "swa", "text": "secret", "spans": [span]}) + "\n", encoding="utf-8")
    with pytest.raises(SpanError, match=r"kept.jsonl, line 1: span 3-99"):
        list(read_corpus(file))


def test_duplicates_are_counted() -> None:
    stats = Statistics(())
    long = "mgonjwa alikuja jana jioni na homa kali sana akiwa na kikohozi na maumivu ya kichwa tangu wiki iliyopita"
    for text in (long, long.upper(), long + " hivi", "kitu kingine kabisa"):
        stats.add(Document("1", text, "swa"))
    assert (stats.exact, stats.near) == (1, 1)


def test_written_forms() -> None:
    assert form_of("14/02/1988") == "00/00/0000"
    assert form_of("4 Machi 2026") == "0 word 0000"
    assert form_of("CM80923565P12V") == "AA00000000A00A"
    assert form_of("2026年3月4日") == "0000年0月0日"


def test_a_reservoir_is_a_fair_sample() -> None:
    hits = 0
    for start in range(0, 4000, 20):
        reservoir = Reservoir(5)
        for i in range(20):
            reservoir.offer(str(start + i))
        assert len(set(reservoir.items)) == 5
        hits += any(int(item) - start >= 15 for item in reservoir.items)
    assert hits in (0, 200)  # the same places for the same length of stream
    other = Reservoir(1900)
    for i in range(1900):
        other.offer(str(i))
    assert other.items == [str(i) for i in range(1900)]
