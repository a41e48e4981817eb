"""Addresses that the model hid in parts."""

from __future__ import annotations

import pytest

from ficha.addresses import grow_addresses
from ficha.locales import load_locale
from ficha.merge import Found
from ficha.policy import load_policy

POLICY = load_policy("afrimed")


@pytest.mark.parametrize(
    ("lang", "text", "hidden", "expected"),
    [
        ("swa", "yake Kitalu F, nyumba na. 16, Magu. watoto", ["Kitalu", "Magu"], ["Kitalu F, nyumba na. 16, Magu"]),
        ("swa", "Mugoiri Estate, House E71 Watoto wake", ["Mugoiri Estate"], ["Mugoiri Estate, House E71"]),
        ("luo", "Odak Kibuye, Block D ot 33, oonyal biro", ["Kibuye", "Block D"], ["Kibuye, Block D ot 33"]),
        ("lug", "abeera House 46,\nMoslem Zone C", ["Moslem Zone"], ["House 46,\nMoslem Zone"]),
        ("swa", "Kibera, Langata na Kawangware", ["Kibera", "Langata"], ["Kibera", "Langata"]),
        ("swa", "alitoka Kibera nyumba ni mbali", ["Kibera"], ["Kibera"]),
        ("swa", "Kibera 3/4/2026", ["Kibera"], ["Kibera"]),
    ],
)
def test_addresses(lang: str, text: str, hidden: list[str], expected: list[str]) -> None:
    place = POLICY.category("LOCATION_VILLAGE")
    spans = [Found(text.index(h), text.index(h) + len(h), place, None, 0.9, "model", "model") for h in hidden]
    found = grow_addresses(text, spans, POLICY, [load_locale(lang)])
    assert [text[f.start : f.end] for f in found] == expected


def test_other_spans_stay_and_keep_their_order() -> None:
    text = "Asha, House 4, Kibera"
    person = Found(0, 4, POLICY.category("PERSON"), None, 0.9, "model", "model")
    place = Found(15, 21, POLICY.category("LOCATION_VILLAGE"), None, 0.9, "model", "model")
    found = grow_addresses(text, [place, person], POLICY, [load_locale("swa")])
    assert [text[f.start : f.end] for f in found] == ["Asha", "House 4, Kibera"]
