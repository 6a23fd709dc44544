"""Doses that are told among the values of a test: "TSH was 8.9 in March so I went on levothyroxine 25, in May 5.2".

A dose told without its unit looks like a value of any test. What stands right behind a medicine's name and is a whole
number, or is bound to that medicine, is how much of it is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_BETWEEN: Final = lazy_regex(r"(?:[을를은는]|정)?\s?(?:\(|-|,)?\s?(?:(?:at|to|dose|of|on|용량|하루|아침에)\s){0,2}")
_REACH: Final = 16


def without_doses(sheet: Sheet, reads: Sequence[Read]) -> Sheet:
    """``sheet`` with the figures that can be values: those that are doses of a medicine named right before left out."""
    kept = tuple(one for one in sheet.figures if not _is_dose(one, sheet, reads))
    return sheet if len(kept) == len(sheet.figures) else replace(sheet, figures=kept)


def _is_dose(figure: Figure, sheet: Sheet, reads: Sequence[Read]) -> bool:
    beside = any(
        one.entry.kind in _MEDICINES
        and 0 <= figure.start - one.end <= _REACH
        and _BETWEEN.fullmatch(sheet.folded, one.end, figure.start) is not None
        for one in sheet.mentions
    )
    if figure.kind != "number" or not beside:
        return False
    owned = any(one.role == "medications" and figure in one.new for one in reads)
    return owned or float(figure.value).is_integer()
