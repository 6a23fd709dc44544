"""Which of several medicines a new dose without a name is of: "it went up to 15 from Monday" after two were told.

A dose moves by a step, seldom by more than twice and a half at once, and what is taken on one day of the week is
changed on that day. Where both leave more than one, it is nobody's: a wrong dose on record is worse than none.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from domain.values import Content
from extraction.values.dose_schedules import DAYS
from extraction.values.dose_units import number_of_dose

_STEP: Final = 2.5
"""Most by which a dose is moved at once as a rule, as a factor."""
_WHOLE: Final = len("2026-01-31")


def only_fitting(candidates: Sequence[Content], number: float, day: str | None) -> Content | None:
    """The only one of ``candidates`` of which ``number`` can be the new dose, told of ``day`` where one is told."""
    near = [one for one in candidates if _is_a_step(one, number)]
    if len({one.concept.concept_id for one in near}) > 1 and day is not None and len(day) == _WHOLE:
        weekday = DAYS[date.fromisoformat(day).weekday()].casefold()
        near = [one for one in near if weekday in (one.timing or "").casefold()]
    return near[0] if len({one.concept.concept_id for one in near}) == 1 else None


def _is_a_step(fact: Content, number: float) -> bool:
    known = number_of_dose(fact.dose)
    return known is not None and known > 0 and 1 / _STEP <= number / known <= _STEP
