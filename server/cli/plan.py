"""`plan`: how large an installation has to be, from what turns, events and patients were measured to cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from clients.cli.words import Words
    from evaluation.capacity.plan import Line


def plan(
    patients: Annotated[int, typer.Option("--patients", metavar="N", help="How many patients there are.")],
    turns_per_day: Annotated[
        float, typer.Option("--turns-per-day", metavar="N", help="What one patient says on a day, on the average.")
    ],
    days: Annotated[int, typer.Option("--days", metavar="N", help="After how many days the log is looked at.")] = 365,
    busiest_hour: Annotated[
        float, typer.Option("--busiest-hour", metavar="SHARE", help="Share of a day's turns in its busiest hour.")
    ] = 0.15,
    use: Annotated[
        float, typer.Option("--use", metavar="SHARE", help="How much of a core may be used in that hour.")
    ] = 0.6,
    cores: Annotated[int, typer.Option("--cores", metavar="N", help="Cores of one machine.")] = 8,
    memory: Annotated[float, typer.Option("--memory", metavar="GIB", help="Memory of one machine, GiB.")] = 32.0,
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON: the plan, and every slope with the command that measured it.")
    ] = False,
) -> None:
    """Plan machines, memory, disk and the hours of a rebuild, each with its range, from measured slopes.

    Turns are those without a language model: what a model takes is its provider's, and the service only waits.

    For example: anamnesis plan --patients 10000 --turns-per-day 2 --days 365
    """
    from clients.cli.output import print_json, results
    from clients.cli.words import Words
    from evaluation.capacity.plan import Demand
    from evaluation.capacity.plan import plan as planned
    from evaluation.capacity.slopes import measured_slopes

    demand = Demand(patients, turns_per_day, days, busiest_hour, use, cores, memory)
    slopes = measured_slopes()
    lines = planned(demand, slopes)
    if json:
        import msgspec

        print_json({"plan": [_data(line) for line in lines], "slopes": msgspec.to_builtins(slopes)})
        return
    words = Words()
    results().print(_table(lines, words))
    told = {"date": slopes.measured_on, "machine": slopes.machine, "command": slopes.cpu_turn.command}
    results().print(words("plan.measured", **told), markup=False)
    results().print(words("plan.assumed", busiest=f"{busiest_hour:.0%}", use=f"{use:.0%}"), markup=False)


def _data(line: Line) -> dict[str, Any]:
    figures = {"value": line.figure.value, "low": line.figure.low, "high": line.figure.high}
    known = {name: None if math.isinf(one) else one for name, one in figures.items()}
    return {"name": line.name, **known, "unit": line.unit, "slopes": list(line.slopes)}


def _table(lines: tuple[Line, ...], words: Words) -> Any:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for name, justify in (("what", "left"), ("planned", "right"), ("range", "right"), ("unit", "left")):
        table.add_column(words(f"plan.column.{name}"), justify="right" if justify == "right" else "left")
    for line in lines:
        figure = line.figure
        if math.isinf(figure.value):
            table.add_row(words(f"plan.{line.name}"), words("plan.too_little_memory"), "", "")
            continue
        between = "" if figure.low == figure.high else f"{_number(figure.low)} - {_number(figure.high)}"
        table.add_row(words(f"plan.{line.name}"), _number(figure.value), between, words(f"plan.unit.{line.unit}"))
    return table


def _number(value: float) -> str:
    """Three digits, for no slope is known better."""
    if value >= 1_000:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{float(f'{value:.3g}'):g}" if value >= 0.01 or value == 0 else "< 0.01"
