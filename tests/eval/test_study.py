from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from eval import plots
from eval.comparison import report_page
from eval.coreference.pseudonyms import Pseudonyms
from eval.predictions import parse_prediction
from eval.protocols import Run
from eval.published_tables import published_tables
from eval.report import score
from eval.study import Outcome, Setup, read_set, run_study, sampled, set_name
from eval.systems import Options
from ficha.document import Document, Span
from ficha.errors import InputError, UsageError
from tests.eval.build import document, write

TEXTS = [
    ("Naitwa Achieng Otieno, simu 0712 345 678.", [(7, 21, "person.patient"), (28, 40, "contact.phone")]),
    ("Umri miaka 34, anaishi Kibera.", [(5, 13, "age"), (23, 29, "location.village")]),
    ("Simu 0712 345 678 ni ya mama yake, Zuri, anayeuza samaki sokoni kila siku.", [(5, 17, "contact.phone")]),
]


def corpus(tmp_path, lang="swa", **meta):
    lines = [document(text, spans, f"d{n}", lang).to_json() for n, (text, spans) in enumerate(TEXTS)]
    (tmp_path / lang).mkdir(exist_ok=True)
    for n, line in enumerate(lines):
        line["meta"] = {"split": "test", "patient": f"p{n}", **meta}
    return write(tmp_path / lang / "kept.jsonl", lines)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    plain = write(
        folder / "tico.jsonl", [{"id": str(n), "lang": "swa", "text": "Kunywa maji mengi."} for n in range(9)]
    )
    setup = Setup(resamples=20, sample=4, out=folder / "out")
    paths = [corpus(folder, template="swa-1"), corpus(folder, "lug"), plain]
    return run_study(paths, ["rules", "philter-lite"], Options(), setup), setup


def test_every_system_runs_on_every_set_and_leaves_its_files(study):
    found, setup = study
    assert [entry.name for entry in found.entries] == ["swa", "lug", "tico"]
    assert [len(entry.documents) for entry in found.entries] == [3, 3, 4]
    assert [entry.invented for entry in found.entries] == [True, False, False]
    for entry in found.entries:
        assert list(entry.outcomes) == ["rules", "philter-lite"]
        scores = json.loads((setup.out / entry.name / "rules" / "scores.json").read_text(encoding="utf-8"))
        assert scores["system"] == "rules"
        assert (setup.out / entry.name / "philter-lite" / "predictions.jsonl").is_file()
    assert found.entries[0].outcomes["rules"].value("item.strict.recall[CONTACT_PHONE]") == 1.0
    assert math.isnan(found.entries[0].outcomes["rules"].value("no.such.measure"))
    assert list(found.labels) == ["philter-lite"]


def test_text_without_personal_data_stays_as_it_is_character_by_character(study):
    found, _ = study
    rules = found.entries[2].outcomes["rules"]
    assert rules.value("fidelity.visible") == rules.value("fidelity.kept") == 1.0
    assert rules.value("document.over_redacted") == 0.0
    assert rules.value("document.accuracy") == 1.0


def test_the_page_holds_every_section_and_no_text_that_may_be_real(study, tmp_path):
    found, setup = study
    page = report_page(found, setup, show_text=False, runs=[])
    sections = ("All sets", "swa", "Texts without personal data", "Intruder test", "Published tables", "Label maps")
    for section in sections:
        assert f"## {section}\n" in page.markdown
        assert f">{section}</h2>" in page.html
    assert "Naitwa Achieng Otieno" in page.markdown  # swa names a template: it is invented
    assert page.markdown.count("SRC:") == 2  # of three documents, one has no error
    assert "the worst" in page.markdown[page.markdown.index("## lug") :]
    assert "SRC:" not in page.markdown[page.markdown.index("## lug") :]
    assert "SRC:" in report_page(found, setup, show_text=True, runs=[]).markdown[page.markdown.index("## lug") :]
    page.write(tmp_path)
    names = {path.name for path in (tmp_path / "figures").iterdir()}
    assert {"category-swa.svg", "lengths-swa.svg", "prevalence-rules.svg"} <= names
    for path in (tmp_path / "figures").iterdir():
        ElementTree.parse(path)
    for name in names:
        assert f"(figures/{name})" in page.markdown
    assert not re.search(r'(src|href)="http', page.html)  # nothing to fetch
    with pytest.raises(InputError, match="can't write to"):
        page.write(tmp_path / "report.md")


