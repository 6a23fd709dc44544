"""`study`: the thesis's experiments with virtual patients, offline and repeatable."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, cast

import typer

app = typer.Typer(no_args_is_help=True, help="Run experiments with virtual patients, and report them with statistics.")

Patients = Annotated[int, typer.Option("--patients", min=1, max=9_999, help="How many virtual patients.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Fixes patients, wording and resampling.")]


@app.callback()
def study() -> None:
    """Run experiments with virtual patients, and report them with statistics."""


@app.command("run")
def run(
    experiment: Annotated[str, typer.Argument(metavar="EXPERIMENT", help="p6: the six-turn protocol.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where pieces and reports go; resumed if there.")],
    patients: Patients = 80,
    seed: Seed = 42,
    modes: Annotated[str, typer.Option("--modes", metavar="A,B", help="Of llm, basic_rag and agent.")] = (
        "llm,basic_rag,agent"
    ),
    language: Annotated[str, typer.Option("--language", help="ko or en.")] = "ko",
    fillers: Annotated[
        int, typer.Option("--fillers", min=0, max=100, help="Other turns before the correction, and again before T6.")
    ] = 0,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Conversations at a time.")] = 2,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Play against this server, not one of its own.")
    ] = None,
) -> None:
    """Play an experiment, score it, and write its report. A run that was stopped goes on where it was.

    Example: anamnesis study run p6 --patients 80 --out study
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    from clients.cli.output import messages, results
    from evaluation.study import experiment as experiments
    from evaluation.study.playing import System
    from evaluation.study.report import write_report

    if experiment != "p6":
        raise typer.BadParameter("The experiment that can be run is p6.", param_hint="EXPERIMENT")
    if language not in ("ko", "en"):
        raise typer.BadParameter("Conversations are in ko and en.", param_hint="--language")
    systems = tuple(dict.fromkeys(name.strip() for name in modes.split(",") if name.strip()))
    settings = experiments.Settings(
        experiment=experiment,
        patients=patients,
        seed=seed,
        language=cast(Literal["ko", "en"], language),
        systems=cast("tuple[System, ...]", systems),
        fillers=fillers,
    )
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress("[progress.description]{task.description}", *columns, console=messages()) as shown:
        task = shown.add_task("conversations", total=None)
        experiments.run(
            settings,
            out,
            address=address,
            workers=workers,
            progress=lambda done, of: shown.update(task, completed=done, total=of),
        )
    write_report(out)
    results().print(f"{out / 'report.html'}", markup=False)


@app.command("report")
def report(
    out: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study.")],
) -> None:
    """Write the report of what a study has played so far.

    Example: anamnesis study report study
    """
    from clients.cli.output import results
    from evaluation.study.report import write_report

    write_report(out)
    results().print(f"{out / 'report.html'}", markup=False)


@app.command("lint")
def lint(
    bank: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A bank as YAML; without it, the shipped one.")
    ] = (None),
) -> None:
    """Check a question bank: fields, needs, fallbacks, wordings and gold. Ends with status 1 where something is wrong.

    Example: anamnesis study lint bank.yaml
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
