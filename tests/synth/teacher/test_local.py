"""Local values for prompts."""

from __future__ import annotations

from synth.pack import Pack
from synth.splits import SPLITS, ListSplit, split_of
from synth.teacher.local import NAMES, first_by_hash, local_values
from synth.words import name_tokens
from synth.world import World


def test_a_new_value_changes_only_where_it_ranks_first() -> None:
    values = [f"v{i}" for i in range(300)]
    before = {key: first_by_hash(values, str(key), 3) for key in range(200)}
    after = {key: first_by_hash([*values, "new"], str(key), 3) for key in range(200)}
    changed = [key for key in before if before[key] != after[key]]
    assert 0 < len(changed) < 12  # 3 in 301 are expected to change
    assert all("new" in after[key] for key in changed)


def test_a_prompt_gets_names_of_its_split_put_together_anew(pack: Pack) -> None:
    lists = ListSplit(pack)
    for split in SPLITS:
        local = local_values(World(pack, "KE", split, lists), lists, "key")
        names = local.names.split("; ")
        assert 2 <= len(names) <= NAMES
        assert {split_of(token) for name in names for token in name_tokens(name)} == {split}
        assert local.places
        assert local.facilities
        assert len(local.numbers.split("; ")) >= 3
        assert len(local.dates.split("; ")) == 3


def test_other_keys_other_values(pack: Pack) -> None:
    lists = ListSplit(pack)
    world = World(pack, "KE", "train", lists)
    assert local_values(world, lists, "a") != local_values(world, lists, "b")
    assert local_values(world, lists, "a") == local_values(world, lists, "a")
