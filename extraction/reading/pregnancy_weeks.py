"""How far a pregnancy is, where its weeks are told: "임신 33주", "20 weeks pregnant", "12주차래요"."""

from __future__ import annotations

import re
from typing import Final

PREGNANCY: Final = "pregnancy"
GESTATIONAL_AGE: Final = "gestational_age"
WEEKS: Final = "wk"
"""UCUM's unit of a week."""

_WEEKS: Final = re.compile(
    r"(?<![\d.,])(\d{1,2})(?:\s?\+\s?\d)?\s?(?:주(?!일|간|\s?(?:전|뒤|후|동안|만에|마다|에\s?\d))|-?\s?(?:weeks?|wks?|w)\b(?!\s?(?:ago|later|off|post|after)))"
)
_LEAST, _MOST = 3, 43
_REACH: Final = 14


def weeks_told(folded: str, start: int, end: int) -> float | None:
    """The weeks of the pregnancy named at [start, end) of a text in lower case; None where none stand beside it."""
    for match in _WEEKS.finditer(folded, max(0, start - _REACH), end + _REACH):
        if _LEAST <= int(match[1]) <= _MOST:
            return float(match[1])
    return None
