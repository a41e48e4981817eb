"""Whether a text is in its language: all seven, and some that have no pack."""

from __future__ import annotations

import pytest

from synth.pack import pack_codes
from synth.teacher.language import in_language

TEXTS = {
    "eng": "my mother has been coughing for two weeks and cannot sleep, can a doctor call us back please",
    "swa": "mama yangu anakohoa kwa wiki mbili sasa na hawezi kulala, naomba daktari atupigie simu",
    "lug": "maama wange akoze wiiki bbiri ng'akolola era teyeebaka, nkusaba omusawo atukubire essimu",
    "kin": "mama amaze ibyumweru bibiri akorora kandi ntasinzira, ndasaba muganga kuduhamagara",
    "luo": "mama osebedo ka fuolo kuom jumbe ariyo kendo ok onind, akwayo ni daktari ogonwa simo",
    "por": "a minha mãe está com tosse há duas semanas e não consegue dormir, o médico pode ligar-nos",
    "zho": "我妈咳嗽两个星期了，晚上睡不着，请医生给我们回个电话",
}
FOREIGN = {
    "fra": "ma mère tousse depuis deux semaines et n'arrive pas à dormir, le médecin peut-il nous rappeler",
    "spa": "mi madre lleva dos semanas con tos y no puede dormir, necesito que el doctor nos llame mañana",
    "deu": "meine Mutter hustet seit zwei Wochen und kann nicht schlafen, bitte rufen Sie uns zurück",
}


@pytest.mark.parametrize("code", pack_codes())
def test_each_language_is_itself_and_no_other(code: str) -> None:
    assert [other for other in pack_codes() if in_language(TEXTS[code], other)] == [code]


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_languages_without_a_pack_are_none_of_ours(text: str) -> None:
    assert [code for code in pack_codes() if in_language(text, code)] == []


def test_clinics_mix_english_in() -> None:
    assert in_language("Pt analalamika kikohozi x 3/52, BP 140/90, RDT neg. Plan: CXR, rudi clinic wiki ijayo", "swa")


def test_a_short_text_tells_too_little() -> None:
    assert in_language("BP 120/80 ok", "luo")
