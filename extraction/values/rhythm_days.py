"""Words of time that belong to a rhythm are no date: "일주일에 한번 일요일에", "weekly, on Sunday"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extraction.values.dates import DateMention
from extraction.values.frequencies import FrequencyMention

_WEEKDAY: Final = re.compile(
    r"(?:on )?(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?s?|[월화수목금토일]요일(?:에|마다)?",
    re.IGNORECASE,
)
_WEEKLY: Final = "weekly"
_REACH: Final = 12
"""Characters between the rhythm and the day."""


def without_days_of_a_rhythm(
    dates: Sequence[DateMention], often: Sequence[FrequencyMention]
) -> tuple[DateMention, ...]:
    """``dates`` without the bare weekdays that stand beside "once a week", and without what ends a rhythm's words."""
    weekly = [one for one in often if one.code == _WEEKLY]
    apart = (one for one in dates if not _goes_on_from(one, often))
    return tuple(one for one in apart if not (_WEEKDAY.fullmatch(one.words.strip()) and _is_beside(one, weekly)))


def _goes_on_from(date: DateMention, often: Sequence[FrequencyMention]) -> bool:
    """Whether a rhythm holds the date's first words: in "three times a day now" no day is told."""
    return any(one.start < date.start < one.end < date.end for one in often)


def _is_beside(date: DateMention, weekly: Sequence[FrequencyMention]) -> bool:
    within = any(one.start <= date.start and date.end <= one.end for one in weekly)
    return within or any(0 <= date.start - one.end <= _REACH or 0 <= one.start - date.end <= _REACH for one in weekly)
