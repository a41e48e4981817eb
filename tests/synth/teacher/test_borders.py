"""Two values with nothing but a blank between their placeholders."""

from __future__ import annotations

import pytest

from synth.teacher.labelling import BORDER, label_twin


@pytest.mark.parametrize(
    ("code", "text", "twin", "values"),
    [
        ("eng", "Seen 30 Nov 2025 0730 by us", "Seen [date.event] [time] by us", ["30 Nov 2025", "0730"]),
        ("eng", "Off Leah 0730 then", "Off [person.patient] [time] then", ["Leah", "0730"]),
        ("eng", "at\nMoor End Clinic\n3 High St, now", "at\n[facility.practice]\n[location.address], now",
         ["Moor End Clinic", "3 High St"]),
        ("zho", "已于2024年9月2日10:50接收", "已于[date.event][time]接收", ["2024年9月2日", "10:50"]),
        ("luo", "e Nyaharwa sa 8 odiechieng' oere", "e [location.village] [time] oere", None),
        ("por", "um BMW Série 1 33-98-JX preto", "um [vehicle] [id.vehicle] preto", ["BMW Série 1", "33-98-JX"]),
        ("eng", "chair of club Bura Mission said", "chair of [position] [organisation.other] said", None),
        ("eng", "on 1 May 0730 Leah came", "on [date.event] [time] [person.patient] came", None),
    ],
)  # fmt: skip
def test_a_border_is_known_or_the_twin_is_not_read(code: str, text: str, twin: str, values: list[str] | None) -> None:
    found = label_twin(text, twin, code)
    if values is None:
        assert found.reason == BORDER
    else:
        assert [text[span.start : span.end] for span in found.spans] == values


def test_an_apostrophe_that_ends_a_word_is_hidden_with_it() -> None:
    text = "Oa gweng' Kochieng', koro"
    found = label_twin(text, "Oa gweng' [location.village], koro", "luo")
    assert [text[s.start : s.end] for s in found.spans] == ["Kochieng'"]
    quoted = label_twin("said 'Leah' then", "said '[person.patient]' then", "eng")
    assert [(s.start, s.end) for s in quoted.spans] == [(6, 10)]
