"""The heat map: share of passed turns by turn and cohort, a panel a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.study.figures.style import new_figure, short_names

Grid = Mapping[str, Mapping[str, float]]
"""Rows (cohorts), columns (turns), shares."""


def heat_map(grids: Mapping[str, Grid], columns: Sequence[str], label: str) -> Any:
    """One panel a system below each other, so that a column is the same turn in all."""
    rows = sum(len(grid) for grid in grids.values())
    figure = new_figure(max(5.0, 0.56 * len(columns) + 2.2), max(1.8, 0.3 * rows + 0.55 * len(grids)))
    panels = figure.subplots(len(grids), 1, squeeze=False, sharex=True)
    image, names = None, short_names(list(grids))
    for axes, (system, grid) in zip(panels.flat, grids.items(), strict=True):
        values = [[of.get(column, float("nan")) for column in columns] for of in grid.values()]
        image = axes.imshow(values, vmin=0, vmax=1, cmap="Blues", aspect="auto")
        for y, of_row in enumerate(values):
            for x, value in enumerate(of_row):
                if value == value:
                    axes.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=7,
                              color="white" if value > 0.6 else "#1f2933")  # fmt: skip
        axes.set_yticks(range(len(grid)), list(grid), fontsize=8)
        axes.set_xticks(range(len(columns)), list(columns), fontsize=8)
        axes.set_title(names[system], fontsize=9, loc="left")
        axes.tick_params(length=0)
    if image is not None:
        figure.colorbar(image, ax=list(panels.flat), label=label, fraction=0.03, pad=0.02)
    return figure
