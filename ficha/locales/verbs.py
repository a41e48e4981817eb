"""Verb forms of a language that writes them as one word: subject, tense, object, stem (`a-na-ku-pig-ia`).

No list holds all of them, so what the list of ordinary words shows of their stems is joined with the language's
prefixes: where `anafika` and `tulifika` are listed, `hawajafika` is known too. Prefixes and their order: Ashton 1944,
Swahili Grammar.

    >>> forms = VerbForms(subjects=("a", "tu", "hawa"), tenses=("na", "li", "ja"), objects=("ku",))
    >>> known = stems({"anafika", "tulifika"}, forms)
    >>> sorted(known), is_verb("hawajafika", forms, known), is_verb("achieng", forms, known)
    (['fika'], True, False)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from pydantic import BaseModel, ConfigDict

LEAST_STEM = 3
LEAST_BARE_STEM = 4  # without a tense little is left to tell a verb by: `kwale`, `mwembe`
_OFTEN = 2  # prefixes with which a stem is seen


class VerbForms(BaseModel):
    """Prefixes in lower case, in the order in which they stand; `imperatives` are endings of a plural command."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    subjects: tuple[str, ...] = ()
    tenses: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    infinitives: tuple[str, ...] = ()
    negatives: tuple[str, ...] = ()  # subjects whose verb ends in -i in the present: `hawajuani`
    imperatives: tuple[str, ...] = ()


def stems(words: Iterable[str], forms: VerbForms) -> frozenset[str]:
    """The stems that several of the words are made of."""
    seen: dict[str, set[str]] = defaultdict(set)
    for word in words:
        for stem, prefix in _parses(word, forms):
            seen[stem].add(prefix)
    return frozenset(stem for stem, prefixes in seen.items() if len(prefixes) >= _OFTEN and stem[-1] in "aeiu")


def is_verb(word: str, forms: VerbForms, known: frozenset[str]) -> bool:
    """Whether a word in lower case is a form of one of the stems."""
    bare = next((word.removesuffix(end) for end in forms.imperatives if word.endswith(end)), word)
    return any(stem in known for one in {word, bare} for stem, _ in _parses(one, forms))


def _parses(word: str, forms: VerbForms) -> Iterator[tuple[str, str]]:
    """Each stem that the word may have, with the prefix before its object."""
    for subject in forms.subjects:
        for tense in forms.tenses:
            if word.startswith(prefix := subject + tense):
                for stem in _stems(word[len(prefix) :], forms, LEAST_STEM):
                    yield stem, prefix
    for prefix, end in (
        *((p, "a") for p in forms.infinitives),
        *((p, "e") for p in forms.subjects),  # `akachukue`, `nipone`
        *((p, "i") for p in forms.negatives),
    ):
        if word.startswith(prefix) and word.endswith(end):
            for stem in _stems(word[len(prefix) : -1] + "a", forms, LEAST_BARE_STEM):
                yield stem, prefix


def _stems(rest: str, forms: VerbForms, least: int) -> Iterator[str]:
    if len(rest) >= least:
        yield rest
    for prefix in forms.objects:
        if rest.startswith(prefix) and len(rest) - len(prefix) >= least:
            yield rest[len(prefix) :]
