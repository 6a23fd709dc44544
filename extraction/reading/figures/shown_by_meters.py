"""What a meter of sugars or a thermometer is said to show is told, whatever is asked of it."""

from __future__ import annotations

from extraction.reading.figures.bare_fevers import is_had
from extraction.reading.figures.unnamed_sugars import is_bare_sugar, is_by_the_meter
from extraction.reading.items import Item
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Act


def is_shown(item: Item, sheet: Sheet) -> bool:
    """Whether a number without a name is what a meter or a thermometer is said to show."""
    if item.concept_id == "glucose":
        return is_by_the_meter(sheet.folded, item.start if item.start == item.end else item.end + 1)
    return item.start == item.end and item.concept_id == "body_temperature" and is_had(sheet.folded, item.start)


def told_by_a_meter(acts: tuple[Act, ...], sheet: Sheet) -> tuple[Act, ...]:
    """``acts`` with a telling where only a question was heard around what a meter of sugars shows.

    "The meter says 58, is that good or bad?" asks of a value that it tells.
    """
    if not acts or any(one.kind != "ask" for one in acts):
        return acts
    shown = any(is_bare_sugar(one) and is_by_the_meter(sheet.folded, one.start) for one in sheet.figures)
    return (*acts, Act("state", 1.0)) if shown else acts
