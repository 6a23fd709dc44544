"""How a medicine is taken, as a FHIR Dosage."""

from __future__ import annotations

import re
from typing import Any, Final

from domain.timing import Timing
from domain.values import Content
from projections.fhir_elements import SNOMED, TERMINOLOGY, UCUM, Json, coded

_TIMES: Final[dict[str, tuple[str, int, int, str]]] = {
    "QD": ("QD", 1, 1, "d"),
    "BID": ("BID", 2, 1, "d"),
    "TID": ("TID", 3, 1, "d"),
    "QID": ("QID", 4, 1, "d"),
    "QOD": ("QOD", 1, 2, "d"),
    "Q4H": ("Q4H", 1, 4, "h"),
    "Q6H": ("Q6H", 1, 6, "h"),
    "Q8H": ("Q8H", 1, 8, "h"),
    "weekly": ("WK", 1, 1, "wk"),
    "monthly": ("MO", 1, 1, "mo"),
}
"""Frequency, its timing abbreviation (GTSAbbreviation), and times in how many of which period."""

_AS_NEEDED: Final = "PRN"
_AT_BEDTIME: Final = "QHS"
_UNITS: Final = {"mg": "mg", "g": "g", "mcg": "ug", "ug": "ug", "mL": "mL", "U": "[U]", "IU": "[iU]"}
"""Units of a dose, and their UCUM codes."""

_QUANTITY: Final = re.compile(r"(\d+(?:\.\d+)?) (\w+)")
_ROUTES: Final = {
    "oral": "26643006",
    "sublingual": "37839007",
    "inhalation": "447694001",
    "ophthalmic": "54485002",
    "otic": "10547007",
    "nasal": "46713006",
    "rectal": "37161004",
    "vaginal": "16857009",
    "transdermal": "45890007",
    "intravenous": "47625008",
    "intramuscular": "78421000",
    "subcutaneous": "34206005",
    "topical": "6064005",
}
"""SNOMED CT's routes of administration."""


def dosage_of(content: Content) -> tuple[list[Json], dict[str, Any]]:
    """The dosage element, empty when nothing is known of it, and which fields it tells."""
    words = " ".join(word for word in (content.dose, content.frequency, content.timing, content.route) if word)
    if not words:
        return [], {}
    dosage: Json = {"text": words}
    told: dict[str, Any] = {}
    if content.frequency:
        dosage |= _timing(content.frequency, told)
    if content.timing and "repeat" in dosage.get("timing", {}):
        _add_times(dosage["timing"]["repeat"], content, told)
    if content.route:
        code = _ROUTES.get(content.route)
        dosage["route"] = coded(SNOMED, code, content.route) if code else {"text": content.route}
        told["route"] = content.route if code else None
    if match := _QUANTITY.fullmatch(content.dose or ""):
        value, unit = float(match[1]), match[2]
        code = _UNITS.get(unit)
        quantity = {"value": value, "unit": unit, **({"system": UCUM, "code": code} if code else {})}
        dosage["doseAndRate"] = [{"doseQuantity": quantity}]
        told["dose"] = f"{value:g} {unit}" if code else None
    return [dosage], told


def _timing(frequency: str, told: dict[str, Any]) -> Json:
    if frequency == _AS_NEEDED:
        told["frequency"] = frequency
        return {"asNeededBoolean": True}
    regular = frequency.removesuffix(f" {_AS_NEEDED}")
    needed = {"asNeededBoolean": True} if regular != frequency else {}
    if regular == _AT_BEDTIME:
        told["frequency"] = frequency
        return {"timing": {"repeat": {"when": ["HS"]}, "code": _abbreviation("BED", regular)}, **needed}
    if regular not in _TIMES:
        return {"timing": {"code": {"text": regular}}, **needed}
    told["frequency"] = frequency
    code, times, period, unit = _TIMES[regular]
    repeat = {"frequency": times, "period": period, "periodUnit": unit}
    return {"timing": {"repeat": repeat, "code": _abbreviation(code, regular)}, **needed}


def _add_times(repeat: Json, content: Content, told: dict[str, Any]) -> None:
    """Put days and times into a repeat; FHIR has places of the day or hours there, never both."""
    timing = Timing.read(content.timing)
    if (timing.places and timing.hours) or ("when" in repeat and timing.times):
        return
    fields = {
        "dayOfWeek": list(timing.days), "when": list(timing.places), "timeOfDay": [f"{one}:00" for one in timing.hours]
    }  # fmt: skip
    repeat |= {name: codes for name, codes in fields.items() if codes}
    told["timing"] = content.timing


def _abbreviation(code: str, text: str) -> Json:
    return coded(f"{TERMINOLOGY}/v3-GTSAbbreviation", code, text)
