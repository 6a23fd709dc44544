"""Bars with intervals: metrics by system, and a metric by group and system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.study.analysis.means import Mean
from evaluation.study.figures.style import colour_of, legend, new_figure, plain, short_names

_PANEL = 6
"""Metrics in one row of panels, at most."""
_EQUAL = 1e-6
"""A range within which values are one."""


def metric_panels(
    means: Mapping[str, Mapping[str, Mean]],
    systems: Sequence[str],
    names: Mapping[str, str],
    scales: Mapping[str, tuple[float, float]],
) -> Any:
    """One small panel a metric, for metrics have different units: a dot a system with its 95 % interval.

    ``names`` are the metrics to show with their labels, ``scales`` the ends of those that have any.
    """
    shown = [metric for metric in names if means.get(metric)]
    columns = min(_PANEL, max(1, len(shown)))
    rows = -(-len(shown) // columns)
    height = 0.62 + 0.2 * len(systems)
    figure = new_figure(max(4.5, 1.75 * columns + 1.2), max(1.6, height * rows))
    grid = figure.subplots(rows, columns, squeeze=False, sharey=True)
    for place, axes in enumerate(grid.flat):
        if place >= len(shown):
            axes.set_visible(False)
            continue
        _dots(plain(axes), means[shown[place]], systems, scales.get(shown[place]))
        axes.set_title(names[shown[place]], fontsize=8.5)
        axes.set_yticks(range(len(systems)), list(short_names(systems).values()), fontsize=8)
        axes.set_ylim(len(systems) - 0.5, -0.5)
    return figure


def _dots(axes: Any, of: Mapping[str, Mean], systems: Sequence[str], scale: tuple[float, float] | None) -> None:
    for place, system in enumerate(systems):
        found = of.get(system)
        if found is None:
            continue
        ends = (found.interval.low, found.interval.high) if found.interval else (found.mean, found.mean)
        colour = colour_of(systems, system)
        axes.plot(ends, (place, place), color=colour, linewidth=2, solid_capstyle="butt")
        axes.plot(found.mean, place, "o", color=colour, markersize=4.5)
    axes.margins(x=0.12)
    low, high = axes.get_xlim()
    if scale is not None:
        room = 0.04 * (scale[1] - scale[0])
        axes.set_xlim(scale[0] - room, scale[1] + room)
    elif high - low < _EQUAL:
        axes.set_xlim(low - 0.05, high + 0.05)
    axes.grid(axis="x", color="#e3e8ee", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.locator_params(axis="x", nbins=3)
    axes.tick_params(labelsize=7.5)


def grouped_bars(
    groups: Mapping[str, Mapping[str, Mean]], systems: Sequence[str], label: str, *, height: float = 2.8
) -> Any:
    """A metric by group and system, each bar with its interval."""
    figure = new_figure(max(4.2, 1.1 + 0.9 * len(groups) * max(1.0, len(systems) / 3)), height)
    axes = plain(figure.add_subplot())
    width, names = 0.8 / max(1, len(systems)), short_names(systems)
    for index, system in enumerate(systems):
        shown = [(place, of[system]) for place, of in enumerate(groups.values()) if system in of]
        ends = [(one.interval.low, one.interval.high) if one.interval else (one.mean, one.mean) for _, one in shown]
        # A percentile interval of a skewed mean can lie beside the mean by rounding.
        below = [max(0.0, one.mean - low) for (_, one), (low, _) in zip(shown, ends, strict=True)]
        above = [max(0.0, high - one.mean) for (_, one), (_, high) in zip(shown, ends, strict=True)]
        places = [place + (index + 0.5) * width - 0.4 for place, _ in shown]
        axes.bar(places, [one.mean for _, one in shown], width * 0.92, yerr=(below, above), label=names[system],
                 color=colour_of(systems, system), error_kw={"linewidth": 1, "ecolor": "#333333"})  # fmt: skip
    axes.set_xticks(range(len(groups)), list(groups))
    axes.set_ylabel(label)
    axes.margins(y=0.12)
    if len(systems) > 1:
        legend(figure, list(names.values()))
    return figure
