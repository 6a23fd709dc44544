"""An age in years, whatever it was told in: of the youngest in days, weeks or months."""

from __future__ import annotations

from typing import Final

from domain.values import Content

AGE: Final = "age"
"""Concept id of the patient's age."""
BIRTH_YEAR: Final = "birth_year"
"""Concept id of the year in which the patient was born."""
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
    """The age in years that ``content`` states on ``today`` (an ISO date); of a year of birth the age reached then."""
    if content.concept.concept_id != BIRTH_YEAR:
        return years_of(content)
    return int(today[:4]) - content.value if isinstance(content.value, float) else None
