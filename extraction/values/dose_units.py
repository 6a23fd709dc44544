"""The unit of a dose that was told as a bare number: the one on record, or the one that is on every package."""

from __future__ import annotations

import re
from typing import Final

from domain.values import Concept
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

DOSE_UNITS: Final = {
    "mg": "mg", "ug": "mcg", "g": "g", "U": "U", "mL": "mL", "U/mL": "U/mL", "mg/mL": "mg/mL", "ug/mL": "mcg/mL",
    "%": "%", "meq/L": "meq",
}  # fmt: skip
"""How a dose's UCUM unit is written on prescriptions."""

_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?", re.ASCII)
_FIRST_OF_SEVERAL: Final = lazy_regex(r"\d+(?:\.\d+)?(\s?(?:[^\W\d_]+|%))")
_WRITTEN: Final = frozenset({"mg", "mcg", "g", "U"})
"""Units in which a strength is told by its number alone; "two" of a spray may be puffs or bottles."""


def labelled_unit(entry: Entry | None) -> str:
    """The unit in which all products of a medicine are labelled; empty where there are several, or none is known.

    Insulin is told in units and thyroxine in micrograms: a bare number is in milligrams of those medicines alone that
    come in nothing else.
    """
    if entry is None or entry.kind != "medications":
        return ""
    unit = entry.extra.get("units", "")
    return unit if unit in _WRITTEN else ""


_MAGNITUDES: Final = {
    frozenset({"mcg", "mg"}): (("mg", 0.0, 0.999), ("mcg", 20.0, 10_000.0)),
    frozenset({"mg", "g"}): (("g", 0.0, 5.0), ("mg", 50.0, 10_000.0)),
    frozenset({"U", "mcg"}): (("U", 200.0, 100_000.0),),
}  # fmt: skip
"""Of medicines that are labelled in two units, the numbers that only one of them can have: no box of thyroxine holds
"0.1" micrograms or "75" milligrams. Between the bounds the unit stays open."""


def unit_by_magnitude(entry: Entry | None, number: float) -> str:
    """The unit that a bare ``number`` can only have of a medicine that is labelled in several; else empty."""
    if entry is None or entry.kind != "medications":
        return ""
    labelled = frozenset(entry.extra.get("units", "").split("|"))
    bounds = _MAGNITUDES.get(labelled, ())
    return next((unit for unit, low, high in bounds if low <= number <= high), "")


def number_of_dose(dose: str | None) -> float | None:
    """The first number of a dose, whatever else was recorded as one; None where it has none."""
    match = _NUMBER.search(dose or "")
    return float(match[0]) if match else None


def unit_of_dose(dose: str) -> str:
    """What stands behind the number of a dose: "mg" of "500mg", " units" of "16 units", "mg" of "5mg Mon, 4mg Tue"."""
    if "," in dose and (first := _FIRST_OF_SEVERAL.match(dose)):
        return first[1]
    at = 0
    while at < len(dose) and (dose[at].isdigit() or dose[at] in "./-+"):
        at += 1
    return dose[at:].rstrip()


def assumed_unit(concept: Concept, dose_on_record: str | None, lexicon: Lexicon, number: float | None = None) -> str:
    """The unit of a bare ``number`` that takes the place of a dose on record, else of its medicine's packages."""
    entry = lexicon.find("medications", concept.concept_id)
    only = unit_by_magnitude(entry, number) if number is not None else ""
    if only:
        return only
    return unit_of_dose(dose_on_record) if dose_on_record else labelled_unit(entry)
