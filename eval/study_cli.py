"""Commands over several systems, sets or runs; `eval.cli` puts them on the command line.

python -m eval report --data data/swa/kept.jsonl --data tico.jsonl --systems "ficha rules presidio" --out runs/eval
python -m eval tune --model FOLDER --data dev.jsonl --out tuned.yaml
python -m eval folds --data minutes.json --key group --out folds
python -m eval gather runs/seed-13/scores.json runs/seed-42/scores.json
python -m eval delta heldout/scores.json novel/scores.json
python -m eval intruder --gold gold.jsonl --pred predictions.jsonl
python -m eval meddocan --gold gold/ --pred system/
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from eval.bootstrap import RESAMPLES, SEED
from eval.choices import default_policy, gold_loader
from eval.comparison import SEED_MEASURES, report_page
from eval.counts import sentences_of
from eval.intruder import people_of, probe, read_people, redacted, with_person
from eval.loaders.meddocan import load, read_annotations
from eval.meddocan import Annotated as Case
from eval.meddocan import measures
from eval.predictions import read_predictions
from eval.protocols import mean_and_deviation, read_run, write_folds
from eval.scheme import Scheme
from eval.study import SAMPLE, Setup, run_study
from eval.systems import Options
from eval.table import number
from eval.tune import best, trials, write_settings
from ficha.errors import InputError
from ficha.policy import load_policy

Runs = Annotated[list[Path], typer.Argument(help="scores.json files that `eval run --out` wrote.")]


def report_command(
    *,
    data: Annotated[list[Path], typer.Option(help="Gold files or folders; without spans, nothing is personal.")],
    systems: Annotated[str, typer.Option(help="Systems of eval/baselines, maybe with models, in quotes.")],
    out: Annotated[Path, typer.Option(help="Folder for report.html, report.md, predictions and scores.")],
    policy: Annotated[str | None, typer.Option(help="Policy of all sets; by default that of each language.")] = None,
    lang: Annotated[str | None, typer.Option(help="Language of documents that name none.")] = None,
    model: Annotated[str | None, typer.Option(help="Adapter folder of ficha.")] = None,
    endpoint: Annotated[str | None, typer.Option(help="For llm: base URL of an OpenAI-compatible server.")] = None,
    settings: Annotated[Path | None, typer.Option(help="For gliner: the file that `eval tune` wrote.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Documents of each set, for a quick look.")] = None,
    characters: Annotated[int | None, typer.Option(min=1, help="Text of each set, from its first documents.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Sets at once, each in a process of one thread.")] = 1,
    sample: Annotated[int, typer.Option(min=1, help="Texts without personal data, a set, drawn by the seed.")] = SAMPLE,
    runs: Annotated[list[Path] | None, typer.Option(help="scores.json of seeds, folds or sizes to tabulate.")] = None,
    show_text: Annotated[
        bool, typer.Option("--show-text", help="Show texts that aren't known to be invented.")
    ] = False,
    resamples: Annotated[int, typer.Option(min=1, help="Bootstrap resamples.")] = RESAMPLES,
    seed: Annotated[int, typer.Option(help="Seed of resamples and samples.")] = SEED,
) -> None:
    """Run systems on sets and write one report."""
    setup = Setup(
        policy=policy,
        limit=limit,
        characters=characters,
        sample=sample,
        resamples=resamples,
        seed=seed,
        out=out,
        jobs=jobs,
    )
    study = run_study(data, systems.split(), Options(model, lang, endpoint, settings), setup)
    report_page(study, setup, show_text, [read_run(path) for path in runs or ()]).write(out)
    print(out / "report.html")


def tune_command(
    *,
    model: Annotated[str, typer.Option(help="GLiNER folder or hub name.")],
    data: Annotated[Path, typer.Option(help="Development documents.")],
    out: Annotated[Path, typer.Option(help="Settings file to write.")],
    policy: Annotated[str | None, typer.Option(help="Policy; by default that of the language.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Take only the first documents.")] = None,
) -> None:
    """Choose GLiNER's prompts and threshold on development data."""
    from eval.baselines.gliner import load_model

    loader = gold_loader(data, None)
    documents = list(islice((d for d in loader.load(data) if d.meta.get("split", "dev") == "dev"), limit))
    chosen = load_policy(policy) if policy else default_policy(documents)
    tried = list(trials(load_model(model), documents, Scheme(chosen, loader.LABELS)))
    for trial in sorted(tried, key=lambda t: t.f1)[-5:]:
        print(f"{trial.settings.prompts} at {trial.settings.threshold}: strict micro F1 {number(trial.f1)}")
    write_settings(out, best(tried), f"{data.name}, {len(documents)} documents")
    print(out)


