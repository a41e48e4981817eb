"""Policies: which fine labels are hidden, as which placeholder, and which stay visible.

A policy is a YAML file (`ficha/policies/*.yaml`, or any path) that maps *every* fine label:

    >>> policy = load_policy("patient-requests")
    >>> policy.category_of("contact.phone").placeholder
    'tel'
    >>> policy.category_of("date.event") is None      # kept visible
    True

Two names of a category are easily mixed up. `placeholder` is what a reader sees (`[tel]`,
`[CONTACT_PHONE]`); `tag` is what the model writes (`[tel]`, `[phone]`). Tags are short common words
because a tokeniser spends 13 tokens on `[PERSON_THIRD_PARTY]` and 3 on `[relative]`, and
because the same word in two policies lets one teach the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path

from ficha.errors import LabelError, PolicyError
from ficha.labels import FINE_LABELS, expand_all, is_fine_label
from ficha.policy_file import Switches, read_policy_file

OTHER_ID = "other"


@dataclass(frozen=True, slots=True)
class Category:
    """One thing that a policy hides: its id, its look, the model's word for it, its labels; its operator, if any."""

    id: str
    placeholder: str
    tag: str
    covers: frozenset[str]
    description: str
    operator: str | None = None


@dataclass(frozen=True)
class Policy:
    """A checked policy. Build one with `load_policy` or `parse_policy`, not by hand."""

    name: str
    categories: tuple[Category, ...]
    keep: frozenset[str]
    switches: Switches
    typed_style: str = "[{placeholder}]"
    numbered_style: str = "[{placeholder}_{number}]"
    summary: str = ""
    _by_fine: Mapping[str, Category] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def other(self) -> Category:
        """The category of what is hidden though the policy has no word for it."""
        return self._by_fine.get("other") or Category(OTHER_ID, OTHER_ID, OTHER_ID, frozenset({"other"}), "other")

    @cached_property
    def listed(self) -> tuple[Category, ...]:
        """The categories that the model is told of: all but the fallback for what has no other name."""
        return tuple(c for c in self.categories if c.covers != {"other"})

    def category_of(self, fine: str) -> Category | None:
        """The category that hides `fine`, or None where it stays visible.

        Raises LabelError for a label that isn't a fine label.
        """
        if not is_fine_label(fine):
            raise LabelError(f"unknown fine label {fine!r}: see `ficha policies`")
        if self.switches.dates == "births" and fine == "date.event":
            return None
        if self.switches.officials == "keep" and fine == "person.official":
            return None
        if self.switches.third_party == "merge" and fine.startswith("person."):
            fine = "person.patient" if "person.patient" in self._by_fine else fine
        return self._by_fine.get(fine)

    def category(self, category_id: str) -> Category:
        """The category with that id (`other` always exists). Raises PolicyError."""
        for category in self.categories:
            if category.id == category_id:
                return category
        if category_id == OTHER_ID:
            return self.other
        raise PolicyError(
            f"policy {self.name!r} has no category {category_id!r}: it has {', '.join(c.id for c in self.categories)}"
        )

    def render(self, category: Category, number: int | None = None) -> str:
        """The placeholder as a reader sees it: typed, or numbered where `number` is given."""
        if number is None:
            return self.typed_style.format(placeholder=category.placeholder)
        return self.numbered_style.format(placeholder=category.placeholder, number=number)

    def subset(self, category_ids: Iterable[str]) -> Policy:
        """The policy with only these categories; all other labels stay visible.

        Raises PolicyError for an id that the policy doesn't have.
        """
        wanted = {self.category(category_id).id for category_id in category_ids}
        kept = tuple(c for c in self.categories if c.id in wanted)
        return _assemble(self, kept)

    def hiding(self, names: Iterable[str]) -> Policy:
        """The policy that hides just `names`: category ids of this policy, fine labels or prefixes.

        A fine label that no category covers gets a category of its own, so that a caller can ask for
        what the policy leaves visible; nor does a switch keep any of it. Raises PolicyError for a name that is
        none of these, and for no name at all.
        """
        ids = {c.id: c for c in self.categories}
        fine: set[str] = set()
        for name in names:
            if name in ids:
                fine |= ids[name].covers
                continue
            try:
                fine |= expand_all([name])
            except LabelError:
                raise PolicyError(
                    f"can't hide {name!r}: it is neither a category of policy {self.name!r} "
                    f"({', '.join(ids)}) nor a fine label (see `ficha policies`)"
                ) from None
        narrowed = [replace(c, covers=c.covers & fine) for c in self.categories if c.covers & fine]
        free = sorted(fine - {label for c in narrowed for label in c.covers}, key=FINE_LABELS.index)
        for label in free:
            word = label.rsplit(".", 1)[-1]
            narrowed.append(Category(label, word, word, frozenset({label}), label.replace(".", " ")))
        if not narrowed:
            raise PolicyError(
                f"nothing to hide: name categories of policy {self.name!r} ({', '.join(ids)}) or fine labels"
            )
        hides_all = {"dates": "all", "officials": "hide", "years": "hide", "ages_from": 0}
        return _assemble(self, tuple(narrowed), self.switches.model_copy(update=hides_all))


