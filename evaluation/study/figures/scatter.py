"""Two metrics of the same turns: uncertainty against quality, a judge against faithfulness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from evaluation.study.figures.style import COLOURS, new_figure, plain

Point = tuple[float, float]


def scatter(points: Sequence[Point], x_label: str, y_label: str, note: str = "", threshold: float | None = None) -> Any:
    """A dot a turn, larger where turns fall together; the line of least squares; if need be a threshold of x."""
    figure = new_figure(4.6, 3.4)
    axes = plain(figure.add_subplot())
    counts = Counter((round(x, 3), round(y, 3)) for x, y in points)
    placed = sorted(counts)
    axes.scatter([x for x, _ in placed], [y for _, y in placed], s=[10 + 6 * counts[one] ** 0.5 for one in placed],
                 color=COLOURS[1], alpha=0.55, linewidths=0)  # fmt: skip
    xs, ys = np.asarray([x for x, _ in points]), np.asarray([y for _, y in points])
    if len(points) > 2 and np.ptp(xs) > 1e-9:
        slope, start = np.polyfit(xs, ys, 1)
        ends = np.asarray([xs.min(), xs.max()])
        axes.plot(ends, slope * ends + start, color=COLOURS[0], linewidth=1.4)
    if threshold is not None:
        axes.axvline(threshold, color=COLOURS[3], linewidth=1, linestyle="--")
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    if note:
        axes.set_title(note, fontsize=8.5, loc="left")
    return figure
