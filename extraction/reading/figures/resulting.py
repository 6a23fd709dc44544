"""What a test says for the record where it says it in words or as a grade: "B12 was fine", "protein 2+"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from domain.values import Certainty, Content, Precision, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import days_of_the_list
from extraction.reading.figures.measuring import in_range, unit_of
from extraction.reading.figures.results import (
    READ_BY_LINES,
    Result,
    find_lines,
    find_results,
    grade_of,
    is_grade,
    result_of,
)
from extraction.reading.items import Item
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.rules.substances import level_of
from extraction.text.lazy_regex import lazy_regex


def as_tested(read: Read, sheet: Sheet, lexicon: Lexicon) -> Read:
    """A substance that was read as a result, as the test of it: "ferritin 9, B12 fine"."""
    item = read.item
    if read.role != "labs" or item.entry is None or item.entry.kind != "medications" or not item.named:
        return read
    test = level_of(Mention(item.entry, item.start, item.end, sheet.text[item.start : item.end]), lexicon)
    return replace(read, item=replace(item, kind="labs", entry=test)) if test is not None else read


def told_in_words(sheet: Sheet, read: Read, reads: Sequence[Read]) -> Read | None:
    """A test whose result stands beside its name in words, without the numbers that stand apart from both.

    In "23, sore throat, monospot positive" and "HER2 negative, one node of three" the number counts something else.
    None where its result is not told so, or a number is told with it.
    """
    item = read.item
    if read.role != "labs" or not item.named or item.entry is None or item.end == item.start:
        return None
    others = tuple(one.item.start for one in reads if one.item.named and one.role in ("labs", "vitals"))
    within = next(find_results(sheet.folded[item.start : item.end]), None)
    result = replace(within, start=item.end, end=item.end) if within else None
    result = result or result_of(sheet.folded, item.start, item.end, others)
    if result is None and item.concept_id in READ_BY_LINES and _lines_of(sheet, item) is not None:
        return replace(read, new=())
    if result is None or not 0 <= result.start - item.end <= _BESIDE:
        return None
    own = any(_is_its_number(one, item, result, sheet) for one in sheet.figures)
    return None if own else replace(read, new=())


_BESIDE: Final = 12
"""Most characters between a test's name and the result in words that is its own for certain."""
_ITS_NUMBER: Final = lazy_regex(r"[\s(:]{0,2}(?:(?:again|still|at|about|around|수치|수치는) ?){0,2}")


def _is_its_number(figure: Figure, item: Item, result: Result, sheet: Sheet) -> bool:
    """Whether a number stands between a test's name and its result, or is told right behind that."""
    if item.end <= figure.start and figure.end <= result.start:
        return True
    if item.entry is None or figure.kind != "number" or not in_range(item.entry, figure.quantity):
        return False
    # "HIV neg 03/25": of a test without a unit only an index is told with decimals.
    possible = bool(unit_of(item.entry)) or not float(figure.value).is_integer()
    behind = result.end <= figure.start and _ITS_NUMBER.fullmatch(sheet.folded, result.end, figure.start) is not None
    return possible and behind and not is_grade(sheet.folded, figure.end)


def graded_in(sheet: Sheet, read: Read) -> list[Figure]:
    """The figures of a test that are no values but grades: "protein 2+"."""
    tested = read.role == "labs"
    return [one for one in read.new if tested and one.kind == "number" and is_grade(sheet.folded, one.end)]


def resulted(
    sheet: Sheet, read: Read, reads: Sequence[Read], known: Content | None, graded: Sequence[Figure]
) -> Iterator[Content]:
    """A test whose result is told in words or as a grade ("B12 was fine", "protein 2+")."""
    item, moves = read.item, read.change in ("correct", "revert")
    if read.new or read.change not in ("assert", "change", "correct", "revert"):
        return
    if moves and not graded and (known is None or not isinstance(known.value, str)):
        # A number on record is put right by a number.
        return
    concept = item.entry.concept(sheet.language) if item.entry is not None else known.concept if known else None
    if concept is None or (item.entry is not None and item.entry.kind != "labs"):
        return
    values = [f"{one.value:g}+" for one in graded] or [
        one for one in [_result_beside(sheet, item, reads, known)] if one is not None
    ]
    for value in values:
        content = Content(
            slot=SlotKind.LABS, concept=concept, value=value,
            certainty=Certainty.CONFIRMED if read.certain else Certainty.UNCERTAIN,
        )  # fmt: skip
        if days := read.dates or days_of_the_list(sheet, read, reads):
            content = content.with_fields(valid_from=days[0].value, precision=Precision(days[0].precision))
        yield content


_LINES_REACH: Final = 40
"""Characters around a home test within which its lines are told."""


def _lines_of(sheet: Sheet, item: Item) -> str | None:
    """What the lines of a home test say: around its name, or anywhere where nobody names the one on record."""
    place = (item.start - _LINES_REACH, item.end + _LINES_REACH) if item.named else (0, len(sheet.folded))
    return find_lines(sheet.folded, *place)


def _result_beside(sheet: Sheet, item: Item, reads: Sequence[Read], known: Content | None) -> str | None:
    """The result in words of a test: beside its name, or, of one on record that nobody names, the only one told."""
    lined = item.concept_id if item.entry is not None else known.concept.concept_id if known is not None else ""
    if lined in READ_BY_LINES and (lines := _lines_of(sheet, item)) is not None:
        return lines
    if not item.named:
        told = {one.value for one in find_results(sheet.folded)} - {str(known.value) if known is not None else ""}
        return next(iter(told)) if len(told) == 1 else None
    others = tuple(one.item.start for one in reads if one.item.named and one.role in ("labs", "vitals"))
    if (grade := grade_of(sheet.folded, item.end)) is not None:
        return grade
    within = next(find_results(sheet.folded[item.start : item.end]), None)
    result = within or result_of(sheet.folded, item.start, item.end, others)
    return result.value if result is not None else None
