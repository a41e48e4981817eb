"""A document under other names keeps all but the names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ficha.document import Document, Span, checked_spans
from synth.pack import load_pack
from synth.renaming import Naming
from synth.written_names import Roster

PACKS = {code: load_pack(code) for code in ("swa", "lug", "por", "zho")}
ROSTERS = {code: Roster(pack) for code, pack in PACKS.items()}


def document(marked: str) -> Document:
    """`Mgonjwa <patient:Achieng Otieno>` as a document; the word before the colon is the entity."""
    labels = {"email": "contact.email", "village": "location.village", "handle": "contact.handle"}
    text, spans = "", []
    for i, piece in enumerate(marked.replace(">", "<").split("<")):
        if i % 2:
            entity, _, value = piece.partition(":")
            label = labels.get(entity, "person.patient" if entity == "patient" else "person.relative")
            spans.append(Span(len(text), len(text) + len(value), label, entity))
            text += value
        else:
            text += piece
    return Document("d-1", text, "swa", tuple(spans), {"split": "test", "country": "KE", "patient": "p-0"})


def renamed(code: str, marked: str, new: dict[str, str]) -> Document:
    naming = Naming(document(marked), ROSTERS[code])
    made = naming.renamed(new, "test-novel", PACKS[code].settings.names)
    assert checked_spans(made.text, made.spans, "made") == made.spans
    assert [(s.label, s.entity) for s in made.spans] == [(s.label, s.entity) for s in naming.document.spans]
    return made


@pytest.mark.parametrize(
    ("code", "marked", "expected"),
    [
        ("swa", "Naitwa <patient:Achieng Otieno>.", "Naitwa Atieno Kamau."),
        ("swa", "JINA: <patient:OTIENO, ACHIENG>", "JINA: KAMAU, ATIENO"),
        ("swa", "<patient:achieng> na <patient:A. Otieno>", "atieno na A. Kamau"),
        ("swa", "<patient:Achieng Otieno>, <patient:otieno achieng>", "Atieno Kamau, kamau atieno"),
        ("swa", "kwa <patient:Achieng> (<patient:Acheing>)", "kwa Atieno (Atieno)"),
        ("swa", "Dkt <kin:Achieng> wa <village:Achieng>", "Dkt Atieno wa Achieng"),
        ("swa", "<patient:Achieng Otieno> <email:achieng.otieno@example.org>",
         "Atieno Kamau atieno.kamau@example.org"),
        ("swa", "<patient:Achieng Otieno> <handle:@OTIENO44>", "Atieno Kamau @KAMAU44"),
        ("lug", "w'<patient:Achieng>", "w'Atieno"),
        ("por", "<patient:Maria da Silva> e <patient:D. Silva>", "Rosa dos Santos e D. Santos"),
        ("por", "<patient:Maria Otieno da Silva>", "Rosa Kamau dos Santos"),
        ("zho", "患者<patient:王秀英>，<patient:秀英>，<patient:王某>", "患者李丽娜，丽娜，李某"),
    ],
)  # fmt: skip
def test_forms_case_and_prefixes_stay(code: str, marked: str, expected: str) -> None:
    new = {"achieng": "Atieno", "otieno": "Kamau", "maria": "Rosa", "silva": "Santos", "王": "李", "秀英": "丽娜"}
    assert renamed(code, marked, new).text == expected


def test_a_particle_that_the_new_name_does_not_take_is_left_out() -> None:
    assert renamed("por", "<patient:Maria da Silva>", {"silva": "Pires"}).text == "Maria Pires"


def test_initials_of_a_given_name_in_the_text_follow_it_and_others_are_words_of_their_own() -> None:
    assert renamed("swa", "<patient:Achieng Otieno> / <patient:A. Otieno>", {"achieng": "Ruth"}).text.endswith(
        "R. Otieno"
    )
    naming = Naming(document("<patient:J. Otieno>"), ROSTERS["swa"])
    ((key, word),) = [(key, word) for key, word in naming.words.items() if word.initial]
    assert (word.role, word.written) == ("given", "J")
    assert renamed("swa", "<patient:j. otieno>", {key: "Ruth", "otieno": "Kamau"}).text == "r. kamau"


def test_meta_tells_the_set_and_another_patient() -> None:
    made = renamed("swa", "<patient:Achieng>", {"achieng": "Atieno"})
    assert (made.id, made.meta["split"]) == ("d-1-novel", "test-novel")
    assert made.meta["patient"] not in (None, "p-0")


def test_offsets_of_natural_sentences_move_along() -> None:
    old = document("Osha. <patient:Achieng> na <kin:Otieno>. Lala mapema.")
    at = old.text.index("Lala")
    natural = [{"start": 0, "end": 5, "id": "a"}, {"start": at, "end": len(old.text), "id": "b"}]
    naming = Naming(replace(old, meta={**old.meta, "natural": natural}), ROSTERS["swa"])
    made = naming.renamed({"achieng": "Ann", "otieno": "Wafula Wa"}, "test-novel", PACKS["swa"].settings.names)
    assert [made.text[n["start"] : n["end"]] for n in made.meta["natural"]] == ["Osha.", "Lala mapema."]


def test_gender_is_that_of_the_person() -> None:
    naming = Naming(document("<patient:Fatuma Otieno>, <kin:Juma Otieno>"), ROSTERS["swa"])
    assert {word.written: word.gender for word in naming.words.values()} == {"Fatuma": "f", "Otieno": "f", "Juma": "m"}


def test_what_the_text_says_outside_spans() -> None:
    naming = Naming(document("Baraka ya <patient:Achieng> huko Ng'ang'a"), ROSTERS["swa"])
    assert [naming.says(name) for name in ("Baraka", "Achieng", "Ng'ang'a", "Ya")] == [True, False, True, True]
