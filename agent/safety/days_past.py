"""Doses of days gone by, which are no sum of today: "6월 1일 2알, 3일 2알", "two on the 1st and two on the 3rd".

What lies two days back and more is no part of the last 24 hours. It is still counted where one entry alone is more than
the most of a day, and where today or yesterday is named beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from agent.answers.consultation import Consultation
from agent.safety.day_told import Amount
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.dates import find_dates
from extraction.values.diary_amounts import amounts_in

_LATELY: Final = lazy_regex(
    r"오늘|어제|방금|지금|아까|간밤|어젯밤"
    r"|\b(?:today|yesterday|tonight|last night|now|just|so far|this (?:morning|evening))\b"
)
_TWO: Final = 2


def are_of_days_past(consultation: Consultation, told: tuple[Amount, ...], most: Callable[[str], float]) -> bool:
    """Whether this turn tells doses of several days gone by, none of them above ``most`` mg of a substance a day."""
    question = consultation.situation.question
    text = normalise(question.text).text.casefold()
    days = {
        one.value for one in find_dates(text, question.said_at, question.time_zone)
        if one.precision == "day" and one.kind == "point"
    }  # fmt: skip
    if len(days) < _TWO or _LATELY.search(text) is not None:
        return False
    gone = (date.fromisoformat(consultation.known.today) - timedelta(days=_TWO)).isoformat()
    counts = [one.value for one in amounts_in(text) if one.kind in ("tablets", "bare", "things", "times")]
    largest = max(counts, default=float("inf"))
    return max(days) <= gone and all(largest * (one.each or one.one) <= most(one.substance) for one in told)
