"""On which side of the body a complaint, an illness or an operation is: "왼쪽 무릎이 아파요", "deaf in the right ear".

The side is the fact's qualifier. It is that which stands in the words that name the thing, right before them or right
behind; a side further off belongs to something else.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SIDED_SLOTS, SIDES
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.sides import SideMark, side_before, side_marks

_TOLD: Final = frozenset({Operation.ASSERT, Operation.MENTION, Operation.CHANGE})
_NEAR: Final = 3
_REACH: Final = 26
"""Characters between a side and what is on it."""
_CUT: Final = lazy_regex(
    r"[.,;!?\n]|\b(?:and|but|then|since|because|so|with|or|plus)\b|(?:[가-힣](?<!수술하)(?:고|서|며)|는데|지만|그리고|또)\s"
)
"""What parts a side from the words behind it."""
_BEHIND: Final = lazy_regex(
    r"[\s,:(]*(?:(?:is|was|are|it'?s|been|done|repaired|removed|replaced|surgery|operation|pain|ache|infection)\s)?"
    r"(?:(?:in|on|of|at|to|down|for|all down|along)\s)?(?:the |my |his |her |their )?$"
    r"|\s?(?:수술|치환술|통증|쪽)?(?:은|는|이|가|을|를|도|에)?\s?(?:(?:한|했던|있는)\s?(?:건|거는|게|것은)\s?)?$"
)
"""What may stand between the name and a side that is told behind it."""


def with_sides(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with the side of the body on which each finding or operation is told to be."""
    marks = side_marks(sheet.folded)
    if not marks and "left" not in sheet.folded and "right" not in sheet.folded:
        return tuple(proposals)
    return tuple(one for proposal in proposals for one in _sided(sheet, proposal, marks))


def _sided(sheet: Sheet, proposal: Proposal, marks: Sequence[SideMark]) -> Iterator[Proposal]:
    content, start, end = proposal.content, proposal.start, proposal.end
    sided = content is not None and content.slot in SIDED_SLOTS and proposal.operation in _TOLD
    if content is None or start is None or end is None or not sided:
        yield proposal
        return
    mark = side_of(sheet, start, end, marks)
    if mark is None or content.qualifier == mark.side:
        yield proposal
    elif content.qualifier not in SIDES:
        yield proposal if content.qualifier else proposal.with_fields(content=content.with_fields(qualifier=mark.side))
    # What else is on record of the other side is not what these words move.


def side_of(sheet: Sheet, start: int, end: int, marks: Sequence[SideMark]) -> SideMark | None:
    """The side that is told of what is named at [start, end) of the original; None where none is."""
    first = bisect_left(sheet.normalised.starts, start)
    last = max(first + 1, bisect_right(sheet.normalised.ends, end))
    text = sheet.folded
    told = [one for one in marks if not one.denied]
    within = next((one for one in told if one.start < last and first < one.end), None)
    if within is not None:
        return within
    before = max((one for one in told if one.end <= first), key=lambda one: one.end, default=None)
    if before is not None and first - before.end <= _NEAR and not _CUT.search(text[before.end : first]):
        return before
    right_before = side_before(text, first)
    if right_before is not None:
        return None if right_before.denied else right_before
    behind = min((one for one in told if one.start >= last), key=lambda one: one.start, default=None)
    if behind is not None and _is_behind(sheet, last, behind):
        return behind
    if before is None or first - before.end > _REACH or _CUT.search(text[before.end : first]):
        return None
    between = any(before.end <= one.start and one.end <= first for one in sheet.mentions)
    return None if between else before


def _is_behind(sheet: Sheet, last: int, mark: SideMark) -> bool:
    gap = sheet.folded[last : mark.start]
    return len(gap) <= _REACH and _BEHIND.fullmatch(gap) is not None
