"""What thresholds save and what they cost: one panel a threshold, both curves over its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.study.analysis.sweeping import Swept
from evaluation.study.figures.style import COLOURS, new_figure, plain
from evaluation.study.statistics import Interval


def panels(shown: Mapping[str, Mapping[float, Swept]], names: tuple[str, str]) -> Any:
    """``shown`` has what was found by label of the threshold and by its value; ``names`` those of the two curves."""
    figure = new_figure(2.5 * len(shown) + 0.8, 2.6)
    grid = figure.subplots(1, len(shown), squeeze=False, sharey=True)
    for axes, (label, of) in zip(grid.flat, shown.items(), strict=True):
        found = [of[value] for value in sorted(of)]
        saved = [(one.drafts_saved, one.drafts_interval) for one in found]
        lost = [(one.quality_lost, one.quality_interval) for one in found]
        _curve(plain(axes), sorted(of), saved, COLOURS[0], "-", names[0])
        _curve(axes, sorted(of), lost, COLOURS[3], "--", names[1])
        axes.set_xlabel(label)
        axes.grid(axis="y", color="#e3e8ee", linewidth=0.8)
    # Once all is drawn: the axis is shared, and a limit ends its fitting to what comes after.
    grid.flat[0].set_ylim(bottom=0)
    handles, labels = grid.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, frameon=False, ncols=2, loc="outside upper center", fontsize=8)
    return figure


def _curve(
    axes: Any,
    values: Sequence[float],
    found: Sequence[tuple[float, Interval | None]],
    colour: str,
    line: str,
    name: str,
) -> None:
    low = [interval.low if interval else mean for mean, interval in found]
    high = [interval.high if interval else mean for mean, interval in found]
    axes.fill_between(values, low, high, color=colour, alpha=0.18, linewidth=0)
    axes.plot(values, [mean for mean, _ in found], color=colour, linestyle=line, linewidth=1.6, marker="o",
              markersize=3, label=name)  # fmt: skip
