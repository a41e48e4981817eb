from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ficha.document import checked_spans
from synth.noise import CONFUSIONS, KINDS, SHARES, add_noise, address_breaks, emoji, name_typo, ocr, slip
from synth.noise_han import KINDS as HAN_KINDS
from synth.pack import REGISTERS
from synth.render import Piece, assemble
from synth.splits import split_of
from synth.words import name_tokens


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
        ("no_capitals", "habari daktari, naitwa Achieng Muñoz. joto 38.5°C tangu jana; naishi karibu na kanisa.\n"
                        "nipo 12 Xo Street\nGot Agulu."),
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


WORDS = st.text("abc dOSI158mrnliéñ王未。.,\n", min_size=1, max_size=12)
ANY_PIECES = st.lists(
    st.builds(
        lambda text, label: Piece(text, label, None if label is None else "one"),
        WORDS,
        st.sampled_from(
            (None, "person.patient", "location.address", "id.record", "facility.hospital", "contact.phone")
        ),
    ),
    min_size=1,
    max_size=8,
)


@given(ANY_PIECES, st.sets(st.sampled_from(sorted(KINDS)), max_size=4), st.integers(0, 9999))
def test_spans_are_exact_under_any_noise(drawn: list[Piece], kinds: set[str], seed: int) -> None:
    labels = [p.label for p in drawn if p.label]
    rng = random.Random(seed)
    for kind, apply in {**KINDS, **HAN_KINDS}.items():
        if kind in kinds or rng.random() < 0.2:
            apply(drawn, rng)
    text, spans = assemble(drawn)
    assert checked_spans(text, spans, "made") == spans
    assert [s.label for s in spans] == labels
    assert [text[s.start : s.end] for s in spans] == [p.text for p in drawn if p.label]


def test_line_breaks_inside_addresses() -> None:
    changed = [Piece("Box, "), Piece("12 Xo Street, Got Agulu, Kisumu", "location.address"), Piece(", end")]
    address_breaks(changed, random.Random(1))
    assert [p.text for p in changed] == ["Box, ", "12 Xo Street,\nGot Agulu,\nKisumu", ", end"]


def test_emoji_stand_behind_sentences() -> None:
    for seed in range(30):
        changed = pieces()
        emoji(changed, random.Random(seed))
        text, spans = assemble(changed)
        assert [text[s.start : s.end] for s in spans] == ["Achieng Muñoz", "12 Xo Street\nGot Agulu"]
        assert text != assemble(pieces())[0]
        assert text[-1] not in ".a"


def test_a_scanner_takes_signs_for_one_another() -> None:
    seen, values = set(), set()
    for seed in range(300):
        changed = [Piece("modern care. "), Piece("OB 10158", "id.record"), Piece(" end")]
        ocr(changed, random.Random(seed))
        seen.add(changed[0].text)
        values.add(changed[1].text)
    assert {"modem care. ", "rnodern care. ", "moclern care. ", "modern carc. "} <= seen
    assert {"OB 1O158", "0B 10158", "O8 10158", "OB 101S8"} <= values
    assert not any(read in many for read, many in CONFUSIONS.items())


def test_a_misread_name_stays_in_the_split() -> None:
    for seed in range(300):
        changed = [Piece("x "), Piece("Odhiambo Illeri", "person.patient")]
        ocr(changed, random.Random(seed))
        own = {split_of("odhiambo"), split_of("illeri")}
        assert {split_of(word) for word in name_tokens(changed[1].text)} <= own


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
