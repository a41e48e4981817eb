"""How diverse a set of texts is: self-BLEU and the entropy of opening words.

Self-BLEU (Zhu et al. 2018, Texygen): each hypothesis is scored with BLEU against all other texts of a sample; the mean,
between 0 and 1. Lower is more diverse. Here: a seeded sample of at most 1,900 texts, 200 seeded hypotheses of it,
4-grams, exponential smoothing, by sacrebleu; `SelfBleu.signature` says all of it.

>>> self_bleu(["ana homa kali sana", "ana homa kali leo", "naomba miadi ya kesho"], "swa").score
0.43...
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ficha.document import Document

if TYPE_CHECKING:
    from sacrebleu.metrics import BLEU

REFERENCES = 1900  # texts in the sample
HYPOTHESES = 200
SEED = 13


@dataclass(frozen=True, slots=True)
class SelfBleu:
    """A score between 0 and 1, the number of texts and hypotheses behind it, and the signature of the settings."""

    score: float
    texts: int
    hypotheses: int
    signature: str


def self_bleu(texts: Iterable[str], lang: str, limit: int = REFERENCES, seed: int = SEED) -> SelfBleu | None:
    """Self-BLEU of at most `limit` texts in language `lang` (ISO 639-3); None for fewer than two that aren't blank.

    The n-grams of the other texts are counted once and the hypothesis' own are taken out again, which gives
    what sacrebleu's `sentence_score` gives, in seconds instead of minutes.
    """
    from sacrebleu.metrics import BLEU  # imports SciPy, which a command that writes no card does without

    rng = random.Random(seed)
    sample = [text for text in texts if text.strip()]
    if len(sample) > limit:
        sample = rng.sample(sample, limit)
    if len(sample) < 2:
        return None
    metric = BLEU(effective_order=True, tokenize="zh" if lang == "zho" else "13a")
    tokenised = [metric._preprocess_segment(text) for text in sample]
    infos = [metric._extract_reference_info([text]) for text in tokenised]
    counts = [info["ref_ngrams"] for info in infos]
    lengths = [info["ref_lens"][0] for info in infos]
    largest = _two_largest(counts)
    chosen = rng.sample(range(len(sample)), min(HYPOTHESES, len(sample)))
    total = 0.0
    for i in chosen:
        others = {ngram: second if owner == i else first for ngram in counts[i]
                  for first, owner, second in (largest[ngram],)}  # fmt: skip
        reference = {"ref_ngrams": others, "ref_lens": [*lengths[:i], *lengths[i + 1 :]]}
        stats = metric._compute_segment_statistics(tokenised[i], reference)
        total += metric._compute_score_from_stats(stats).score
    signature = f"self-BLEU|n:{len(sample)}|hyps:{len(chosen)}|seed:{seed}|{_settings(metric)}"
    return SelfBleu(total / len(chosen) / 100, len(sample), len(chosen), signature)


def _two_largest(counts: Sequence[Counter[tuple[str, ...]]]) -> dict[tuple[str, ...], tuple[int, int, int]]:
    """n-gram -> its largest count in one text, that text's index, and the largest count in any other text."""
    largest: dict[tuple[str, ...], tuple[int, int, int]] = {}
    for i, ngrams in enumerate(counts):
        for ngram, count in ngrams.items():
            first, owner, second = largest.get(ngram, (0, -1, 0))
            if count > first:
                largest[ngram] = (count, i, first)
            elif count > second:
                largest[ngram] = (first, owner, count)
    return largest


def _settings(metric: BLEU) -> str:
    """sacrebleu's own signature, without the number of references, which differs from hypothesis to hypothesis."""
    metric.num_refs = -1  # "varies" is what sacrebleu itself writes for it
    return str(metric.get_signature())


def carrier_of(document: Document) -> str:
    """The text with each value replaced by its label, natural sentences left out."""
    cuts = [(span.start, span.end, f" {span.label.replace('.', '_')} ") for span in document.spans]
    cuts += [(n["start"], n["end"], " ") for n in document.meta.get("natural") or ()]
    text = document.text
    for start, end, filling in sorted(cuts, reverse=True):
        text = text[:start] + filling + text[end:]
    return text


def entropy(counts: Counter[str]) -> float:
    """Shannon's entropy in bits; 0 for no counts."""
    total = sum(counts.values())
    return -sum(count / total * math.log2(count / total) for count in counts.values()) if total else 0.0
