"""What a value used to be beside what it is now: "원래 68이었는데 오늘 71.2", "it was 80 in March, now 77".

Two values of a test told in a row are of two times: the one that was has the day told with it or none, never the day of
the one that is; and the one of now is of the day on which it is said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SERIES_SLOTS, Precision
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.repaired import is_taken_back
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_REACH: Final = 40
"""Characters before a value that may still be its own words."""
_WAS_BEHIND_KO: Final = lazy_regex(
    r"\s?(?:kg|킬로|키로|%|프로|퍼센트)?\s?(?:정도\s?|쯤\s?)?(?:이었|였|이던|던|이다가|다가|대였|대이던|에서|(?:으로|로|에)?\s?시작)"
)
_WAS_AHEAD_EN: Final = lazy_regex(
    r"\b(?:usual(?:ly)?|normal(?:ly)?|used to be|baseline|previously|was|were|always|runs?|sits?"
    r"|start(?:ed|ing)(?: (?:out|off|weight|at|on))*|began (?:at|on)|at the start)\b"
)
_NOW: Final = lazy_regex(
    r"오늘|지금|이번(?!\s?(?:주|달))|방금|아까|현재"
    r"|\b(?:now|today|this (?:morning|morn|time|evening|am)|just|tonight)\b"
)
_NTH: Final = lazy_regex(r"\d+ of \d+")
_BEFORE: Final = "before"
_CLAUSE_END: Final = lazy_regex(r"[,.;!?\n](?!\d)|는데|지만|고\s|\b(?:and|but|then)\b")


def with_former_values(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with the times of a test's two values told apart where one was and the other is now."""
    if _NOW.search(sheet.folded) is None:
        return tuple(proposals)
    rows: dict[str, list[tuple[Figure, int]]] = defaultdict(list)
    for at, one in enumerate(proposals):
        if one.operation is Operation.ASSERT and one.content is not None and one.content.slot in SERIES_SLOTS:
            figure = _figure_of(one, sheet)
            if figure is not None:
                rows[one.content.concept.concept_id].append((figure, at))
    found: list[Proposal | None] = [None for _ in proposals] + list(proposals)
    count = len(proposals)
    for row in rows.values():
        placed = sorted(((figure, count + at) for figure, at in row), key=lambda one: one[0].start)
        if len(placed) == 1 and (lost := _unbound(placed[0][0], row[0][1], sheet, proposals)) is not None:
            # What it was stands before what it is.
            figure, place = lost, placed[0][1] - count
            found[place] = _with_value(proposals[place], figure)
            placed.insert(0, (figure, place))
        if len(placed) == 2 and placed[0][0].start != placed[1][0].start:
            (was, first), (now, second) = placed
            if _was(was, sheet) and _is_now(was, now, sheet):
                own = _day_among(sheet, was, 0, _end_of(was, now, sheet))
                found[first] = _dated(found[first], own, None if own is not None else _BEFORE)
                told_day = _day_among(sheet, now, _end_of(was, now, sheet), len(sheet.folded))
                found[second] = _dated(found[second], told_day or (sheet.day, "day"), None)
    pairs = zip(found[:count], found[count:], strict=True)
    return tuple(one for pair in pairs for one in pair if one is not None)


def _with_value(proposal: Proposal, figure: Figure) -> Proposal:
    assert proposal.content is not None
    return proposal.with_fields(
        content=proposal.content.with_fields(value=figure.value, value_stated=f"{figure.value:g}")
    )


def _unbound(now: Figure, at: int, sheet: Sheet, proposals: Sequence[Proposal]) -> Figure | None:
    """The bare number before the value of now that is told as what it was, and that no reader bound to anything."""
    taken = {figure.start for one in proposals if (figure := _figure_of(one, sheet)) is not None}
    content = proposals[at].content
    if content is None or not isinstance(content.value, float) or content.value_stated != f"{now.value:g}":
        return None
    for figure in reversed(sheet.figures):
        bare = figure.kind == "number" and figure.quantity.unit in (None, now.quantity.unit) and not figure.counter
        if figure.end > now.start or not bare or figure.start in taken or not figure.value:
            continue
        between = any(figure.end <= one.start < now.start for one in sheet.mentions if one.entry.kind in SERIES_SLOTS)
        between = between or is_taken_back(sheet.folded[figure.end : now.start])
        alike = 1 / _FURTHEST <= figure.value / now.value <= _FURTHEST
        return figure if alike and not between and _was(figure, sheet) and _is_now(figure, now, sheet) else None
    return None


_FURTHEST: Final = 2.0
"""Most by which what a value used to be differs from what it is."""


def _figure_of(proposal: Proposal, sheet: Sheet) -> Figure | None:
    """The last figure within the quote that is the proposal's value."""
    value = proposal.content.value_stated if proposal.content is not None else None
    if value is None or proposal.end is None:
        return None
    own = [
        one for one in sheet.figures if f"{one.value:g}" == value and sheet.quote(one.start, one.end)[2] <= proposal.end
    ]
    return own[-1] if own else None


def _was(figure: Figure, sheet: Sheet) -> bool:
    if sheet.language == "ko":
        return _WAS_BEHIND_KO.match(sheet.folded, figure.end) is not None
    return _WAS_AHEAD_EN.search(sheet.folded, max(0, figure.start - _REACH), figure.start) is not None


def _is_now(was: Figure, now: Figure, sheet: Sheet) -> bool:
    return (
        _NOW.search(sheet.folded, _end_of(was, now, sheet), min(len(sheet.folded), now.end + _REACH // 2)) is not None
    )


def _end_of(was: Figure, now: Figure, sheet: Sheet) -> int:
    """Where the clause of the former value ends."""
    ends = _CLAUSE_END.search(sheet.folded, was.end, now.start)
    return ends.start() if ends is not None else was.end


def _day_among(sheet: Sheet, figure: Figure, first: int, last: int) -> tuple[str, str] | None:
    """The day told in [first, last) that stands nearest to a value, with its precision; None where none does."""
    own = [one for one in sheet.dates if first <= one.start < last and one.kind == "point"]
    nearest = min(own, key=lambda one: abs(one.start - figure.start), default=None)
    return (nearest.value, nearest.precision) if nearest is not None else None


def _dated(proposal: Proposal | None, day: tuple[str, str] | None, apart: str | None) -> Proposal:
    """A value on its day, or none; ``apart`` sets one that was apart from the one of the day on which it is told."""
    assert proposal is not None and proposal.content is not None
    value, precision = (day[0], Precision(day[1])) if day is not None else (None, None)
    dated = proposal.content.with_fields(valid_from=value, precision=precision)
    if not dated.qualifier or _NTH.fullmatch(dated.qualifier):
        dated = dated.with_fields(qualifier=apart)
    return proposal.with_fields(content=dated)
