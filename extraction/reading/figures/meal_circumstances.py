"""Which blood sugars were taken fasting and which after a meal, each by its own words.

Of "fasting 94 / two hours after lunch 118" the second is no fasting sugar: the criteria of the two lie far apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Content
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.row_parts import RowPart, row_parts
from extraction.reading.sheet import Sheet
from extraction.rules.measurements import FASTING, POSTPRANDIAL
from extraction.text.lazy_regex import lazy_regex

GLUCOSE: Final = "glucose"
_MEALS: Final = frozenset({"fasting", "postprandial"})
_HOURS: Final = frozenset({"1h", "2h", "3h"})
"""Hours of a tolerance test, which are marked as such."""
_ANOTHER_TIME: Final = lazy_regex(
    r"점심|저녁|오후|낮|밤|자기\s?전|취침|랜덤|\b(?:noon|lunch|midday|afternoon|evening|dinner|supper|night|bedtime|bed"
    r"|random|tonight)\b"
)
"""Times of a day at which nobody is fasting who doesn't say so."""
_OF_NOW: Final = lazy_regex(
    r"지금|방금|현재|아까|랜덤|\d\s?시(?!간)"
    r"|\b(?:right now|just now|currently|at the moment|random|rbs|\d{1,2}(?:[:.]\d\d)?\s?pm)\b"
)
"""Words of a moment of its own: nobody knows what was eaten before it."""
_TIMES: Final = (
    lazy_regex(r"아침|새벽|기상|오전|일어나|\b(?:morning|breakfast|woke|waking|am)\b"),
    lazy_regex(r"점심|낮|오후|\b(?:noon|lunch|midday|afternoon)\b"),
    lazy_regex(r"저녁|\b(?:evening|dinner|supper|tea)\b"),
    lazy_regex(r"밤|자기\s?전|취침|\b(?:night|tonight|bedtime|bed)\b"),
)
"""The times of a day, each of which a value of its own may name."""
_MORNING: Final = 0


def meal_of(words: str) -> str | None:
    """What the own words of a sugar say of its meal: ``fasting``, ``postprandial``, or None where neither or both."""
    fasting, fed = FASTING.search(words) is not None, POSTPRANDIAL.search(words) is not None
    return None if fasting == fed else "fasting" if fasting else "postprandial"


def names_another_time(words: str) -> bool:
    """Whether words name a meal or a time of day at which a value is no fasting one."""
    return POSTPRANDIAL.search(words) is not None or _ANOTHER_TIME.search(words) is not None


def with_own_meals(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with each blood sugar under the circumstance that its own words name, and none of another's."""
    placed = [(at, figure) for at, one in enumerate(proposals) if (figure := _sugar(one, sheet)) is not None]
    parts = {one.figure.start: one for one in row_parts(sheet.folded, [figure for _, figure in placed])}
    made = list(proposals)
    if not any(meal_of(one.words(sheet.folded)) is not None for one in parts.values()) and len(parts) > 1:
        # No word of a meal: the marks are those of the row on record with which this one goes on.
        return tuple(made)
    headed = _HEADED.search(sheet.folded) is not None
    before: tuple[str, RowPart] | None = None
    for at, figure in sorted(placed, key=lambda one: one[1].start):
        content, part = made[at].content, parts[figure.start]
        if content is None:
            continue
        qualifier = _qualifier(content, part, sheet.folded, alone=len(parts) == 1)
        if qualifier is None and before is not None and (headed or _goes_on(part, before, sheet)):
            qualifier = before[0]
        before = (qualifier, part) if qualifier in _MEALS else None
        made[at] = made[at].with_fields(content=content.with_fields(qualifier=qualifier))
    return tuple(made)


_HEADED: Final = lazy_regex(
    r"(?:식후|식전)(?:\s?(?:\d|한|두)\s?시간)?(?:\s?(?:혈당|당))?(?:[은는]|으로|에)?\s?:?\s?(?:오늘|어제)?[은는]?\s?:?\s?"
    r"(?=(?:아침|점심|저녁)(?![가-힣]*\s?먹))"
    r"|\b(?:after|before|post|pre)[ -]?meals?(?: sugars?)?(?: today| yesterday)?\s?:?\s"
    r"(?=(?:breakfast|lunch|dinner|morning|noon)\b)"
)
"""A head over the values of several meals: "식후 1시간 아침 132 점심 151 저녁 138"."""


def _goes_on(part: RowPart, before: tuple[str, RowPart], sheet: Sheet) -> bool:
    """Whether a value of another day is under the circumstance of the one before: "공복 어제 91 오늘은 94".

    It is unless its own words name a time of the day that the other's do not, or a moment of its own.
    """
    meal, known = before
    words, others = part.words(sheet.folded), known.words(sheet.folded)
    if _OF_NOW.search(words) is not None or not any(part.start <= one.start < part.end for one in sheet.dates):
        return False
    mine, told = ({at for at, one in enumerate(_TIMES) if one.search(each)} for each in (words, others))
    return mine <= (told | {_MORNING} if meal == "fasting" else told)


def _sugar(proposal: Proposal, sheet: Sheet) -> Figure | None:
    """The figure of a blood sugar that is told; None of everything else."""
    content = proposal.content
    if content is None or content.concept.concept_id != GLUCOSE or proposal.operation is not Operation.ASSERT:
        return None
    if content.qualifier in _HOURS or content.value_stated is None:
        return None
    start = sheet.folded.find(proposal.quote.casefold())
    end = start + len(proposal.quote)
    figures = [one for one in sheet.figures if start <= one.start < end and f"{one.value:g}" == content.value_stated]
    return figures[-1] if start >= 0 and figures else None


def _qualifier(content: Content, part: RowPart, folded: str, *, alone: bool) -> str | None:
    own, held = meal_of(part.words(folded)), content.qualifier
    if own is not None:
        return own
    if alone or held not in _MEALS:
        return held
    # What only another value's words say holds for this one where nothing sets it apart ("fasting 94, 101 and 97").
    words = part.words(folded)
    return None if _ANOTHER_TIME.search(words) is not None or _OF_NOW.search(words) is not None else held
