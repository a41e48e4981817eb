"""The whole path, small, on a CPU and offline: synth -> sft -> redact -> score (`make quickstart`).

Invented short texts are made, an adapter is trained on them (from the shipped one where there is one), and
documents that share no template and no name with the training are redacted and scored. Nothing is
tuned here and nothing is hidden: the model alone and the document measures stand beside the rest.
"""

from __future__ import annotations

import shutil
import sys
import time
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from eval.calibrate import asked_again
from eval.choices import of_split
from eval.ficha_system import FichaSystem
from eval.loaders import corpus
from eval.report import Report, score
from eval.run import predict
from eval.scheme import Scheme
from eval.shared_engine import SharedEngine
from ficha.contract import Calibration, load_contract
from ficha.engine.loading import default_model
from ficha.engine.local import LocalEngine
from ficha.errors import FichaError, ModelError
from ficha.locales import load_locale
from ficha.policy import load_policy
from ficha.redactor import Redactor
from ficha.result import Result
from synth.factory import Factory
from synth.output import write_folder
from synth.pack import load_pack
from train import sft

MAX_WORDS = 20
DOCUMENTS = 1400
SEED = 13
TRAIN_MINUTES = 7.0
TEST_DOCUMENTS = 200

# Invented, like every name in this repository; none of them comes out of a template.
NOTES = {
    "eng": (
        "Hi, it's Priya Raman (dob 14/02/1988). Send my Parkinson's tablets to Wellbrook Pharmacy? 07700 900461",
        "Seen today with her aunt Thandeka Mokoena. BP 148/92, Metformin 850 mg bd. Review 3 March 2026, Ward 3.",
        "Please ring my son Callum on 0161 496 0187, he lives at 9 Orchard Rise, Stockport. NHS no 999 041 2227.",
    ),
    "swa": (
        "Mgonjwa Achieng Otieno, simu 0712 345 678, alifika Kituo cha Afya Kibera tarehe 3/4/2026.",
        "Habari dokta, naitwa Zuhura Mwakipesile, miaka 34, natoka Mbagala. Presha 148/92, natumia metformin 850 mg.",
        "Mtoto Baraka Wekesa wa mama Nekesa ana homa siku 3. Kitambulisho cha mama 23456789. Apewe paracetamol 250 mg.",
    ),
}


@dataclass(frozen=True)
class Paths:
    """Where a run of the quick start keeps its corpus and its adapter."""

    root: Path

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def adapter(self) -> Path:
        return self.root / "adapter"


def run(lang: str, out: Path, minutes: float, console: Console) -> None:
    """Make, train, redact, score and show. Raises a FichaError where a step can't be done."""
    started = time.monotonic()
    paths = Paths(out)
    shutil.rmtree(out, ignore_errors=True)

    console.rule("1 of 4  synth: invented texts")
    pack = load_pack(lang)
    options = {"n": DOCUMENTS, "max_words": MAX_WORDS, "registers": None}
    stats = write_folder(paths.data, Factory(pack, SEED, MAX_WORDS, None).documents(DOCUMENTS), pack, SEED, options)
    console.print(f"{stats.kept} texts of at most {MAX_WORDS} words in {paths.data}; its card is README.md there")

    console.rule("2 of 4  sft: an adapter on the bundled base")
    arguments = ["--data", str(paths.data), "--out", str(paths.adapter), "--max-minutes", str(minutes)]
    shipped = _shipped()
    if shipped:
        console.print(f"starting from the adapter that ships, {shipped.name}")
        arguments += ["--init", str(shipped), "--recipe", "smollm2-135m-continue"]
    status = sft.main(arguments)
    if status:
        raise ModelError("the training ended with an error (above)")
    if shipped:
        console.print(keep_dial(shipped, paths.adapter))

    console.rule("3 of 4  redact and score: templates and names that the training never saw")
    policy = load_policy(load_locale(lang).settings.default_policy)
    documents = list(islice(of_split(corpus.load(paths.data / "kept.jsonl"), "test"), TEST_DOCUMENTS))
    engine = SharedEngine(LocalEngine.load(paths.adapter))
    reports: dict[str, Report] = {}
    for name, redactor in (
        ("model with rules", Redactor(engine, "both")),
        ("model alone", Redactor(engine, "model")),
        ("rules alone", Redactor(None, "rules")),
    ):
        predictions = predict(FichaSystem.around(redactor, lang), documents, policy, out / name.replace(" ", "-"))
        reports[name] = score(documents, predictions, Scheme(policy, corpus.LABELS))
    console.print(_table(reports, len(documents)))
    console.print(next(iter(reports.values())).signature, style="dim", soft_wrap=True)

    console.rule("4 of 4  three notes")
    redactor = Redactor(engine, "both")
    for note in NOTES[lang]:
        show(note, redactor.redact(note, policy, lang), console)
    console.print(f"\nDone in {(time.monotonic() - started) / 60:.1f} minutes. Your own text, with this adapter:")
    console.print(f'  echo "..." | .venv/bin/ficha redact - --lang {lang} --model {paths.adapter}', soft_wrap=True)