def test_novel_names_are_set_against_the_held_out_set(tmp_path):
    novel = document("Naitwa Zorblat.", [(7, 14, "person.patient")], "n").to_json() | {"meta": {"split": "test-novel"}}
    (tmp_path / "swa").mkdir()
    path = write(tmp_path / "swa" / "test-novel.jsonl", [novel])
    both = run_study([corpus(tmp_path), path], ["rules"], Options(), Setup(resamples=5))
    page = report_page(both, Setup(resamples=5), show_text=False, runs=[]).markdown
    table = page[page.index("## Held-out, novel and permuted names") :]
    assert "| swa-test-novel, rules | 0.000 (-0.333) |" in table


def test_figures_are_the_same_bytes_for_the_same_numbers(study):
    entry = study[0].entries[0]
    assert plots.by_category(entry) == plots.by_category(entry)


def test_published_rows_stand_beside_ours_with_what_is_comparable(study):
    tables = {table.title: table for table in published_tables()}
    assert all(len(row) == len(table.columns) + 1 for table in tables.values() for row in table.rows)
    ours = tables["Translated clinical texts in four languages, strict micro F1"].our_rows(study[0].entries)
    assert [name for name, _ in ours] == ["rules, corpus", "philter-lite, corpus"]
    lug, swa, kin, _ = ours[0][1]
    assert swa == study[0].entries[0].outcomes["rules"].value("item.strict.f1")
    assert lug == study[0].entries[1].outcomes["rules"].value("item.strict.f1")
    assert math.isnan(kin)
    assert tables["English patient requests, document level"].our_rows(study[0].entries) == []


def test_the_published_recall_that_its_counts_do_not_give_is_corrected():
    (table,) = [table for table in published_tables() if "end to end" in table.title]
    _, correct, lost, wrong, spurious, precision, recall = table.rows[0]
    counted = Pseudonyms(correct, lost, wrong, spurious)
    assert (100 * counted.precision, 100 * counted.recall) == pytest.approx((precision, recall), abs=0.005)


def test_pseudonyms_stand_in_the_report_the_scores_and_beside_the_published_ones(tmp_path):
    text = "Ata de 3/4/2026. A Ana Silva falou; a Ana Silva saiu."
    spans = (Span(19, 28, "person.other", "a"), Span(38, 47, "person.other", "a"))
    gold = Document("1", text, "por", spans, {"split": "test"}).to_json()
    path = write(tmp_path / "kept.jsonl", [gold])
    setup = Setup(policy="citilink", resamples=5, out=tmp_path / "out")
    found = run_study([path], ["rules"], Options(), setup)
    page = report_page(found, setup, show_text=False, runs=[]).markdown
    table = page[page.index("pseudonyms end to end, and coreference F1") :].splitlines()
    assert table[2].startswith("| system | muc | b3 | ceaf-e | lea | CoNLL | correct | lost | wrong | spurious |")
    assert table[4] == "| rules | 0.000 | 0.000 | 0.000 | 0.000 | 0.000 | 0 | 1 | 0 | 0 | - | 0.000 |"
    (scores,) = (tmp_path / "out").rglob("scores.json")
    assert json.loads(scores.read_text(encoding="utf-8"))["coreference"]["pseudonyms"]["lost"] == 1
    (published,) = [t for t in published_tables() if "end to end" in t.title]
    ((_, row),) = published.our_rows(found.entries)
    assert row[-1] == 0.0
    assert all(math.isnan(value) for value in row[:-1])  # counts of other texts, and 0 of 0


