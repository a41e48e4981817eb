"""Fixed formats as people type them: without accents or capitals, glued to Chinese, times behind a date."""

from __future__ import annotations

import pytest

from tests.ficha.rules.helpers import found_as


@pytest.mark.parametrize(
    ("code", "text", "label", "surfaces"),
    [
        ("por", "Oficio n.º 133/23 da Fabrica da Igreja", "id.case", ["133/23"]),
        ("por", "titular da carta de conducao 63/23.", "id.licence", ["63/23"]),
        ("por", "avaria da gt-76-rd ontem", "id.vehicle", ["gt-76-rd"]),
        ("por", "de 12-03-24 a 14-03-24", "id.vehicle", []),
        ("luo", "mashin pm-2465-pn okethore", "id", ["pm-2465-pn"]),
        ("eng", "the mid-2024-end review", "id", []),
        ("zho", "电邮zhou.dan@example.org.告诉自己", "contact.email", ["zhou.dan@example.org"]),
        ("por", "escreva a ana@bücher.example hoje", "contact.email", ["ana@bücher.example"]),
        ("zho", "能够让用户在完成任务时不必花费精力.致产科:孕妇", "contact.handle", []),
        ("zho", "微信: gaochen75", "contact.handle", ["gaochen75"]),
        ("eng", "seen on 10 Dec 23 1045, well", "time", ["1045"]),
        ("eng", "Arrival 1700 by private vehicle", "time", ["1700"]),
        ("swa", "alifika 10.40 akiwa na maumivu", "time", ["10.40"]),
        ("swa", "alipata degedege 10.00, amepewa diazepam", "time", ["10.00"]),
        ("swa", "Hb 10.00, plt 210", "time", []),
        ("eng", "Georgina Costa, bed 5, 18. NEWS has gone up", "age", ["18"]),
        ("kin", "randevu y'umwana Jérôme (ibyumweru 5) yashyizwe", "age", ["ibyumweru 5"]),
        ("luo", "nyathi otieno (jumbe 3), min mare", "age", ["jumbe 3"]),
        ("swa", "kikohozi (wiki 2), homa", "age", []),
        ("swa", "Mimi ni dereva wa bajaji, mgongo unauma", "profession", ["dereva wa bajaji"]),
        ("swa", "Kazi: imamu", "profession", ["imamu"]),
        ("swa", "dereva alinipeleka hospitali", "profession", []),
        ("kin", "Yari umushoferi, aza kuba umwubatsi.", "profession", ["umushoferi", "umwubatsi"]),
    ],
)
def test_forms(code: str, text: str, label: str, surfaces: list[str]) -> None:
    assert found_as(text, label, code) == surfaces
