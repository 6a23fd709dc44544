"""Words that ask when somebody is to be seen or tested next, and words that speak of an appointment."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_VISIT: Final = r"(?:예약|진료\s?일정|진료\s?날|외래)"
_ASKED: Final = lazy_regex(
    rf"{_VISIT}\S{{0,4}}\s?(?:\S{{1,6}}\s)?(?:언제|며칠|몇\s?시|무슨\s?요일)|(?:언제|며칠)\S{{0,3}}\s?(?:가|더라|였"
    rf"|이)?\S{{0,3}}\s?{_VISIT}"
    r"|\b(?:when(?:'s| is| was|s)?|what (?:time|day|date) (?:is|was)) (?:my |the |her |his )?(?:next |follow-?up )?"
    r"(?:\w+ )?(?:appointment|appt|visit|check-?up|follow-?up|blood test)\b"
    r"|\b(?:when(?:'s| is|s)) (?:my |the |her |his )next (?!dose|pill|tablet|injection|shot|period)\w+(?: \w+)?\s*\W*$",
    re.IGNORECASE,
)
_TOLD: Final = lazy_regex(rf"{_VISIT}|\b(?:appointment|appt)\b", re.IGNORECASE)


def asks_appointment(text: str) -> bool:
    """Whether it is asked when somebody is to be seen or tested next."""
    return _ASKED.search(text) is not None


def tells_appointment(text: str) -> bool:
    """Whether an appointment is spoken of."""
    return _TOLD.search(text) is not None
