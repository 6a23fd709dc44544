"""The days of a list of doses taken: "6월 2일 1알, 5일 2알, 9일 1알", "2 on 1 June and 2 on 3 June".

What is told by such days began with the first of them, whichever of them stands nearest to its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_N: Final = r"(?:\d{1,2}|한|두|세|네|다섯|반|one|two|three|four|five|half|an?)"
_BEHIND: Final = lazy_regex(
    rf"(?:에도|에는|엔|은|는|도|에)?\s?(?:아침|저녁|점심|밤|새벽)?(?:에)?\s?[:,-]?\s?{_N}\s?"
    r"(?:알|정|캡슐|포|봉|개(?!월)|tabs?\b|tablets?\b|pills?\b|capsules?\b|caps?\b)"
)
_AHEAD: Final = lazy_regex(rf"(?<![\w.]){_N}(?: (?:tabs?|tablets?|pills?|capsules?|of them|more))?(?: on(?: the)?)? $")
_MOVED: Final = lazy_regex(
    r"줄[였이여]|늘[렸리려]|올[렸리려]|내[렸리려]|바[꿨꾸뀌]|(?:으?로)\s?(?:조절|변경)"
    r"|\b(?:chang\w+|increas\w+|reduc\w+|cut|went (?:up|down)|(?:up|down) to|instead)\b"
)
"""Words by which the doses of two days are an old and a new one."""
_ENDED: Final = lazy_regex(r"[.!?\n](?=\s|$)")
_MOST_DAYS: Final = 40
_BEFORE: Final = 24
_DAY: Final = len("2026-06-02")
_SLOTS: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.SYMPTOMS, SlotKind.CONDITIONS})


def with_first_of_listed_days(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with what is dated by one of several listed days dated by the first of them."""
    if not 0 < len(sheet.dates) <= _MOST_DAYS:
        return tuple(proposals)
    told = [one for one in sheet.dates if len(one.value) == _DAY and one.kind == "point" and one.value <= sheet.day]
    listed = [one for one in told if _is_listed(sheet, one.start, one.end)]
    if not listed:
        return tuple(proposals)
    # "6월 2일 이부프로펜 1알, 5일 2알": the name stands between the first day and its count.
    opening = [
        one for one in told
        if 0 < listed[0].start - one.end <= _BEFORE and _ENDED.search(sheet.folded, one.end, listed[0].start) is None
    ]  # fmt: skip
    days = sorted({one.value for one in (*opening, *listed)})
    if len(days) < 2 or _MOVED.search(sheet.folded) is not None:
        return tuple(proposals)
    return tuple(_from_first(one, days) for one in proposals)


def _is_listed(sheet: Sheet, start: int, end: int) -> bool:
    ahead = _AHEAD.search(sheet.folded, max(0, start - _BEFORE), start)
    return ahead is not None or _BEHIND.match(sheet.folded, end) is not None


def _from_first(proposal: Proposal, days: Sequence[str]) -> Proposal:
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or content.slot not in _SLOTS:
        return proposal
    if content.valid_from not in days or content.valid_to is not None:
        return proposal
    return proposal.with_fields(content=content.with_fields(valid_from=days[0]))
