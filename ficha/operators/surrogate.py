"""Surrogates: an invented value of the same kind and language, the same for every mention of one original.

A word of a name is replaced word by word (a given name by one of the same gender, a family name by a
family name), so that `Achieng` and `Achieng Otieno` stay one person and the order stays. A surrogate is never a
word of the original text, nor of any other of the batch, and no two originals share one. Phones, ids and
addresses have no surrogate: an invented number can be somebody's.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import regex

from ficha.locales import NAME_LISTS, Locale
from ficha.operators.mention import Context, Mention
from ficha.operators.scope import fold, is_person

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*(?:['’ʼ‘`´\-]\p{L}[\p{L}\p{M}]*)*")
MAX_SHARED = 3  # names of a kind that may share a word before it is a generic one
# fine label -> list of whole values
_WHOLE = {
    "location.village": "village",
    "location.city": "city",
    "location.region": "region",
    "location.country": "country",
    "facility.practice": "practice",
    "facility.hospital": "hospital",
    "facility.pharmacy": "pharmacy",
    "organisation.employer": "employer",
    "organisation.school": "school",
    "organisation.other": "organisation",
    "profession": "profession",
}


def invent(mention: Mention, context: Context) -> str | None:
    """A surrogate in the case of the original, or None where there is none for this kind."""
    if is_person(mention):
        return _name(mention.text, context)
    covers = mention.category.covers
    fine = mention.fine or (next(iter(covers)) if len(covers) == 1 else None)
    kind = _WHOLE.get(fine or "")
    if kind is None:
        return None
    chosen = _choose(kind, mention.canonical, context.locale.entries(kind), context)
    return _cased(chosen, mention.text) if chosen else None


def _name(text: str, context: Context) -> str | None:
    """The name with each word replaced; initials become the initials of the surrogates' words."""
    if not context.locale.settings.has_word_spaces:
        return _han_name(text, context)
    out, at = [], 0
    words = list(_WORD.finditer(text))
    titles = {fold(t.rstrip(".")) for t in context.locale.settings.honorifics}
    for n, word in enumerate(words):
        out.append(text[at : word.start()])
        at = word.end()
        if fold(word.group()) in titles:
            out.append(word.group())
            continue
        kind = _kind(word.group(), n, len(words), context.locale)
        pool = [v for v in context.locale.entries(kind) if _WORD.fullmatch(v)]
        initial = len(word.group()) == 1
        chosen = _choose(kind, fold(word.group()), pool, context)
        if chosen is None:
            return None
        out.append(_cased(chosen[0] if initial else chosen, word.group()))
    return "".join([*out, text[at:]]) if words else None


def _han_name(text: str, context: Context) -> str | None:
    """A name without spaces: a family name and a given name of the same length."""
    families = sorted(context.locale.entries("family"), key=len, reverse=True)
    family = next((f for f in families if text.startswith(f)), None)
    if family is None or len(text) <= len(family):
        return None
    given = text[len(family) :]
    kind = "given_female" if given in context.locale.entries("given_female") else "given_male"
    same_length = [v for v in context.locale.entries(kind) if len(v) == len(given)]
    new_family = _choose("family", family, [f for f in families if len(f) == len(family)], context)
    new_given = _choose(kind, given, same_length, context)
    return new_family + new_given if new_family and new_given else None


def _kind(word: str, n: int, count: int, locale: Locale) -> str:
    """The list that a word of a name belongs to; an unknown first word is a given name, a later one a family name."""
    folded = fold(word)
    lists = {kind: {fold(v) for v in locale.entries(kind)} for kind in NAME_LISTS if locale.entries(kind)}
    order = ("given_female", "given_male", "family_female", "family_male", "family")
    preferred = order if n == 0 or count == 1 else (*order[2:], *order[:2])
    for kind in preferred:
        if folded in lists.get(kind, ()):
            return kind
    return "family" if n and count > 1 else "given_female"


def _choose(kind: str, original: str, pool: list[str] | tuple[str, ...], context: Context) -> str | None:
    """The surrogate of `original`: the same each time, in no way an original, and nobody else's."""
    memory = context.memory
    known = memory.surrogates.get((kind, original))
    if known is not None:
        return known
    taken = {fold(s) for s in memory.surrogates.values()}
    generic = _generic_words(tuple(pool))
    free = [v for v in pool if fold(v) not in taken and not (set(fold(v).split()) - generic) & memory.originals]
    if not free:
        return None
    chosen = free[context.scope.draw(memory, kind, original) % len(free)]
    memory.surrogates[kind, original] = chosen
    return chosen


@lru_cache(maxsize=64)
def _generic_words(pool: tuple[str, ...]) -> frozenset[str]:
    """Words that many names of a kind share, such as `hospital`: to meet one again tells nothing."""
    counts = Counter(word for value in pool for word in set(fold(value).split()))
    return frozenset(word for word, count in counts.items() if count > MAX_SHARED)


def _cased(value: str, like: str) -> str:
    if like.isupper() and sum(c.isalpha() for c in like) > 1:
        return value.upper()
    return value.lower() if like.islower() else value
