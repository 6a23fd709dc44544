"""Figures of a report as PNG and SVG, drawn where matplotlib is installed (extra ``evaluation``)."""

from __future__ import annotations

import io
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from evaluation.study.comparison import Comparison, Mean
from evaluation.study.experiment import write_whole

COLOURS = {"llm": "#9aa5b1", "basic_rag": "#5b8db8", "agent": "#1b4f72"}
POINTS = ("accuracy", "context", "reasoning", "hallucination", "evidence", "total")


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def draw(comparison: Comparison, out: Path) -> list[str]:
    """Draw all figures into ``out``; returns their names without ending. Labels are English, so no font is missing."""
    import matplotlib

    matplotlib.use("Agg")
    # Ids in an SVG are random unless they are given a salt.
    matplotlib.rcParams["svg.hashsalt"] = "anamnesis"
    from matplotlib.figure import Figure

    drawn = {
        "rubric": _bars(Figure(figsize=(8, 4)), comparison.means),
        "turns": _grid(Figure(figsize=(7, 3)), comparison.by_turn, "Share of clean turns, by turn"),
        "cohorts": _grid(Figure(figsize=(5, 3)), comparison.by_cohort, "Share of clean turns, by cohort"),
    }
    for name, figure in drawn.items():
        figure.tight_layout()
        for ending, metadata in (("png", {"Software": None}), ("svg", {"Date": None})):
            data = io.BytesIO()
            figure.savefig(data, format=ending, dpi=130, metadata=metadata)
            write_whole(out / f"{name}.{ending}", data.getvalue())
    return list(drawn)


def _bars(figure: Any, means: Mapping[str, Mapping[str, Mean]]) -> Any:
    axes = figure.add_subplot()
    systems = [name for name in COLOURS if any(name in means[metric] for metric in POINTS)]
    width = 0.8 / max(1, len(systems))
    for index, system in enumerate(systems):
        shown = [(at, means[metric][system]) for at, metric in enumerate(POINTS) if system in means[metric]]
        below = [one.mean - one.interval.low if one.interval else 0.0 for _, one in shown]
        above = [one.interval.high - one.mean if one.interval else 0.0 for _, one in shown]
        places = [at + index * width for at, _ in shown]
        heights = [one.mean for _, one in shown]
        axes.bar(places, heights, width, yerr=(below, above), label=system, color=COLOURS[system], capsize=2)
    axes.set_xticks([at + 0.4 - width / 2 for at in range(len(POINTS))], POINTS)
    axes.set_ylim(0, 2.05)
    axes.set_ylabel("points (0-2), 95 % interval")
    axes.legend(frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.13))
    return figure


def _grid(figure: Any, groups: Mapping[str, Mapping[str, float]], title: str) -> Any:
    axes = figure.add_subplot()
    systems = [name for name in COLOURS if any(name in of for of in groups.values())]
    values = [[of.get(system, float("nan")) for of in groups.values()] for system in systems]
    axes.imshow(values, vmin=0, vmax=1, cmap="Blues", aspect="auto")
    for row, of_system in enumerate(values):
        for column, value in enumerate(of_system):
            axes.text(column, row, f"{value:.2f}", ha="center", va="center", color="white" if value > 0.6 else "black")
    axes.set_xticks(range(len(groups)), list(groups))
    axes.set_yticks(range(len(systems)), systems)
    axes.set_title(title)
    return figure
