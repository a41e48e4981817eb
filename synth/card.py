"""The dataset card (README.md of a folder, with two plots): what is in it, how diverse it is, from which sources.

>>> write_card(Path("data/swa"), pack, stats, seed=13)
>>> Path("data/swa/README.md").read_text().splitlines()[0]
'# Invented clinical documents: Swahili'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from synth.diversity import entropy, self_bleu
from synth.markdown import share, table
from synth.pack import Pack
from synth.sources import sources_of
from synth.splits import SPLITS
from synth.statistics import NONE, SplitStatistics, Statistics

# Xiao et al., Communications Medicine (doi 10.1038/s43856-026-01682-8): 200 real requests, 1,900 texts by GPT-4o.
PUBLISHED_WORDS = 13.89  # mean of the real requests
PUBLISHED_ONE_SENTENCE = 0.665
PUBLISHED_REAL = 0.46  # self-BLEU
PUBLISHED_TEACHER = 0.44
_SHOWN = 6  # written forms a label


@dataclass(frozen=True)
class NaturalText:
    """Natural text of the same language to stand beside: where it is from, and its texts."""

    name: str
    texts: Sequence[str]


def write_card(out: Path, pack: Pack, stats: Statistics, seed: int | None, natural: NaturalText | None = None) -> None:
    """Write README.md, lengths.svg and prevalence.svg into the folder `out`."""
    from synth.plots import plot_lengths, plot_prevalence  # imports matplotlib, which only a card needs

    plot_lengths(sorted(stats.lengths.items()), PUBLISHED_WORDS, out / "lengths.svg")
    plot_prevalence([(label, count / stats.kept) for label, count in _ranked(stats)], out / "prevalence.svg")
    (out / "README.md").write_text(card_of(pack, stats, seed, natural), encoding="utf-8")


def card_of(pack: Pack, stats: Statistics, seed: int | None, natural: NaturalText | None = None) -> str:
    """The card in Markdown."""
    parts = [
        f"# Invented clinical documents: {pack.locale.settings.english_name}",
        f"{stats.kept} documents from the language pack `{pack.code}` (version {pack.settings.version}"
        f"{'' if seed is None else f', seed {seed}'}). Every person, number and story is invented; no real patient "
        "text was used. Names, places and facilities are real words of the country, put together at random; natural "
        f"sentences without personal data stand in {stats.woven} of the documents.",
        "## Splits",
        _splits(stats),
        "### Distinct name tokens",
        _names(stats),
        "## Overlap between splits",
        table(("shared", "count"), stats.overlaps().items()),
        "Countries, professions, tribes, religions and other short closed lists are the same in every split.",
        "## Personal data",
        f"{stats.free} of {stats.kept} documents ({share(stats.free, stats.kept)}) hold none. In real requests to "
        "practices, names and practices are the commonest categories (published, without shares).",
        "![share of the documents that hold each category](prevalence.svg)",
        table(
            ("fine label", "spans", "documents", "share of documents"),
            ((label, stats.spans[label], count, share(count, stats.kept)) for label, count in _ranked(stats)),
        ),
        "## Lengths",
        _lengths(stats),
        "![documents by length](lengths.svg)",
        "## Diversity",
        *_diversity(stats, pack.code, natural),
        "## Duplicates",
        f"Among the {stats.kept} documents: {stats.exact} of the same words as an earlier one; {stats.near} more that "
        "are nearly the text of an earlier one of their register (Jaccard similarity of character 5-grams of 0.9 or "
        "more, estimated by MinHash with 128 permutations).",
        "## Written forms",
        "0 is a digit, A a capital, `word` any other word.",
        table(("fine label", "forms", "the commonest"), _forms(stats)),
        "## Makers, registers and countries",
        table(("made by", "documents"), sorted(stats.makers.items())),
        table(("register", "documents"), sorted(stats.registers.items())),
        table(("country", "documents"), sorted(stats.countries.items())),
        "## Rejected attempts",
        table(("reason", "attempts"), sorted(stats.rejects.items())) if stats.rejects else "None.",
        "## Sources and licences",
        sources_of(pack),
        "## Limits",
        "Text from templates is narrower than what people write: measure on real text before relying on a model "
        "trained on it. What a speaker of the language should check is listed in the pack's REVIEW.md.",
    ]
    return "\n\n".join(parts) + "\n"


def _ranked(stats: Statistics) -> list[tuple[str, int]]:
    return sorted(stats.prevalence.items(), key=lambda item: (-item[1], item[0]))


def _known(stats: Statistics) -> list[tuple[str, SplitStatistics]]:
    """The splits in their order; a corpus from elsewhere may not state any."""
    return [(name, stats.splits[name]) for name in (*SPLITS, NONE) if name in stats.splits]


def _splits(stats: Statistics) -> str:
    rows = []
    for name, s in _known(stats):
        lengths = f"{s.quantile(0.05)} / {s.quantile(0.5)} / {s.quantile(0.95)}"
        rows.append((name, s.documents, share(s.free, s.documents), len(s.templates), len(s.sentences), lengths))
    head = ("split", "documents", "without personal data", "templates", "natural sentences", "words (5%, 50%, 95%)")
    return table(head, rows)


def _names(stats: Statistics) -> str:
    known = _known(stats)
    kinds = sorted({kind for _, s in known for kind in s.names_of})
    rows = [(kind, *(len(s.names_of.get(kind, ())) for _, s in known)) for kind in kinds]
    return table(("kind", *(name for name, _ in known)), [*rows, ("all", *(len(s.names) for _, s in known))])


def _lengths(stats: Statistics) -> str:
    mean = sum(words * count for words, count in stats.lengths.items()) / max(1, stats.kept)
    rows = [
        ("mean length in words", f"{mean:.2f}", PUBLISHED_WORDS),
        ("of one sentence", share(stats.one_sentence, stats.kept), f"{PUBLISHED_ONE_SENTENCE:.1%}"),
    ]
    return table(("", "here", "real requests, published"), rows) + (
        "\n\nThe published ones are messages to English practices; here notes, letters and forms stand beside messages."
    )


def _diversity(stats: Statistics, lang: str, natural: NaturalText | None) -> tuple[str, ...]:
    whole = self_bleu(stats.whole.items, lang)
    rows = [("whole documents", whole), ("carrier text alone", self_bleu(stats.carriers.items, lang))]
    if natural and whole:
        rows.append((f"natural text ({natural.name})", self_bleu(natural.texts, lang, limit=whole.texts)))
    found = [(what, result) for what, result in rows if result]
    signatures = dict.fromkeys(result.signature for _, result in found)  # not in the table: they hold its sign
    missing = (
        "" if natural else " `python -m synth card DATA --natural FILE` puts natural text of the language beside it."
    )
    return (
        table(("self-BLEU of", "texts", "score"), ((what, r.texts, f"{r.score:.3f}") for what, r in found)),
        "\n".join(f"- `{signature}`" for signature in signatures) or "Too few documents.",
        "Lower is more diverse. Carrier text: values replaced by their label, natural sentences left out. Published: "
        f"{PUBLISHED_TEACHER} for 1,900 English texts by GPT-4o, {PUBLISHED_REAL} for real requests.{missing}",
        f"Opening words: {len(stats.openings)} different ones, entropy {entropy(stats.openings):.2f} bits.",
    )


def _forms(stats: Statistics) -> list[tuple[str, int, str]]:
    rows = []
    for label, forms in sorted(stats.forms.items()):
        commonest = sorted(forms.items(), key=lambda item: (-item[1], item[0]))[:_SHOWN]
        listing = ", ".join(f"`{form}` {count}" for form, count in commonest)
        rows.append((label, len(forms), " ".join(listing.split())))
    return rows
