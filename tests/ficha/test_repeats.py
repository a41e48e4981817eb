"""A name found once is found everywhere, in whole tokens; a common word only sends to review."""

import pytest

from ficha.locales import load_locale
from ficha.merge import Found
from ficha.policy import load_policy
from ficha.repeats import find_repeats

POLICY = load_policy("afrimed")
CASES = [
    # text, the name found first, further mentions, a common-word part was met
    ("Herbert Okoth-Ouma saw Ouma.", "Herbert Okoth-Ouma", ["Ouma"], False),
    ("Achieng Otieno. ACHIENG alikuja na otieno", "Achieng Otieno", ["ACHIENG", "otieno"], False),
    ("Achieng yupo. Achiengs hayupo", "Achieng", [], False),  # whole tokens only
    ("Achieng yupo, w'Achieng", "Achieng", ["Achieng"], False),
    ("Jo Li yupo. Jo amekuja", "Jo Li", [], False),  # two letters are no name to look for
    ("Neema Otieno yupo. Leo Neema amekuja, kwa neema", "Neema Otieno", ["Neema"], False),
    ("Neema Otieno yupo. Neema amekuja", "Neema Otieno", [], True),
    ("Neema Otieno yupo. NEEMA OTIENO amekuja", "Neema Otieno", ["NEEMA OTIENO", "OTIENO"], True),
    ("Joyce Phiri came. Joyce's mother, Phiri’s", "Joyce Phiri", ["Joyce", "Phiri"], False),
    ("Joyce's aunt saw Joyce", "Joyce's", ["Joyce"], False),
    ("O'Brien and O’Brien and Ng'ang'a", "O'Brien", ["O’Brien"], False),
    ("Jose\u0301 na Jos\u00e9", "Jose\u0301", ["Jos\u00e9"], False),
    ("Neema Otieno yupo kwa neema", "Neema Otieno", [], False),
]


@pytest.mark.parametrize(("text", "name", "repeats", "common"), CASES)
def test_repeats(text: str, name: str, repeats: list[str], common: bool) -> None:
    start = text.index(name)
    span = Found(start, start + len(name), POLICY.category("PERSON"), None, 0.9, "model", "model")
    found, met = find_repeats(text, [span], [load_locale("swa")])
    assert ([text[f.start : f.end] for f in found], met) == (repeats, common)


def test_only_persons_are_looked_for() -> None:
    span = Found(0, 6, POLICY.category("LOCATION_VILLAGE"), None, 0.9, "model", "model")
    assert find_repeats("Kibera na Kibera", [span], [load_locale("swa")]) == ([], False)
