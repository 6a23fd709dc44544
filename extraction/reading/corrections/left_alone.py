"""What words that put one thing right leave alone: facts on record that they neither name nor tell a value of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.reading.figures.repaired import is_taken_back
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet, is_called_goal
from extraction.reading.understanding import Read

_PUT_RIGHT: Final = frozenset({"correct", "revert"})
_TOUCHED: Final = frozenset({"correct", "revert", "retract"})


def without_bystanders(reads: Sequence[Read]) -> list[Read]:
    """``reads`` with facts that nothing in the words speaks of untouched, where a value told puts another one right.

    "No, I had it right the first time, 57" is of the age alone, whatever else of the record it sounds like.
    """
    told = any(read.is_fact and read.change in _PUT_RIGHT and (read.new or read.old) for read in reads)
    if not told:
        return list(reads)
    return [replace(read, role="untouched") if _is_bystander(read) else read for read in reads]


def without_far_values(reads: Sequence[Read], heard: Heard) -> list[Read]:
    """``reads`` without a bare number for a fact that is far from it, where another fact on record is near to it.

    "I had it right first time, 57" beside an age of 75 and a height of 175 is no height.
    """
    values = [one.value for one in heard.facts if isinstance(one.value, float)]
    return [replace(read, role="untouched") if _is_far(read, heard, values) else read for read in reads]


def with_values_of_named_tests(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with the numbers that stand behind a named test as that test's: those that went to another test on
    record, and those in its unit that went to none.

    "혈당을 지난주 쟀을 때 197, 어제 쟀더니 148" tells two blood sugars, whatever was measured before.
    """
    found = list(reads)
    for at, read in enumerate(reads):
        if read.item.named or not read.is_fact or read.role not in _SERIES or len(read.new) != 1:
            continue
        owner = _named_before(read.new[0], found, sheet)
        if owner is None:
            continue
        own = found[owner]
        taken = read.new[0].start in {one.start for one in own.new}
        joined = own.new if taken else tuple(sorted((*own.new, *read.new), key=lambda one: one.start))
        found[owner] = replace(own, new=joined)
        found[at] = replace(read, role="untouched", new=())
    bound = {one.start for read in found for one in (*read.new, *read.old)}
    for figure in sheet.figures:
        if figure.start in bound or not _is_measured(figure) or is_called_goal(sheet.folded, figure.end):
            continue
        owner = _named_before(figure, found, sheet)
        if owner is not None and _is_of_another_day(figure, found[owner], sheet):
            values = tuple(sorted((*found[owner].new, figure), key=lambda one: one.start))
            found[owner] = replace(found[owner], new=values)
    return found


def _is_of_another_day(figure: Figure, own: Read, sheet: Sheet) -> bool:
    """Whether a day stands between a number and the test's value in the same unit: what is put right has none."""
    value = own.new[0]
    first, last = sorted((figure, value), key=lambda one: one.start)
    apart = any(first.end <= one.start < last.start for one in sheet.dates)
    apart = apart and not is_taken_back(sheet.folded[first.end : last.start])
    return apart and figure.quantity.unit == value.quantity.unit


def _is_measured(figure: Figure) -> bool:
    """Whether a number carries the unit that was said with it, and is neither a limit nor a range."""
    quantity = figure.quantity
    told = quantity.unit_stated and quantity.unit is not None and quantity.value is not None
    return told and figure.kind == "number" and quantity.comparator is None and not figure.counter and not figure.spoken


_SERIES: Final = frozenset({"labs", "vitals"})
_REACH: Final = 48
"""Most characters between a test's name and a value of it."""
_ENDS: Final = ".;!?\n"


def _named_before(figure: Figure, reads: Sequence[Read], sheet: Sheet) -> int | None:
    """The test named last before a figure in its sentence that has values of its own; None where there is none."""
    behind = [
        (read.item.end, at)
        for at, read in enumerate(reads)
        if read.item.named and read.role in _SERIES and read.item.start < read.item.end <= figure.start and read.new
    ]
    if not behind:
        return None
    end, at = max(behind)
    between = sheet.folded[end : figure.start]
    apart = any(mark in between for mark in _ENDS) or len(between) > _REACH
    return None if apart or reads[at].new[0].kind != figure.kind else at


_FURTHEST: Final = 2.0
"""Most by which a value that is put right without its name differs from the one on record."""


def _is_far(read: Read, heard: Heard, values: Sequence[float]) -> bool:
    if read.item.named or read.item.heard is None or not read.is_fact or read.change not in _PUT_RIGHT:
        return False
    own = heard.facts[read.item.heard].value
    figure = read.new[0] if len(read.new) == 1 else None
    if figure is None or not figure.value or figure.quantity.unit is not None or not isinstance(own, float) or not own:
        return False
    return not _near(figure.value, own) and any(_near(figure.value, other) for other in values)


def _near(value: float, other: float) -> bool:
    return other != 0 and 1 / _FURTHEST <= value / other <= _FURTHEST


def _is_bystander(read: Read) -> bool:
    silent = not (read.new or read.old or read.dates or read.frequencies)
    return not read.item.named and read.is_fact and read.change in _TOUCHED and silent