def folds_command(
    *,
    data: Annotated[Path, typer.Option(help="A corpus whose documents name the group in their meta.")],
    key: Annotated[str, typer.Option(help="Field of meta: group (municipality, facility), register, country.")],
    out: Annotated[Path, typer.Option(help="Folder for the folds.")],
) -> None:
    """Write one fold a group: train.jsonl without the group, test.jsonl with it alone."""
    for group, (train, test) in write_folds(gold_loader(data, None).load(data), key, out).items():
        print(f"{group}: {train} documents left in, {test} held out")


def gather_command(runs: Runs) -> None:
    """Runs side by side, with their mean and standard deviation."""
    found = [read_run(path) for path in runs]
    table = Table("run", *SEED_MEASURES, box=SIMPLE_HEAD)
    for run in found:
        table.add_row(run.name, *(number(run.values.get(m, float("nan"))) for m in SEED_MEASURES))
    summary = [mean_and_deviation(found, m) for m in SEED_MEASURES]
    table.add_row("mean", *(number(mean) for mean, _ in summary))
    table.add_row("deviation", *(number(deviation) for _, deviation in summary))
    Console().print(table)


def delta_command(runs: Runs) -> None:
    """What the other runs differ from the first by: held-out names against novel ones, a reshuffle, another domain."""
    first, *others = [read_run(path) for path in runs]
    table = Table("measure", first.name, *(f"{run.name} (change)" for run in others), box=SIMPLE_HEAD)
    for measure in SEED_MEASURES:
        base = first.values.get(measure, float("nan"))
        values = [run.values.get(measure, float("nan")) for run in others]
        table.add_row(measure, number(base), *(_changed(base, value) for value in values))
    Console().print(table)


def intruder_command(
    *,
    gold: Annotated[Path, typer.Option(help="Gold documents that say whose they are (meta.patient).")],
    pred: Annotated[Path, typer.Option(help="Predictions, JSONL.")],
    people: Annotated[Path | None, typer.Option(help="JSONL, id and facts; by default all that gold marks.")] = None,
) -> None:
    """Try to link redacted texts to people by what remains: a probe and not a proof."""
    documents = with_person(gold_loader(gold, None).load(gold))
    predictions = {prediction.id: prediction for prediction in read_predictions(pred)}
    documents = [document for document in documents if document.id in predictions]
    known = people_of(documents) if people is None else read_people(people)
    truth = {document.id: str(document.meta["patient"]) for document in documents}
    plain = {document.id: document.text for document in documents}
    hidden = {document.id: redacted(document, predictions[document.id]) for document in documents}
    for name, texts in (("not redacted", plain), ("redacted", hidden)):
        found = probe(texts, truth, known)
        line = {"texts": name, "risk": round(found.risk, 4), "chance": round(found.chance, 4), **asdict(found)}
        print(json.dumps(line))


def meddocan_command(
    *,
    gold: Annotated[Path, typer.Option(help="Folder with .txt and .ann files.")],
    pred: Annotated[Path, typer.Option(help="Folder with the system's .ann files.")],
    sentences: Annotated[
        Path | None, typer.Option(help="Folder of the task's sentence splits, one sentence a line.")
    ] = None,
) -> None:
    """MEDDOCAN's official measures over brat folders."""
    cases = {d.id: Case(d.text, frozenset((s.label, s.start, s.end) for s in d.spans)) for d in load(gold)}
    answers = {
        path.stem: [(s.label, s.start, s.end) for s in read_annotations(path)] for path in sorted(pred.glob("*.ann"))
    }
    if not cases.keys() & answers.keys():
        raise InputError(f"{pred}: no .ann file is named as a case of {gold}")
    counts = {name: _sentences(name, case.text, sentences) for name, case in cases.items()}
    found = measures(cases, answers, counts)
    lines = {
        name: {"precision": score.precision, "recall": score.recall, "f1": score.f1, **asdict(score)}
        for name, score in found.items()
    }
    lines["ner"]["sentences"] = "as split by this scorer" if sentences is None else "as split by the task"
    print(json.dumps(lines, indent=1))


def _changed(base: float, value: float) -> str:
    return number(value) if math.isnan(value - base) else f"{number(value)} ({value - base:+.3f})"


def _sentences(name: str, text: str, folder: Path | None) -> int:
    if folder is None:
        return sentences_of(text)
    try:
        return len((folder / f"{name}.ann").read_text(encoding="utf-8").splitlines())
    except OSError as error:
        raise InputError(f"can't read {folder / name}.ann: {error.strerror}") from None


COMMANDS: dict[str, Callable[..., None]] = {
    "report": report_command,
    "tune": tune_command,
    "folds": folds_command,
    "gather": gather_command,
    "delta": delta_command,
    "intruder": intruder_command,
    "meddocan": meddocan_command,
}