def _assemble(source: Policy, categories: tuple[Category, ...], switches: Switches | None = None) -> Policy:
    covered = {label: c for c in categories for label in c.covers}
    return Policy(
        name=source.name,
        categories=categories,
        keep=frozenset(FINE_LABELS).difference(covered),
        switches=switches or source.switches,
        typed_style=source.typed_style,
        numbered_style=source.numbered_style,
        summary=source.summary,
        _by_fine=covered,
    )


def policy_names() -> tuple[str, ...]:
    """The policies that ship with Ficha, by name."""
    folder = resources.files("ficha") / "policies"
    return tuple(sorted(f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml")))


@lru_cache(maxsize=64)
def load_policy(name_or_file: str) -> Policy:
    """Load a policy by its name, or from a YAML file (a path with a suffix or a separator).

    Raises PolicyError: unknown name, unreadable file, or a file that breaks the schema.
    """
    path = Path(name_or_file)
    if path.suffix in {".yaml", ".yml"} or "/" in name_or_file:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise PolicyError(f"can't read the policy file {name_or_file}: {type(error).__name__}") from None
        return parse_policy(text, where=name_or_file)
    if name_or_file not in policy_names():
        raise PolicyError(
            f"unknown policy {name_or_file!r}: expected {', '.join(policy_names())}, or the path of a YAML file"
        )
    file = resources.files("ficha") / "policies" / f"{name_or_file}.yaml"
    return parse_policy(file.read_text(encoding="utf-8"), where=name_or_file)


def parse_policy(text: str, where: str) -> Policy:
    """Read a policy from YAML text and prove that it maps every fine label exactly once.

    Raises PolicyError that names `where` and the field.
    """
    raw = read_policy_file(text, where)
    categories = []
    owner: dict[str, str] = {}
    try:
        for c in raw.categories:
            covers = expand_all(c.covers)
            for label in covers:
                if label in owner:
                    raise PolicyError(f"{where}: {label} is covered by both {owner[label]!r} and {c.id!r}")
                owner[label] = c.id
            tag = c.tag or c.placeholder.lower()
            categories.append(Category(c.id, c.placeholder, tag, covers, c.description, c.operator))
        keep = expand_all(raw.keep)
    except LabelError as error:
        raise PolicyError(f"{where}: {error}") from None
    for what in ("id", "placeholder", "tag"):
        values = [getattr(c, what) for c in categories]
        twice = {v for v in values if values.count(v) > 1}
        if twice:
            raise PolicyError(f"{where}: two categories share the {what} {', '.join(sorted(twice))}")
    both = keep & owner.keys()
    if both:
        raise PolicyError(f"{where}: both hidden and kept: {', '.join(sorted(both))}")
    missing = [label for label in FINE_LABELS if label not in owner and label not in keep]
    if missing:
        raise PolicyError(f"{where}: says nothing about {', '.join(missing)}: cover or keep each")
    return Policy(
        name=raw.name,
        categories=tuple(categories),
        keep=keep,
        switches=raw.switches,
        typed_style=raw.placeholder_style.typed,
        numbered_style=raw.placeholder_style.numbered,
        summary=raw.summary,
        _by_fine={label: c for c in categories for label in c.covers},
    )
