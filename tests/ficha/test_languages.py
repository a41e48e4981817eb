"""A language is detected where nobody named one, and doubt is told."""

import pytest

from ficha.languages import detect

CASES = [
    ("Habari daktari, naumwa kichwa na homa tangu juzi, naomba msaada.", "swa"),
    ("Pt anakuja na hx ya homa x 3/7, BP 130/80, amepewa dawa ya malaria.", "swa"),
    ("hi can you tell me if my prescription is ready for collection today", "eng"),
]


@pytest.mark.parametrize(("text", "lang"), CASES)
def test_sure(text: str, lang: str) -> None:
    locales, sure = detect(text)
    assert (sure, [locale.code for locale in locales]) == (True, [lang])


@pytest.mark.parametrize("text", ["", "   ", "0712 345 678", "Xq zz"])
def test_unsure_brings_every_language(text: str) -> None:
    locales, sure = detect(text)
    assert not sure
    assert {"eng", "swa"} <= {locale.code for locale in locales}
