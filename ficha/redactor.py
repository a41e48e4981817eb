"""The redactor: windows -> engine -> align -> rules -> merge -> verdict.

    redactor = Redactor.load("models/ficha-smol")
    result = redactor.redact("Naitwa Achieng, simu 0712 345 678.", lang="swa")
    result.text        # 'Naitwa [PERSON], simu [CONTACT_PHONE].'

The redacted text is the source with spans replaced, always: the generation only says where and what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from ficha import switches
from ficha.align import Alignment, align
from ficha.disbelief import believed
from ficha.document import Document, Span
from ficha.engine import Engine, Generation
from ficha.errors import EngineError, UsageError
from ficha.languages import detect
from ficha.locales import Locale, load_locale
from ficha.merge import Found, merge
from ficha.operators import Rendering, render
from ficha.operators.scope import Scope
from ficha.policy import Policy, load_policy
from ficha.repeats import find_repeats
from ficha.result import Result, ResultEdit, ResultSpan
from ficha.rules import find_all, listed_terms
from ficha.rules.base import Match
from ficha.twin import write_twin
from ficha.verdict import Evidence, verdict
from ficha.whole_names import grow_names
from ficha.windows import Window, windows

# Text that a generation dropped without a placeholder; more than that is a cut answer, not an edit.
MAX_LEFT_OUT = 12  # code points
MAX_LEFT_OUT_SHARE = 0.1
Parts = Literal["both", "model", "rules"]


@dataclass
class _Work:
    """What is known of one document on its way."""

    found: list[Found] = field(default_factory=list)
    edits: list[ResultEdit] = field(default_factory=list)
    evidence: Evidence = field(default_factory=Evidence)


class Redactor:
    """Redacts texts with an engine and the rules, or with one of them.

    `parts` leaves the model or the rules out (`engine` may be None only for rules); `operator` says how hidden text
    looks (`ficha.operators`) and `scope` how far its numbers and surrogates reach; `show_edits` puts the generated
    words into `Result.edits`.
    """

    def __init__(
        self,
        engine: Engine | None,
        parts: Parts = "both",
        operator: str = "typed",
        show_edits: bool = False,
        scope: Scope | None = None,
    ) -> None:
        if engine is None and parts != "rules":
            raise UsageError("no engine: name a model, or redact with the rules alone")
        self._engine = engine if parts != "rules" else None
        self._rules = parts != "model"
        self._rendering = Rendering.parse(operator)
        self._scope = scope or Scope()
        self._show_edits = show_edits

    @classmethod
    def load(
        cls,
        model: str | Path | None = None,
        parts: Parts = "both",
        operator: str = "typed",
        show_edits: bool = False,
        scope: Scope | None = None,
    ) -> Redactor:
        """A redactor on the local engine with the adapter folder `model`, or the one that ships.

        Raises ModelError where the folder is missing, incomplete or made for another base.
        """
        engine: Engine | None = None
        if parts != "rules":
            from ficha.engine.loading import default_model
            from ficha.engine.local import LocalEngine

            engine = LocalEngine.load(Path(model) if model is not None else default_model())
        return cls(engine, parts, operator, show_edits, scope)

    @property
    def model(self) -> str:
        """The name that results carry."""
        return self._engine.model if self._engine else "rules"

    def redact(
        self, text: str, policy: str | Policy | None = None, lang: str | None = None, id: str = "text"
    ) -> Result:
        """Redact one text. Without `lang` the language is detected; without `policy` the language's own is used.

        An engine that fails makes the result `failed`, it doesn't raise. Raises PolicyError and LanguageError.
        """
        locales, sure = ([load_locale(lang)], True) if lang else detect(text)
        chosen = policy if policy is not None else locales[0].settings.default_policy
        rules_of = load_policy(chosen) if isinstance(chosen, str) else chosen
        work = _Work()
        work.evidence.language_unsure = not sure
        try:
            if self._engine is not None:
                self._read_windows(self._engine, text, rules_of, locales, work)
        except EngineError as error:
            return self._failed(id, rules_of, locales, sure, f"engine: {error}")
        if self._rules:
            matches = find_all(text, locales).kept
            work.evidence.listed_terms = sum(
                m.rule == listed_terms.NAME and rules_of.category_of(m.label) is not None for m in matches
            )
            named = believed(text, work.found, matches, rules_of, locales)
            work.found = [*named, *_rule_spans(text, matches, rules_of, locales[0])]
        return self._finish(id, text, rules_of, locales, sure, work)

    def redact_all(
        self, documents: Iterable[Document], policy: str | Policy | None = None, lang: str | None = None
    ) -> Iterator[Result]:
        """Redact a stream of documents in order; a document's own `lang` is used where `lang` is None."""
        for document in documents:
            yield self.redact(document.text, policy, lang or document.lang, document.id)

    def _read_windows(self, engine: Engine, text: str, policy: Policy, locales: Sequence[Locale], work: _Work) -> None:
        aliases = {word: label for loc in locales for word, label in loc.settings.placeholder_aliases.items()}
        for window in windows(text, engine.window_tokens, engine.count_tokens):
            generation = engine.generate(window.text, policy, locales[0])
            if not generation.finished:
                raise EngineError("an answer was cut")
            alignment = align(window.text, generation.text, policy, aliases)
            _prove_read(window, alignment)
            work.found += _model_spans(text, window, generation, alignment, policy, locales[0])
            work.edits += self._edits(window, generation, alignment)
            work.evidence.unknown_placeholders += alignment.unknown_placeholders

    def _edits(self, window: Window, generation: Generation, alignment: Alignment) -> list[ResultEdit]:
        return [
            ResultEdit(
                window.start + edit.source_start,
                window.start + edit.source_end,
                edit.generated_end - edit.generated_start,
                generation.text[edit.generated_start : edit.generated_end] if self._show_edits else None,
            )
            for edit in alignment.edits
        ]

    def _finish(self, id: str, text: str, policy: Policy, locales: Sequence[Locale], sure: bool, work: _Work) -> Result:
        found = grow_names(text, work.found, locales) if self._rules else work.found
        repeats, common_part = find_repeats(text, found, locales)
        if self._rules:  # a repeat may be half of another name: "PATIENT: WANJIKU NJOROGE  NOK: joseph njoroge"
            repeats = grow_names(text, repeats, locales)
        kept, _ = merge(text, [*found, *repeats])
        kept = _joined(text, kept, policy)
        work.evidence.common_word_name = common_part
        work.evidence.edits = len(work.edits)
        work.evidence.rules_found = any(f.source in ("rule", "both") for f in kept)
        status, reasons = verdict(text, kept, work.evidence)
        shown = render(self._rendering, text, kept, policy, locales, self._scope)
        spans = tuple(
            ResultSpan(
                f.start,
                f.end,
                f.category.id,
                f.fine,
                placeholder,
                round(f.score, 4),
                f.source,
                f.why,
            )
            for f, placeholder in zip(kept, shown, strict=True)
        )
        redacted = write_twin(text, ((s.start, s.end, s.placeholder) for s in spans), str)
        lang = locales[0].code if sure else None
        return Result(id, status, redacted, spans, tuple(work.edits), reasons, policy.name, self.model, lang)

    def _failed(self, id: str, policy: Policy, locales: Sequence[Locale], sure: bool, reason: str) -> Result:
        lang = locales[0].code if sure else None
        return Result(id, "failed", None, (), (), (reason,), policy.name, self.model, lang)


