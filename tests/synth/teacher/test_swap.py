"""Values replaced by local ones."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ficha.document import Span
from synth.pack import Pack, load_pack
from synth.splits import ListSplit, split_of
from synth.teacher.swap import Swap
from synth.words import name_tokens
from synth.world import World
from synth.written_names import Roster
from tests.synth.build import make_pack

Spans = tuple[Span, ...]


def swap(pack: Pack, text: str, found: list[tuple[str, str]], split: str = "train", everything: bool = False,
         country: str = "KE") -> tuple[str, dict[str, list[str]]]:  # fmt: skip
    """The new text, and label -> its values."""
    spans, at = [], 0
    for value, label in found:
        at = text.index(value, at)
        spans.append(Span(at, at + len(value), label))
        at += len(value)
    lists = ListSplit(pack)
    new, out = Swap(World(pack, country, split, lists), lists, Roster(pack), random.Random(7), everything).document(
        text, spans
    )
    values: dict[str, list[str]] = {}
    for span in out:
        values.setdefault(span.label, []).append(new[span.start : span.end])
    return new, values


def test_numbers_are_always_the_packs_own(pack: Pack) -> None:
    text, values = swap(pack, "Call 0712 345 678 or 0712 345 678, id 99887", [
        ("0712 345 678", "contact.phone"), ("0712 345 678", "contact.phone"), ("99887", "id.record")])  # fmt: skip
    first, second = values["contact.phone"]
    assert first == second != "0712 345 678"
    assert values["id.record"] != ["99887"]
    assert text.startswith(f"Call {first} or {second}, id ")


@pytest.mark.parametrize("split", ["train", "dev", "test"])
def test_names_and_places_of_another_split_give_way_and_others_stay(pack: Pack, split: str) -> None:
    lists = ListSplit(pack)
    own = lists.names("given_female", None, split)[0]
    foreign = next(n for n in pack.locale.entries("given_female") if split_of(n) != split)
    place = next(p for p in pack.locale.entries("village") if split_of(p) != split)
    text = f"{own} and {foreign} in {place}; {foreign} again"
    new, values = swap(pack, text, [(own, "person.patient"), (foreign, "person.relative"), (place, "location.village"),
                                    (foreign, "person.relative")], split)  # fmt: skip
    assert values["person.patient"] == [own]
    first, second = values["person.relative"]
    assert first == second != foreign
    assert {split_of(token) for token in name_tokens(new.replace(place, "")) if token == first.casefold()} == {split}
    assert split_of(values["location.village"][0]) == split


def test_a_full_name_and_its_parts_stay_one_person(pack: Pack) -> None:
    found = [("JANE DOE", "person.patient"), ("Jane", "person.patient"), ("J. Doe", "person.patient")]
    _, values = swap(pack, "JANE DOE came. Jane said. Sgd J. Doe", found, everything=True)
    full, given, initial = values["person.patient"]
    assert full.isupper()
    assert full.split()[0] == given.upper() != "JANE"
    assert initial.split()[1].upper() == full.split()[1] != "DOE"


def test_a_name_is_exchanged_for_one_of_its_role_and_gender(pack: Pack) -> None:
    woman = pack.locale.entries("given_female")[0]
    found = [(f"{woman} Doe", "person.patient"), ("doe, jane", "person.relative")]
    _, values = swap(pack, f"{woman} Doe; doe, jane", found, everything=True)
    given, family = values["person.patient"][0].split()
    assert given in pack.locale.entries("given_female")
    assert family in pack.locale.entries("family")
    again, other = values["person.relative"][0].split(", ")
    assert again == family.lower()  # in no list: told by its place
    assert other.islower()
    assert other in {n.lower() for kind in ("given_female", "given_male") for n in pack.locale.entries(kind)}


def test_chinese_names_are_swapped_whole(tmp_path: Path) -> None:
    found = [("王秀英", "person.patient"), ("王", "person.patient")]
    new, values = swap(load_pack("zho"), "王秀英来了，王女士说", found, everything=True, country="CN")
    full, family = values["person.patient"]
    assert full.startswith(family)
    assert full != "王秀英"
    assert new == f"{full}来了，{family}女士说"


def test_what_has_no_generator_stays(pack: Pack) -> None:
    assert swap(pack, "on 3 May, fingerprint 77", [("3 May", "date.event"), ("77", "id.biometric")], everything=True)[
        1
    ] == {"date.event": ["3 May"], "id.biometric": ["77"]}


def test_two_values_never_become_one(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, lists={"village": ["Vibaba", "Vibado"]})
    names = [name for name in pack.locale.entries("city") if split_of(name) == "test"][:4]
    text = " / ".join(names)
    _, values = swap(pack, text, [(name, "location.city") for name in names])
    assert len(set(values["location.city"])) == len(names)
