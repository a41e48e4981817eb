"""What the model finds in a document: windows -> engine -> align -> spans in the document's own offsets.

    read = ModelReader(engine).read("Naitwa Achieng.", load_policy("afrimed"), [load_locale("swa")])
    [(f.start, f.end, f.category.id) for f in read.found]      # [(7, 14, 'PERSON')]

Windows overlap, and what two of them found is decided once, in `ficha.merge`. A window that the engine can't
answer for, or whose answer left a good part of it out, makes the document fail (EngineError).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ficha import switches
from ficha.align import Alignment, align
from ficha.align.known import known_alignment
from ficha.engine import Engine, Generation, generate_all, thresholds_of
from ficha.errors import EngineError, UsageError
from ficha.locales import Locale
from ficha.merge import Dropped, Found, merge
from ficha.policy import Policy
from ficha.result import ResultEdit
from ficha.windows import Window, overlapping

# Text that a generation dropped without a placeholder; more than that is a cut answer, not an edit.
MAX_LEFT_OUT = 12  # code points
MAX_LEFT_OUT_SHARE = 0.1
OVERLAP = 6  # a sixth of a window is read again with the next one
TOGETHER = 12  # windows that an engine is given at once: memory does not grow with the document

Known = dict[str, Generation]  # windows of a batch, already generated


@dataclass
class Read:
    """What was read from a document; offsets are the document's."""

    found: list[Found] = field(default_factory=list)
    edits: list[ResultEdit] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    unknown_placeholders: int = 0
    undialled: int = 0  # windows for which the recall dial could not be asked


class ModelReader:
    """Reads documents with an engine.

    `thresholds` maps a category's id or tag to the least score that a span of it needs, by default the engine's
    own. `passes` is how often a document is read: from the second time on with what was found already replaced by
    placeholders.
    """

    def __init__(
        self,
        engine: Engine,
        thresholds: Mapping[str, float] | None = None,
        passes: int = 1,
        show_edits: bool = False,
    ) -> None:
        if passes < 1:
            raise UsageError(f"{passes} passes: expected at least 1")
        self.engine = engine
        self._thresholds = dict(thresholds_of(engine) if thresholds is None else thresholds)
        self._passes = passes
        self._show_edits = show_edits

    def read(self, text: str, policy: Policy, locales: Sequence[Locale], known: Known | None = None) -> Read:
        """Read one document. Raises EngineError."""
        read = self._pass(text, policy, locales, known or {})
        for number in range(2, self._passes + 1):
            kept, _ = merge(text, read.found)
            hidden = _Hidden(text, kept)
            again = self._pass(hidden.text, policy, locales, {})
            more = [part for found in again.found for part in hidden.parts(found, f"model, pass {number}")]
            read.edits += [hidden.edit(edit) for edit in again.edits]
            read.unknown_placeholders += again.unknown_placeholders
            read.undialled += again.undialled
            if not more:
                break
            read.found += more
        return read

    def read_ahead(self, texts: Iterable[str], policy: Policy, locales: Sequence[Locale]) -> Known:
        """The generations of the first pass over several short documents, asked for together.

        Empty where the engine fails on one of them: each is then read alone, and fails or not on its own.
        """
        windows = list(dict.fromkeys(window.text for text in texts for window in self._windows(text)))
        try:
            return dict(zip(windows, generate_all(self.engine, windows, policy, locales[0]), strict=True))
        except EngineError:
            return {}

    def _windows(self, text: str) -> Iterator[Window]:
        most = self.engine.window_tokens
        return overlapping(text, most, self.engine.count_tokens, most // OVERLAP)

    def _pass(self, text: str, policy: Policy, locales: Sequence[Locale], known: Known) -> Read:
        aliases = {word: label for loc in locales for word, label in loc.settings.placeholder_aliases.items()}
        read = Read()
        windows = self._windows(text)
        while together := list(islice(windows, TOGETHER)):
            missing = [window.text for window in together if window.text not in known]
            fresh = dict(zip(missing, generate_all(self.engine, missing, policy, locales[0]), strict=True))
            for window in together:
                generation = known.get(window.text) or fresh[window.text]
                if not generation.finished:
                    raise EngineError("an answer was cut")
                if generation.hidden is not None:
                    alignment = known_alignment(window.text, generation.text, generation.hidden, policy)
                else:
                    alignment = align(window.text, generation.text, policy, aliases)
                _prove_read(window, alignment)
                self._collect(text, window, generation, alignment, policy, locales[0], read)
        return read

    def _collect(
        self,
        text: str,
        window: Window,
        generation: Generation,
        alignment: Alignment,
        policy: Policy,
        locale: Locale,
        read: Read,
    ) -> None:
        read.unknown_placeholders += alignment.unknown_placeholders
        read.undialled += not generation.dialled
        for found in _model_spans(text, window, generation, alignment, policy, locale):
            least = self._thresholds.get(found.category.id, self._thresholds.get(found.category.tag, 0.0))
            if found.score < least:
                read.dropped.append(Dropped(found, f"score below {least:g}, the least for {found.category.id}"))
            else:
                read.found.append(found)
        for edit in alignment.edits:
            told = ResultEdit(
                window.start + edit.source_start,
                window.start + edit.source_end,
                edit.generated_end - edit.generated_start,
                generation.text[edit.generated_start : edit.generated_end] if self._show_edits else None,
            )
            if told not in read.edits[-16:]:  # two windows that overlap may report one
                read.edits.append(told)


class _Hidden:
    """A text with what was found replaced by placeholders, and the way back to the text's offsets."""

    def __init__(self, text: str, kept: Sequence[Found]) -> None:
        self._source = text
        self._visible: list[tuple[int, int, int]] = []  # start in the new text, start in the old one, length
        out: list[str] = []
        at = length = 0
        for found in [*kept, None]:
            end = found.start if found else len(text)
            self._visible.append((length, at, end - at))
            out.append(text[at:end])
            if found:
                out.append(f"[{found.category.tag}]")
                at = found.end
            length += sum(len(part) for part in out[-2 if found else -1 :])
        self.text = "".join(out)

    def parts(self, found: Found, why: str) -> Iterator[Found]:
        """What `found`, a span of the new text, hides of the old one: without placeholders, from letter to letter."""
        for new, old, length in self._visible:
            start, end = max(found.start, new), min(found.end, new + length)
            letters = [i for i in range(old + start - new, old + end - new) if self._source[i].isalnum()]
            if letters:
                yield Found(letters[0], letters[-1] + 1, found.category, found.fine, found.score, "model", why)

    def edit(self, edit: ResultEdit) -> ResultEdit:
        """An edit of the new text at its place in the old one."""
        start, end = (self._old(offset) for offset in (edit.start, edit.end))
        return ResultEdit(start, max(start, end), edit.length, edit.generated)

    def _old(self, offset: int) -> int:
        new, old, length = next(part for part in reversed(self._visible) if part[0] <= offset)
        return old + min(offset - new, length)


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
