"""Chinese: numbers beside characters that aren't parted by blanks, marks of full width, ages, times and dates."""

from __future__ import annotations

import pytest

from ficha.locales import load_locale
from tests.ficha.rules.helpers import found

ZHO = load_locale("zho")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("电话13800138000在家", [("13800138000", "contact.phone")]),
        ("手机（家属）：１３８　００１３　８０００", [("１３８　００１３　８０００", "contact.phone")]),
        ("咨询+86 138 0013 8000。", [("+86 138 0013 8000", "contact.phone")]),
        ("王某（010-62345678）来电", [("010-62345678", "contact.phone")]),
        ("请将传真发至010-62345678，谢谢", [("010-62345678", "contact.fax")]),
        ("邮箱li.wang@example.org，请发", [("li.wang@example.org", "contact.email")]),
        ("加微信wang_li88，勿打电话", [("wang_li88", "contact.handle")]),
        ("QQ号是2345678901，在线", [("2345678901", "contact.handle")]),
        ("用户huaping98：头痛", [("huaping98", "contact.handle")]),
        ("身份证号11010119800305123X，医保卡号123456789。",
         [("11010119800305123X", "id.national"), ("123456789", "id.insurance")]),
        ("患者ID：00451278，住院号ＺＹ１２３４５６７８",
         [("00451278", "id.record"), ("ＺＹ１２３４５６７８", "id.record")]),
        ("单号R421692 3月19号取", [("R421692", "id.record"), ("3月19号", "date.event")]),
        ("银行卡6222 0012 3456 7890 123，户名", [("6222 0012 3456 7890 123", "id.account")]),
        ("车牌京A·12345已驶离", [("京A·12345", "id.vehicle")]),
        ("邮编050011。", [("050011", "location.postcode")]),
        ("于2026年4月3日就诊，4月13号复查", [("2026年4月3日", "date.event"), ("4月13号", "date.event")]),
        ("约9/23上午", [("9/23", "date.event")]),
        ("出生日期：1980-03-05，于2026-04-03就诊", [("1980-03-05", "date.birth"), ("2026-04-03", "date.event")]),
        ("85年3月5日的", [("85年3月5日", "date.birth")]),
        ("出生时缺氧。2026年4月3日来诊", [("2026年4月3日", "date.event")]),
        ("下午3点半到，晚上八点走，3时05分", [("下午3点半", "time"), ("晚上八点", "time"), ("3时05分", "time")]),
        ("早上8:30采血", [("早上8:30", "time")]),
        ("今年46岁，他四十六岁", [("46岁", "age"), ("四十六岁", "age")]),
        ("年龄：46性别：女", [("46", "age")]),
        ("宝宝8个月了", [("8个月", "age")]),
        ("患儿王明，8个月，足月顺产", [("8个月", "age")]),
        ("孩子3个月大", [("3个月大", "age")]),
    ],
)  # fmt: skip
def test_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text, ZHO) == expected


@pytest.mark.parametrize(
    "text",
    [
        "高血压10年，咳嗽3个月，发烧3天",
        "孩子3个月前摔过，宝宝38.5度",
        "阿司匹林100mg，每日2次，每次1片",
        "血压140/90，血糖降到7.8，NRS评分3/10，视力0.8",
        "住1晚，有3点要注意，2床女，26床男",
        "孕32+4周，胎心140次/分，Apgar评分9-10分",
        "每晚1粒，连服2周后复查",
    ],
)
def test_doses_lengths_of_time_and_scores_stay(text: str) -> None:
    assert found(text, ZHO) == []
