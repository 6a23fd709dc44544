"""How far a pregnancy is, where its weeks are told: "임신 33주", "20 weeks pregnant", "12주차래요"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

PREGNANCY: Final = "pregnancy"
GESTATIONAL_AGE: Final = "gestational_age"
WEEKS: Final = "wk"
"""UCUM's unit of a week."""

_WEEKS: Final = lazy_regex(
    r"(?<![\d.,])(\d{1,2})(?:\s?\+\s?\d)?\s?(?:주(?!일|간|\s?(?:전|뒤|후|동안|만에|마다|에\s?\d))|-?\s?(?:weeks?|wks?"
    r"|w(?:\d?d)?)\b(?!\s?(?:ago|later|off|post|after|of\b(?! (?:my |the )?preg))))"
)
_LEAST, _MOST = 3, 43
_REACH: Final = 14


_WEEKS_ALONE: Final = lazy_regex(
    r"(?:about |around |now |at |i'm |im )?(\d{1,2})(?:\s?\+\s?\d| and (?:a )?half)?\s?-?\s?"
    r"(?:주차?|weeks?|wks?|w(?:\d?d)?)?"
    r"(?:\s(?:pregnant|gone|along|now|today|in|further))?(?:에요|예요|인데|째)?"
)


def are_weeks(words: str, behind: str) -> bool:
    """Whether ``words``, found as a finding, only say how far a pregnancy is: "36 weeks", "11 weeks gone", "6w2d"."""
    match = _WEEKS_ALONE.fullmatch(words.strip())
    if match is None or not _LEAST <= int(match[1]) <= _MOST:
        return False
    return not words.strip().isdigit() or _WEEK_BEHIND.match(behind) is not None


_WEEK_BEHIND: Final = lazy_regex(r"\s?(?:weeks?|wks?|주)(?![가-힣])")


_NOT_SO_FAR: Final = lazy_regex(
    r"\b(?:for|in|every|last|past|next|within|after|over|another|the first|first|since|each)\s(?:the\s)?$"
    r"|지난\s?$|매\s?$|앞으로\s?$"
)
_LEAST_ALONE = 4


def weeks_alone(folded: str) -> Iterator[tuple[int, int]]:
    """The places of weeks that no name stands beside and no span of time is: "36 weeks, splitting head"."""
    for match in _WEEKS.finditer(folded):
        far = _NOT_SO_FAR.search(folded[max(0, match.start() - _REACH) : match.start()]) is None
        if far and _LEAST_ALONE <= int(match[1]) <= _MOST:
            yield match.span()


def weeks_told(folded: str, start: int, end: int) -> float | None:
    """The weeks of the pregnancy named at [start, end) of a text in lower case; None where none stand beside it."""
    for match in _WEEKS.finditer(folded, max(0, start - _REACH), end + _REACH):
        if _LEAST <= int(match[1]) <= _MOST:
            return float(match[1])
    return None
