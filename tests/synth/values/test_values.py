"""Every kind of value, on the made-up pack and on each country's facts."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Callable
from pathlib import Path

import phonenumbers
import pytest
from stdnum.cn import ric
from stdnum.exceptions import ValidationError
from stdnum.gb import nhs
from stdnum.pt import cc, nif

from ficha.errors import InputError
from synth.nodes import Slot
from synth.pack import Pack, load_pack
from synth.reserved import is_reserved
from synth.slots import ID_KINDS, forms_of
from synth.splits import split_of
from synth.values import ids, phones, value_of
from synth.values.ages import age_of
from synth.values.contacts import write as write_contact
from synth.values.dates import birth, event, ordinal_ending, pregnancy, spelt
from synth.world import Scene
from tests.synth.build import make_pack, make_scene

COUNTRIES = ("KE", "TZ", "UG", "RW", "GB", "US", "PT", "CN")


def scene_of(pack: Pack, country: str, seed: int, **forms: set[str]) -> Scene:
    scene = make_scene(pack, "KE", seed=seed, **forms)
    scene.world.country = country
    return scene


@pytest.mark.parametrize("country", COUNTRIES)
@pytest.mark.parametrize("kind", ["phone", "fax"])
def test_phones_are_of_the_plan(pack: Pack, country: str, kind: str) -> None:
    for seed in range(60):
        written = value_of(scene_of(pack, country, seed), Slot(kind))
        given = f"+{written}" if re.fullmatch(rf"{phones.PLANS[country].code}\d{{9}}", written) else written
        number = phonenumbers.parse(given.replace("(0)", ""), country)
        assert number.country_code == phones.PLANS[country].code
        if not phones.PLANS[country].fiction:
            assert phonenumbers.is_valid_number(number)


@pytest.mark.parametrize(
    ("country", "pattern"),
    [
        ("GB", r"7700900\d{3}|2079460\d{3}|1(21|61|13|17)4960\d{3}|1632960\d{3}"),
        ("US", r"\d{3}55501\d{2}"),
    ],
)
def test_numbers_kept_for_fiction(pack: Pack, country: str, pattern: str) -> None:
    for seed in range(200):
        written = value_of(scene_of(pack, country, seed), Slot("phone"))
        national = phonenumbers.parse(written.replace("(0)", ""), country).national_number
        assert re.fullmatch(pattern, str(national))


@pytest.mark.parametrize("country", ["CD", "FR", "NG", "ET", "BR"])
@pytest.mark.parametrize("kind", ["phone", "fax"])
def test_a_country_without_a_plan_has_the_librarys(pack: Pack, country: str, kind: str) -> None:
    plan = phones.plan_of(country)
    written = [value_of(scene_of(pack, country, seed), Slot(kind)) for seed in range(40)]
    assert len(set(written)) > 30
    for way in written:
        number = phonenumbers.parse(way, country)
        assert number.country_code == plan.code
        assert phonenumbers.is_valid_number(number)


def test_a_country_that_does_not_exist_has_no_numbers(pack: Pack) -> None:
    with pytest.raises(InputError, match="no phone numbers are known for 'XX'"):
        value_of(scene_of(pack, "XX", 1), Slot("phone"))


def test_a_pack_may_bring_its_postcodes(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, ids={"postcode": {"NG": ["%#####"]}})
    assert re.fullmatch(r"[1-9]\d{5}", value_of(scene_of(pack, "NG", 1), Slot("postcode")))
    with pytest.raises(InputError, match="no postcodes are known for CD: add `postcode`"):
        value_of(scene_of(pack, "CD", 1), Slot("postcode"))


@pytest.mark.parametrize("country", COUNTRIES)
@pytest.mark.parametrize("kind", ID_KINDS)
def test_ids_are_filled_and_stable(pack: Pack, country: str, kind: str) -> None:
    scene = scene_of(pack, country, 7)
    written = value_of(scene, Slot(kind))
    assert not set(written) & set("#%?{}@")
    assert value_of(scene, Slot(kind)) == written
    assert value_of(scene, Slot(kind, 2)) != written


BORN = ids.Bearer(dt.date(1984, 2, 29), "f")


@pytest.mark.parametrize(
    ("make", "check"),
    [
        (ids.nhs_number, nhs.validate),
        (ids.nhs_spaced, nhs.validate),
        (ids.nif, nif.validate),
        (ids.citizen_card, cc.validate),
    ],
)
def test_check_digits(make: Callable[[random.Random, ids.Bearer], str], check: Callable[[str], str]) -> None:
    rng = random.Random(13)
    for _ in range(300):
        check(make(rng, BORN))


def test_civil_numbers_have_their_own_check_digit() -> None:
    for i in range(100):
        card = ids.citizen_card(random.Random(i), BORN).replace(" ", "")
        assert card[8] == nif.calc_check_digit(card[:8])


def test_nhs_numbers_are_of_the_range_that_is_never_issued() -> None:
    assert {ids.nhs_number(random.Random(i), BORN)[:3] for i in range(50)} == {"999"}


def test_resident_numbers_have_the_right_check_and_birth() -> None:
    for i in range(200):
        number = ids.resident_number(random.Random(i), BORN)
        assert number[6:14] == "19840229"
        assert int(number[16]) % 2 == 0
        assert int(ids.resident_number(random.Random(i), BORN._replace(gender="m"))[16]) % 2 == 1
        assert ric.calc_check_digit(number) == number[-1]


def test_wrong_check_digits_would_be_caught() -> None:
    number = ids.nhs_number(random.Random(1), BORN)
    with pytest.raises(ValidationError):
        nhs.validate(number[:-1] + str((int(number[-1]) + 1) % 10))


def test_national_numbers_agree_with_the_birth(pack: Pack) -> None:
    for seed in range(20):
        scene = scene_of(pack, "TZ", seed)
        written = value_of(scene, Slot("national_id"))
        assert written.startswith(f"{birth(scene, 1):%Y%m%d}")


def test_social_security_numbers_are_never_issued(pack: Pack) -> None:
    for seed in range(60):
        digits = re.sub(r"\D", "", value_of(scene_of(pack, "US", seed), Slot("national_id")))
        assert len(digits) == 9
        assert digits[0] == "9" or digits[:3] in {"000", "666"}


@pytest.mark.parametrize(
    ("forms", "low", "high"),
    [
        ({"child"}, 365, 15 * 366),
        ({"infant"}, 7, 20 * 31),
        ({"elder"}, 70 * 365, 106 * 366),
        (set(), 18 * 365, 94 * 366),
    ],
)
@pytest.mark.parametrize("kind", ["age", "dob"])
def test_age_and_birth_agree(pack: Pack, kind: str, forms: set[str], low: int, high: int) -> None:
    for seed in range(60):
        scene = make_scene(pack, seed=seed, **{kind: forms})
        days = (scene.today - birth(scene, 1)).days
        assert low <= days <= high
        age = age_of(scene, 1)
        if age.unit == "years":
            assert days // 365.25 in (age.count, age.count - 1)


def test_ages_are_written_with_their_unit(pack: Pack) -> None:
    written = {value_of(make_scene(pack, seed=s, age={"child"}), Slot("age", form="child")) for s in range(120)}
    assert "aged one" in written
    assert "aged 7" in written
    assert all(w.startswith("aged ") for w in written)
    assert value_of(make_scene(pack, age={"number"}), Slot("age", form="number")).isdigit()
    assert re.fullmatch(r"\d+ months old", value_of(make_scene(pack, age={"infant"}), Slot("age", form="infant")))


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("{d}/{m}/{yyyy}", "3/4/2025"),
        ("{dd}.{mm}.{yy}", "03.04.25"),
        ("{d} {month} {yyyy}", "3 Month4 2025"),
        ("{d} {month2} {yyyy}", "3 Mon4 2025"),
        ("{d} {month2} {month3}", "3 Mon4 Mon4"),
        ("{mon} {ord}", "Mon4 3rd"),
    ],
)
def test_dates_are_spelt(pack: Pack, style: str, expected: str) -> None:
    assert spelt(dt.date(2025, 4, 3), style, make_scene(pack)) == expected


@pytest.mark.parametrize(
    ("day", "ending"), [(1, "st"), (2, "nd"), (3, "rd"), (4, "th"), (11, "th"), (13, "th"), (22, "nd")]
)
def test_ordinals(day: int, ending: str) -> None:
    assert ordinal_ending(day) == ending


def test_later_dates_come_later_and_births_have_a_year(pack: Pack) -> None:
    scene = make_scene(pack)
    assert event(scene, 1) < event(scene, 2) < event(scene, 3)
    assert re.fullmatch(r"(19|20)\d\d", value_of(scene, Slot("dob", form="year")))
    assert value_of(scene, Slot("date")) == value_of(scene, Slot("date"))


def test_the_day_of_birth_is_280_days_after_the_last_period(pack: Pack) -> None:
    for seed in range(20):
        scene = make_scene(pack, seed=seed)
        lmp, edd = pregnancy(scene)
        assert edd - lmp == dt.timedelta(days=280)
        assert lmp < scene.today < edd
        written = value_of(scene, Slot("date", form="lmp")), value_of(scene, Slot("date", form="edd"))
        assert written == (value_of(scene, Slot("date", form="lmp")), value_of(scene, Slot("date", form="edd")))
        assert written[0] != written[1]


def test_places_of_a_document_lie_together(tmp_path: Path) -> None:
    """A village, its town and its region agree where `regions.tsv` knows them."""
    pack = make_pack(tmp_path)
    regions = pack.locale.entries("region")
    places_of = {kind: pack.locale.entries(kind) for kind in ("village", "city")}
    rows = [f"{place}\t{regions[i % 10]}" for found in places_of.values() for i, place in enumerate(found)]
    (pack.folder / "regions.tsv").write_text("# source: x\n" + "\n".join(rows) + "\n", encoding="utf-8")
    pack = load_pack("zzz", tmp_path / "languages", pack.locale)
    agree = 0
    for seed in range(60):
        scene = make_scene(pack, seed=seed)
        places = [value_of(scene, Slot(kind)) for kind in ("village", "city")]
        places += [value_of(scene, Slot("village", 2))]
        of = {pack.region_of[place] for place in places}
        assert len(of) == 1
        assert places[0] != places[2]
        agree += value_of(scene, Slot("region")) in of
    assert agree > 10  # the region of the others is held out from this split


def test_places_of_an_unknown_region_lie_anywhere(pack: Pack) -> None:
    scene = make_scene(pack)
    assert {value_of(scene, Slot(kind))[:2] for kind in ("region", "village", "city")} == {"Re", "Vi", "Ci"}


def test_a_broken_table_of_regions_is_an_error(pack: Pack) -> None:
    (pack.folder / "regions.tsv").write_text("Kibera Nairobi\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"regions.tsv: expected a place, a tab and its region in each line"):
        pack.region_of  # noqa: B018


def test_handles_of_a_pack_have_its_styles(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, handle_styles=["{family}_{given}%#", "wxid_{word}"])
    for seed in range(30):
        scene = make_scene(pack, seed=seed)
        assert re.fullmatch(r"[a-z]+_[a-z]+[1-9]\d|wxid_w[a-z0-9]{6,10}", value_of(scene, Slot("handle")))
        scene = make_scene(pack, seed=seed)
        assert re.fullmatch(r"[1-9]\d{6,9}", value_of(scene, Slot("handle", form="number")))


@pytest.mark.parametrize("kind", ["email", "handle", "url", "ip"])
def test_contacts_are_reserved(pack: Pack, kind: str) -> None:
    for seed in range(60):
        written = write_contact(make_scene(pack, seed=seed), Slot(kind))
        if kind == "email":
            assert is_reserved(written.split("@")[1])
        if kind == "url":
            assert is_reserved(re.sub(r"https://|www\.", "", written).split("/")[0])
        if kind == "ip":
            assert written.rsplit(".", 1)[0] in {"192.0.2", "198.51.100", "203.0.113"}
        if kind == "handle":
            assert re.fullmatch(r"@[a-z0-9._]+", written)


def test_an_email_is_its_owners(pack: Pack) -> None:
    scene = make_scene(pack)
    person = scene.person("patient", 1)
    assert person.family[-1].lower() in value_of(scene, Slot("email"))


def test_a_name_in_another_script_gets_a_latin_address(tmp_path: Path) -> None:
    names = [name for name in ("秀英", "建国", "丽华", "志强") if split_of(name) == "train"]
    pack = make_pack(tmp_path, lists=dict.fromkeys(("given_female", "given_male", "family"), names))
    assert re.fullmatch(r"[a-z0-9._]+@[a-z.]+", value_of(make_scene(pack), Slot("email")))


def test_addresses_use_the_packs_styles(pack: Pack) -> None:
    assert re.fullmatch(r"\d+ Xo\w+ Street, Ci\w+", value_of(make_scene(pack), Slot("address")))


@pytest.mark.parametrize(
    ("country", "pattern"),
    [("GB", r"[A-Z]{1,2}\d{1,2} \d[A-Z]{2}"), ("PT", r"\d{4}-\d{3}"), ("KE", r"\d{5}"), ("US", r"\d{5}")],
)
def test_postcodes(pack: Pack, country: str, pattern: str) -> None:
    for seed in range(40):
        assert re.fullmatch(pattern, value_of(scene_of(pack, country, seed), Slot("postcode")))


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [
        ("bp", r"\d{2,3}/\d{2}( mmHg)?"),
        ("temp", r"\d\d\.\d( ?°C)?"),
        ("dose", r"\d+ ?(mg|ml)"),
        ("hb", r"\d+\.\d( g/dL)?"),
        ("duration", r"\d days"),
        ("count", r"\d+"),
    ],
)
def test_clinical_values(pack: Pack, kind: str, pattern: str) -> None:
    for seed in range(40):
        assert re.fullmatch(pattern, value_of(make_scene(pack, seed=seed), Slot(kind)))


def test_weights_suit_the_age(pack: Pack) -> None:
    for seed in range(60):
        scene = make_scene(pack, seed=seed, age={"infant"}, weight={""})
        assert 2.5 < float(value_of(scene, Slot("weight")).split()[0]) < 14


def test_a_list_without_values_names_the_list(pack: Pack) -> None:
    with pytest.raises(InputError, match="list school has no value of the train split for KE"):
        value_of(make_scene(pack), Slot("school"))


def test_entities_are_remembered_and_differ(pack: Pack) -> None:
    scene = make_scene(pack)
    first = value_of(scene, Slot("village"))
    assert value_of(scene, Slot("village")) == first
    assert len({value_of(scene, Slot("village", n)) for n in range(1, 8)}) == 7


def test_osm_lists_feed_the_plain_slot(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, lists={"hospital_osm": [f"Osm {i} Home" for i in range(60)]})
    drawn = [value_of(make_scene(pack, seed=s), Slot("hospital")) for s in range(200)]
    assert 20 < sum(d.startswith("Osm") for d in drawn) < 90


def test_a_pack_sets_the_sign_of_decimals(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, decimal=",")
    for seed in range(20):
        assert re.fullmatch(r"\d\d,\d( ?°C)?", value_of(make_scene(pack, seed=seed), Slot("temp")))


def test_the_form_behind_a_preposition_changes_the_first_word(tmp_path: Path) -> None:
    hospitals = [f"Ibitaro bya Ho{i}" for i in range(40)]
    scene = make_scene(make_pack(tmp_path, lists={"hospital": hospitals}, locatives={"Ibitaro": "bitaro"}))
    assert value_of(scene, Slot("hospital", form="in")) == "b" + value_of(scene, Slot("hospital"))[2:]
    assert value_of(scene, Slot("village", form="in")) == value_of(scene, Slot("village"))


def test_places_have_no_such_form_without_locatives(tmp_path: Path) -> None:
    plain, changing = make_pack(tmp_path / "a"), make_pack(tmp_path / "b", locatives={"Ibitaro": "bitaro"})
    assert "in" not in forms_of("hospital", plain.settings)
    assert "in" in forms_of("hospital", changing.settings)
    assert "in" not in forms_of("patient", changing.settings)
