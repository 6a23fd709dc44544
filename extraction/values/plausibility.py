"""What cannot be so, or is so unusual that it is asked about: one guard over every claim, whoever has read it.

A value outside what a living patient can have, by the lexicon's bounds of its test, is a slip of the tongue or the pen.
A dose far above the usual maximum is recorded and marked, for it may be what the patient takes, and is then an
emergency.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from domain.ages import DAYS, MONTHS, WEEKS, YEARS
from domain.proposals import Doubt, Operation, Proposal
from domain.values import Content, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_forms import dose_limits
from extraction.values.dose_schedules import most_of_day, schedule_of

UNUSUAL: Final = 3.0
"""A dose is asked about above so many times the usual maximum of a day: specialists exceed it, but hardly that far."""

OLDEST: Final = 130
"""Years; the longest life on record is 122."""
_OLDEST_IN: Final = {MONTHS: (120, "months"), WEEKS: (260, "weeks"), DAYS: (1830, "days")}
"""The same of ages in the units of the youngest: a baby of 170 days is half a year old."""

_TABLES: Final[Mapping[SlotKind, Kind]] = {SlotKind.LABS: "labs", SlotKind.VITALS: "vitals"}
_DOSE: Final = lazy_regex(r"\s*(-?\d+(?:\.\d+)?(?:[-/]\d+(?:\.\d+)?)*)\s*(mcg|ug|µg|μg|mg|g)\b\.?\s*", re.IGNORECASE)
_MILLIGRAMS: Final = {"mcg": 0.001, "ug": 0.001, "µg": 0.001, "μg": 0.001, "mg": 1.0, "g": 1000.0}
_TIMES: Final = {"QD": 1, "QHS": 1, "BID": 2, "TID": 3, "QID": 4}
_EVERY: Final = lazy_regex(r"Q(\d{1,2})H")
_COUNTED: Final = lazy_regex(r"(?:\d{1,2}-)?(\d{1,2})/day")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the value of a test can be, in its own unit."""

    low: float
    high: float
    unit: str

    def __str__(self) -> str:
        return f"{self.low:g} to {self.high:g} {self.unit}".strip()


def bounds_of(content: Content, lexicon: Lexicon) -> Bounds | None:
    """The bounds of the value of ``content``; None where its test has none, or the value is in another unit."""
    if content.concept.concept_id == "age" and content.slot is SlotKind.DEMOGRAPHICS:
        most, unit = _OLDEST_IN.get(content.unit or YEARS, (OLDEST, "years"))
        return Bounds(0, most, unit)
    table = _TABLES.get(content.slot)
    entry = lexicon.find(table, content.concept.concept_id) if table is not None else None
    low, high = (entry.extra.get(f"plausible_{end}") if entry is not None else None for end in ("low", "high"))
    if entry is None or not low or not high:
        return None
    unit = entry.extra.get("unit", "")
    return Bounds(float(low), float(high), unit) if content.unit in (None, "", unit) else None


def is_impossible(content: Content, lexicon: Lexicon) -> bool:
    """Whether a value, or an end of its range, lies outside of its bounds."""
    bounds = bounds_of(content, lexicon)
    ends = (content.value, content.value_low, content.value_high)
    numbers = [float(end) for end in ends if isinstance(end, int | float) and not isinstance(end, bool)]
    return bounds is not None and any(not bounds.low <= number <= bounds.high for number in numbers)


def is_unusual_dose(content: Content, widest: float = UNUSUAL) -> bool:
    """Whether a dose, or what it comes to in a day, is above ``widest`` times the usual maximum of its medicine."""
    most = dose_limits().get(content.concept.concept_id) if content.slot is SlotKind.MEDICATIONS else None
    if most is not None and (scheduled := schedule_of(content.dose)):
        factor = _MILLIGRAMS.get(scheduled[0].unit.lower())
        return factor is not None and most_of_day(scheduled) * factor > widest * most
    match = _DOSE.fullmatch(content.dose or "")
    if most is None or match is None:
        return False
    parts = [float(part) for part in re.split(r"(?<=\d)[-/]", match[1])]
    return max(parts) * _MILLIGRAMS[match[2].lower()] * _times_a_day(content.frequency) > widest * most


def doubt_of(content: Content, lexicon: Lexicon) -> Doubt | None:
    """What there is to ask about a content; None where nothing is."""
    if is_impossible(content, lexicon):
        return Doubt.IMPLAUSIBLE_VALUE
    return Doubt.UNUSUAL_DOSE if is_unusual_dose(content) else None


def doubted(proposal: Proposal, lexicon: Lexicon) -> Proposal:
    """``proposal`` with what there is to ask about it."""
    if proposal.content is None or proposal.operation in (Operation.MENTION, Operation.RETRACT):
        return proposal
    doubt = doubt_of(proposal.content, lexicon)
    return proposal if doubt is None else proposal.with_fields(doubt=doubt)


def _times_a_day(frequency: str | None) -> float:
    code = (frequency or "").strip()
    if match := _EVERY.fullmatch(code.upper()):
        return 24 / max(1, int(match[1]))
    if match := _COUNTED.fullmatch(code):
        return int(match[1])
    return _TIMES.get(code.upper(), 1)
