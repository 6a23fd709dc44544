"""What words that put one thing right leave alone: facts on record that they neither name nor tell a value of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.items import Heard
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
