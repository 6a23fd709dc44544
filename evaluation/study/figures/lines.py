"""Growth curves: a metric by turn, with intervals as bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.study.analysis.growth import Point
from evaluation.study.figures.style import COLOURS, legend, new_figure, plain


def curves(series: Mapping[str, Sequence[Point]], x_label: str, y_label: str, colours: Sequence[str] = COLOURS) -> Any:
    """One line a series; where intervals are known, a band around it."""
    figure = new_figure(6.4, 3.0)
    axes = plain(figure.add_subplot())
    for place, (name, points) in enumerate(series.items()):
        colour = colours[place % len(colours)]
        turns = [one.turn for one in points]
        low = [one.interval.low if one.interval else one.mean for one in points]
        high = [one.interval.high if one.interval else one.mean for one in points]
        axes.fill_between(turns, low, high, color=colour, alpha=0.18, linewidth=0)
        marker = "o" if len(points) <= 25 else None
        axes.plot(turns, [one.mean for one in points], color=colour, label=name, linewidth=1.6, marker=marker,
                  markersize=3, linestyle=("-", "--", ":", "-.")[place % 4])  # fmt: skip
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", color="#e3e8ee", linewidth=0.8)
    axes.xaxis.get_major_locator().set_params(integer=True)
    if len(series) > 1:
        legend(figure, list(series))
    return figure
