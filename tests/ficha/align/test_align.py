"""The aligner as its users meet it: a table of sources and generations, one row a case.

Spans are (text, category id), edits (source text, generated text).
"""

from __future__ import annotations

import pytest

from ficha.align import Alignment, align, visualise
from ficha.policy import load_policy

PATIENT = load_policy("patient-requests")
AFRIMED = load_policy("afrimed")


def spans(source: str, found: Alignment) -> list[tuple[str, str]]:
    return [(source[s.start : s.end], s.category.id) for s in found.spans]


def edits(source: str, generated: str, found: Alignment) -> list[tuple[str, str]]:
    return [
        (source[e.source_start : e.source_end], generated[e.generated_start : e.generated_end]) for e in found.edits
    ]


Row = tuple[str, str, list[tuple[str, str]], list[tuple[str, str]]]

PLACES: dict[str, Row] = {
    "at both ends": ("Jo Phiri rang Ann", "[name] rang [name]", [("Jo Phiri", "name"), ("Ann", "name")], []),
    "the whole text": ("Jo Phiri", "[name]", [("Jo Phiri", "name")], []),
    "emoji before it (T01)": (
        "🩺🧒🏾 Seen with her aunt Thandeka Mokoena at 14:10. Ward 3.",
        "🩺🧒🏾 Seen with her aunt [name] at 14:10. Ward 3.",
        [("Thandeka Mokoena", "name")],
        [],
    ),
    "CRLF (B21)": (
        "Name: Grace Achieng\r\nVillage: Got Agulu\r\nAge 7\r\n",
        "Name: [name]\r\nVillage: [address]\r\nAge 7\r\n",
        [("Grace Achieng", "name"), ("Got Agulu", "address")],
        [],
    ),
    "double space kept (B18)": (
        "cc: a.okello@example.org  b.atim@example.org c.opio@example.org",
        "cc: [email] [email] [email]",
        [("a.okello@example.org", "email"), ("b.atim@example.org", "email"), ("c.opio@example.org", "email")],
        [],
    ),
    "a whole name, then a part of it (B54)": (
        "Herbert Okoth-Ouma saw Ouma.",
        "[name] saw [name].",
        [("Herbert Okoth-Ouma", "name"), ("Ouma", "name")],
        [],
    ),
    "two equal placeholders, one name (B27)": (
        "Ask Joyce Phiri first.",
        "Ask [NAME_1] [NAME_1] first.",
        [("Joyce Phiri", "name")],
        [],
    ),
    "a sentence replaced (B53)": (
        "How long is the queue at the clinic?",
        "[NAME_1]",
        [("How long is the queue at the clinic", "name")],
        [],
    ),
    "edits as whole words (T10)": (
        "BP 148/92. Mrs Nomvula Khumalo denies chest pain. Metformin 850 mg bd.",
        "BP 148/90. Mrs [NAME_1] denies any chest pain. Metformin 850 mg twice daily.",
        [("Nomvula Khumalo", "name")],
        [("148/92", "148/90"), ("denies", "denies any"), ("bd", "twice daily")],
    ),
    "adjacent, of two kinds": (
        "Ask Joyce Phiri 0722 111222 first.",
        "Ask [name][tel] first.",
        [("Joyce Phiri", "name"), ("0722 111222", "tel")],
        [],
    ),
    "one space apart, of two kinds": (
        "Ask Joyce Phiri 0722 111222 first.",
        "Ask [name] [tel] first.",
        [("Joyce Phiri", "name"), ("0722 111222", "tel")],
        [],
    ),
    "adjacent, e-mail before a name": (
        "To a.b@example.org Joyce Phiri.",
        "To [email] [name].",
        [("a.b@example.org", "email"), ("Joyce Phiri", "name")],
        [],
    ),
    "two equal e-mails are two": (
        "a@x.org b@x.org",
        "[email][email]",
        [("a@x.org", "email"), ("b@x.org", "email")],
        [],
    ),
    "two names on two lines are two": (
        "Joyce\nOpio",
        "[name]\n[name]",
        [("Joyce", "name"), ("Opio", "name")],
        [],
    ),
    "repeated words on both sides": ("a b a b", "[name] b", [("a b a", "name")], []),
    "repeated words around one": ("go go Jo go go", "go go [name] go go", [("Jo", "name")], []),
    "a literal in what is hidden": (
        "Ann and Bob and Cy came",
        "[name] and [name] came",
        [("Ann", "name"), ("Bob and Cy", "name")],
        [],
    ),
    "the stop of an initial stays": ("I am Sarah P. and well", "I am [name] and well", [("Sarah P.", "name")], []),
    "brackets of a number stay": (
        "Ring (555) 321-0987 now",
        "Ring [tel] now",
        [("(555) 321-0987", "tel")],
        [],
    ),
    "a dropped comma is given back": ("Otieno, call", "[name] call", [("Otieno", "name")], []),
    "a dropped full stop is given back": ("I saw Otieno.", "I saw [name]", [("Otieno", "name")], []),
    "a dropped space is given back": ("Ask Joyce first", "Ask [name]first", [("Joyce", "name")], []),
    "brackets round a name": ("My son (Otieno) coughs", "My son [name] coughs", [("Otieno", "name")], []),
    "only punctuation is hidden": ("Name: --- end", "Name: [name] end", [("---", "name")], []),
    "brackets in the source are text": (
        "see [name] of Joyce",
        "see [name] of [name]",
        [("Joyce", "name")],
        [],
    ),
    "brackets in the source are text, with an edit": (
        "Fill in [name] here. Joyce Phiri came today",
        "Fill in [name] here. [name] came yesterday",
        [("Joyce Phiri", "name")],
        [("today", "yesterday")],
    ),
    "dropped placeholder": ("Ask Joyce first", "Ask first", [], [("Joyce", "")]),
    "invented placeholder": ("No names here.", "No names [name] here.", [], [("names", "names [name]")]),
    "invented placeholder, empty text": ("", "[name]", [], [("", "[name]")]),
    "empty texts": ("", "", [], []),
    "everything dropped": ("Ask Joyce", "", [], [("Ask Joyce", "")]),
    "text out of nothing": ("", "Hello there", [], [("", "Hello there")]),
    "a title added before a name": (
        "saw Nomvula Khumalo today",
        "saw Mrs [name] today",
        [("Nomvula Khumalo", "name")],
        [("saw", "saw Mrs")],
    ),
    "a word replaced behind a placeholder": (
        "Joyce Phiri denies pain",
        "[name] refuses pain",
        [("Joyce Phiri", "name")],
        [("denies", "refuses")],
    ),
    "a possible name replaced beside one is hidden": (
        "Joyce Phiri Okello came",
        "[name] patient came",
        [("Joyce Phiri Okello", "name")],
        [("came", "patient came")],
    ),
    "text dropped beside a placeholder is hidden": (
        "I saw Joyce yesterday at noon",
        "I saw [name] at noon",
        [("Joyce yesterday", "name")],
        [],
    ),
    "a word dropped further off": (
        "quite happily Joyce came",
        "happily [name] came",
        [("Joyce", "name")],
        [("quite", "")],
    ),
    "CRLF became LF": (
        "Name: Grace\r\nAge 7\r\n",
        "Name: [name]\nAge 7\n",
        [("Grace", "name")],
        [("\r\n", "\n"), ("\r\n", "\n")],
    ),
    "an edit stops at a placeholder": (
        "Otieno. Call",
        "[name], call",
        [("Otieno", "name")],
        [(".", ","), ("Call", "call")],
    ),
    "Chinese": ("患者王芳今天头痛", "患者[姓名]今日头痛", [("王芳", "name")], [("天", "日")]),
    "combining marks": ("Ask Jose\u0301 now", "Ask [name] now", [("Jose\u0301", "name")], []),
    "never inside a cluster": ("Ask Jose\u0301 now", "Ask [name]\u0301 now", [("Jose\u0301", "name")], []),
    "emoji with a skin colour beside it": ("Ann👋🏾 Bob", "[name]👋🏾 Bob", [("Ann", "name")], []),
}


