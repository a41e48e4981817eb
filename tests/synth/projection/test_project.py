"""A corpus projected into English through a real server that now and then loses, merges or translates a tag."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ficha.document import Span, checked_spans
from ficha.errors import InputError
from synth.pack import Pack, load_pack
from synth.projection import tags
from synth.projection.project import DEV_SHARE, UNTRANSLATED, Projection, project
from synth.teacher.checks import LANGUAGE
from synth.teacher.run import Report
from tests.synth.teacher.build import calls
from tests.synth.teacher.server import FRENCH, TeacherServer

NAMES = ("Carmen Ruiz", "Pilar Soler", "Jorge Vidal", "Lucía Ferrer")
COUNT = 20


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack("eng")


def corpus(folder: Path) -> Path:
    """Invented Spanish notes, each with a number that the server goes by."""
    rows = []
    for i in range(COUNT):
        name = NAMES[i % len(NAMES)]
        text = f"Caso {i}. {name} acude por tos desde hace días. Tiene {40 + i} años. Tel. 600 123 4{i:02d}. Alta."
        found = [(name, "person.patient"), (f"{40 + i} años", "age"), (f"600 123 4{i:02d}", "contact.phone")]
        spans = [{"start": text.index(v), "end": text.index(v) + len(v), "label": label} for v, label in found]
        rows.append({"id": f"d{i}", "lang": "spa", "text": text, "spans": spans})
    file = folder / "notes.jsonl"
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def translate(tagged: str) -> str:
    """What the server makes of a note; five of them it spoils, each in another way."""
    number = int(re.search(r"Caso (\d+)", tagged)[1])  # type: ignore[index]
    one, two, three = (re.search(rf"<x{n}>(.*)</x{n}>", tagged)[1] for n in (1, 2, 3))  # type: ignore[index]
    age = two.split()[0]
    good = (
        f"Patient {number} in clinic today. Please call <x3>{three}</x3> with results. <x1>{one}</x1> came with a "
        f"cough that has lasted several days and is now <x2>{age} years old</x2>. Sent home with advice to rest."
    )
    return {
        1: good.replace("<x3>", "").replace("</x3>", ""),
        2: good.replace("<x1>", "<equis1>").replace("</x1>", "</equis1>"),
        3: good.replace("</x1> came", " came").replace("<x2>", "<x2>", 1).replace("</x2>", "</x2></x1>"),
        4: tagged,
        5: f"{FRENCH} <x1>{one}</x1> <x2>{two}</x2> <x3>{three}</x3>",
    }.get(number, good)


def run(pack: Pack, folder: Path, local: bool) -> tuple[int, Report, list[dict[str, Any]], list[dict[str, Any]]]:
    with TeacherServer() as server:
        server.translate = translate
        wanted = Projection(corpus(folder), folder / "out", 13, None, local)
        count, report = project(pack, wanted, calls(server, folder / "cache"))
    read = [[json.loads(line) for line in (folder / "out" / name).read_text(encoding="utf-8").splitlines()]
            for name in ("kept.jsonl", "rejects.jsonl")]  # fmt: skip
    return count, report, read[0], read[1]


def test_spans_come_through_and_spoilt_tags_are_rejected_with_the_reason(pack: Pack, tmp_path: Path) -> None:
    count, report, kept, rejects = run(pack, tmp_path, local=False)
    assert (count, report.stats.kept, len(kept)) == (COUNT, COUNT - 5, COUNT - 5)
    assert Counter(row["reason"] for row in rejects) == Counter(
        [tags.LOST, tags.BROKEN, tags.MERGED, UNTRANSLATED, LANGUAGE]
    )
    for row in kept:
        spans = checked_spans(row["text"], [Span(s["start"], s["end"], s["label"]) for s in row["spans"]], "row")
        values = {span.label: row["text"][span.start : span.end] for span in spans}
        assert values["person.patient"] in NAMES
        assert values["age"].endswith("years old")
        assert values["contact.phone"].startswith("600 123 4")
        assert row["meta"]["source"] == "projection"
        assert row["lang"] == "eng"


def test_three_in_ten_are_for_development(pack: Pack, tmp_path: Path) -> None:
    _, _, kept, rejects = run(pack, tmp_path, local=True)
    rows = [*kept, *(row["attempt"] for row in rejects)]
    splits = Counter(row["meta"]["split"] for row in rows)
    assert splits == {"dev": round(DEV_SHARE * COUNT), "test": COUNT - round(DEV_SHARE * COUNT)}


def test_names_and_numbers_become_local_ones(pack: Pack, tmp_path: Path) -> None:
    _, report, kept, _ = run(pack, tmp_path, local=True)
    values = [(s["label"], row["text"][s["start"] : s["end"]]) for row in kept for s in row["spans"]]
    assert {label for label, _ in values} == {"person.patient", "age", "contact.phone"}
    assert not {value for label, value in values if label == "person.patient"} & set(NAMES)
    assert not [value for label, value in values if label == "contact.phone" and value.startswith("600 123")]
    assert not any(report.stats.overlaps().values())


def test_an_id_that_stands_twice(pack: Pack, tmp_path: Path) -> None:
    file = corpus(tmp_path)
    file.write_text(file.read_text(encoding="utf-8") * 2, encoding="utf-8")
    with TeacherServer() as server, pytest.raises(InputError, match="id 'd0' stands twice"):
        project(pack, Projection(file, tmp_path / "out"), calls(server, tmp_path / "cache"))
