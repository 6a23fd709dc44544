"""What a figure is as a value of a test: does its unit fit, is it plausible, and what is it in the test's own unit?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from domain.values import Content, SlotKind
from extraction.naming.mentions import Entry
from extraction.reading.figures.figures import Figure
from extraction.values.bare_values import is_told_whole, least_bare
from extraction.values.dose_units import number_of_dose
from extraction.values.quantities import QuantityMention
from extraction.values.units import convert

_IFCC: Final = "mmol/mol"
_IFCC_LEAST, _IFCC_MOST = 20.0, 140.0
"""HbA1c in mmol/mol of living patients: 4 to 15 % by NGSP = 0.09148 * IFCC + 2.152."""

_REPORTED_WHOLE: Final = frozenset({("g/L", "g/dL"), ("umol/L", "mg/dL")})
_LIPIDS: Final = frozenset(
    {"total_cholesterol", "ldl_cholesterol", "hdl_cholesterol", "non_hdl_cholesterol", "triglycerides"}
)
_MOST_LIPID: Final = 15.0
"""Millimoles a litre up to which a whole number of a blood fat is told in them: no patient has 4 mg/dL of LDL."""
_CELLS: Final = "/uL"
_LEAST_CELLS: Final = 1000.0
_LEAST_NEUTROPHILS: Final = 100.0
"""So few are told by the microlitre ("호중구 180"): in thousands nobody has as many."""


def unit_of(entry: Entry) -> str:
    """The preferred UCUM unit of a test."""
    return entry.extra.get("unit", "")


def alternatives(entry: Entry) -> Mapping[str, str]:
    """The other units in which a test is reported, each with its factor or rule to the preferred one."""
    pairs = (pair.partition(":") for pair in entry.extra.get("alt_units", "").replace("|", ";").split(";"))
    return {unit.strip(): rule.strip() for unit, _, rule in pairs if unit.strip()}


def unit_fits(entry: Entry, quantity: QuantityMention) -> bool:
    """Whether a number has no unit, or one in which the test is reported."""
    if quantity.unit is None:
        return True
    return quantity.unit == unit_of(entry) or quantity.unit in alternatives(entry) or _same_kind(entry, quantity.unit)


def _same_kind(entry: Entry, unit: str) -> bool:
    own = unit_of(entry)
    return own in ("kg", "cm") and convert(1.0, unit, own, {}) is not None and unit not in ("mg", "ug", "g", "mm")


def stated_unit(entry: Entry, quantity: QuantityMention) -> str:
    """The unit of a figure: the stated one, else the preferred one, or the only other in which it is plausible.

    A whole number is too often a count of something to be taken for another unit, but for HbA1c in mmol/mol, for
    blood cells, whose thousands ("백혈구 4500") count nothing else, and in the units in which all of Europe reports
    haemoglobin (g/L), creatinine (umol/L), sugar and blood fats (mmol/L).
    """
    if quantity.unit is not None:
        return quantity.unit
    value = quantity.value if quantity.value is not None else quantity.low
    low, high = bounds(entry)
    own = unit_of(entry)
    if value is None or low is None or high is None or least_bare(entry.concept_id, low) <= value <= high:
        return own
    whole = float(value).is_integer()
    for unit in alternatives(entry):
        least = _LEAST_NEUTROPHILS if entry.concept_id == "neutrophils" else _LEAST_CELLS
        counted = (unit, own) in _REPORTED_WHOLE or (unit == _CELLS and value >= least)
        counted = counted or (unit == "mmol/L" and entry.concept_id in _LIPIDS and value <= _MOST_LIPID)
        counted = counted or is_told_whole(entry.concept_id, unit)
        if whole and not counted and not (unit == _IFCC and _IFCC_LEAST <= value <= _IFCC_MOST):
            continue
        converted = convert(value, unit, own, alternatives(entry))
        if converted is not None and low <= converted <= high:
            return unit
    return own


def bounds(entry: Entry) -> tuple[float | None, float | None]:
    """The least and the greatest plausible value in the preferred unit; None where the lexicon has none."""
    low, high = entry.extra.get("plausible_low", ""), entry.extra.get("plausible_high", "")
    return float(low) if low else None, float(high) if high else None


def normal(entry: Entry, quantity: QuantityMention, value: float | None) -> float | None:
    """``value`` of ``quantity`` in the test's preferred unit; as it is where the unit cannot be converted."""
    own, stated = unit_of(entry), stated_unit(entry, quantity)
    converted = None if value is None else convert(value, stated, own, alternatives(entry)) if own else value
    if converted is None:
        return value
    return converted if stated == own else round(converted, 2)


def kept_unit(entry: Entry, quantity: QuantityMention) -> str | None:
    """The unit in which the value is kept: the preferred one where it can be converted, else the stated one."""
    own, stated = unit_of(entry), stated_unit(entry, quantity)
    converted = stated == own or stated in alternatives(entry) or _same_kind(entry, stated)
    return (own if converted else stated) or None


def in_range(entry: Entry, quantity: QuantityMention) -> bool:
    """Whether the figure can be a value of the test in a living patient."""
    low, high = bounds(entry)
    value = normal(entry, quantity, quantity.value if quantity.value is not None else quantity.low)
    return value is None or low is None or high is None or low <= value <= high


def number_on_record(fact: Content) -> float | None:
    """The number of a fact on record: its value, or the first number of its dose."""
    if isinstance(fact.value, float | int) and not isinstance(fact.value, bool):
        return float(fact.value)
    return number_of_dose(fact.dose)


def number_told(fact: Content) -> float | None:
    """The number of a reading on record as it was told, in whatever unit that was."""
    try:
        return float(fact.value_stated) if fact.value_stated else number_on_record(fact)
    except ValueError:
        return number_on_record(fact)


def doses_alone(heard: Sequence[Content]) -> tuple[float, ...]:
    """The doses among facts on record that no value of a test is near: a number like them can mean nothing else."""
    numbers = [(one, number_on_record(one)) for one in heard]
    values = [number for one, number in numbers if one.slot in (SlotKind.LABS, SlotKind.VITALS) and number]
    doses = [number for one, number in numbers if one.slot is SlotKind.MEDICATIONS and number]
    return tuple(one for one in doses if not any(1 / _NEAR <= one / value <= _NEAR for value in values))


def values_alone(heard: Sequence[Content]) -> tuple[float, ...]:
    """The values of tests on record, as they were told, that no dose on record is near."""
    doses = [number_on_record(one) for one in heard if one.slot is SlotKind.MEDICATIONS]
    values = [number_told(one) for one in heard if one.slot in (SlotKind.LABS, SlotKind.VITALS)]
    return tuple(
        one for one in values if one and not any(dose and 1 / _NEAR_DOSE <= one / dose <= _NEAR_DOSE for dose in doses)
    )


_NEAR_DOSE: Final = 4.0
_NEAR: Final = 2.0


def is_number(figure: Figure, number: float) -> bool:
    """Whether a figure says this number."""
    return abs(figure.value - number) < 1e-6
