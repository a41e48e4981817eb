"""Tokens, grapheme clusters, and what is trimmed from a span."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from ficha.align.misfit import look, misfit
from ficha.align.tokens import Affixes, cluster_end, cluster_start, inside_cluster, inside_word, tokenise
from ficha.align.trim import trimmed
from ficha.policy import load_policy


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("148/92 mg", ["148", "/", "92", " ", "mg"]),
        ("王芳, ok", ["王", "芳", ",", " ", "ok"]),
        ("Jose\u0301\r\n🧒🏾", ["Jose\u0301", "\r\n", "🧒🏾"]),
        ("በአዳማ ok", ["በ", "አዳማ", " ", "ok"]),
        ("clinicni", ["clinic", "ni"]),
        ("see [name]", ["see", " ", "[name]"]),
    ],
)
def test_tokenise(text: str, tokens: list[str]) -> None:
    found = tokenise(text, 0, len(text), whole=frozenset({"[name]"}), affixes=Affixes(("በ",), ("ni",)))
    assert [word for word, _ in found] == tokens
    assert all(text.startswith(word, at) for word, at in found)


@given(st.text(alphabet="ae\u0301\u200d\r\n 🧒🏾🇰🇪\u0600각ᄀ가กำक्षि王", max_size=12))
def test_clusters_are_those_of_uax_29(text: str) -> None:
    edges = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    for at in range(len(text) + 1):
        assert inside_cluster(text, at) == (at not in edges)
        assert cluster_end(text, at) == min(edge for edge in edges if edge >= at)
        if at < len(text):
            assert cluster_start(text, at) == max(edge for edge in edges if edge <= at)


def test_inside_word() -> None:
    assert [inside_word("ab 王芳\r\n", at) for at in range(8)] == [False, True, *[False] * 4, True, False]


@pytest.mark.parametrize(
    ("hidden", "kept"),
    [
        (" Otieno, ", "Otieno"),
        ("Otieno.", "Otieno"),
        ("Sarah P.", "Sarah P."),
        ("J. Okello M.D.", "J. Okello M.D."),
        ("Acme Ltd.", "Acme Ltd."),
        ("(555) 321-0987", "(555) 321-0987"),
        ("(Otieno)", "Otieno"),
        ("“Otieno”", "Otieno"),
        ('"Otieno"', "Otieno"),
        ("Otieno)", "Otieno"),
        ("Otieno (Jr)", "Otieno (Jr)"),
        ("+254 722", "+254 722"),
        ("@joyce", "@joyce"),
        ("- Otieno -", "Otieno"),
        ("王芳。", "王芳"),
        ("ሰላማዊት።", "ሰላማዊት"),
        ("Ng'ombe", "Ng'ombe"),
        (" --- ", "---"),
        ("?", "?"),
        (" \n ", ""),
    ],
)
def test_trimmed(hidden: str, kept: str) -> None:
    source = f"xx{hidden}yy"
    start, end = trimmed(source, 2, 2 + len(hidden))
    assert source[start:end] == kept


def test_looks() -> None:
    patient = load_policy("patient-requests")
    assert [look(patient.category(c)) for c in ("name", "tel", "dob", "email", "address")] == [
        "words",
        "digits",
        "digits",
        "email",
        "mixed",
    ]
    source = "Jo Phiri 0722 111"
    assert misfit(source, 0, 8, "words") == 0
    assert misfit(source, 9, 17, "digits") == 0
    assert misfit(source, 3, 17, "digits") == 5
    assert misfit(source, 0, 12, "words") > misfit(source, 0, 2, "words")
