"""Values that are told with the name of their test and that no reader bound to it, in whatever frame they stand.

"You may want my weight too; that would be 77.2 kg", "first 16.8 g/dL, that was 22 Mar 2013, and after that 12.2 g/dL":
the unit says what the number is of, and the name whose. What is asked, supposed, aimed at, put right or of somebody
else is left to the readers, and so is a number that another test may have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, cast

from extraction.naming.mentions import Entry
from extraction.reading.asking.asked import sentences
from extraction.reading.figures.doses_beside_values import without_doses
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import in_range, unit_fits, unit_of
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet, is_called_goal
from extraction.reading.understanding import Act, Read, Role
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_SERIES: Final = frozenset({"labs", "vitals"})
_PRESSURES: Final = frozenset({"blood_pressure", "systolic_blood_pressure", "diastolic_blood_pressure"})
_MOST_FIGURES: Final = 40
"""Numbers up to which a text is told; one of more is a pasted sheet, which the readers read line by line."""
_REACH: Final = 60
"""Most characters between a test's name and its first value, and between a value and the next."""
_BESIDE: Final = 40
"""Most characters from a value to the name that follows it."""
_SENTENCE: Final = lazy_regex(r"[.!?\n](?=\s|$)")
_POINTS_BACK: Final = lazy_regex(
    r"[.!?\n]\s+(?:that|it|this|they|those|and|the (?:last|latest|first|newest|reading|result|figure|value|number)s?)\b"
    r"|[.!?\n]\s+(?:그게|그건|그것|지금|현재|최근|수치|결과|값)"
    r"|[.!?\n]\s+(?=\d)"
)
"""How a sentence goes on with what the one before it named."""
_SUPPOSED: Final = lazy_regex(
    r"\b(?:if (?:it|my|the)|unless|should (?:be|it|i)|supposed|normal(?:ly)?|target|goal|ideal\w*|limit|healthy|range"
    r"|used to|wish|hope|hoping|want(?:ed)? (?:it|me)|expect\w*|not|isn't|wasn't|never|n't|instead|rather than"
    r"|lost|lose|losing|gain\w*|dropped|put on(?= (?:\d|an?|some|weight|so|loads)\b))\b"
    r"|목표|정상|기준치|범위|이상이면|넘으면|되면|라면|아니라|아니고|말고|빠졌|쪘|늘었|줄었|감량"
)


def with_told_values(reads: Sequence[Read], acts: Sequence[Act], sheet: Sheet, heard: Heard) -> list[Read]:
    """``reads`` with the free figures that are told with the name of their own test."""
    found = list(reads)
    others = any(one.entry.kind == "relatives" for one in sheet.mentions) and not heard.patient_is
    if others or not 0 < len(sheet.figures) <= _MOST_FIGURES:
        return found
    putting_right = any(act.kind in ("correct", "retract", "revert", "change") and act.doubt < 1.0 for act in acts)
    for at, read in enumerate(found):
        entry = read.item.entry
        if entry is None or not read.item.named or read.item.start == read.item.end or read.item.kind not in _SERIES:
            continue
        # What may put right a value on record is a correction's matter.
        if read.old or (read.item.heard is not None and (putting_right or read.change != "assert")):
            continue
        if read.is_fact and read.new:
            continue
        own = tuple(_told_with(read, entry, found, sheet))
        if own:
            found[at] = replace(
                read,
                role=cast(Role, read.item.kind),
                state="current",
                change="assert",
                certain=True,
                new=own,
                dates=read.dates if read.is_fact else (),
            )
    return found


def with_rows_of_days(reads: Sequence[Read], acts: Sequence[Act], sheet: Sheet, heard: Heard) -> list[Read]:
    """``reads`` with each value of a test that is told by days as that of its own day.

    Where days and numbers go in pairs behind a test's name ("19 Jul 2017 5.9%, 24 Jul 2019 6.1%", "81 on 19 Dec, and
    on the 22nd 77") they belong together two by two, and the days are no other's.
    """
    found = list(reads)
    if len(sheet.dates) < 2 or len(sheet.figures) > _MOST_FIGURES:
        return found
    sheet = without_doses(sheet, reads)
    putting_right = any(act.kind in ("correct", "retract", "revert") and act.doubt < 1.0 for act in acts)
    others = any(one.entry.kind == "relatives" for one in sheet.mentions) and not heard.patient_is
    names = sorted(
        (read.item.start, at) for at, read in enumerate(found)
        if read.item.named and read.item.kind in _SERIES and read.item.start < read.item.end
    )  # fmt: skip
    for place, (start, at) in enumerate(names):
        read = found[at]
        entry = read.item.entry
        if entry is None or read.role == "asked" or others:
            continue
        if read.item.heard is not None and (putting_right or read.change != "assert"):
            continue
        end = next((one for one, other in names[place + 1 :] if found[other].item.entry != entry), len(sheet.folded))
        earlier = max((found[other].item.end for _, other in names[:place]), default=0)
        row = _row_of(sheet, entry, _first_day(sheet, start, earlier), read.item.end, end)
        whole = _row_around(sheet, entry, earlier, start, end)
        row = whole if len(whole) > len(row) else row
        if len(row) < 2 or not all(_is_told(sheet.folded, figure.start, figure) for figure, _ in row):
            continue
        days = tuple(day for _, day in row)
        tops = {figure.start for figure, _ in row}
        values = tuple(one for one in sheet.figures if one.start in tops and _can_be_of(one, entry))
        found = [_without(one, values, days) if index != at else one for index, one in enumerate(found)]
        found[at] = replace(
            read,
            role=cast(Role, read.item.kind),
            state="current",
            change="assert",
            certain=True,
            new=values,
            old=(),
            dates=days,
        )
    return _with_pressures_by_days(found, sheet) if not names else found


