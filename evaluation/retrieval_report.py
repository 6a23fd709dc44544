"""A retrieval report for eyes, programs and papers: a table, JSON, and a plot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

from domain.errors import AnamnesisError
from evaluation.ranking_metrics import Interval
from evaluation.retrieval import DEFAULT_SYSTEM, MAIN_MEASURE, MEASURES, Report, SystemScores

TABLE_WIDTH = 120
_OTHERS = tuple(name for name in MEASURES if name != MAIN_MEASURE)


class PlotImpossible(AnamnesisError):
    """The plot cannot be drawn."""

    status = "FAILED_PRECONDITION"
    reason = "PLOT_IMPOSSIBLE"
    advice = "Install the extra `evaluation` for .svg, .png or .pdf, or name a file ending in .vl.json (Vega-Lite)."


def table(report: Report) -> Table:
    """One row a system; nDCG@10 with its interval, and what it is above or below the default, paired by query."""
    p50, p95 = report.milliseconds
    shown = Table(
        title=f"{report.name}: {report.documents:,} documents, {report.queries:,} queries"
        f", {p50:.1f} ms a search (p95 {p95:.1f}), built in {report.build_seconds:.1f} s",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        title_justify="left",
    )
    shown.add_column("", no_wrap=True)
    for column in (MAIN_MEASURE, "95 %", "less default", "95 %", *_OTHERS):
        shown.add_column(column, justify="right", no_wrap=True)
    for system in report.systems:
        others = [f"{system.measures[name].mean:.3f}" for name in _OTHERS]
        shown.add_row(system.name, *_told(system.measures[MAIN_MEASURE]), *_difference(system), *others)
    return shown


def as_json(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """The reports as JSON values."""
    return [
        {
            "set": report.name,
            "documents": report.documents,
            "queries": report.queries,
            "unjudged_queries": report.unjudged,
            "corpus_lines_of_a_repeated_id": report.parts,
            "documents_by_language": dict(report.languages),
            "vectors": report.vectors,
            "build_seconds": round(report.build_seconds, 3),
            "search_milliseconds": {"p50": round(report.milliseconds[0], 3), "p95": round(report.milliseconds[1], 3)},
            "systems": [
                {
                    "name": system.name,
                    "measures": {name: _values(value) for name, value in system.measures.items()},
                    "ndcg_less_default": _values(system.against_default),
                }
                for system in report.systems
            ],
        }
        for report in reports
    ]


def write_plot(reports: Sequence[Report], path: Path) -> None:
    """nDCG@10 with intervals by set and system, in the format of the file's ending.

    Raises PlotImpossible when the drawing library is not installed, and OSError.
    """
    if path.name.endswith(".json"):
        path.write_text(json.dumps(_vega_lite(reports), ensure_ascii=False, indent=1), encoding="utf-8")
        return
    if find_spec("matplotlib") is None:
        raise PlotImpossible("matplotlib is not installed.")
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(reports), figsize=(4 * len(reports), 3.2), squeeze=False)
    for axis, report in zip(axes[0], reports, strict=True):
        for place, system in enumerate(reversed(report.systems)):
            value = system.measures[MAIN_MEASURE]
            spread = [[value.mean - value.low], [value.high - value.mean]]
            axis.errorbar(value.mean, place, xerr=spread, fmt="o", color=_colour(system))
        axis.set_yticks(range(len(report.systems)), [system.name for system in reversed(report.systems)])
        axis.set_title(report.name)
        axis.set_xlabel(MAIN_MEASURE)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def _vega_lite(reports: Sequence[Report]) -> dict[str, Any]:
    rows = [
        {"set": report.name, "system": system.name} | _values(system.measures[MAIN_MEASURE])
        for report in reports
        for system in report.systems
    ]
    y = {"field": "system", "type": "nominal", "sort": None, "title": None}
    x = {"field": "mean", "type": "quantitative", "title": MAIN_MEASURE, "scale": {"zero": False}}
    return {
        "data": {"values": rows},
        "facet": {"column": {"field": "set", "title": None}},
        "spec": {
            "layer": [
                {"mark": "rule", "encoding": {"y": y, "x": x | {"field": "low"}, "x2": {"field": "high"}}},
                {"mark": {"type": "point", "filled": True}, "encoding": {"y": y, "x": x}},
            ]
        },
    }


def _told(value: Interval, sign: str = "") -> tuple[str, str]:
    return f"{value.mean:{sign}.3f}", f"{value.low:{sign}.3f} {value.high:{sign}.3f}"


def _difference(system: SystemScores) -> tuple[str, str]:
    return ("", "") if system.name == DEFAULT_SYSTEM else _told(system.against_default, "+")


def _values(value: Interval) -> dict[str, float]:
    return {"mean": round(value.mean, 4), "low": round(value.low, 4), "high": round(value.high, 4)}


def _colour(system: SystemScores) -> str:
    return "tab:red" if system.name == DEFAULT_SYSTEM else "tab:blue"
