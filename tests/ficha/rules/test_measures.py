"""What is a clinical figure and nothing else: in doubt it is none, so that it may be hidden."""

from __future__ import annotations

import pytest

from ficha.locales import load_locale
from ficha.rules import is_measure

MEASURES = [
    ("Presha leo 148/92", "148/92"),
    ("TA 12/8", "12/8"),
    ("148/92 mmHg", "148/92"),
    ("GCS 15/15", "15/15"),
    ("Apgar 8/10 and 9/10", "9/10"),
    ("pain 7/10", "7/10"),
    ("5/5 power", "5/5"),
    ("VA 6/9", "6/9"),
    ("x 5/7", "5/7"),
    ("repeat in 2/52", "2/52"),
    ("1/2 tab", "1/2"),
    ("3/4 cup", "3/4"),
    ("80/480 mg", "80/480"),
    ("taken on 500 mg", "500"),
    ("500 mg 2 kutwa", "500"),
    ("850 mg", "850 mg"),
    ("mtoto wa 12 kg", "12"),
    ("Hb 9.7, 10.2", "10.2"),
    ("Uzito 60, tarehe 3/4, joto 38.5", "38.5"),
    ("VL 1234567", "1234567"),
    ("taking ramipril 5mg, dx E1165", "E1165"),
    ("text STOP to 85258", "85258"),
    ("tuma neno AFYA kwenda 15040", "15040"),
    ("发送YY到12320", "12320"),
    ("阿司匹林100毫克", "100"),
    ("每次2片", "2"),
    ("Segundo a Lei n.º 95/2019", "95/2019"),
]
NOT = [
    ("alilazwa from 12/5 hadi 15/5", "12/5"),
    ("Review 12/5 pain clinic", "12/5"),
    ("seen 5/10 pain clinic", "5/10"),
    ("seen 12/5 week 3", "12/5"),
    ("DOB from 3/87", "3/87"),
    ("Born in 12/87", "12/87"),
    ("Born in 3/12", "3/12"),
    ("Born 12/87 pain since", "12/87"),
    ("pain 12/5", "12/5"),
    ("since 5/10 score 3", "5/10"),
    ("Uzito 60, tarehe 12.5 alikuja", "12.5"),
    ("Uzito 60, 12.5 alikuja", "12.5"),
    ("Weight 70, review 12.5 at clinic", "12.5"),
    ("tarehe 12.5 kg 60", "12.5"),
    ("Umri 92 kg 60", "92"),
    ("Umri 92 kg 60", "92 kg"),
    ("Umri: 34 kg: 60", "34"),
    ("Umri 34 mg 500", "34"),
    ("148/92", "148/92"),
    ("file E1165", "E1165"),
    ("text him to 0712345678", "0712345678"),
    ("call 85258", "85258"),
    ("processo n.º 95/2019", "95/2019"),
]


@pytest.mark.parametrize("code", ["eng", "swa"])
@pytest.mark.parametrize(("text", "figure", "expected"), [(*m, True) for m in MEASURES] + [(*n, False) for n in NOT])
def test_is_measure(text: str, figure: str, expected: bool, code: str) -> None:
    start = text.index(figure)
    assert is_measure(text, start, start + len(figure), [load_locale(code)]) is expected
