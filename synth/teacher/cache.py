"""Answers on disk, one file each, by the key of their request: what was paid for once is never asked again.

    cache/3f/3fa9....json      {"content", "finish_reason", "refusal", "input_tokens", "output_tokens"}

An answer is kept as it came, a bad one too, so that a second run knows it without paying; whether it is good is
judged anew at every reading (`answers.py`), so a bad one never counts as good. Files appear whole or not at all.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict
from pathlib import Path

from ficha.errors import InputError
from synth.teacher.requests import Answer


class Cache:
    """A folder of answers; raises InputError where it can't be written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unusable(error) from None

    def get(self, key: str) -> Answer | None:
        """The answer to the request of that key; None where there is none, or its file is damaged."""
        try:
            raw = json.loads(self._file(key).read_text(encoding="utf-8"))
            return Answer(**raw)
        except (FileNotFoundError, ValueError, TypeError):
            return None
        except OSError as error:
            raise self._unusable(error) from None

    def put(self, key: str, answer: Answer) -> None:
        """Keep an answer: written beside its place, flushed to the disk, then moved there."""
        file = self._file(key)
        try:
            file.parent.mkdir(exist_ok=True)
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, suffix=".part", delete=False) as f:
                json.dump(asdict(answer), f, ensure_ascii=False)
                f.flush()
                os.fsync(f.fileno())
            os.replace(f.name, file)
        except OSError as error:
            raise self._unusable(error) from None

    def _file(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"

    def _unusable(self, error: OSError) -> InputError:
        return InputError(
            f"the cache {self._folder} can't be used ({error.strerror}): name another folder with --cache"
        )