def keep_dial(source: Path, target: Path) -> str:
    """Give the adapter in `target` the dial of the one it was trained from; returns a line that says so.

    Its canaries are asked again under it. What was measured of the source is not told of the target: run
    `python -m eval calibrate --model` for its own.
    """
    known = load_contract(source).calibration or Calibration()
    dial = Calibration.model_validate(known.model_dump(include={"recall_bias", "name_bias", "slope", "intercept"}))
    contract = load_contract(target).model_copy(update={"calibration": dial})
    contract.save(target)
    contract.model_copy(update={"canaries": asked_again(contract.canaries, LocalEngine.load(target))}).save(target)
    unknown = ", ".join(f"{lang} {bias:+.1f}" for lang, bias in dial.name_bias.items()) or "nothing"
    biases = f"{dial.recall_bias:+.1f} at each word, besides at unknown ones {unknown}"
    return f"the dial is that of {source.name}: {biases}"


def show(note: str, result: Result, console: Console) -> None:
    """The redacted note with its placeholders in colour, its verdict, and its spans in a list."""
    line = Text()
    at = 0
    for span in result.spans:
        line.append(note[at : span.start]).append(span.placeholder, style="bold black on yellow")
        at = span.end
    line.append(note[at:])
    console.print(Text(note, style="dim"))
    console.print(line)
    verdict = f"{result.status}{': ' + '; '.join(result.reasons) if result.reasons else ''}"
    console.print(Text(f"  {verdict}", style="green" if result.status == "ok" else "red"))
    for span in result.spans:
        where = f"{span.start}-{span.end}"
        console.print(f"  {where:>8}  {span.label:<18} {span.source:<5} {span.score:.2f}", highlight=False)
    console.print()


def _table(reports: dict[str, Report], documents: int) -> Table:
    table = Table("measure", *reports, title=f"{documents} held-out documents (95% intervals over documents)")
    for label, measure in (
        ("item recall (hidden, any category)", "item.covered.recall"),
        ("item recall (right category)", "item.relaxed.recall"),
        ("item precision (right category)", "item.relaxed.precision"),
        ("item F1, strict", "item.strict.f1"),
        ("document recall", "document.recall"),
        ("document precision", "document.precision"),
        ("document accuracy", "document.accuracy"),
    ):
        cells = []
        for report in reports.values():
            found = report.scores[measure]
            cells.append(f"{found.value:.3f} ({found.low:.3f}-{found.high:.3f})")
        table.add_row(label, *cells)
    return table


def _shipped() -> Path | None:
    try:
        return default_model()
    except ModelError:
        return None


def main(
    *,
    lang: Annotated[str, typer.Option(help=f"{' or '.join(NOTES)}.")] = "eng",
    out: Annotated[Path | None, typer.Option(help="Folder; runs/quickstart-LANG by default. It is emptied.")] = None,
    minutes: Annotated[float, typer.Option(min=0.1, help="Time for the training.")] = TRAIN_MINUTES,
) -> None:
    """Run the quick start."""
    if lang not in NOTES:
        print(f"quickstart: no quick start for {lang!r}: expected {' or '.join(NOTES)}", file=sys.stderr)
        raise typer.Exit(2)
    try:
        run(lang, out or Path("runs") / f"quickstart-{lang}", minutes, Console())
    except FichaError as error:
        print(f"quickstart: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None


if __name__ == "__main__":
    typer.run(main)
