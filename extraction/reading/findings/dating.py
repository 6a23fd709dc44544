"""Days that no reader bound to anything belong to what stands beside them: "appendix out 2013, LASIK last year"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_DATED: Final = frozenset({"conditions", "symptoms", "procedures", "medications"})
_REACH: Final = 24
"""Most characters between a name and its day."""
_YEAR: Final = lazy_regex(
    r"(?<![\w./:,+-])(?:19[4-9]\d|20[0-4]\d)(?![\w/:%+-]|[.,]\d|\s?(?:mg|mcg|iu|units?|kcal|cal|steps|ml|보|단위|원))"
)
"""A year that nothing else marks as one: "gallbladder out 2011"."""
_IN_A_YEAR: Final = frozenset({"conditions", "procedures"})
"""What may be told by a bare year; behind a medicine the number is a dose."""
_APART: Final = lazy_regex(
    r"[.;!?\n]|,(?!\s?\d)|\b(?:and|but|then|while|because|until|till|before|after|except)\b|(?:고|는데|지만|서|며|다가|니)\s"
)
"""What parts a name from a day that is another one's."""


def with_days_beside(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with each day that is nobody's as the day of the undated finding, operation or medicine beside it."""
    found = list(reads)
    bound = {one.start for read in reads for one in read.dates}
    years = _bare_years(reads, sheet)
    for date in (*sheet.dates, *years):
        if date.start in bound or date.kind == "until":
            continue
        near = [
            (gap, index)
            for index, read in enumerate(found)
            if _wants_a_day(read)
            and (date not in years or read.role in _IN_A_YEAR)
            and (gap := _gap(found, index, date, sheet)) is not None
        ]
        if near:
            index = min(near)[1]
            found[index] = replace(found[index], dates=(date,))
    return found


def _bare_years(reads: Sequence[Read], sheet: Sheet) -> tuple[DateMention, ...]:
    """The bare years of the text up to this one, but those that were read as values or are part of a date."""
    values = {one.start for read in reads for one in (*read.new, *read.old)}
    dated = [(one.start, one.end) for one in sheet.dates]
    return tuple(
        DateMention(match[0], "year", "point", match.start(), match.end(), match[0])
        for match in _YEAR.finditer(sheet.folded)
        if match[0] <= sheet.day[:4]
        and match.start() not in values
        and not any(start < match.end() and match.start() < end for start, end in dated)
    )


def _wants_a_day(read: Read) -> bool:
    item = read.item
    told = read.role in _DATED and read.change == "assert" and read.state != "negated"
    return told and item.named and item.start < item.end and not read.dates


def _gap(reads: Sequence[Read], index: int, date: DateMention, sheet: Sheet) -> int | None:
    """How far a day stands from a name; None where too far, or where something parts them."""
    item = reads[index].item
    low, high = (item.end, date.start) if date.start >= item.end else (date.end, item.start)
    if not low <= high <= low + _REACH or _APART.search(sheet.folded, low, high) is not None:
        return None
    between = any(
        read.is_fact and read.item.named and low <= read.item.start < high and read.item.end > read.item.start
        for at, read in enumerate(reads)
        if at != index
    )
    return None if between else high - low
