"""The command line: `python -m eval score`, `run`, `calibrate`, and the commands of `eval.study_cli`.

    python -m eval score --gold gold.jsonl --pred predictions.jsonl --policy afrimed --json
    python -m eval run --data swa.jsonl --system rules --lang swa --out runs/rules
    python -m eval coreference --gold gold.jsonl --pred numbered.jsonl
    python -m eval rules-table --n 1000 --seed 77
    python -m eval teacher --lang swa --model gpt-4o-mini
    python -m eval calibrate --data data/swa/kept.jsonl --data data/eng/kept.jsonl --plot reliability.png

Exit status: 0 scored; 2 where the call or a file is wrong, 4 where the engine gives no answer (see
`ficha.errors`), with one line on the standard error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from eval.bootstrap import RESAMPLES, SEED, Paired
from eval.calibrate import Part, Turn, asked_again, calibrate, development, engines
from eval.choices import default_policy, gold_loader, of_split, require_policy, scoring_policy
from eval.compare import compare, paired_json, print_comparison
from eval.coreference.documents import score_documents
from eval.predictions import read_predictions
from eval.report import Report, score
from eval.rules_table import invented, print_table, rows
from eval.run import predict, write_json
from eval.scheme import Scheme
from eval.study_cli import COMMANDS
from eval.systems import Options, load_system
from eval.table import print_report
from ficha.contract import load_contract
from ficha.engine.loading import default_model
from ficha.errors import FichaError
from ficha.locales import load_locale
from ficha.policy import load_policy
from synth.options import Language
from synth.pack import pack_codes
from synth.teacher import cli as teacher_options
from synth.teacher.settings import Calls

app = typer.Typer(
    add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, help="Score and compare anonymisers."
)

Policy = Annotated[str | None, typer.Option(help="Policy name or YAML file; by default that of the predictions.")]
Format = Annotated[str | None, typer.Option(help="Form of the gold file; by default told by its labels.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]
Resamples = Annotated[int, typer.Option(min=1, help="Bootstrap resamples.")]
Endpoint = Annotated[str | None, typer.Option(help="For llm: base URL of an OpenAI-compatible server.")]
Settings = Annotated[Path | None, typer.Option(help="For gliner: the file that `eval tune` wrote.")]
Examples = Annotated[Path | None, typer.Option(help="For llm: corpus to take examples from, split dev.")]
Shots = Annotated[int, typer.Option(min=0, help="For llm: how many examples.")]
Seed = Annotated[int, typer.Option(help="Seed of the resamples.")]


@app.command("score")
def score_command(
    *,
    gold: Annotated[Path, typer.Option(help="Gold documents, JSONL.")],
    pred: Annotated[Path, typer.Option(help="Result lines, or corpus lines with a system's spans, JSONL.")],
    against: Annotated[Path | None, typer.Option(help="A second system's predictions, for a paired test.")] = None,
    policy: Policy = None,
    format: Format = None,
    json_out: Json = False,
    resamples: Resamples = RESAMPLES,
    seed: Seed = SEED,
) -> None:
    """Score a file of predictions against gold."""
    loader = gold_loader(gold, format)
    predictions = {prediction.id: prediction for prediction in read_predictions(pred)}
    documents = list(loader.load(gold))
    scheme = Scheme(scoring_policy(policy, predictions.values(), documents), loader.LABELS)
    report = score(documents, predictions, scheme, resamples, seed)
    if against is None:
        show(report, json_out)
        return
    others = {prediction.id: prediction for prediction in read_predictions(against)}
    require_policy(scheme.policy, others.values())
    show(report, json_out, compare(report, score(documents, others, scheme, resamples, seed)))


@app.command("run")
def run_command(
    *,
    data: Annotated[Path, typer.Option(help="Gold documents, JSONL.")],
    system: Annotated[str, typer.Option(help="A system of eval/baselines, maybe with its model: rules, llm=MODEL.")],
    policy: Policy = None,
    lang: Annotated[str | None, typer.Option(help="ISO 639-3 code, for documents of one language.")] = None,
    model: Annotated[str | None, typer.Option(help="Model of the system; for ficha the adapter folder.")] = None,
    endpoint: Endpoint = None,
    settings: Settings = None,
    examples: Examples = None,
    shots: Shots = 0,
    split: Annotated[str, typer.Option(help="Of documents that name their split, take this one.")] = "test",
    limit: Annotated[int | None, typer.Option(min=1, help="Take only the first documents.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for predictions.jsonl and scores.json.")] = None,
    format: Format = None,
    json_out: Json = False,
    resamples: Resamples = RESAMPLES,
    seed: Seed = SEED,
) -> None:
    """Run a system on gold documents, and score it."""
    loader = gold_loader(data, format)
    documents = list(islice(of_split(loader.load(data), split), limit))
    chosen = load_policy(policy) if policy else default_policy(documents, lang)
    loaded = load_system(system, Options(model, lang, endpoint, settings, examples, shots))
    predictions = predict(loaded, documents, chosen, out)
    report = score(documents, predictions, Scheme(chosen, loader.LABELS), resamples, seed)
    if out is not None:
        write_json(out / "scores.json", {"system": system, **report.to_json()})
    show(report, json_out)


@app.command("coreference")
def coreference_command(
    *,
    gold: Annotated[Path, typer.Option(help="Gold documents with entities, JSONL.")],
    pred: Annotated[Path, typer.Option(help="Result lines of `ficha redact --operator numbered`.")],
    split: Annotated[str, typer.Option(help="Of documents that name their split, take this one.")] = "test",
    json_out: Json = False,
) -> None:
    """Score numbered pseudonyms: MUC, B3, CEAF-e, LEA, CoNLL, and pseudonyms end to end."""
    documents = of_split(gold_loader(gold, None).load(gold), split)
    predictions = {prediction.id: prediction for prediction in read_predictions(pred)}
    report = score_documents(documents, predictions)
    if json_out:
        print(json.dumps(report.to_json(), ensure_ascii=False, indent=1))
    else:
        report.print(Console())


@app.command("rules-table")
def rules_table_command(
    lang: Annotated[str | None, typer.Option(help="Only this language.")] = None,
    n: Annotated[int, typer.Option("--n", min=1, help="Documents a language.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the documents.")] = 77,
) -> None:
    """Recall and precision of the rules alone on fresh invented documents, by language and kind."""
    codes = [lang] if lang else pack_codes()
    print_table((row for code in codes for row in rows(code, invented(code, n, seed))), Console())


@app.command("calibrate")
def calibrate_command(
    *,
    data: Annotated[list[Path], typer.Option(help="Corpora that name their splits; dev is read. Repeatable.")],
    model: Annotated[Path | None, typer.Option(help="Adapter folder; by default the one that ships.")] = None,
    floor: Annotated[
        float, typer.Option(min=0, max=1, help="Least share of hidden characters that are personal.")
    ] = 0.8,
    limit: Annotated[int | None, typer.Option(min=1, help="Take only the first documents of each corpus.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Write a reliability diagram here (.png, .svg).")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Leave ficha.json as it is.")] = False,
) -> None:
    """Fit the recall dial and the scores on the development split, and write them into ficha.json."""
    folder = model or default_model()
    parts = []
    for path in data:
        loader = gold_loader(path, None)
        documents = list(islice(development(loader.load(path)), limit))
        policy = default_policy(documents)
        parts.append(Part(str(documents[0].lang), documents, Scheme(policy, loader.LABELS)))
    engine_at = engines(folder)
    setting = calibrate(engine_at, parts, floor)
    for turn, recall, precision, fault in setting.tried:
        names = ", ".join(f"{lang} {bias:.1f}" for lang, bias in turn.name_bias.items())
        biases = f"bias {turn.recall_bias:.1f}, at unknown words {names or 0}"
        print(f"{biases}: recall {recall:.3f}, precision {precision:.3f}{': ' if fault else ''}{fault}")
    if plot is not None:
        setting.plot(plot)
    if not dry_run:
        contract = load_contract(folder)
        chosen = Turn(setting.calibration.recall_bias, setting.calibration.name_bias)
        update = {
            "calibration": setting.calibration,
            "thresholds": dict(setting.thresholds),
            "canaries": asked_again(contract.canaries, engine_at(chosen)),
        }
        contract.model_copy(update=update).save(folder)
    print(setting.calibration.model_dump_json(indent=1))
    print(json.dumps(dict(setting.thresholds)))


@app.command("teacher")
def teacher_command(
    *,
    lang: Language,
    n: Annotated[int, typer.Option(min=1, help="Template documents.")] = 200,
    model: teacher_options.Model = None,
    base_url: teacher_options.BaseUrl = None,
    concurrency: teacher_options.Concurrency = 8,
    timeout_s: teacher_options.Timeout = 120.0,
    cache: teacher_options.CacheFolder = teacher_options.CACHE,
    policy: Policy = None,
    json_out: Json = False,
    resamples: Resamples = RESAMPLES,
    seed: Seed = SEED,
) -> None:
    """Measure how well a teacher model anonymises template documents, whose spans are known."""
    from eval.teacher import measure  # loads the client of the endpoint

    calls = Calls(teacher_options.endpoint_of(model, base_url, timeout_s), cache, concurrency=concurrency)
    chosen = load_policy(policy or load_locale(lang).settings.default_policy)
    report, account, unread = measure(lang, n, chosen, calls, seed, resamples)
    show(report, json_out)
    print(f"{unread} of {n} twins could not be read; {account}", file=sys.stderr)


def show(report: Report, json_out: bool, paired: list[Paired] | None = None) -> None:
    """Print a report, and a comparison where there is one, as one JSON object or as tables."""
    if json_out:
        content = report.to_json() if paired is None else {**report.to_json(), "paired": paired_json(paired)}
        print(json.dumps(content, ensure_ascii=False, indent=1))
        return
    print_report(report, Console())
    if paired is not None:
        print_comparison(paired, Console())


for _name, _command in COMMANDS.items():
    app.command(_name)(_command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; a FichaError becomes one line and its exit status."""
    try:
        app(args=None if arguments is None else list(arguments), prog_name="python -m eval")
    except FichaError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