def _with_pressures_by_days(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with the pressures that nobody names as one row of their days, where all of both take turns."""
    found = list(reads)
    implied = {
        one.item.start: at
        for at, one in enumerate(found)
        if one.item.concept_id == "blood_pressure" and one.item.start == one.item.end and one.item.named
    }
    entry = next((found[at].item.entry for at in implied.values()), None)
    row = _row_of(sheet, entry, 0, 0, len(sheet.folded)) if entry is not None else []
    numbers = [one for one in sheet.figures if one.kind not in ("diastolic", "count")]
    if not len(row) == len(sheet.dates) == len(numbers) or {figure.start for figure, _ in row} != set(implied):
        return found
    told = [at for at in implied.values() if found[at].role == "vitals" and found[at].change == "assert"]
    if len(told) != len(row):
        return found
    values = tuple(one for one in sheet.figures if one.start in implied and _is_pressure(one))
    found = [replace(one, role="untouched", new=(), dates=()) if at in told else one for at, one in enumerate(found)]
    found[told[0]] = replace(reads[told[0]], new=values, dates=tuple(day for _, day in row))
    return found


def with_the_only_day(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with the one day of a sentence that nobody has as that of the one value that is told there.

    "My glucose yesterday, if I read the slip properly, was 9.1."
    """
    found = list(reads)
    if not sheet.dates or len(sheet.figures) > _MOST_FIGURES:
        return found
    bound = {one.start for read in reads for one in read.dates}
    for start, end in sentences(sheet.folded):
        days = [one for one in sheet.dates if start <= one.start < end]
        told = [
            at for at, one in enumerate(found)
            if one.role in _SERIES and any(start <= figure.start < end for figure in one.new)
        ]  # fmt: skip
        if len(days) != 1 or len(told) != 1 or days[0].start in bound or days[0].kind != "point":
            continue
        own = found[told[0]]
        others = any(
            one.is_fact and one.item.named and start <= one.item.start < end and one is not own for one in found
        )
        values = [one for one in own.new if one.kind != "diastolic"]
        if len(values) == 1 and not own.dates and own.change == "assert" and not others:
            found[told[0]] = replace(own, dates=(days[0],))
    return found


def _without(read: Read, values: Sequence[Figure], days: Sequence[DateMention]) -> Read:
    """``read`` without what belongs to a row of another test; a test that is left with nothing tells nothing."""
    dates = tuple(one for one in read.dates if one not in days)
    new = tuple(one for one in read.new if one not in values)
    if new == read.new and dates == read.dates:
        return read
    role = "untouched" if read.new and not new and read.role in _SERIES else read.role
    return replace(read, role=role, new=new, dates=dates)


def _first_day(sheet: Sheet, name: int, earlier: int) -> int:
    """Where the row of a test begins: at a day that stands before its name in the same sentence."""
    sentence = max((one.end() for one in _SENTENCE.finditer(sheet.folded, 0, name)), default=0)
    figures = max((one.end for one in sheet.figures if one.end <= name), default=0)
    return max(sentence, figures, earlier)


def _row_around(sheet: Sheet, entry: Entry, earlier: int, name: int, end: int) -> list[tuple[Figure, DateMention]]:
    """The row of a test that is named in its midst, where every day has its value.

    "On May 7 they measured 7 for my ferritin, on May 30 it was 43": pressures are known as such wherever they stand,
    other numbers in one sentence, or where nothing else is named.
    """
    begin = max((one.end() for one in _SENTENCE.finditer(sheet.folded, 0, name)), default=0)
    alone = entry.concept_id in _PRESSURES or all(one.entry == entry for one in sheet.mentions)
    begin = earlier if alone else max(begin, earlier)
    days = [one for one in sheet.dates if begin <= one.start < end]
    numbers = [one for one in sheet.figures if begin <= one.start < end and one.kind not in ("diastolic", "count")]
    row = _row_of(sheet, entry, begin, begin, end)
    return row if len(row) == len(days) == len(numbers) else []


def _row_of(sheet: Sheet, entry: Entry, first: int, name: int, end: int) -> list[tuple[Figure, DateMention]]:
    """The values of a row, each with its day, where days and values take turns; none where they do not.

    Of a pressure the upper number stands for both.
    """
    days = [one for one in sheet.dates if first <= one.start < end]
    values = [
        one for one in sheet.figures if name <= one.start < end and _can_be_of(one, entry) and one.kind != "diastolic"
    ]
    pairs: list[tuple[Figure, DateMention]] = []
    last = name
    for value, day in zip(values, days, strict=False):
        one, other = sorted(((value.start, value.end), (day.start, day.end)))
        ordered = not pairs or one[0] >= last
        if not ordered or other[0] - one[1] > _REACH or (pairs and one[0] - last > _REACH):
            break
        pairs.append((value, day))
        last = other[1]
    stray = [one for one in values[len(pairs) :] if one.start < last + _BESIDE and one.quantity.unit_stated]
    return [] if stray else pairs


def _is_pressure(figure: Figure) -> bool:
    return figure.kind in ("systolic", "diastolic")


def _can_be_of(figure: Figure, entry: Entry) -> bool:
    quantity = figure.quantity
    if entry.concept_id in _PRESSURES:
        return entry.concept_id == "blood_pressure" and _is_pressure(figure)
    if figure.kind != "number" or quantity.value is None or quantity.comparator is not None or figure.counter:
        return False
    if figure.spoken and figure.value < _LEAST_SPOKEN:
        return False
    return unit_fits(entry, quantity) and in_range(entry, quantity)


_LEAST_SPOKEN: Final = 3.0
"""The least number word that is taken for a value: "the third one" counts."""


def _told_with(read: Read, entry: Entry, reads: Sequence[Read], sheet: Sheet) -> Iterator[Figure]:
    bound = {one.start for other in reads for one in (*other.new, *other.old) if other.is_fact}
    text = sheet.folded
    names = [
        (one.item.start, one.item.end) for one in reads
        if one is not read and one.item.named and one.item.kind in _SERIES and one.item.start < one.item.end
    ]  # fmt: skip
    last = read.item.end
    fitting = [one for one in sheet.figures if one.start not in bound and _is_value(one, entry)]
    for figure in fitting:
        if figure.start < read.item.end:
            continue
        between = text[last : figure.start]
        apart = any(last <= start < figure.start for start, _ in names)
        if apart or len(between) > _REACH or not _goes_on(text, last, figure.start):
            break
        if not _is_told(text, read.item.start, figure):
            return
        yield figure
        last = figure.end
    if last > read.item.end:
        return
    for figure in fitting:
        if (
            figure.end <= read.item.start <= figure.end + _BESIDE
            and _SENTENCE.search(text, figure.end, read.item.start) is None
        ):
            if not any(figure.end <= start < read.item.start for start, _ in names) and _is_told(
                text, figure.start, figure
            ):
                yield figure
                if figure.kind != "systolic":
                    return


def _is_value(figure: Figure, entry: Entry) -> bool:
    """Whether a figure can be nothing but a value of this test: by the unit that was said with it, or as a pressure."""
    if entry.concept_id in _PRESSURES:
        return figure.kind in ("systolic", "diastolic") and entry.concept_id == "blood_pressure"
    quantity = figure.quantity
    if figure.kind != "number" or quantity.value is None or quantity.comparator is not None or figure.counter:
        return False
    if not quantity.unit_stated or quantity.unit is None or not unit_of(entry):
        return False
    return unit_fits(entry, quantity) and in_range(entry, quantity)


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether no sentence ends between two places, or the next one points back at what was named."""
    mark = _SENTENCE.search(text, start, end)
    if mark is None:
        return True
    return text[mark.start()] != "?" and _POINTS_BACK.match(text, mark.start()) is not None


def _is_told(text: str, start: int, figure: Figure) -> bool:
    """Whether the words from the name to the end of the clause that holds the figure neither ask nor suppose it."""
    if is_called_goal(text, figure.end):
        return False
    close = next((one.start() for one in _SENTENCE.finditer(text, figure.end)), len(text))
    asks = text[close : close + 1] == "?"
    return not asks and _SUPPOSED.search(text, min(start, figure.start), min(close, figure.end + 24)) is None
