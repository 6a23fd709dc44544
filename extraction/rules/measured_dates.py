"""Which of several dates each of several values belongs to, in either order.

A date stands before the value it dates ("5월 2일에 66, 5월 19일에 106"), or after it when the first value comes first
("66 (5월 2일), 106 (5월 19일)", "7.8 in January and 7.1 on March 2nd").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.rules.analysis import MEASUREMENTS, Analysis
from extraction.rules.cues import Span
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_LEANS: Final = lazy_regex(r"\s?\(?(?:back )?(?:in|on|since|from|of)?\s?")
"""What joins a name to the date behind it."""
_LEADS: Final = lazy_regex(r"\s?(?:에는?|쯤|경)?\s?")
"""What joins a date to the name behind it."""
_LEADS_VALUE: Final = lazy_regex(r"\s?(?:은|는|에는?|엔)\s?")
"""What joins a date to the value behind it."""
_ENDS_ITEM: Final = lazy_regex(r"\)?\s?(?:[,;]|(?:and|plus)\b)")


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
        said = [date for date in dates if start <= date.start < end]
        own = _dates_of_the_values(analysis, [values[at] for at in members], said)
        if not own:
            own = _dates_after(analysis, sentence, dates)
        told = _told_with(analysis, values, tests, members, own)
        spans = list(dict.fromkeys(values[at] for at in told))
        one_test = (
            len(spans) > 1 and len({frozenset(tests[at] for at in told if values[at] == one) for one in spans}) == 1
        )
        dated = dict(zip(spans, _align(analysis, spans, own, one_test=one_test), strict=True))
        for at in told:
            found[at] = dated[values[at]]
    return found


def stands_beside(analysis: Analysis, mention: Mention, date: DateMention) -> bool:
    """Whether nothing but a preposition or a particle stands between a name and a date."""
    if mention.end <= date.start:
        return bool(_LEANS.fullmatch(analysis.cue_text, mention.end, date.start))
    return bool(_LEADS.fullmatch(analysis.cue_text, date.end, mention.start))


def _dates_of_the_values(analysis: Analysis, values: Sequence[Span], dates: Sequence[DateMention]) -> list[DateMention]:
    """Those of a sentence's dates that may date its values, for the others belong to what else it tells.

    Where each value has a date in its own clause, only such dates count ("gout in 2019, and my A1c was 7.7% in May").
    The start or end of a period dates nothing outside its own clause ("2019년부터 통풍이 있고 요산은 8.1이에요").
    """
    clauses = {analysis.index_at(start) for start, _ in values}
    beside = [date for date in dates if analysis.index_at(date.start) in clauses]
    if clauses == {analysis.index_at(date.start) for date in beside}:
        return [date for date in beside if not _dates_finding(analysis, date, beside)]
    return [date for date in dates if date in beside or date.kind == "point"]


def _dates_finding(analysis: Analysis, date: DateMention, others: Sequence[DateMention]) -> bool:
    """Whether a date leans on a finding in a list, before the first value ("surgery in 2018, glucose 110 in May")."""
    following = any(other.start > date.end for other in others)
    if not following or not _ENDS_ITEM.match(analysis.cue_text, date.end):
        return False
    named = [one for one in analysis.mentions if one.end <= date.start]
    return bool(named) and named[-1].entry.kind not in MEASUREMENTS and stands_beside(analysis, named[-1], date)


def _told_with(
    analysis: Analysis, values: Sequence[Span], tests: Sequence[str], members: list[int], dates: Sequence[DateMention]
) -> list[int]:
    """Those of a sentence's values that its dates speak of: "150/95였고 어제는 160/100이었어요" dates the second."""
    repeated = len({tests[at] for at in members}) < len(members)
    if len(dates) != 1 or not repeated or dates[0].start < values[members[0]][0]:
        return members
    clause = analysis.index_at(dates[0].start)
    return [at for at in members if analysis.index_at(values[at][0]) == clause] or members


def _dates_after(analysis: Analysis, sentence: int, dates: Sequence[DateMention]) -> list[DateMention]:
    """The date of a short afterthought: "8.3 나왔어요. 어제 잰 거예요"."""
    start, end = analysis.sentence_span(sentence + 1)
    named = any(True for _ in analysis.within(start, end, {"labs", "vitals", "medications", "conditions", "symptoms"}))
    if named or end - start > 40 or any(start <= one.start < end for one in analysis.quantities):
        return []
    return [date for date in dates if start <= date.start < end]


def _align(
    analysis: Analysis, values: Sequence[Span], dates: Sequence[DateMention], *, one_test: bool
) -> list[DateMention | None]:
    if not dates:
        return [None] * len(values)
    gaps = _gaps(values, dates)
    if len(dates) == 1:
        led = [
            at for at, (start, _) in enumerate(values) if _LEADS_VALUE.fullmatch(analysis.cue_text, dates[0].end, start)
        ]
        if one_test and led and not gaps[0]:
            return [dates[0] if at in led else None for at in range(len(values))]
        # Two values of one test are of two days: a date behind one of them is that one's alone.
        return [dates[0] if not one_test or gaps[0] or gaps[at + 1] else None for at in range(len(values))]
    aligned: list[DateMention | None] = []
    trailing = not gaps[0]
    current: DateMention | None = gaps[0][-1] if gaps[0] else None
    for at in range(len(values)):
        after = gaps[at + 1]
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
