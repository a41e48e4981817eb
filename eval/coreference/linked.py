"""Numbers for systems that hand out typed spans: their mentions are linked as `--operator numbered` links Ficha's.

So every system of a report can be asked whether a reader would know who is who:

    report = score_linked(documents, predictions, policy)
    report.pseudonyms.correct
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from eval.coreference.documents import KINDS, CoreferenceReport, score_documents
from eval.predictions import PredictedSpan, Prediction
from ficha.document import Document
from ficha.labels import is_fine_label
from ficha.locales import language_codes, load_locale
from ficha.merge import Found
from ficha.operators import Rendering, render
from ficha.operators.scope import Scope
from ficha.policy import Category, Policy

NUMBERED = Rendering("numbered")


def score_linked(
    documents: Iterable[Document], predictions: Mapping[str, Prediction], policy: Policy
) -> CoreferenceReport | None:
    """Score what the policy hides of the gold entities, each system's spans linked by the same rule.

    None where no document names an entity. A failed answer hides nothing. Raises InputError for a document without
    a prediction.
    """
    gold = [_hidden(document, policy) for document in documents]
    if not any(document.spans for document in gold):
        return None
    linked = {
        document.id: _numbered(document, predictions[document.id], policy)
        for document in gold
        if document.id in predictions
    }
    return score_documents(gold, linked)


def _hidden(document: Document, policy: Policy) -> Document:
    """The document with the entities' mentions that the policy hides."""
    spans = tuple(
        s
        for s in document.spans
        if s.entity and s.label.startswith(KINDS) and is_fine_label(s.label) and policy.category_of(s.label)
    )
    return replace(document, spans=spans)


def _numbered(gold: Document, prediction: Prediction, policy: Policy) -> Prediction:
    """The prediction's spans that stand for a person or place, the first of overlapping ones, with placeholders.

    That is what the system calls one, and what it hides of one under another name: that is not lost.
    """
    found: list[Found] = []
    for span in sorted(() if prediction.failed else prediction.spans, key=lambda s: (s.start, -s.end)):
        category = _category(span.label, policy)
        if (
            category
            and (any(c.startswith(KINDS) for c in category.covers) or _touches(span, gold))
            and not (found and span.start < found[-1].end)
        ):
            found.append(Found(span.start, span.end, category, None, 1.0, "model", ""))
    lang = gold.lang if gold.lang in language_codes() else "eng"  # its honorifics help the linking
    shown = render(NUMBERED, gold.text, found, policy, [load_locale(lang)], Scope())
    spans = (PredictedSpan(f.start, f.end, f.category.id, text) for f, text in zip(found, shown, strict=True))
    return replace(prediction, spans=tuple(spans))


def _touches(span: PredictedSpan, gold: Document) -> bool:
    return any(span.start < mention.end and mention.start < span.end for mention in gold.spans)


def _category(label: str, policy: Policy) -> Category | None:
    return policy.category_of(label) if is_fine_label(label) else policy.category(label)
