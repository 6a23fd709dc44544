"""`study`: the thesis's experiments with virtual patients, offline and repeatable."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, cast

import typer

app = typer.Typer(no_args_is_help=True, help="Run experiments with virtual patients, and report them with statistics.")
bank = typer.Typer(no_args_is_help=True, help="The question bank.")
app.add_typer(bank, name="bank")

Patients = Annotated[int, typer.Option("--patients", min=1, max=9_999, help="How many virtual patients.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Fixes patients, wording and resampling.")]
_OFFLINE = {"model": "none: rules, and played models where a stage names one"}
BankFile = Annotated[Path | None, typer.Argument(metavar="FILE", help="A bank as YAML; without it, the shipped one.")]


@app.callback()
def study() -> None:
    """Run experiments with virtual patients, and report them with statistics."""


@bank.callback()
def question_bank() -> None:
    """The question bank: its templates, its problems, and 200 questions drawn from it."""


@app.command("run")
def run(
    experiments: Annotated[
        list[str], typer.Argument(metavar="EXPERIMENT...", help="Names, or YAML files; see `list`. Or `all`.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where rows and reports go; resumed if there.")],
    patients: Patients = 80,
    seed: Seed = 42,
    scenarios: Annotated[
        int, typer.Option("--scenarios", min=0, help="At most so many conversations a stage; 0: as it declares.")
    ] = 0,
    systems: Annotated[
        str, typer.Option("--systems", metavar="A,B", help="Only these profiles or peers, where a stage has them.")
    ] = "",
    language: Annotated[str, typer.Option("--language", help="ko or en.")] = "ko",
    fillers: Annotated[
        int, typer.Option("--fillers", min=0, max=100, help="Other turns before the correction, and again before T6.")
    ] = 0,
    synthea: Annotated[
        Path | None, typer.Option("--synthea", metavar="DIR", help="FHIR bundles whose patients to take instead.")
    ] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that play.")] = 2,
    ray: Annotated[
        bool, typer.Option("--ray", help="Play over Ray instead: here, or on the cluster that RAY_ADDRESS names.")
    ] = False,
    model: Annotated[
        bool, typer.Option("--with-model", help="Use the language model that the environment configures. Costs money.")
    ] = False,
    voiced: Annotated[
        bool, typer.Option("--model-patient", help="Have that model say the patients' lines in its own words.")
    ] = False,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Play against this server, not one of its own.")
    ] = None,
) -> None:
    """Play experiments, score every turn, and write the report. A run that was stopped goes on where it was.

    `all` are the experiments that need no extra, in one report.

    Example: anamnesis study run p6 ablation --patients 80 --out study
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    from clients.cli.output import messages, results
    from evaluation.study.report import write_report
    from evaluation.study.running.service import at_address
    from evaluation.study.running.settings import Settings, experiments_of
    from evaluation.study.running.workers import run as play
    from server.cli.study_service import configured_endpoint, in_process

    if language not in ("ko", "en"):
        raise typer.BadParameter("Conversations are in ko and en.", param_hint="--language")
    settings = Settings(
        experiments=experiments_of(experiments),
        patients=patients,
        seed=seed,
        language=cast(Literal["ko", "en"], language),
        systems=tuple(dict.fromkeys(name.strip() for name in systems.split(",") if name.strip())),
        fillers=fillers,
        model=model,
        synthea=str(synthea) if synthea is not None else "",
        voiced=voiced,
        scenarios=scenarios,
    )
    if model or voiced:
        # Said now, and not by the first process that would need it.
        configured_endpoint("answer")
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress("[progress.description]{task.description}", *columns, console=messages()) as shown:
        task = shown.add_task("conversations", total=None)
        play(
            settings,
            out,
            in_process if address is None else at_address(address),
            answering=partial(configured_endpoint, "answer"),
            workers=workers,
            ray=ray,
            progress=lambda done, of: shown.update(task, completed=done, total=of),
        )
    results().print(f"{write_report(out, about=_about(model, voiced))}", markup=False)


