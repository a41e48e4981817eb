"""The accuracy of a teacher model that anonymises: `python -m eval teacher --lang swa --model gpt-4o-mini`.

It writes the twins of template documents, whose spans are known by construction, with the very prompt, aligner and
checks of the data factory (`synth.teacher`), and is scored as every system is. Published for GPT-4o: labels more than
99% right (Xiao et al., Communications Medicine, doi 10.1038/s43856-026-01682-8).
"""

from __future__ import annotations

from eval.loaders import find_loader
from eval.predictions import Prediction, parse_prediction
from eval.report import Report, score
from eval.scheme import Scheme
from ficha.document import Document
from ficha.policy import Policy
from synth.pack import load_pack
from synth.teacher.account import Account
from synth.teacher.labelling import Labelled
from synth.teacher.measure import gold, twins_of
from synth.teacher.settings import Calls


def measure(
    lang: str, count: int, policy: Policy, calls: Calls, seed: int, resamples: int
) -> tuple[Report, Account, int]:
    """The report on `count` template documents, what it cost, and how many twins could not be read.

    Raises FichaError: no such pack, an endpoint that can't be used.
    """
    pack = load_pack(lang)
    documents = gold(pack, count, seed)
    twins, account = twins_of(pack, documents, seed, calls)
    predictions = {d.id: _prediction(d, twin, policy) for d, twin in zip(documents, twins, strict=True)}
    scheme = Scheme(policy, find_loader("corpus").LABELS)
    unread = sum(twin.reason is not None for twin in twins)
    return score(documents, predictions, scheme, resamples, seed), account, unread


def _prediction(document: Document, twin: Labelled, policy: Policy) -> Prediction:
    """A twin as a prediction; one that can't be read is a failed document, as the loop rejects it."""
    record = {
        "id": document.id,
        "status": "failed" if twin.reason is not None else "ok",
        "text": None,
        "spans": [span.to_json() for span in twin.spans],
        "policy": policy.name,
    }
    return parse_prediction(record, f"twin of {document.id}")
