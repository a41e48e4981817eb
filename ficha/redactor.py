"""The redactor: windows -> engine -> align -> rules -> merge -> verdict.

    redactor = Redactor.load("models/ficha-smol")
    result = redactor.redact("Naitwa Achieng, simu 0712 345 678.", lang="swa")
    result.text        # 'Naitwa [PERSON], simu [CONTACT_PHONE].'

The redacted text is the source with spans replaced, always: the generation only says where and what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ficha import switches
from ficha.addresses import grow_addresses
from ficha.disbelief import believed
from ficha.document import Document, Span
from ficha.engine import Engine
from ficha.errors import EngineError, UsageError
from ficha.facility_names import grow_facilities
from ficha.hints import Hints
from ficha.languages import detect
from ficha.locales import Locale, load_locale
from ficha.merge import Dropped, Found, merge
from ficha.model_reader import Known, ModelReader
from ficha.neighbours import cut_at_formats, join_neighbours
from ficha.operators import Rendering, render
from ficha.operators.scope import Scope
from ficha.policy import Policy, load_policy
from ficha.repeats import find_repeats
from ficha.result import Result, ResultDrop, ResultEdit, ResultSpan
from ficha.rules import find_all, listed_terms
from ficha.rules.base import Match
from ficha.twin import write_twin
from ficha.verdict import Evidence, contradictions, residual, verdict, visible_names
from ficha.whole_names import grow_names

if TYPE_CHECKING:
    from ficha.engine.endpoint import EndpointEngine
    from ficha.engine.local import LocalEngine

READ_TOGETHER = 16  # documents of a stream ...
READ_TOGETHER_UP_TO = 2_000  # ... of up to so many code points each
Parts = Literal["both", "model", "rules"]


@dataclass
class _Work:
    """What is known of one document on its way."""

    found: list[Found] = field(default_factory=list)
    edits: list[ResultEdit] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    evidence: Evidence = field(default_factory=Evidence)
    hints: Hints = field(default_factory=Hints)
    hinted: list[Found] = field(default_factory=list)  # what the caller named: nothing takes it back
    allowed: list[tuple[int, int]] = field(default_factory=list)
    patient: str | None = None


class Redactor:
    """Redacts texts with an engine and the rules, or with one of them.

    `parts` leaves the model or the rules out (`engine` may be None only for rules); `operator` says how hidden text
    looks (`ficha.operators`) and `scope` how far its numbers and surrogates reach; `show_edits` puts the generated
    words into `Result.edits`; `thresholds` and `passes` are those of `ficha.model_reader`; `hints` are what the caller
    knows beforehand.
    """

    def __init__(
        self,
        engine: Engine | None,
        parts: Parts = "both",
        operator: str | None = None,
        show_edits: bool = False,
        scope: Scope | None = None,
        thresholds: Mapping[str, float] | None = None,
        passes: int = 1,
        hints: Hints | None = None,
    ) -> None:
        if engine is None and parts != "rules":
            raise UsageError("no engine: name a model, or redact with the rules alone")
        self._reader = ModelReader(engine, thresholds, passes, show_edits) if engine and parts != "rules" else None
        self._rules = parts != "model"
        self._rendering = Rendering.parse(operator)
        self._scope = scope or Scope()
        self._hints = hints or Hints()

    @classmethod
    def load(
        cls,
        model: str | Path | None = None,
        parts: Parts = "both",
        operator: str | None = None,
        show_edits: bool = False,
        scope: Scope | None = None,
        *,
        endpoint: str | None = None,
        served_model: str | None = None,
        recall_bias: float | None = None,
        thresholds: Mapping[str, float] | None = None,
        passes: int = 1,
        hints: Hints | None = None,
    ) -> Redactor:
        """A redactor on the local engine with the adapter folder `model`, or the one that ships.

        With `endpoint` (the base URL of an OpenAI-compatible server) the model called `served_model` there is asked
        instead, in the words of the folder's contract. `recall_bias` is in nats, `thresholds` by category; both are
        the calibrated ones of the model where None. Raises ModelError, UsageError.
        """
        if parts == "rules":
            return cls(None, parts, operator, show_edits, scope, hints=hints)
        from ficha.engine.loading import default_model

        folder = Path(model) if model is not None else default_model()
        engine: LocalEngine | EndpointEngine
        if endpoint is not None:
            from ficha.engine.endpoint import EndpointEngine

            engine = EndpointEngine.load(folder, endpoint, served_model, recall_bias, thresholds)
        else:
            from ficha.engine.local import LocalEngine

            engine = LocalEngine.load(folder, recall_bias, thresholds)
        return cls(engine, parts, operator, show_edits, scope, passes=passes, hints=hints)

    @property
    def model(self) -> str:
        """The name that results carry."""
        return self._reader.engine.model if self._reader else "rules"

    def redact(
        self,
        text: str,
        policy: str | Policy | None = None,
        lang: str | None = None,
        id: str = "text",
        patient: str | None = None,
    ) -> Result:
        """Redact one text. Without `lang` the language is detected; without `policy` the language's own is used.

        `patient` chooses among known patients, and gives the texts of one patient one shift of their dates.

        An engine that fails makes the result `failed`, it doesn't raise. Raises PolicyError and LanguageError.
        """
        meta = {} if patient is None else {"patient": patient}
        return self._redact(Document(id, text, lang, meta=meta), policy, lang, None)

    def look_ahead(self, documents: Iterable[Document]) -> None:
        """Read a batch before it is redacted: no surrogate may be a word of any of its documents."""
        if self._scope.reach == "batch":
            for document in documents:
                self._scope.reserve(document.text)

    def redact_all(
        self, documents: Iterable[Document], policy: str | Policy | None = None, lang: str | None = None
    ) -> Iterator[Result]:
        """Redact a stream of documents in order; a document's own `lang` is used where `lang` is None.

        Short ones are read by the engine several at a time.
        """
        stream = iter(documents)
        while together := list(islice(stream, READ_TOGETHER)):
            known: dict[tuple[str, str], Known] = {}
            if self._reader is not None and len(together) > 1:
                known = self._read_ahead(self._reader, together, policy, lang)
            for document in together:
                language = lang or document.lang
                of_kind = known.get(_kind(policy, language)) if language else None
                yield self._redact(document, policy, language, of_kind)

    def _read_ahead(
        self, reader: ModelReader, documents: Sequence[Document], policy: str | Policy | None, lang: str | None
    ) -> dict[tuple[str, str], Known]:
        """Generations for the short documents whose language is told, by policy and language."""
        groups: dict[tuple[str, str], list[str]] = {}
        for document in documents:
            language = lang or document.lang
            if language and len(document.text) <= READ_TOGETHER_UP_TO:
                groups.setdefault(_kind(policy, language), []).append(document.text)
        return {
            kind: reader.read_ahead(texts, _chosen(policy, load_locale(kind[1])), [load_locale(kind[1])])
            for kind, texts in groups.items()
        }

    def _redact(self, document: Document, policy: str | Policy | None, lang: str | None, known: Known | None) -> Result:
        text, id, patient = document.text, document.id, document.meta.get("patient")
        locales, sure = ([load_locale(lang)], True) if lang else detect(text)
        rules_of = self._rendering.adapt(_chosen(policy, locales[0]))
        work = _Work(hints=self._hints.of_patient(patient), patient=patient)
        work.evidence.language_unsure = not sure
        try:
            if self._reader is not None:
                read = self._reader.read(text, rules_of, locales, known)
                work.found, work.edits, work.dropped = read.found, read.edits, read.dropped
                work.evidence.unknown_placeholders = read.unknown_placeholders
                work.evidence.undialled = read.undialled
        except EngineError as error:
            return self._failed(id, rules_of, locales, sure, f"engine: {error}")
        if self._rules:
            self._add_rules(text, rules_of, locales, work)
        _heed_hints(text, rules_of, locales, work)
        return self._finish(id, text, rules_of, locales, sure, work)

    def _add_rules(self, text: str, policy: Policy, locales: Sequence[Locale], work: _Work) -> None:
        matches = find_all(text, locales).kept
        work.evidence.listed_terms = sum(
            m.rule == listed_terms.NAME and policy.category_of(m.label) is not None for m in matches
        )
        by_rule = list(_rule_spans(text, matches, policy, locales[0]))
        cut = cut_at_formats(text, work.found, by_rule, locales)
        named = believed(text, cut, matches, policy, locales)
        work.dropped += [Dropped(f, "a measure, a clinical term or a kept format") for f in cut if f not in named]
        work.evidence.contradictions = contradictions(named, by_rule)
        work.found = [*named, *by_rule]

    def _finish(self, id: str, text: str, policy: Policy, locales: Sequence[Locale], sure: bool, work: _Work) -> Result:
        found = _not_allowed([*work.found, *work.hinted], work)
        if self._rules:
            found = grow_facilities(text, grow_addresses(text, found, policy, locales), policy, locales)
            found = grow_names(text, found, locales)
        repeats, common_part = find_repeats(text, found, locales)
        if self._rules:  # a repeat may be half of another name: "PATIENT: WANJIKU NJOROGE  NOK: joseph njoroge"
            repeats = grow_names(text, repeats, locales)
        kept, lost = merge(text, [*found, *_not_allowed(repeats, work)])
        kept = join_neighbours(text, _joined(text, kept, policy))
        work.evidence.common_word_name |= common_part
        work.evidence.edits = len(work.edits)
        shown = render(self._rendering, text, kept, policy, locales, self._scope, work.patient)
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
        if self._rules:
            allowed = work.hints.allows(redacted)
            work.evidence.residual = residual(redacted, spans, policy, locales, allowed)
            if self._reader is not None:  # the rules alone don't look for names
                work.evidence.visible_names = visible_names(redacted, spans, policy, locales, allowed)
        status, reasons = verdict(text, kept, work.evidence)
        lang = locales[0].code if sure else None
        dropped = tuple(_told(drop) for drop in (*work.dropped, *lost))
        return Result(id, status, redacted, spans, tuple(work.edits), reasons, policy.name, self.model, lang, dropped)

    def _failed(self, id: str, policy: Policy, locales: Sequence[Locale], sure: bool, reason: str) -> Result:
        lang = locales[0].code if sure else None
        return Result(id, "failed", None, (), (), (reason,), policy.name, self.model, lang)


def _chosen(policy: str | Policy | None, locale: Locale) -> Policy:
    """The policy that is meant: the caller's, or the language's own."""
    chosen = policy if policy is not None else locale.settings.default_policy
    return load_policy(chosen) if isinstance(chosen, str) else chosen


def _kind(policy: str | Policy | None, lang: str) -> tuple[str, str]:
    """What the windows of two documents must have in common to be read together."""
    return _chosen(policy, load_locale(lang)).name, lang


def _told(drop: Dropped) -> ResultDrop:
    found = drop.found
    return ResultDrop(found.start, found.end, found.category.id, round(found.score, 4), found.source, drop.reason)


def _rule_spans(text: str, matches: Iterable[Match], policy: Policy, locale: Locale) -> Iterator[Found]:
    for match in matches:
        category = policy.category_of(match.label)
        if category is None:
            continue
        for a, b in switches.adjust(text, match.start, match.end, match.label, policy, locale):
            yield Found(a, b, category, match.label, match.score, "rule", f"{match.rule}: {match.why}")


def _heed_hints(text: str, policy: Policy, locales: Sequence[Locale], work: _Work) -> None:
    """What the caller named is hidden, and what he allowed is left."""
    hinted = list(_rule_spans(text, work.hints.find(text, locales), policy, locales[0]))
    work.hinted = [f for f in hinted if f.score]
    work.evidence.common_word_name |= len(work.hinted) < len(hinted)
    work.allowed = work.hints.allows(text)


def _not_allowed(found: Sequence[Found], work: _Work) -> list[Found]:
    """`found` without what lies wholly inside an allowed term, but with all that the caller named."""
    return [f for f in found if f in work.hinted or not any(a <= f.start and f.end <= b for a, b in work.allowed)]


def _joined(text: str, kept: list[Found], policy: Policy) -> list[Found]:
    """Apply the facility-and-town switch, which needs the neighbours of a span."""
    spans = switches.join_facility_town(text, [Span(f.start, f.end, f.category.id) for f in kept], policy)
    by_start = {f.start: f for f in kept}
    return [replace(by_start[s.start], end=s.end) for s in spans]
