"""Which of several dates each of several values belongs to, in either order.

A date stands before the value it dates ("5월 2일에 66, 5월 19일에 106"), or after it when the first value comes first
("66 (5월 2일), 106 (5월 19일)", "7.8 in January and 7.1 on March 2nd").
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from extraction.analysis import Analysis
from extraction.cues import Span
from extraction.dates import DateMention


def dates_of_values(
    analysis: Analysis, values: Sequence[Span], tests: Sequence[str], dates: Sequence[DateMention]
) -> list[DateMention | None]:
    """One date or None for each of ``values``, which are in order; ``tests`` names the test of each."""
    found: list[DateMention | None] = [None] * len(values)
    groups: dict[int, list[int]] = {}
    for at, (start, _) in enumerate(values):
        groups.setdefault(analysis.clause_at(start).sentence, []).append(at)
    for sentence, members in groups.items():
        start, end = analysis.sentence_span(sentence)
        own = [date for date in dates if start <= date.start < end]
        if not own:
            own = _dates_after(analysis, sentence, dates)
        one_test = len(members) > 1 and len({tests[at] for at in members}) == 1
        for at, date in zip(members, _align([values[at] for at in members], own, one_test=one_test), strict=True):
            found[at] = date
    return found


def _dates_after(analysis: Analysis, sentence: int, dates: Sequence[DateMention]) -> list[DateMention]:
    """The date of a short afterthought: "8.3 나왔어요. 어제 잰 거예요"."""
    start, end = analysis.sentence_span(sentence + 1)
    named = any(True for _ in analysis.within(start, end, {"labs", "vitals", "medications", "conditions", "symptoms"}))
    if named or end - start > 40 or any(start <= one.start < end for one in analysis.quantities):
        return []
    return [date for date in dates if start <= date.start < end]


def _align(values: Sequence[Span], dates: Sequence[DateMention], *, one_test: bool) -> list[DateMention | None]:
    if not dates:
        return [None] * len(values)
    gaps = _gaps(values, dates)
    if len(dates) == 1:
        # Two values of one test are of two days: a date behind one of them is that one's alone.
        return [dates[0] if not one_test or gaps[0] or gaps[at + 1] else None for at in range(len(values))]
    distinct = _distinct_starts(values)
    aligned: list[DateMention | None] = []
    trailing = not gaps[0]
    current: DateMention | None = gaps[0][-1] if gaps[0] else None
    for at in range(len(values)):
        after = gaps[at + 1]
        if trailing and not distinct[at + 1]:
            aligned.append(_first_date_after(gaps, at + 1))
            continue
        if trailing:
            aligned.append(after[0] if after else current)
            current = aligned[-1]
            if len(after) > 1:
                trailing, current = False, after[-1]
        else:
            aligned.append(current)
            current = after[-1] if after else current
    return aligned


def _gaps(values: Sequence[Span], dates: Sequence[DateMention]) -> list[list[DateMention]]:
    """The dates before the first value, between each two, and after the last."""
    gaps: list[list[DateMention]] = [[] for _ in range(len(values) + 1)]
    for date in dates:
        gaps[sum(start < date.start for start, _ in values)].append(date)
    return gaps


def _distinct_starts(values: Sequence[Span]) -> list[bool]:
    """Whether each value, and the end, begins at another place than the value before (pressures share their words)."""
    return [True, *(left != right for left, right in pairwise(values)), True]


def _first_date_after(gaps: Sequence[Sequence[DateMention]], at: int) -> DateMention | None:
    return next((gap[0] for gap in gaps[at:] if gap), None)
