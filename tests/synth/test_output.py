from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from ficha.document import Document, Span
from ficha.errors import InputError
from synth.card import card_of
from synth.factory import Factory, Made
from synth.output import write_folder
from synth.pack import Pack
from synth.statistics import Statistics
from tests.synth.build import make_pack


def write(pack: Pack, out: Path, count: int = 120) -> Statistics:
    return write_folder(out, Factory(pack, 13).documents(count), pack, 13, {"n": count})


def test_the_folder(pack: Pack, tmp_path: Path) -> None:
    out = tmp_path / "data" / "zzz"
    stats = write(pack, out)
    lines = [json.loads(line) for line in (out / "kept.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(lines) == stats.kept == 120
    assert set(lines[0]) == {"id", "lang", "text", "spans", "meta"}
    assert all(set(span) == {"start", "end", "label", "entity"} for line in lines for span in line["spans"])
    rejects = [json.loads(line) for line in (out / "rejects.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rejects) == sum(stats.rejects.values())
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["seed"] == 13
    assert manifest["counts"]["kept"] == 120
    assert manifest["counts"]["splits"] == {"dev": 6, "test": 18, "train": 96}
    assert set(manifest["counts"]["overlaps"].values()) == {0}
    digest = hashlib.sha256((out / "kept.jsonl").read_bytes()).hexdigest()
    assert manifest["fingerprints"]["kept.jsonl"] == digest
    assert "synth/languages/zzz/templates/note.txt" in manifest["fingerprints"]
    assert "ficha/locales/zzz/lists/village.txt" in manifest["fingerprints"]


def test_the_same_bytes_twice(pack: Pack, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(pack, tmp_path / name)
    for file in ("kept.jsonl", "rejects.jsonl", "manifest.json", "README.md"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_nothing_kept_is_loud(pack: Pack, tmp_path: Path) -> None:
    nothing = [Made(Document("1", "x", "zzz", meta={"split": "train"}), "too dull")] * 3
    with pytest.raises(InputError, match="nothing kept of 3 attempts, most often because: too dull"):
        write_folder(tmp_path / "out", nothing, pack, 13, {})
    assert len((tmp_path / ".out.part/rejects.jsonl").read_text(encoding="utf-8").splitlines()) == 3
    assert not list((tmp_path / "out").iterdir())  # a good corpus there would have stayed


META = {"template": "a", "country": "KE", "register": "note"}


def test_an_overlap_is_loud(pack: Pack, tmp_path: Path) -> None:
    def document(split: str, template: str) -> Made:
        meta = {**META, "split": split, "template": template}
        return Made(Document(template, "Ask Abado now", "zzz", (Span(4, 9, "person.patient"),), meta))

    with pytest.raises(InputError, match=r"splits overlap .1 name tokens of test in train spans"):
        write_folder(tmp_path / "out", [document("train", "a"), document("test", "b")], pack, 13, {})


@pytest.mark.parametrize(
    ("train", "label", "test", "test_label", "what"),
    [
        ("Abado", "person.patient", "ABADO", "person.relative", "name tokens of test in train spans"),
        ("St Abado Hospital", "facility.hospital", "Abado", "person.other", "name tokens of test in train spans"),
        ("x.abado@example.org", "contact.email", "Abado", "person.other", "name tokens of test in train spans"),
        ("Got Agulu Hospital", "facility.hospital", "Got Agulu", "location.village",
         "places, facilities and organisations of test in train spans"),
        ("昆明市医院", "facility.hospital", "昆明", "location.city",
         "places, facilities and organisations of test in train spans"),
    ],
)  # fmt: skip
def test_overlaps_are_counted(train: str, label: str, test: str, test_label: str, what: str) -> None:
    stats = Statistics(())
    stats.add(Document("1", train, "zzz", (Span(0, len(train), label),), {**META, "split": "train"}))
    stats.add(Document("2", test, "zzz", (Span(0, len(test), test_label),), {**META, "split": "test", "template": "b"}))
    assert {name for name, count in stats.overlaps().items() if count} == {what}


def test_letters_in_numbers_are_no_overlap() -> None:
    stats = Statistics(())
    stats.add(Document("1", "KDA LEE", "zzz", (Span(0, 7, "id.vehicle"),), {**META, "split": "train"}))
    stats.add(Document("2", "Lee", "zzz", (Span(0, 3, "person.other"),), {**META, "split": "test", "template": "b"}))
    assert not any(stats.overlaps().values())


def test_the_card(pack: Pack, tmp_path: Path) -> None:
    stats = write(pack, tmp_path / "out")
    card = card_of(pack, stats, 13)
    assert card == (tmp_path / "out/README.md").read_text(encoding="utf-8")
    assert f"| test | 18 | {stats.splits['test'].free / 18:.1%} |" in card
    assert "| name tokens of test in train spans | 0 |" in card
    assert f"{stats.free} of 120 documents" in card
    assert f"| person.patient | {stats.spans['person.patient']} | {stats.prevalence['person.patient']} |" in card
    assert "| village | invented village | CC BY 4.0 |" in card
    assert "- invented village: CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)" in card
    assert "OpenStreetMap" not in card


def test_the_card_credits_openstreetmap(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, lists={"hospital_osm": ["Ho Home"]})
    assert "© OpenStreetMap contributors" in card_of(pack, Statistics(()), 13)


def test_quantiles() -> None:
    stats = Statistics(())
    for words in range(1, 101):
        stats.add(Document(str(words), "w " * words, "zzz", (), {**META, "split": "train"}))
    train = stats.splits["train"]
    assert [train.quantile(share) for share in (0.05, 0.5, 0.95)] == [5, 50, 95]