@pytest.mark.parametrize("row", PLACES.values(), ids=PLACES)
def test_places(row: Row) -> None:
    source, generated, wanted_spans, wanted_edits = row
    found = align(source, generated, PATIENT)
    assert spans(source, found) == wanted_spans
    assert edits(source, generated, found) == wanted_edits


def test_amharic_clitic_stays_outside() -> None:
    source = "ታካሚዋ ሰላማዊት ተስፋዬ በአዳማ ሆስፒታል ታየች። ስልክ 0911 000 147።"
    found = align(source, "ታካሚዋ [NAME_1] በ[LOCATION_1] ሆስፒታል ታየች። ስልክ [PHONE_1]።", AFRIMED)
    assert [(s.start, s.end) for s in found.spans] == [(5, 15), (17, 20), (36, 48)]
    assert found.edits == ()


def test_clitic_is_outside_where_the_text_was_edited() -> None:
    source = "ታካሚዋ በአዳማ ሆስፒታል ታየች።"
    found = align(source, "ታካሚዋ በ[LOCATION_1] ሆስፒታል ታየችም።", AFRIMED)
    assert spans(source, found) == [("አዳማ", "LOCATION_VILLAGE")]
    assert [source[e.source_start : e.source_end] for e in found.edits] == ["ታየች"]


@pytest.mark.parametrize(
    ("source", "generated"),
    [("ne w'Achieng ku kyalo", "ne w'[person] ku kyalo"), ("ne w'Achieng ku kyalo", "ne w'[person] mu kyalo")],
)
def test_attached_prefix_stays_outside(source: str, generated: str) -> None:
    assert spans(source, align(source, generated, AFRIMED)) == [("Achieng", "PERSON_THIRD_PARTY")]


def test_unknown_placeholder_hides_as_other() -> None:
    source = "Ask Joyce first"
    found = align(source, "Ask [zzz_3] first", PATIENT)
    assert spans(source, found) == [("Joyce", "other")]
    assert (found.spans[0].known, found.spans[0].number, found.unknown_placeholders) == (False, 3, 1)


def test_unknown_placeholder_that_hides_nothing_still_counts() -> None:
    assert align("Ask first", "Ask [zzz] first", PATIENT).unknown_placeholders == 1


def test_aliases_of_the_caller() -> None:
    source = "Ask Joyce first"
    found = align(source, "Ask [jinalake] first", PATIENT, {"jina-lake": "person"})
    assert spans(source, found) == [("Joyce", "name")]
    assert found.spans[0].known


def test_span_says_where_its_placeholder_is() -> None:
    generated = "Ask [NAME_1] [NAME_1] first."
    (span,) = align("Ask Joyce Phiri first.", generated, PATIENT).spans
    assert generated[span.generated_start : span.generated_end] == "[NAME_1] [NAME_1]"


def test_visualise() -> None:
    source, generated = "Ask Joyce Phiri now\n", "Ask [name] soon\n"
    assert visualise(source, generated, align(source, generated, PATIENT)).splitlines() == [
        "SRC: Ask Joyce Phiri now*⏎",
        "GEN: Ask [name]***** soon⏎",
        "         HHHHHHHHHHH EEEE",
    ]
