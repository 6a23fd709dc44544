"""What the figures of a test say for the record: each value with its unit and its day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from domain.proposals import Proposal
from domain.values import Certainty, Concept, Content, Precision, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Kind
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import kept_unit, normal
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

SYSTOLIC: Final = "systolic_blood_pressure"
DIASTOLIC: Final = "diastolic_blood_pressure"
_PRESSURE: Final = "blood_pressure"


def values_of(
    sheet: Sheet,
    read: Read,
    reads: Sequence[Read],
    slot: SlotKind,
    named: Concept | None,
    known: Content | None,
    lexicon: Lexicon,
) -> Iterator[tuple[Content, Figure]]:
    """A content for each figure of a test; ``named`` is what it is called where no table lists it."""
    own = [one for one in read.dates if not _is_of_the_old(one, read, sheet)]
    dates = sorted(own, key=lambda one: one.start) or days_of_the_list(sheet, read, reads)
    plain = [figure for figure in read.new if figure.kind != "diastolic"]
    for figure in read.new:
        entry = _test(read, figure, known, lexicon)
        if entry is None and (named is None or read.item.entry is not None):
            continue
        place = next((at for at, one in enumerate(plain) if one.start == figure.start), None)
        paired = place is not None and len(dates) == len(plain)
        date = dates[place] if place is not None and paired else _day_of(figure, plain, sheet.dates, dates)
        apart = [one for one in plain if one.start != figure.start]
        others = [day for one in apart for day in (_day_right_before(one, sheet), day_right_behind(one, sheet))]
        beside = _day_right_before(figure, sheet) or day_right_behind(figure, sheet)
        if date is not None and len(dates) < len(plain) and date in others:
            date = None
        in_turn = paired and len(plain) > 1 and _take_turns(plain, dates)
        date = beside if beside is not None and beside not in others and not in_turn else date
        if entry is not None:
            content = measured(entry, in_the_unit_of_the_row(figure, read.new), sheet.language)
        elif named is not None:
            content = _unlisted(slot, named, known.unit if known is not None else None, figure)
        if not read.certain:
            content = content.with_fields(certainty=Certainty.UNCERTAIN)
        if date is not None:
            content = content.with_fields(valid_from=date.value, precision=Precision(date.precision))
        elif _is_of_today(entry) and read.change in ("assert", "change"):
            content = content.with_fields(valid_from=sheet.day, precision=Precision.DAY)
        yield content, figure


def _take_turns(values: Sequence[Figure], days: Sequence[DateMention]) -> bool:
    """Whether the values and the days of a row go in pairs, one behind the other."""
    places = sorted((*(one.start for one in values), *(one.start for one in days)))
    told = [place for pair in zip(values, days, strict=True) for place in sorted((pair[0].start, pair[1].start))]
    return places == told


def dated_otherwise(proposals: Sequence[Proposal], read: Read, reads: Sequence[Read]) -> bool:
    """Whether proposals date the values of a test by a day that is bound to another, or not by those of its own row."""
    if read.role not in _SERIES or len(reads) > _MOST_TOLD:
        return False
    own = {one.value for one in read.dates}
    others = {day.value for one in reads if one is not read and one.role in _SERIES for day in one.dates} - own
    days = {one.content.valid_from for one in proposals if one.content is not None}
    undated = bool(own) and days == {None}
    return undated or bool(days & others) or (len(own) > 1 and bool(days) and days != own)


_SERIES: Final = frozenset({"labs", "vitals"})
_MOST_TOLD: Final = 60
"""Items up to which a text is told, and no pasted sheet."""


def in_the_unit_of_the_row(figure: Figure, row: Sequence[Figure]) -> Figure:
    """A bare number in the unit in which the others of its row are told: "forty four pounds, usually forty one"."""
    units = {one.quantity.unit for one in row if one.quantity.unit is not None}
    if figure.quantity.unit is not None or len(units) != 1:
        return figure
    return replace(figure, quantity=replace(figure.quantity, unit=units.pop()))


def days_of_the_list(sheet: Sheet, read: Read, reads: Sequence[Read]) -> list[DateMention]:
    """The day at the head of a list of tests ("2/13: K 5.3, Cr 1.6") that is bound to another of them."""
    place = read.new[0].start if read.new else read.item.start
    for other in reads:
        if other.role not in ("labs", "vitals") or other is read or len(other.dates) != 1 or not other.new:
            continue
        day, first = other.dates[0], min(place, other.new[0].start)
        if day.start < first and _ENDS.search(sheet.folded, day.end, max(place, other.new[0].start)) is None:
            return [day]
    return []


_ENDS: Final = lazy_regex(r"[!?\n]|\.(?!\d)")


def _is_of_today(entry: Entry | None) -> bool:
    """Whether a value without a date is of the day: who tells a pressure has just taken it."""
    return entry is not None and entry.kind == "vitals" and entry.concept_id not in _OF_LONG_AGO


_OF_LONG_AGO: Final = frozenset({"body_height", "birth_weight"})


def _is_of_the_old(day: DateMention, read: Read, sheet: Sheet) -> bool:
    """Whether a day belongs to the value that is put right: "it's 7.3, 7.8 was last year"."""
    before = max((one.end for one in (*read.new, *read.old) if one.end <= day.start), default=None)
    joined = [one for one in read.old if one.end == before]
    if not joined or before is None:
        return False
    return _WAS_OF.fullmatch(sheet.folded, before, day.start) is not None


_WAS_OF: Final = lazy_regex(
    r"(?: ?%| [a-z]+/[a-z]+)?(?:'s| is| was| were| came)?(?: (?:from|in|of|at|back in|the one from|taken))*(?: the)?\s"
    r"|\s?(?:%)?(?:은|는|이|가)?\s(?:이미\s)?"
)
_DAY_REACH: Final = 40
"""Characters before the first value of a row within which a day is its day."""


def _day_of(
    figure: Figure, row: Sequence[Figure], told: Sequence[DateMention], bound: Sequence[DateMention]
) -> DateMention | None:
    """The date of one value of a row: the last told between the value before it and it, else the first that is bound.

    A single value has the date that was bound to it, and so has a row in which the days stand behind their values.
    """
    first = min((one.start for one in row), default=0)
    ahead = any(first - _DAY_REACH <= one.start < first for one in told)
    before = max((one.end for one in row if one.start < figure.start), default=0)
    own = [one for one in told if before <= one.start < figure.start] if len(row) > 1 and ahead else []
    return own[-1] if own else next(iter(bound), None)


def _day_right_before(figure: Figure, sheet: Sheet) -> DateMention | None:
    """The day that nothing but its verb parts from the value: "on June 12 it was 77.9 kg"."""
    before = [one for one in sheet.dates if one.end <= figure.start]
    last = max(before, key=lambda one: one.end, default=None)
    joined = last is not None and _ITS_VERB.fullmatch(sheet.folded, last.end, figure.start) is not None
    return last if joined else None


def day_right_behind(figure: Figure, sheet: Sheet) -> DateMention | None:
    """The day that stands right behind a value: "8.9 in February", "58 (2023.9)"."""
    behind = (one for one in sheet.dates if figure.end <= one.start <= figure.end + _BEHIND)
    return next((one for one in behind if _ITS_DAY.fullmatch(sheet.folded, figure.end, one.start)), None)


_ITS_DAY: Final = lazy_regex(r"\s?(?:%|[a-z]+/[a-z]+)?[\s,(]{0,2}(?:in |on |at |back in |last |of )?(?:the )?")
_BEHIND: Final = 24

_ITS_VERB: Final = lazy_regex(
    r"(?:에는?|엔|은|는|날|날은)?[\s,:]*(?:(?:it|i|he|she) )?"
    r"(?:was|were|is|read|showed|came (?:in |out )?at)?(?: at)?[\s:]*"
)


def _unlisted(slot: SlotKind, concept: Concept, unit: str | None, figure: Figure) -> Content:
    """A value of a test that no table lists; ``unit`` is that of the value on record."""
    return Content(
        slot=slot, concept=concept, value=figure.quantity.value, value_low=figure.quantity.low,
        value_high=figure.quantity.high, comparator=figure.quantity.comparator,
        unit=figure.quantity.unit or unit, value_stated=f"{figure.value:g}",
        unit_stated=figure.quantity.unit if figure.quantity.unit_stated else None,
    )  # fmt: skip


def _test(read: Read, figure: Figure, known: Content | None, lexicon: Lexicon) -> Entry | None:
    """The test that a figure is a value of: a pressure's upper or lower number goes by its own name."""
    entry = read.item.entry
    if entry is None and known is not None:
        table: Kind = "vitals" if known.slot is SlotKind.VITALS else "labs"
        entry = lexicon.by_name(known.concept.name, (table,))
    if entry is None:
        return None
    if entry.concept_id in (_PRESSURE, SYSTOLIC, DIASTOLIC) and figure.kind in ("systolic", "diastolic"):
        return lexicon.entry("vitals", SYSTOLIC if figure.kind == "systolic" else DIASTOLIC)
    # One number said of "the blood pressure" is the upper one.
    return lexicon.entry("vitals", SYSTOLIC) if entry.concept_id == _PRESSURE else entry


def measured(entry: Entry, figure: Figure, language: str) -> Content:
    """The content of a reading: the value in the test's preferred unit, and as it was stated."""
    quantity = figure.quantity
    return Content(
        slot=SlotKind.VITALS if entry.kind == "vitals" else SlotKind.LABS,
        concept=entry.concept(language),
        value=normal(entry, quantity, quantity.value),
        value_low=normal(entry, quantity, quantity.low),
        value_high=normal(entry, quantity, quantity.high),
        comparator=quantity.comparator,
        unit=kept_unit(entry, quantity),
        value_stated=None if quantity.value is None else f"{quantity.value:g}",
        unit_stated=quantity.unit if quantity.unit_stated else None,
    )
