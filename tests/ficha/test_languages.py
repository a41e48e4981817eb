"""A language is detected where nobody named one, a switch of language is seen, and doubt is told."""

from __future__ import annotations

from collections import Counter

import pytest

from ficha.languages import detect
from synth.factory import Factory
from synth.pack import load_pack, pack_codes

CASES = [
    ("Habari daktari, naumwa kichwa na homa tangu juzi, naomba msaada.", ["swa"]),
    ("Pt anakuja na hx ya homa x 3/7, BP 130/80, amepewa dawa ya malaria.", ["swa"]),
    ("hi can you tell me if my prescription is ready for collection today", ["eng"]),
    ("Wiya bara ahinya, to chunya rieny. Be anyalo yudo yath?", ["luo"]),
    ("Nsaba okumanya oba eddagala lya mwana wange lituuse.", ["lug"]),
    ("Ndashaka kumenya niba ibisubizo byanjye byabonetse.", ["kin"]),
    ("Bom dia, queria saber se a minha receita já está pronta.", ["por"]),
    ("您好，我的孩子发烧两天了，可以预约吗", ["zho"]),
    ("The child has had a fever for two days. Mama anasema hajala kitu tangu jana usiku.", ["eng", "swa"]),
    ("Omwana alina omusujja okuva jjo. Please arrange a blood slide and call the father.", ["eng", "lug"]),
    ("患者说他的头痛三天了，没有发烧。 He was given paracetamol and asked to return.", ["eng", "zho"]),
]


@pytest.mark.parametrize(("text", "languages"), CASES)
def test_sure(text: str, languages: list[str]) -> None:
    locales, sure = detect(text)
    assert (sure, sorted(locale.code for locale in locales)) == (True, languages)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "0712 345 678",
        "Xq zz",
        "Bonjour docteur, j'ai mal à la tête depuis trois jours et un peu de fièvre.",
        "مرحبا دكتور رأسي يؤلمني منذ ثلاثة أيام",
    ],
)
def test_unsure_and_foreign_bring_every_language(text: str) -> None:
    locales, sure = detect(text)
    assert not sure
    assert {locale.code for locale in locales} == set(pack_codes())


@pytest.mark.parametrize("code", pack_codes())
def test_invented_documents_that_the_sample_has_not_seen(code: str) -> None:
    """Sure and wrong is the one harm: of Swahili's documents one in twenty is English by its words."""
    seen = Counter[str]()
    for made in Factory(load_pack(code), seed=5).documents(300):
        text = made.document.text
        if made.reason is None and made.document.meta["split"] != "train" and len(text.encode()) > 50:
            locales, sure = detect(text)
            seen["all"] += 1
            seen["likeliest"] += locales[0].code == code
            seen["wrong"] += sure and code not in {locale.code for locale in locales}
    assert seen["all"] >= 40
    assert seen["likeliest"] >= 0.92 * seen["all"]
    assert seen["wrong"] <= 0.05 * seen["all"]