def _about(model: bool, voiced: bool) -> dict[str, str]:
    """What a report says of models: the one that the environment configures, with its prices, or none."""
    none = _OFFLINE["model"]
    if not model and not voiced:
        return dict(_OFFLINE)
    from server.settings import load_settings

    settings = load_settings()
    prices = json.dumps({name: list(price) for name, price in sorted(settings.llm_prices.items())})
    patients = {"patients by": settings.llm_models.get("answer") or settings.llm_model} if voiced else {}
    if not model:
        return {"model": none, **patients}
    return {**patients, "model": settings.llm_model, "prices (USD per million tokens, in and out)": prices}


@app.command("report")
def report(
    out: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study.")],
) -> None:
    """Write the report of what a study has played so far, in Korean and English.

    Example: anamnesis study report study
    """
    from clients.cli.output import results
    from evaluation.study.report import write_report
    from evaluation.study.running.pieces import gather, settings_of

    settings = settings_of(out)
    # A run that was killed has left conversations and no rows.
    gather(settings, out)
    # Which model the environment names now need not be the one that played.
    about = {} if settings.model or settings.voiced else _OFFLINE
    results().print(f"{write_report(out, about=about)}", markup=False)


@app.command("compare")
def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="The folder of a study.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The folder of another, of the same patients.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write it there, too: HTML, CSV.")] = None,
    language: Annotated[str, typer.Option("--language", help="ko or en.")] = "en",
) -> None:
    """Compare two studies over the scenarios that both played: what changed, with effects and intervals.

    Example: anamnesis study compare before after
    """
    from clients.cli.output import results
    from evaluation.study.report.comparing import compare_studies

    if language not in ("ko", "en"):
        raise typer.BadParameter("Reports are in ko and en.", param_hint="--language")
    text = compare_studies(first, second, out, cast(Literal["ko", "en"], language))
    results().print(text, markup=False, soft_wrap=True)


@app.command("query")
def query(
    out: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study that has a report.")],
    name: Annotated[str, typer.Argument(metavar="NAME|SQL", help="A ready query, or SQL over the table turns.")] = "",
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the rows as CSV.")] = False,
) -> None:
    """Ask a study's turns in SQL (DuckDB). Without a name, list the queries that are ready.

    Example: anamnesis study query study corrections
    """
    import csv
    import sys

    from clients.cli.output import results
    from evaluation.study.queries.running import ask, names, purpose, text_of

    if not name:
        for one in names():
            results().print(f"{one}: {purpose(one)}", markup=False)
        return
    columns, rows = ask(out, name if " " in name.strip() else text_of(name))
    if as_csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([columns, *rows])
        return
    from rich.table import Table

    table = Table(*columns)
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    results().print(table)


@app.command("list")
def listed() -> None:
    """List the experiments, with the question each asks.

    Example: anamnesis study list
    """
    from clients.cli.output import results
    from evaluation.study.experiments.definition import names, read_experiment

    for name in names():
        results().print(f"{name}: {read_experiment(name).question}", markup=False)


@app.command("parts")
def parts(
    out: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study.")],
) -> None:
    """Check that each part that was switched off moved its own metric: the interval of the difference has to say so.

    Ends with status 1 where one did not, or too few scenarios (below 6) were played to tell.

    Example: anamnesis study parts study
    """
    from clients.cli.output import results
    from evaluation.study.analysis.own import own_effects
    from evaluation.study.analysis.reading import read_study

    still, study = 0, read_study(out)
    for effect in (effect for one in study.experiments for effect in own_effects(one, study.seed)):
        if effect.whole is None or effect.off is None:
            continue
        good, around = effect.verdict == "moved", ""
        if effect.paired is not None:
            low, high = effect.paired.interval.low, effect.paired.interval.high
            around = f", difference {effect.paired.difference:+.3f} (95 % {low:+.3f} to {high:+.3f})"
        still += not good
        results().print(
            f"{'moved' if good else 'NOT  '} {effect.part}: {effect.metric} {effect.whole:.3f} with it, "
            f"{effect.off:.3f} without{around} ({effect.stage}, {effect.verdict})",
            markup=False,
            soft_wrap=True,
        )
    if still:
        raise typer.Exit(1)


