"""An age in years, whatever it was told in: of the youngest in days, weeks or months."""

from __future__ import annotations

from typing import Final

from domain.values import Content

AGE: Final = "age"
"""Concept id of the patient's age."""
BIRTH_YEAR: Final = "birth_year"
"""Concept id of the year in which the patient was born."""
BIRTH_DATE: Final = "date_of_birth"
"""Concept id of the day on which the patient was born, as an ISO date; its value may be a day without a year."""
LAST_PERIOD: Final = "last_menstrual_period"
"""Concept id of the last period; from its first day, where the fact is valid from, a pregnancy is counted."""
YEARS, MONTHS, WEEKS, DAYS = "a", "mo", "wk", "d"
"""UCUM units in which ages are kept; an age without a unit is in years."""

_A_YEAR: Final = {YEARS: 1.0, MONTHS: 12.0, WEEKS: 365.25 / 7, DAYS: 365.25}


def years_of(content: Content) -> float | None:
    """The age that ``content`` states, in years; None where it states none, or in another unit."""
    if content.concept.concept_id != AGE or isinstance(content.value, bool):
        return None
    parts = _A_YEAR.get(content.unit or YEARS)
    return content.value / parts if isinstance(content.value, int | float) and parts is not None else None


def years_by(content: Content, today: str) -> float | None:
    """The age in years that ``content`` states on ``today`` (an ISO date); of a birth the age reached then."""
    if content.concept.concept_id == BIRTH_DATE:
        return _years_since(str(content.value), today)
    if content.concept.concept_id != BIRTH_YEAR:
        return years_of(content)
    return int(today[:4]) - content.value if isinstance(content.value, float) else None


def _years_since(birth: str, today: str) -> float | None:
    """Whole years from a birth to a day; of a birth of which only month and year are told the year may be open."""
    if len(birth) < len("1958-04") or not birth[:4].isdigit():
        return None
    passed = today[5 : len(birth)] >= birth[5:]
    return float(int(today[:4]) - int(birth[:4]) - (not passed))
