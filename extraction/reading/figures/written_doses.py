"""How a figure that is a dose is written in the record: with its unit, the one assumed of it, or what it counts."""

from __future__ import annotations

from extraction.reading.figures.figures import Figure
from extraction.values.dose_units import DOSE_UNITS
from extraction.values.measure_words import with_unit


def written_dose(figure: Figure, assumed: str) -> str:
    """The dose as it is written; ``assumed`` is the unit of a bare number ("mg", " units"; empty where unknown)."""
    quantity = figure.quantity
    values = quantity.parts or tuple(one for one in (quantity.value, quantity.low, quantity.high) if one is not None)
    written = ("/" if quantity.parts else "-").join(f"{value:g}" for value in values)
    if figure.counter:
        return with_unit(written, f" {figure.measure or figure.counter}")
    if quantity.unit is not None:
        return written + DOSE_UNITS.get(quantity.unit, quantity.unit)
    return with_unit(written, assumed)
