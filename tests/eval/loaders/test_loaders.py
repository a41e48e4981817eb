"""Every loader that discovery finds, and what each reads."""

from __future__ import annotations

import pytest

from eval.loaders import detect_loader, find_loader, loader_names
from ficha.errors import InputError, SpanError, UsageError
from ficha.labels import FINE_LABELS
from tests.eval.build import write
from tests.eval.loaders.test_formats import FILES


def record(text, spans, id="1", **fields):
    return {
        "id": id,
        "text": text,
        "spans": [dict(zip(("start", "end", "label"), s, strict=True)) for s in spans],
        **fields,
    }


SAMPLES = {
    "corpus": record("Naitwa Achieng", [(7, 14, "person.patient")], lang="swa", meta={"register": "sms"}),
    "masakhaner": record("Lewis alifika Kisumu .", [(0, 5, "PER"), (14, 20, "LOC")], lang="swa"),
    "presidio_research": record("My SSN: 460-89-9847", [(8, 19, "US_SSN")], lang="eng"),
    "aci_bench": record(
        "Brian White is here.", [(0, 5, "patient_firstname"), (6, 11, "patient_familyname")], lang="eng"
    ),
}


def test_every_loader_has_a_sample_here_or_in_test_formats():
    assert set(loader_names()) == SAMPLES.keys() | FILES.keys() | {"plain"}
    assert loader_names()[0] == "corpus"


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_loader_is_told_by_its_labels_and_reads_its_sample(name, tmp_path):
    path = write(tmp_path / "gold.jsonl", [SAMPLES[name]])
    loader = detect_loader(path)
    assert loader.LABELS.name == name
    (document,) = loader.load(path)
    assert document.id == "1"
    assert document.text == SAMPLES[name]["text"]
    assert document.lang == SAMPLES[name]["lang"]
    assert all(span.label in loader.LABELS.labels for span in document.spans)


@pytest.mark.parametrize("name", loader_names())
def test_label_maps_hold_fine_labels_and_say_complete_only_of_what_they_map(name):
    labels = find_loader(name).LABELS
    mapped = {fine for names in labels.labels.values() for fine in names}
    assert mapped <= set(FINE_LABELS)
    assert labels.complete <= mapped | {fine for fine in FINE_LABELS if fine.split(".")[0] in {"contact", "id"}}


def test_meta_is_kept_and_a_file_without_spans_is_a_corpus(tmp_path):
    path = write(tmp_path / "gold.jsonl", [SAMPLES["corpus"] | {"spans": []}])
    assert detect_loader(path).LABELS.name == "corpus"
    (document,) = find_loader("corpus").load(path)
    assert document.meta == {"register": "sms"}


def test_parts_of_a_name_are_one_mention_in_aci_bench(tmp_path):
    record = SAMPLES["aci_bench"] | {"text": "Brian White, White."}
    record["spans"] = [*record["spans"], {"start": 13, "end": 18, "label": "patient_familyname"}]
    (document,) = find_loader("aci_bench").load(write(tmp_path / "gold.jsonl", [record]))
    assert [(span.start, span.end) for span in document.spans] == [(0, 11), (13, 18)]


@pytest.mark.parametrize(
    ("records", "error", "words"),
    [
        ([record("Asante", []), record("Asante", [])], InputError, "gold.jsonl line 2: id '1' was met before"),
        ([record("Asante", [(0, 7, "age")])], SpanError, "line 1: span 0-7 does not lie in a text of 6 code points"),
        ([record("Asante", [(0, 3, "age"), (2, 5, "age")])], SpanError, "line 1: span 2-5 overlaps"),
        ([record("Asante", [(0, 3, "NAME")])], InputError, "line 1: label 'NAME' is unknown to format 'corpus'"),
        ([{"id": "1", "spans": []}], InputError, "field 'text': expected a string, found nothing"),
        ([{"id": "1", "text": "Asante"}], InputError, "field 'spans': expected a list of objects, found nothing"),
        ([record("Asante", [], meta="x")], InputError, "field 'meta': expected an object, found str"),
        ([record("Asante", [], id=None)], InputError, "field 'id': expected a string or a whole number"),
    ],
)
def test_what_a_corpus_may_not_hold(records, error, words, tmp_path):
    path = write(tmp_path / "gold.jsonl", records)
    with pytest.raises(error) as caught:
        list(find_loader("corpus").load(path))
    assert words in str(caught.value)
    assert "Asante" not in str(caught.value)


def test_offsets_of_another_unit_are_found_out_by_the_quoted_text(tmp_path):
    # UTF-16 units: after two emoji the offsets are three too high.
    bad = {
        "id": "1",
        "text": "🩺🧒🏾 Ask Thandeka.",
        "spans": [{"start": 9, "end": 17, "label": "age", "text": "Thandeka"}],
    }
    path = write(tmp_path / "gold.jsonl", [bad])
    with pytest.raises(SpanError, match="span 9-17 holds another text than it quotes"):
        list(find_loader("corpus").load(path))


def test_labels_that_no_format_knows(tmp_path):
    path = write(tmp_path / "gold.jsonl", [record("Asante", [(0, 3, "PER"), (4, 6, "US_SSN")])])
    with pytest.raises(InputError, match=r"no format knows all its labels \('PER', 'US_SSN'\)"):
        detect_loader(path)
    with pytest.raises(UsageError, match="unknown format 'conll': expected one of corpus, aci_bench"):
        find_loader("conll")
