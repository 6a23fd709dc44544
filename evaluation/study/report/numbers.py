"""How figures are printed: the same digits everywhere, and never a p-value of 0."""

from __future__ import annotations

import math

from evaluation.study.analysis.means import Mean
from evaluation.study.statistics import Interval

NOTHING = "–"


def number(value: float | None, digits: int = 3) -> str:
    """A figure with so many decimals; fewer for large ones."""
    if value is None or math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    if abs(value) >= 100:
        digits = min(digits, 1)
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def ends(interval: Interval | None, digits: int = 3) -> str:
    """An interval."""
    if interval is None:
        return NOTHING
    return f"{number(interval.low, digits)} … {number(interval.high, digits)}"


def mean(found: Mean | None, digits: int = 3) -> str:
    """A mean with its interval and number of scenarios."""
    if found is None:
        return NOTHING
    around = f" ({ends(found.interval, digits)})" if found.interval else ""
    return f"{number(found.mean, digits)}{around}, n {found.n}"


def p_value(p: float | None) -> str:
    """A p-value: never 0."""
    if p is None:
        return NOTHING
    return "< .001" if p < 0.001 else "> .999" if p > 0.999 else f"{p:.3f}".removeprefix("0")