@app.command("judge")
def judge(
    out: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study.")],
    experiment: Annotated[str, typer.Option("--experiment", help="Which of its experiments.")] = "p6",
) -> None:
    """Have the configured language model judge the answers of a study: the rubric in three orders, and RAGAS's metrics.

    Costs money: up to six calls a turn. The report shows both beside the checks.

    Example: anamnesis study judge study --experiment p6
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from clients.cli.output import messages, results
    from evaluation.study.judging.judge import JUDGED, judge_rows
    from evaluation.study.judging.ragas import MEASURED, ragas_rows
    from evaluation.study.running.pieces import experiment_of
    from server.cli.study_service import configured_endpoint

    folder = out / experiment_of(out, experiment).name
    with configured_endpoint() as endpoint, Progress(
        "[progress.description]{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=messages(),
    ) as shown:  # fmt: skip
        task = shown.add_task("turns", total=None)
        spent = judge_rows(folder, endpoint, lambda done, of: shown.update(task, completed=done, total=2 * of))
        spent += ragas_rows(folder, endpoint, lambda done, of: shown.update(task, completed=of + done, total=2 * of))
    results().print(f"{folder / JUDGED}  {folder / MEASURED}  {spent:.4f} USD", markup=False)


@bank.command("lint")
def lint(bank: BankFile = None) -> None:
    """Check a question bank: fields, needs, fallbacks, wordings and gold. Ends with status 1 where something is wrong.

    Example: anamnesis study bank lint bank.yaml
    """
    from clients.cli.output import results
    from evaluation.study.bank import problems, read_bank
    from evaluation.study.gold import GOLD

    read = read_bank(bank)
    found = problems(read, GOLD.keys())
    for problem in found:
        results().print(problem, markup=False)
    if found:
        raise typer.Exit(1)
    results().print(f"{len(read.templates)} templates, nothing wrong", markup=False)


@bank.command("questions")
def questions(
    patients: Patients = 80,
    seed: Seed = 42,
    count: Annotated[int, typer.Option("--count", min=10, max=5_000, help="How many questions.")] = 200,
    language: Annotated[str, typer.Option("--language", help="ko or en.")] = "ko",
) -> None:
    """Draw questions from the bank, 30 % simple, 50 % moderate and 20 % complex: one JSON object a line.

    Example: anamnesis study bank questions --count 200
    """
    from clients.cli.output import print_json_lines
    from evaluation.study.question_sets import drawn_questions

    if language not in ("ko", "en"):
        raise typer.BadParameter("Questions are in ko and en.", param_hint="--language")
    chosen = drawn_questions(count, patients, seed, cast(Literal["ko", "en"], language))
    print_json_lines(one.as_dict() for one in chosen)


@app.command("patients")
def patients_of(patients: Patients = 80, seed: Seed = 42) -> None:
    """Print the cards of virtual patients, one JSON object a line.

    Example: anamnesis study patients --patients 10
    """
    import sys

    from evaluation.study.cards import cards_text
    from evaluation.study.patients import generate

    sys.stdout.write(cards_text(generate(patients, seed)))


@app.command("power")
def power(
    effect: Annotated[float | None, typer.Option("--effect", help="Cohen's dz that is to be found.")] = None,
    patients: Annotated[int | None, typer.Option("--patients", min=2, help="Scenarios that can be played.")] = None,
    wanted: Annotated[float, typer.Option("--power", help="Chance to find it.")] = 0.8,
    alpha: Annotated[float, typer.Option("--alpha", help="Chance to find what is not there.")] = 0.05,
) -> None:
    """How many scenarios an effect needs, or which effect so many scenarios find (paired t-test, two-sided).

    Example: anamnesis study power --effect 0.5
    """
    from clients.cli.output import results
    from evaluation.study import statistics

    if effect is None and patients is None:
        raise typer.BadParameter("Give --effect, --patients, or both.")
    if effect is None:
        found = statistics.detectable_effect(cast(int, patients), wanted, alpha)
        line = f"{patients} scenarios find dz = {found:.3f} with a power of {wanted:g}"
    elif patients is None:
        line = f"dz = {effect:g} needs {statistics.scenarios_needed(effect, wanted, alpha)} scenarios for {wanted:g}"
    else:
        line = (
            f"{patients} scenarios find dz = {effect:g} with a power of {statistics.power(effect, patients, alpha):.3f}"
        )
    results().print(line, markup=False)
