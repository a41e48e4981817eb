"""Which slots a template may hold: kind -> fine label and forms.

`{patient}`, `{relative#2:f.given}`, `{date.words}`; a kind without a label is a filler and never a span
(`{dose}`, `{drug}`, any other list of the locale).

    >>> LABELS["village"], FORMS["dob"]
    ('location.village', ('words', 'short', 'year', 'child', 'infant', 'elder'))
"""

from __future__ import annotations

from ficha.locales import NAME_LISTS, Locale
from synth.pack import PackSettings

PERSON_KINDS = ("patient", "relative", "clinician", "official", "person")
PERSON_FORMS = ("full", "given", "family", "initial", "family_first", "comma")
DATE_FORMS = ("words", "short", "year")
PREGNANCY = ("lmp", "edd")  # of {date}: last menstrual period and expected day of birth, 280 days later
AGE_RANGES = ("child", "infant", "elder")  # of {age} and {dob}; without one a grown-up
LOCATIVE = "in"  # of places, facilities and organisations: the form behind a preposition
AGE_FORMS = ("number", *AGE_RANGES)
HANDLE_FORMS = ("number",)  # an account that is a number, as on QQ

# Kinds whose value comes from the locale's list of that name. The first group is split between train, dev and
# test (see synth/splits.py); the second holds closed classes, where a split would leave too little.
SPLIT_LISTS = {
    "village": "location.village",
    "city": "location.city",
    "region": "location.region",
    "street": "location.address",
    "hospital": "facility.hospital",
    "practice": "facility.practice",
    "pharmacy": "facility.pharmacy",
    "employer": "organisation.employer",
    "school": "organisation.school",
    "organisation": "organisation.other",
    # Names of the other grammatical gender, where the words before a name follow it (`no Largo`, `na Rua`).
    "street_m": "location.address",
    "hospital_f": "facility.hospital",
    "practice_m": "facility.practice",
    "school_m": "organisation.school",
    "organisation_m": "organisation.other",
    "school_higher": "organisation.school",  # universities, where no child goes
}
CLOSED_LISTS = {
    "country": "location.country",
    "profession": "profession",
    "position": "position",
    "degree": "degree",
    "tribe": "tribe",
    "religion": "religion",
    "clan": "clan",
    "relationship": "relationship",
    # Feminine forms, words for young kin, offices that chair a meeting or lead a club, where a pack tells them apart.
    "profession_f": "profession",
    "position_f": "position",
    "position_chair": "position",
    "position_chair_f": "position",
    "position_club": "position",
    "position_club_f": "position",
    "relationship_f": "relationship",
    "relationship_child": "relationship",
    "relationship_child_f": "relationship",
    "vehicle": "vehicle",
    "artwork": "artwork",
}
OSM_SUFFIX = "_osm"  # `hospital_osm` feeds the slot `hospital`
# Terms that rules hide and no text is made of (ficha/rules/listed_terms.py).
TERM_LISTS = ("tribe_terms", "tribe_terms_announced", "clan_terms", "clan_terms_announced")
_NOT_SLOTS = (*NAME_LISTS, *TERM_LISTS, "common_words")

LABELS: dict[str, str] = {
    "patient": "person.patient",
    "relative": "person.relative",
    "clinician": "person.clinician",
    "official": "person.official",
    "person": "person.other",
    "phone": "contact.phone",
    "fax": "contact.fax",
    "email": "contact.email",
    "handle": "contact.handle",
    "url": "contact.url",
    "ip": "contact.ip",
    "national_id": "id.national",
    "tax_no": "id.national",
    "health_id": "id.health",
    "record_no": "id.record",
    "booking_no": "id.booking",
    "insurance_no": "id.insurance",
    "account_no": "id.account",
    "plate": "id.vehicle",
    "case_no": "id.case",
    "device_no": "id.device",
    "licence_no": "id.licence",
    "dob": "date.birth",
    "date": "date.event",
    "time": "time",
    "age": "age",
    "address": "location.address",
    "postcode": "location.postcode",
    **SPLIT_LISTS,
    **CLOSED_LISTS,
}
ID_KINDS = tuple(kind for kind, label in LABELS.items() if label.startswith("id."))
CLINICAL_KINDS = (
    "dose", "bp", "pulse", "temp", "weight", "spo2", "sugar", "hb", "duration", "count", "room", "score",
)  # fmt: skip

FORMS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(PERSON_KINDS, PERSON_FORMS),
    "date": (*DATE_FORMS, *PREGNANCY),
    "dob": (*DATE_FORMS, *AGE_RANGES),
    "age": AGE_FORMS,
    "handle": HANDLE_FORMS,
}


def filler_kinds(settings: PackSettings, locale: Locale) -> frozenset[str]:
    """The kinds that are never labelled: clinical values, the pack's fillers, the locale's other lists."""
    lists = {kind for kind, _ in locale.list_files if not kind.endswith(OSM_SUFFIX)}
    return frozenset({*CLINICAL_KINDS, *settings.fillers, *lists} - LABELS.keys() - set(_NOT_SLOTS))


def forms_of(kind: str, settings: PackSettings) -> tuple[str, ...]:
    """The forms that `{kind.form}` may take: also the pack's `age_styles`, and `in` where it has `locatives`."""
    own = tuple(settings.age_styles) if kind == "age" else ()
    locative = (LOCATIVE,) if kind in SPLIT_LISTS and settings.locatives else ()
    return (*FORMS.get(kind, ()), *own, *locative)
