"""A number that is told in beats is a pulse, though nobody names it: "88 bpm", "88번 뛰더군요"."""

from __future__ import annotations

from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_BEATS: Final = lazy_regex(r"\s?(?:bpm\b|beats?\b(?! per second)|비피엠|번\s?(?:뛰|뜀|뛴))")
_SLOWEST, _FASTEST = 30.0, 230.0
"""Beats a minute of people who live and write."""


def is_pulse(figure: Figure, sheet: Sheet) -> bool:
    """Whether a number is told in beats."""
    value = figure.quantity.value
    if figure.kind != "number" or value is None or not _SLOWEST <= value <= _FASTEST:
        return False
    return _BEATS.match(sheet.folded, figure.quantity.start + len(f"{value:g}")) is not None
