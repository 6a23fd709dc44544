"""How often a medicine is taken, and when: FHIR Timing as the codes of frequencies and of :mod:`domain.timing`."""

from __future__ import annotations

from typing import Any, Final

from domain.timing import DAYS, HOUR, PLACES, Timing
from extraction.records.fhir.elements import coded, member, sentence
from extraction.records.reader import Node, number_of
from extraction.values.frequencies import find_frequency

_ABBREVIATIONS: Final = {
    "QD": "QD", "BID": "BID", "TID": "TID", "QID": "QID", "QOD": "QOD", "AM": "QD", "PM": "QD", "BED": "QHS",
    "WK": "weekly", "MO": "monthly", "Q1H": "Q1H", "Q2H": "Q2H", "Q3H": "Q3H", "Q4H": "Q4H", "Q6H": "Q6H",
    "Q8H": "Q8H", "Q12H": "Q12H",
}  # fmt: skip
"""FHIR R4's timing abbreviations (GTSAbbreviation)."""

_DAILY: Final = {1: "QD", 2: "BID", 3: "TID", 4: "QID"}
_ONCE_IN: Final = {
    ("d", 1): "QD", ("d", 2): "QOD", ("d", 7): "weekly", ("d", 14): "q2wk", ("h", 24): "QD", ("h", 48): "QOD",
    ("wk", 1): "weekly", ("mo", 1): "monthly", ("a", 1): "yearly",
}  # fmt: skip
_INTERVALS: Final = {"h": "Q{}H", "d": "Q{}D", "wk": "q{}wk", "mo": "q{}mo", "a": "q{}y"}
_PERIODS: Final = {"d": "day", "wk": "week", "mo": "month", "a": "year"}
_AT: Final = {"AM": "MORN", "PM": "AFT"}
"""The abbreviations that name a time of the day."""
_BEDTIME: Final = frozenset({"HS", "NIGHT"})
AS_NEEDED: Final = "PRN"


def frequency_of(dosage: Node) -> str | None:
    """The frequency of a Dosage by its timing, else by its text; "PRN" alone or after it when taken as needed."""
    timing = member(dosage, "timing")
    regular = _of_timing(timing) if timing is not None else None
    if regular is None and (found := find_frequency(sentence(dosage, "text"))):
        regular = found.code
    as_needed = dosage.values.get("asNeededBoolean") is True or dosage.has("asNeededCodeableConcept")
    if not as_needed or (regular or "").endswith(AS_NEEDED):
        return regular
    return f"{regular} {AS_NEEDED}" if regular else AS_NEEDED


def timing_of(dosage: Node, frequency: str | None) -> str | None:
    """The days and times of a Dosage; a bedtime that the frequency tells is not told twice."""
    timing = member(dosage, "timing")
    if timing is None:
        return None
    repeat = member(timing, "repeat")
    codes = {one for name in ("dayOfWeek", "when", "timeOfDay") for one in _listed(repeat, name)}
    code = coded(timing, "code")
    codes |= {_AT[name] for name in [code.code() if code is not None else None] if name in _AT and not codes}
    known = {one for one in codes if one in DAYS or one in PLACES or HOUR.fullmatch(one)}
    return Timing.of(known - _BEDTIME if frequency == "QHS" else known).written()


def _listed(repeat: Node | None, name: str) -> list[str]:
    told: Any = repeat.values.get(name) if repeat is not None else None
    words = [one for one in told if isinstance(one, str)] if isinstance(told, list) else []
    return [word[:5] if name == "timeOfDay" else word.partition(".")[0] for word in words]


def _of_timing(timing: Node) -> str | None:
    code = coded(timing, "code")
    if code is not None and (known := _ABBREVIATIONS.get(code.code() or "")):
        return known
    repeat = member(timing, "repeat")
    regular = _of_repeat(repeat) if repeat is not None else None
    if regular is None and code is not None:
        found = find_frequency(code.words)
        regular = found.code if found else code.words
    return regular


def _of_repeat(repeat: Node) -> str | None:
    when: Any = repeat.values.get("when")
    if isinstance(when, list) and any(word in _BEDTIME for word in when):
        return "QHS"
    unit = repeat.text("periodUnit")
    if unit is None:
        return _DAILY.get(len(when)) if isinstance(when, list) else None
    period = number_of(repeat.values.get("period"), repeat.at("period"))
    times = number_of(repeat.values.get("frequency", 1), repeat.at("frequency"))
    if times == 1:
        return _once_in(period, unit)
    if (unit, period) == ("d", 1):
        return _DAILY.get(int(times), f"{times:g}/day")
    if unit == "h" and times and period:
        return _once_in(period / times, unit)
    return f"{times:g}/{_PERIODS[unit]}" if period == 1 and unit in _PERIODS else None


def _once_in(period: float, unit: str) -> str | None:
    if known := _ONCE_IN.get((unit, int(period))) if period == int(period) else None:
        return known
    return _INTERVALS[unit].format(f"{period:g}") if unit in _INTERVALS else None
