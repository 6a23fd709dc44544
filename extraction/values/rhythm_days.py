"""What tells how often is no date: "일주일에 한번 일요일에", "Sunday mornings", "one a day now"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention
from extraction.values.frequencies import FrequencyMention

_WEEKDAY: Final = lazy_regex(
    r"(?:on )?(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?s?|[월화수목금토일]요일(?:에|마다)?",
    re.IGNORECASE,
)
_EVERY_SUCH: Final = lazy_regex(
    r"(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:morning|afternoon|evening|night)s\b", re.IGNORECASE
)
"""Mornings of many weeks: "Sunday mornings"."""
_WEEKLY: Final = "weekly"
_REACH: Final = 12
"""Characters between the rhythm and the day."""


def without_days_of_a_rhythm(
    dates: Sequence[DateMention], often: Sequence[FrequencyMention], text: str
) -> tuple[DateMention, ...]:
    """``dates`` of ``text`` without weekdays on which something recurs, and without the "a day now" of a rate."""
    dates = [one for one in dates if not _is_rate(one, text) and not _goes_on_from(one, often)]
    weekly = [one for one in often if one.code == _WEEKLY]
    return tuple(
        one for one in dates
        if _EVERY_SUCH.match(text, one.start) is None
        and not (_WEEKDAY.fullmatch(one.words.strip()) and _is_beside(one, weekly))
    )  # fmt: skip


def _is_rate(date: DateMention, text: str) -> bool:
    """Whether "a day now" is the end of a count: "one iron a day now", "twice a week now"."""
    rate = _A_PERIOD.fullmatch(date.words.strip().casefold())
    return rate is not None and _COUNT_BEFORE.search(text[: date.start].casefold()) is not None


def _goes_on_from(date: DateMention, often: Sequence[FrequencyMention]) -> bool:
    """Whether a rhythm holds the date's first words: in "every twelve hours now" no day is told."""
    return any(one.start < date.start < one.end < date.end for one in often)


_A_PERIOD: Final = lazy_regex(r"an? (?:day|week|month) now")
_COUNT_BEFORE: Final = lazy_regex(
    r"\b(?:once|twice|thrice|times|one|two|three|four|half|\d+(?:\.\d+)?)"
    r"(?: (?!for\b|over\b|about\b|in\b|of\b)[a-z']+){0,3} $"
)


def _is_beside(date: DateMention, weekly: Sequence[FrequencyMention]) -> bool:
    within = any(one.start <= date.start and date.end <= one.end for one in weekly)
    return within or any(0 <= date.start - one.end <= _REACH or 0 <= one.start - date.end <= _REACH for one in weekly)
