"""The output folder of a stage: kept.jsonl, rejects.jsonl, manifest.json and the card with its plots.

data/swa/kept.jsonl      {"id", "lang", "text", "spans", "meta"} a line
data/swa/rejects.jsonl   {"reason", "attempt": {...}} a line
data/swa/manifest.json   versions, seed, options, counts, fingerprints; nothing that differs between two equal runs
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import phonenumbers

from ficha.errors import InputError
from synth.card import NaturalText, write_card
from synth.corpus import read_corpus
from synth.factory import ENGINE_VERSION, Made
from synth.gather import read_texts
from synth.pack import Pack, load_pack
from synth.statistics import Statistics


@dataclass(frozen=True)
class Stage:
    """What made the documents: the stage's name, and what the manifest says of it besides."""

    name: str = "synth.template"
    facts: Mapping[str, Any] = field(default_factory=dict)


def write_folder(
    out: Path, made: Iterable[Made], pack: Pack, seed: int, options: Mapping[str, Any], stage: Stage = Stage()
) -> Statistics:
    """Stream `made` into a folder beside `out`, and put it into `out` once it is whole and sound.

    Raises InputError where the folder can't be written, nothing is kept or the splits overlap: then `out` stays
    as it was, and what was made lies beside it.
    """
    part = out.with_name(f".{out.name}.part")
    try:
        out.mkdir(parents=True, exist_ok=True)
        part.mkdir(exist_ok=True)
        stats = _write(part, made, pack, seed, options, stage)
        for file in sorted(part.iterdir()):
            os.replace(file, out / file.name)
        part.rmdir()
    except OSError as error:
        raise InputError(f"can't write {out} ({error.strerror}): name another folder with --out") from None
    return stats


def _write(
    out: Path, made: Iterable[Made], pack: Pack, seed: int, options: Mapping[str, Any], stage: Stage
) -> Statistics:
    stats = Statistics(pack.settings.names.particles)
    with (
        open(out / "kept.jsonl", "w", encoding="utf-8", newline="\n") as kept,
        open(out / "rejects.jsonl", "w", encoding="utf-8", newline="\n") as rejects,
    ):
        for item in made:
            line = item.document.to_json()
            if item.reason is None:
                stats.add(item.document)
                kept.write(_json(line))
            else:
                stats.rejects[item.reason] += 1
                rejects.write(_json({"reason": item.reason, "attempt": line}))
    manifest = {
        "stage": stage.name,
        "lang": pack.code,
        "seed": seed,
        "options": dict(options),
        "versions": {"engine": ENGINE_VERSION, "pack": pack.settings.version, "phonenumbers": phonenumbers.__version__},
        "counts": {
            "kept": stats.kept,
            "rejected": sum(stats.rejects.values()),
            "without_personal_data": stats.free,
            "splits": {split: s.documents for split, s in sorted(stats.splits.items())},
            "registers": dict(sorted(stats.registers.items())),
            "countries": dict(sorted(stats.countries.items())),
            "spans": dict(sorted(stats.spans.items())),
            "rejects": dict(sorted(stats.rejects.items())),
            "overlaps": stats.overlaps(),
        },
        **stage.facts,
        "fingerprints": {"kept.jsonl": _sha256((out / "kept.jsonl").read_bytes()), **fingerprints(pack)},
    }
    (out / "manifest.json").write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if not stats.kept:
        reason = max(stats.rejects, key=lambda r: stats.rejects[r]) if stats.rejects else "nothing was asked for"
        raise InputError(
            f"nothing kept of {sum(stats.rejects.values())} attempts, most often because: {reason}; "
            f"see {out / 'rejects.jsonl'}"
        )
    if shared := [f"{count} {what}" for what, count in stats.overlaps().items() if count]:
        raise InputError(f"splits overlap ({', '.join(shared)}): see the counts in {out / 'manifest.json'}")
    write_card(out, pack, stats, seed)
    return stats


def write_card_of(out: Path, lang: str | None, natural: Path | None) -> Statistics:
    """Write the card of a corpus folder anew, with natural text beside it where there is some.

    `lang` defaults to that of the first document. Raises InputError (no corpus there) or LanguageError (no such pack).
    """
    stats: Statistics | None = None
    for document in read_corpus(out):
        if stats is None:
            pack = load_pack(lang or document.lang or "")
            stats = Statistics(pack.settings.names.particles)
        stats.add(document)
    if stats is None:
        raise InputError(f"{out}: no document there: expected a corpus; `make synth` makes one")
    seed = None
    if (manifest := out / "manifest.json").exists():
        made = json.loads(manifest.read_text(encoding="utf-8"))
        seed = made["seed"]
        stats.rejects.update(made["counts"]["rejects"])
    beside = NaturalText(natural.name, list(read_texts(natural))) if natural else None
    write_card(out, pack, stats, seed, beside)
    return stats


def fingerprints(pack: Pack) -> dict[str, str]:
    """sha256 of every file of the pack and of its locale, by a path that is the same on every machine."""
    files = {f"synth/languages/{pack.code}/{f.relative_to(pack.folder).as_posix()}": f.read_bytes()
             for f in sorted(pack.folder.rglob("*")) if f.suffix in {".yaml", ".txt"}}  # fmt: skip
    base = f"ficha/locales/{pack.code}"
    files[f"{base}/locale.yaml"] = (pack.locale.folder / "locale.yaml").read_bytes()
    for file in pack.locale.list_files.values():
        files[f"{base}/lists/{file.name}"] = file.read_bytes()
    return {name: _sha256(content) for name, content in files.items()}


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _json(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"
