"""The numbers of a text that may be values of a test, and whether one says a value on record."""

from __future__ import annotations

from typing import Final

from domain.comparison import says
from domain.values import Content
from extraction.naming.mentions import Entry
from extraction.reading.corrections.taking_back import is_aimed_at
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import normal, unit_fits
from extraction.reading.sheet import Sheet, is_called_goal, is_goal
from extraction.text.lazy_regex import lazy_regex
from extraction.values.quantities import find_quantities

_LEAST_SPOKEN: Final = 3.0
"""The least number word that is taken for a value: "the first of my two" counts."""
_YEARS: Final = lazy_regex(r"\d\s?(?:세|살)|years?\b|\byrs?\b|y/?o\b")
_YEARS_REACH: Final = 10
"""Characters behind a number in which it is told that it counts years."""
_SAME: Final = 0.005
"""How near two values in different units are when they are the same, as a share."""


def numbers_said(sheet: Sheet) -> list[Figure]:
    """The numbers that may be values, once each; also those that "should be", which a plain reading takes for goals."""
    dated = [(one.start, one.end) for one in sheet.dates] + [(one.start, one.end) for one in sheet.frequencies]
    named = [(one.start, one.end) for one in sheet.mentions]
    told = {one.start: one for one in sheet.figures if _is_plain(one) and not _is_of_years(sheet.folded, one)}
    taken = [*dated, *named, *((one.start, one.end) for one in sheet.figures)]
    for quantity in find_quantities(sheet.text):
        free = not any(start < quantity.end and quantity.start < end for start, end in taken)
        plain = quantity.value is not None and quantity.comparator is None and not quantity.parts
        if free and plain and is_goal(sheet.folded, quantity.start):
            told[quantity.start] = Figure(quantity)
    here = (told[start] for start in sorted(told) if not any(first <= start < last for first, last in dated))
    return [
        one
        for one in here
        if not is_called_goal(sheet.folded, one.end) and not is_aimed_at(sheet.folded, (one.start, one.end))
    ]


def _is_of_years(text: str, figure: Figure) -> bool:
    return figure.kind == "age" and _YEARS.search(text, figure.start, figure.end + _YEARS_REACH) is not None


def _is_plain(figure: Figure) -> bool:
    whole = figure.kind in ("number", "age") and not figure.counter and figure.schedule is None
    counts = figure.spoken and figure.value < _LEAST_SPOKEN
    quantity = figure.quantity
    return whole and not counts and quantity.value is not None and quantity.comparator is None and not quantity.parts


def is_value(entry: Entry, figure: Figure, fact: Content) -> bool:
    """Whether a number says the value of a reading on record, in whichever unit."""
    if figure.quantity.unit is None or figure.quantity.unit == fact.unit:
        return says(fact, figure.value)
    value = normal(entry, figure.quantity, figure.value)
    known = fact.value if isinstance(fact.value, float) else None
    return bool(unit_fits(entry, figure.quantity) and known and value and abs(value / known - 1) <= _SAME)