def test_two_processes_find_what_one_finds(study, tmp_path):
    alone, setup = study
    paths = [tmp_path / name for name in ("swa/kept.jsonl", "lug/kept.jsonl")]
    corpus(tmp_path, template="swa-1"), corpus(tmp_path, "lug")
    both = run_study(paths, ["rules", "philter-lite"], Options(), replace(setup, out=tmp_path / "out", jobs=2))
    assert both.labels == alone.labels
    for one, other in zip(alone.entries, both.entries, strict=False):
        for spec, outcome in one.outcomes.items():
            assert other.outcomes[spec].report.to_json() == outcome.report.to_json()
            assert other.outcomes[spec].predictions == outcome.predictions


def test_a_set_is_cut_by_its_characters_but_never_to_nothing(tmp_path):
    path = corpus(tmp_path)
    lengths = [len(text) for text, _ in TEXTS]
    for characters, kept in ((1, 1), (sum(lengths[:2]), 2), (sum(lengths[:2]) - 1, 1), (10**6, 3)):
        assert len(read_set(path, None, Setup(characters=characters)).documents) == kept


def test_a_reliability_figure_needs_scores_that_differ(tmp_path):
    entry = read_set(corpus(tmp_path), None, Setup())
    places = ((7, 21, 0.9), (0, 6, 0.2), (28, 40, 0.6))
    spans = [{"start": a, "end": b, "label": "PERSON", "score": s} for a, b, s in places]
    lines = [{"id": d.id, "spans": spans if d.id == "d0" else []} for d in entry.documents]
    answers = {line["id"]: parse_prediction(line, "x") for line in lines}
    outcome = Outcome(score(entry.documents, answers, entry.scheme, 5), answers, 1.0)
    entry.outcomes["x"] = outcome
    assert plots.scored_spans(entry, outcome) == ([0.9, 0.2, 0.6], [True, False, False])
    assert "<svg" in (plots.calibration(entry) or "")


def test_runs_give_a_scaling_figure_where_they_are_named_by_size():
    runs = [Run(str(size), "", {"document.recall": r}) for size, r in ((50, 0.8), (100, 0.9))]
    assert "<svg" in (plots.scaling(runs, "document.recall") or "")
    assert plots.scaling(runs[:1], "document.recall") is None


def test_names_of_the_training_split_are_known(tmp_path):
    lines = [document("Zorblat", [(0, 7, "person.patient")], "a").to_json(), document("Asante", id="b").to_json()]
    for line, split in zip(lines, ("train", "test"), strict=True):
        line["meta"] = {"split": split}
    entry = read_set(write(tmp_path / "c.jsonl", lines), None, Setup())
    assert entry.known == {"zorblat"}
    assert [d.id for d in entry.documents] == ["b"]
    with pytest.raises(UsageError, match="no document is of split 'dev'"):
        read_set(tmp_path / "c.jsonl", None, Setup(split="dev"))
    for line in lines:
        line["meta"] = {"split": "test-novel"}  # a set of one split is read whole
    assert len(read_set(write(tmp_path / "test-novel.jsonl", lines), None, Setup()).documents) == 2
    with pytest.raises(InputError, match="no sets"):
        run_study([], ["rules"], Options(), Setup())


def test_samples_are_seeded_and_in_order(tmp_path):
    documents = [document("a", id=str(n)) for n in range(50)]
    first, again, other = (sampled(documents, 9, seed) for seed in (1, 1, 2))
    assert [d.id for d in first] == [d.id for d in again] != [d.id for d in other]
    assert [int(d.id) for d in first] == sorted(int(d.id) for d in first)
    assert sampled(documents[:3], 9, 1) == documents[:3]
    assert set_name(tmp_path / "swa" / "kept.jsonl") == "swa"
    assert set_name(tmp_path / "swa" / "test-novel.jsonl") == "swa-test-novel"
    assert set_name(tmp_path / "a b.jsonl") == "a_b"
