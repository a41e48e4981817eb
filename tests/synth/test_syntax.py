from __future__ import annotations

import pytest

from synth.nodes import Bank, Choice, Slot, Switch, Text, walk
from synth.syntax import Grammar, TemplateFault, parse_nodes

GOOD = [
    ("plain", (Text("plain"),)),
    ("", ()),
    ("a {patient}", (Text("a "), Slot("patient"))),
    ("w'{patient}!", (Text("w'"), Slot("patient"), Text("!"))),
    ("{relative:f#2.given}", (Slot("relative", 2, "given", "f"),)),
    ("{patient.full}", (Slot("patient"),)),
    ("{patient#42}", (Slot("patient", 42),)),
    ("{date.words}{dob.year}", (Slot("date", 1, "words"), Slot("dob", 1, "year"))),
    ("{age.elder}", (Slot("age", 1, "elder"),)),
    ("{drug} {dose}", (Slot("drug"), Text(" "), Slot("dose"))),
    ("{patient?he|she}", (Switch("patient", 1, "he", "she"),)),
    ("{relative#2?his|}", (Switch("relative", 2, "his", ""),)),
    ("[a|b c|]", (Choice(((Text("a"),), (Text("b c"),), ())),)),
    ("[{patient?he|she}|{drug}]", (Choice(((Switch("patient", 1, "he", "she"),), (Slot("drug"),))),)),
    ("x [@plan]", (Text("x "), Bank("plan"))),
    (r"\[a\|b\] \{c\} \# \\", (Text(r"[a|b] {c} # " + "\\"),)),
    (r"[a\]|b\|]", (Choice(((Text("a]"),), (Text("b|"),))),)),
    ("two\nlines", (Text("two\nlines"),)),
]  # fmt: skip

BAD = [
    ("a {patient", 2, "never closed"),
    ("a [b|c", 2, "never closed"),
    ("a } b", 2, "stray `}`"),
    ("a ] b", 2, "stray `]`"),
    ("a | b", 2, "stray `|`"),
    ("a [b [c|d]|e]", 5, "can't be nested"),
    ("[only]", 1, "only one alternative"),
    ("[@nothing]", 1, "unknown clause bank 'nothing': expected plan"),
    ("{nurse}", 0, "unknown slot kind 'nurse'"),
    ("{given_female}", 0, "unknown slot kind 'given_female'"),
    ("{common_words}", 0, "unknown slot kind 'common_words'"),
    ("{patient.nickname}", 0, "unknown form 'nickname' of 'patient'"),
    ("{phone.short}", 0, "unknown form 'short' of 'phone': expected none"),
    ("{village:f}", 0, "'village' has no gender"),
    ("{village?he|she}", 0, "'village' has no gender"),
    ("{patient:x}", 0, "broken slot"),
    ("{patient#0}", 0, "broken slot"),
    ("{}", 0, "broken slot"),
    (r"a \n b", 2, "a backslash stands before nothing special"),
    ("[ok|{nurse}]", 4, "unknown slot kind"),
]


@pytest.mark.parametrize(("text", "nodes"), GOOD, ids=[text for text, _ in GOOD])
def test_parses(text: str, nodes: tuple[object, ...], grammar: Grammar) -> None:
    assert parse_nodes(text, grammar) == nodes


@pytest.mark.parametrize(("text", "offset", "what"), BAD, ids=[text for text, _, _ in BAD])
def test_names_the_fault_and_its_place(text: str, offset: int, what: str, grammar: Grammar) -> None:
    with pytest.raises(TemplateFault) as fault:
        parse_nodes(text, grammar)
    assert fault.value.offset == offset
    assert what in fault.value.what


def test_walk_enters_alternatives(grammar: Grammar) -> None:
    kinds = [n.kind for n in walk(parse_nodes("{patient} [{phone}|x {date}]", grammar)) if isinstance(n, Slot)]
    assert kinds == ["patient", "phone", "date"]
