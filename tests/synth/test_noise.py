from __future__ import annotations

import random

import pytest

from synth.noise import KINDS, SHARES, add_noise, name_typo, slip
from synth.pack import REGISTERS
from synth.render import Piece, assemble
from synth.splits import split_of


def pieces() -> list[Piece]:
    return [
        Piece("Habari daktari, naitwa "),
        Piece("Achieng Muñoz", "person.patient", "patient"),
        Piece(". Joto "),
        Piece("38.5°C", filler=True),
        Piece(" tangu jana; naishi karibu na kanisa.\nNipo "),
        Piece("12 Xo Street\nGot Agulu", "location.address", "address"),
        Piece("."),
    ]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("lower", "habari daktari, naitwa achieng muñoz. joto 38.5°c tangu jana; naishi karibu na kanisa.\n"
                  "nipo 12 xo street\ngot agulu."),
        ("upper", "HABARI DAKTARI, NAITWA ACHIENG MUÑOZ. JOTO 38.5°C TANGU JANA; NAISHI KARIBU NA KANISA.\n"
                  "NIPO 12 XO STREET\nGOT AGULU."),
        ("upper_names", "Habari daktari, naitwa ACHIENG MUÑOZ. Joto 38.5°C tangu jana; naishi karibu na kanisa.\n"
                        "Nipo 12 Xo Street\nGot Agulu."),
        ("lower_values", "Habari daktari, naitwa achieng muñoz. Joto 38.5°C tangu jana; naishi karibu na kanisa.\n"
                         "Nipo 12 xo street\ngot agulu."),
        ("no_punctuation", "Habari daktari naitwa Achieng Muñoz Joto 38.5°C tangu jana naishi karibu na kanisa\n"
                           "Nipo 12 Xo Street\nGot Agulu."),
        ("crlf", "Habari daktari, naitwa Achieng Muñoz. Joto 38.5°C tangu jana; naishi karibu na kanisa.\r\n"
                 "Nipo 12 Xo Street\r\nGot Agulu."),
        ("no_accents", "Habari daktari, naitwa Achieng Munoz. Joto 38.5°C tangu jana; naishi karibu na kanisa.\n"
                       "Nipo 12 Xo Street\nGot Agulu."),
    ],
)  # fmt: skip
def test_kinds_that_draw_nothing(kind: str, text: str) -> None:
    changed = pieces()
    KINDS[kind](changed, random.Random(1))
    assert assemble(changed)[0] == text


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_keeps_each_value_in_its_span(kind: str) -> None:
    for seed in range(30):
        changed = pieces()
        KINDS[kind](changed, random.Random(seed))
        text, spans = assemble(changed)
        assert [s.label for s in spans] == ["person.patient", "location.address"]
        assert [text[s.start : s.end] for s in spans] == [changed[1].text, changed[5].text]


def test_typos_change_carrier_words_only() -> None:
    seen = set()
    for seed in range(30):
        changed = pieces()
        KINDS["typos"](changed, random.Random(seed))
        assert [p.text for p in changed if not p.carrier] == [
            "Achieng Muñoz",
            "38.5°C",
            "12 Xo Street\nGot Agulu",
        ]
        seen.add(assemble(changed)[0])
    assert len(seen) > 10


def test_a_slip_in_a_name_stays_in_the_split() -> None:
    changes = 0
    for seed in range(200):
        changed = [Piece("Achieng", "person.patient")]
        name_typo(changed, random.Random(seed))
        changes += changed[0].text != "Achieng"
        assert split_of(changed[0].text) == split_of("Achieng")
    assert changes > 50


def test_slips() -> None:
    found = {slip("abcde", random.Random(seed)) for seed in range(200)}
    assert found == {"acbde", "abdce", "abced", "acde", "abde", "abce", "abbcde", "abccde", "abcdde"}


def test_every_register_has_shares() -> None:
    assert set(SHARES) == set(REGISTERS)
    assert all(set(shares) <= set(KINDS) for shares in SHARES.values())


def test_noise_depends_on_the_generator_alone() -> None:
    one, two = pieces(), pieces()
    add_noise(one, "message", random.Random(5))
    add_noise(two, "message", random.Random(5))
    assert one == two
