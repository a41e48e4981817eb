"""GLiNER: zero-shot spans by prompts in plain words, `gliner=FOLDER --settings tuned.yaml`.

The settings name the prompts and the threshold; `python -m eval tune` chooses both on development data. Texts are read
in windows, since GLiNER drops words past its length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from eval.predictions import Prediction
from eval.system_labels import Found, SystemLabels
from eval.systems import Options, System
from ficha.document import Document, word_count
from ficha.errors import InputError, ModelError, UsageError
from ficha.labels import expand
from ficha.policy import Policy
from ficha.windows import windows

WINDOW_WORDS = 200
PROMPTS = Path(__file__).parent / "gliner.yaml"


class Entities(Protocol):
    """What is asked of a GLiNER model: dicts with start, end, label and score."""

    def predict_entities(self, text: str, labels: list[str], threshold: float) -> list[dict[str, object]]: ...


class Settings(BaseModel):
    """Which prompts are asked and from which score on a span counts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    prompts: str
    threshold: float


def prompt_sets() -> dict[str, dict[str, tuple[str, ...]]]:
    """name of the set -> prompt -> fine labels, as `gliner.yaml` has them."""
    raw = yaml.safe_load(PROMPTS.read_text(encoding="utf-8"))
    return {
        name: {prompt: tuple(fine for n in names for fine in expand(n)) for prompt, names in prompts.items()}
        for name, prompts in raw.items()
    }


class Gliner:
    """A model with its settings."""

    def __init__(self, model: Entities, settings: Settings, name: str) -> None:
        known = prompt_sets()
        if settings.prompts not in known:
            raise InputError(f"prompts {settings.prompts!r} are not in gliner.yaml: it has {', '.join(known)}")
        self._model, self._settings, self._name = model, settings, name
        notes = (f"prompts {settings.prompts}, threshold {settings.threshold}, chosen on development data",)
        self._labels = SystemLabels("gliner", name, "see the model", known[settings.prompts], notes)

    @property
    def labels(self) -> SystemLabels:
        return self._labels

    def found(self, text: str) -> list[Found]:
        """All spans from the threshold on, those that overlap too."""
        prompts = list(self._labels.labels)
        return [
            Found(window.start + _int(e["start"]), window.start + _int(e["end"]), str(e["label"]), _float(e["score"]))
            for window in windows(text, WINDOW_WORDS, word_count)
            for e in self._model.predict_entities(window.text, prompts, threshold=self._settings.threshold)
        ]

    def predict(self, documents: Iterable[Document], policy: Policy) -> Iterator[Prediction]:
        """One prediction a document; of overlapping spans the surest is taken."""
        for document in documents:
            yield self._labels.answer(document, self.found(document.text), policy, self._name)


def load(options: Options) -> System:
    """Reads `model` and `settings`. Raises UsageError where one is missing, ModelError where it can't be loaded."""
    if options.model is None or options.settings is None:
        raise UsageError("system 'gliner' needs a model and its settings: gliner=FOLDER --settings tuned.yaml")
    return Gliner(load_model(options.model), read_settings(options.settings), f"gliner={options.model}")


def load_model(folder: str) -> Entities:
    """The GLiNER model of a folder or hub name. Raises ModelError."""
    try:
        from gliner import GLiNER
    except ImportError:
        raise ModelError("the package gliner is not installed: `make setup` installs it") from None
    if Path(folder).is_dir() and not (Path(folder) / "gliner_config.json").is_file():
        # said here: GLiNER would look for a hub model of the folder's name
        raise ModelError(f"{folder}: no GLiNER model can be loaded from it")
    try:
        model: Entities = GLiNER.from_pretrained(folder)
    except (OSError, ValueError):
        raise ModelError(f"{folder}: no GLiNER model can be loaded from it") from None
    return model


def read_settings(path: Path) -> Settings:
    """The settings file that `python -m eval tune` writes. Raises InputError."""
    try:
        return Settings.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise InputError(f"can't read {path}: {error.strerror}") from None
    except (yaml.YAMLError, ValidationError):
        raise InputError(f"{path.name}: expected `prompts: NAME` and `threshold: NUMBER`") from None


def _int(value: object) -> int:
    return int(str(value))


def _float(value: object) -> float:
    return float(str(value))
