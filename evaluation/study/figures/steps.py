"""What each part contributes: the waterfall from the baseline, and parts switched off by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from evaluation.study.figures.style import COLOURS, new_figure, plain
from evaluation.study.statistics import Interval

_ROOM = 0.15
"""Share of the highest level from which a bar has room for its figure."""


def waterfall(levels: Sequence[tuple[str, float]], label: str) -> Any:
    """Levels one above the other, each step from the level before it; the first and the last stand on the ground."""
    figure = new_figure(max(5.0, 1.05 * len(levels) + 1), 3.2)
    axes = plain(figure.add_subplot())
    names, values = [name for name, _ in levels], [value for _, value in levels]
    axes.bar(0, values[0], color=COLOURS[2])
    for place, (before, now) in enumerate(pairwise(values), start=1):
        last = place == len(values) - 1
        axes.bar(place, now - before, bottom=before, color=COLOURS[4] if now >= before else COLOURS[6])
        if last:
            axes.bar(place, min(before, now), color=COLOURS[0], alpha=0.25)
        axes.plot((place - 1.4, place + 0.4), (before, before), color="#777777", linewidth=0.7)
        axes.text(place, max(before, now), f"{now - before:+.3f}", ha="center", va="bottom", fontsize=8)
    for place in (0, len(values) - 1):
        if values[place] > _ROOM * max(values):
            axes.text(place, values[place] / 2, f"{values[place]:.3f}", ha="center", va="center", fontsize=8)
        elif not place:
            # In a bar as low as this the figure would lie across the axis; the last bar's step is told above it.
            axes.text(place, values[place], f"{values[place]:.3f}", ha="center", va="bottom", fontsize=8)
    axes.set_xticks(range(len(names)), [name.replace("_", "\n", 2) for name in names], fontsize=7.5)
    axes.set_ylabel(label)
    axes.set_ylim(0, 1.12 * max(values))
    return figure


def contributions_apart(effects: Sequence[tuple[str, str, float, Interval, bool]]) -> Any:
    """A strip a part with an axis of its own: parts whose metrics count drafts, documents, points.

    Each effect is the part, its metric with the unit, the change, its interval, and whether it is for the good.
    """
    figure = new_figure(6.4, 0.78 * len(effects) + 0.3)
    strips = figure.subplots(len(effects), 1, squeeze=False)
    for axes, (part, metric, change, interval, good) in zip(strips.flat, effects, strict=True):
        moved = interval.low > 0 or interval.high < 0
        colour = COLOURS[0] if good else COLOURS[6] if moved else COLOURS[2]
        plain(axes).plot((interval.low, interval.high), (0, 0), color=colour, linewidth=2)
        axes.plot(change, 0, "o", color=colour, markersize=5)
        axes.axvline(0, color="#777777", linewidth=0.8)
        axes.set_yticks([0], [part], fontsize=8)
        axes.set_xlabel(metric, fontsize=7.5)
        axes.margins(x=0.1)
        axes.grid(axis="x", color="#e3e8ee", linewidth=0.8)
        axes.tick_params(axis="x", labelsize=7.5)
    return figure


def contributions(effects: Mapping[str, tuple[float, Interval]], label: str) -> Any:
    """A line a part: how much its own metric changes when it is there, in units of that metric's scale of 1."""
    figure = new_figure(6.4, max(1.6, 0.3 * len(effects) + 0.9))
    axes = plain(figure.add_subplot())
    for place, (change, interval) in enumerate(effects.values()):
        moved = interval.low > 0 or interval.high < 0
        colour = COLOURS[2] if not moved else COLOURS[0] if change > 0 else COLOURS[6]
        axes.plot((interval.low, interval.high), (place, place), color=colour, linewidth=2)
        axes.plot(change, place, "o", color=colour, markersize=5)
    axes.axvline(0, color="#777777", linewidth=0.8)
    axes.set_yticks(range(len(effects)), list(effects), fontsize=8)
    axes.set_ylim(len(effects) - 0.5, -0.5)
    axes.set_xlabel(label)
    axes.grid(axis="x", color="#e3e8ee", linewidth=0.8)
    return figure