def _prove_read(window: Window, alignment: Alignment) -> None:
    """Raise EngineError where the answer left out a good part of the window: what it didn't read may hold anything."""
    lengths = [(e.source_end - e.source_start, e.generated_end - e.generated_start) for e in alignment.edits]
    left_out = sum(max(0, source - generated) for source, generated in lengths)
    if left_out > max(MAX_LEFT_OUT, MAX_LEFT_OUT_SHARE * len(window.text)):
        raise EngineError(f"the answer left out {left_out} of {len(window.text)} characters")


def _model_spans(
    text: str, window: Window, generation: Generation, alignment: Alignment, policy: Policy, locale: Locale
) -> Iterator[Found]:
    scores = generation.scores
    if len(scores) != len(alignment.spans):
        # Placeholders were joined or invented: the least sure one stands for all.
        scores = (min(scores, default=0.0),) * len(alignment.spans)
    for span, score in zip(alignment.spans, scores, strict=True):
        start, end = window.start + span.start, window.start + span.end
        fine = next(iter(span.category.covers)) if len(span.category.covers) == 1 else None
        edged_as = fine or switches.fine_of_category(span.category.covers)
        for a, b in switches.adjust(text, start, end, edged_as, policy, locale):
            yield Found(a, b, span.category, fine, score, "model", "model")


def _rule_spans(text: str, matches: Iterable[Match], policy: Policy, locale: Locale) -> Iterator[Found]:
    for match in matches:
        category = policy.category_of(match.label)
        if category is None:
            continue
        for a, b in switches.adjust(text, match.start, match.end, match.label, policy, locale):
            yield Found(a, b, category, match.label, match.score, "rule", f"{match.rule}: {match.why}")


def _joined(text: str, kept: list[Found], policy: Policy) -> list[Found]:
    """Apply the facility-and-town switch, which needs the neighbours of a span."""
    spans = switches.join_facility_town(text, [Span(f.start, f.end, f.category.id) for f in kept], policy)
    by_start = {f.start: f for f in kept}
    return [replace(by_start[s.start], end=s.end) for s in spans]
