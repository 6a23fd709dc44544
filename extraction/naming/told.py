"""A concept that certain words tell without naming it; the tables of such words stand in rooms of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from extraction.naming.mentions import Kind


@dataclass(frozen=True, slots=True)
class Told:
    """What words that ``pattern`` finds tell; its group "it", or else all of the match, is their place.

    ``instead_of`` are the concepts whose names give way in that place; where another name stands, nothing is told.
    What is told ``once`` is not told again by a text that names it anywhere: a discharge ends the stay just named.
    """

    kind: Kind
    concept_id: str
    pattern: re.Pattern[str]
    instead_of: frozenset[str] = frozenset()
    once: bool = False

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where ``text``, in lower case, tells it."""
        named = "it" in self.pattern.groupindex
        return [
            match.span("it") if named and match["it"] is not None else match.span()
            for match in self.pattern.finditer(text)
        ]


COUNT_KO: Final = (
    r"(?:한두|두세|두서너|서너|너댓|네댓|대여섯|예닐곱|여러|[한두세네]|다섯|여섯|일곱|여덟|아홉|열(?:한|두|세|네|다섯)?|스무|\d{1,2}"
    r"(?:\s?[~-]\s?\d{1,2})?)\s?(?:번|차례|회)"
)
"""How many times, in Korean."""
_NUMBER_EN: Final = r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)"
TIMES_EN: Final = (
    rf"(?:(?:about|around|maybe|like|at least|roughly|easily|nearly|over)\s)?"
    rf"(?:once|twice|thrice|{_NUMBER_EN}(?:\s?(?:or|to|-|/)\s?{_NUMBER_EN})?\s?(?:times|x\b|goes|trips))"
)
"""How many times, in English."""
SPELL_EN: Final = (
    rf"(?:an?|a few|a couple of|couple of|several|{_NUMBER_EN})\s(?:days?|nights?|weeks?|wks?|months?|mths?)"
)
"""How long, in English."""
