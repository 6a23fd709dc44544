"""Virtual patients out of a folder of Synthea's FHIR R4 bundles, one patient a bundle.

A patient is reduced to what the study's vocabulary knows, for the gold of every question follows from it; how much was
left out is counted. Codes decide, never displays, which are misspelt; but a product's ingredient and strength stand in
its display alone. Names, addresses and identifiers are not read.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from evaluation.study.patients import LEVELS, OLDEST, YOUNGEST, Cohort, InvalidStudy, Measured, Patient, Taken, dealt
from evaluation.study.vocabulary import vocabulary

JSON = dict[str, Any]
_STRENGTH = re.compile(r"(\d+(?:\.\d+)?)\s?(MG|MCG)\b(?!/)", re.IGNORECASE)
MOST_LABS = 6
"""Values of one test that are kept, the latest: a virtual patient is asked about the last two."""


@dataclass(slots=True)
class Folder:
    """What a folder held: patients, and by reason how many bundles or entries were left out."""

    patients: list[Patient] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


@cache
def _codes() -> Mapping[str, Mapping[str, str]]:
    """By kind, the vocabulary's id of each code."""
    data: Any = yaml.safe_load(files("evaluation.study").joinpath("synthea.yaml").read_text(encoding="utf-8"))
    return {kind: {code: id_ for id_, codes in table.items() for code in codes} for kind, table in data.items()}


def read_folder(folder: Path, seed: int = 42) -> Folder:
    """The living adults of a folder's bundles, by file name. Raises InvalidStudy for a folder without any."""
    found, kept = Folder(), list[tuple[str, Mapping[str, Any]]]()
    for file in sorted(folder.glob("*.json")):
        resources = _resources(file)
        reduced = _reduced(resources, found.left_out) if resources else None
        if reduced is not None:
            kept.append((file.name, reduced))
        else:
            found.left_out["bundles"] += 1
    if not kept:
        raise InvalidStudy(f"{folder} holds no bundle of a living adult whose diseases this study knows.")
    levels: Sequence[Any] = dealt(LEVELS, len(kept), random.Random(f"synthea-{seed}"))  # noqa: S311 - reproducible
    for number, ((_, data), level) in enumerate(zip(kept, levels, strict=True), start=1):
        found.patients.append(Patient(patient_id=f"S0-{number:04d}", level=level, **data))
    return found


def _resources(file: Path) -> list[JSON]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidStudy(f"{file.name} cannot be read as JSON: {type(error).__name__}.") from error
    entries = data.get("entry", []) if isinstance(data, dict) else []
    return [entry["resource"] for entry in entries if isinstance(entry.get("resource"), dict)]


def _reduced(resources: Sequence[JSON], left_out: Counter[str]) -> JSON | None:
    """The fields of a patient, without id and level; None for one that the study cannot use."""
    person = next((one for one in resources if one.get("resourceType") == "Patient"), None)
    if person is None or person.get("deceasedDateTime") or person.get("deceasedBoolean"):
        return None
    as_of = max((day for one in resources if (day := _day(one)) is not None), default=None)
    if as_of is None or person.get("gender") not in ("female", "male") or "birthDate" not in person:
        return None
    age = _age(date.fromisoformat(person["birthDate"]), as_of)
    diagnoses = _diagnoses(resources, left_out)
    if not YOUNGEST <= age <= OLDEST or not diagnoses:
        return None
    labs = _labs(resources)
    focus = next((test for name in diagnoses if (test := vocabulary().conditions[name].test) in labs), None)
    focus = focus or next(iter(labs), None)
    if focus is None:
        return None
    medications = _medications(resources, left_out)
    trend = len(labs[focus]) > 1
    cohort: Cohort = "No-Meds" if not medications else "Full" if trend else "No-Trend"
    others = [values[-1] for test, values in labs.items() if test != focus][:1]
    return {
        "as_of": as_of,
        "age": age,
        "gender": person["gender"],
        "cohort": cohort,
        "diagnoses": diagnoses,
        "medications": medications,
        "allergies": _allergies(resources, left_out),
        "labs": (*labs[focus][-MOST_LABS:], *others),
        "focus": focus,
    }


def _age(born: date, at: date) -> int:
    return at.year - born.year - ((at.month, at.day) < (born.month, born.day))


def _day(resource: JSON) -> date | None:
    stated = resource.get("effectiveDateTime") or resource.get("authoredOn") or resource.get("recordedDate")
    return date.fromisoformat(stated[:10]) if isinstance(stated, str) and len(stated) >= 10 else None


def _coded(resource: JSON, element: str = "code") -> list[str]:
    return [one["code"] for one in resource.get(element, {}).get("coding", ()) if "code" in one]


def _is_active(resource: JSON) -> bool:
    return any(code in ("active", "recurrence", "relapse") for code in _coded(resource, "clinicalStatus"))


def _of(resources: Sequence[JSON], kind: str) -> Iterator[JSON]:
    return (one for one in resources if one.get("resourceType") == kind)


def _known(codes: Sequence[str], kind: str) -> str | None:
    return next((_codes()[kind][code] for code in codes if code in _codes()[kind]), None)


def _diagnoses(resources: Sequence[JSON], left_out: Counter[str]) -> tuple[str, ...]:
    found = dict[str, None]()
    for one in _of(resources, "Condition"):
        if not _is_active(one):
            continue
        if (name := _known(_coded(one), "conditions")) is not None:
            found[name] = None
        else:
            left_out["conditions"] += 1
    return tuple(found)


def _allergies(resources: Sequence[JSON], left_out: Counter[str]) -> tuple[str, ...] | None:
    """Known allergies; None, for nobody knows, where a chart is silent or knows only others."""
    found = dict[str, None]()
    for one in _of(resources, "AllergyIntolerance"):
        if (name := _known(_coded(one), "allergens")) is not None:
            found[name] = None
        else:
            left_out["allergies"] += 1
    return tuple(found) or None


def _labs(resources: Sequence[JSON]) -> dict[str, list[Measured]]:
    """Values by test, oldest first, one a day; only values in the test's own unit."""
    found: dict[str, dict[date, Measured]] = {}
    for one in _of(resources, "Observation"):
        test, day, quantity = _known(_coded(one), "tests"), _day(one), one.get("valueQuantity", {})
        value, unit = quantity.get("value"), quantity.get("unit", "").replace("{1.73_m2}", "1.73m2")
        if test is None or day is None or not isinstance(value, int | float):
            continue
        known = vocabulary().tests[test]
        if unit == known.unit:
            found.setdefault(test, {})[day] = Measured(test=test, day=day, value=round(float(value), known.decimals))
    return {test: [values[day] for day in sorted(values)] for test, values in found.items()}


def _medications(resources: Sequence[JSON], left_out: Counter[str]) -> tuple[Taken, ...]:
    """Active prescriptions, the latest of one ingredient; how often is the vocabulary's, for Synthea rarely says."""
    found = dict[str, Taken]()
    for one in sorted(_of(resources, "MedicationRequest"), key=lambda one: str(one.get("authoredOn", ""))):
        if one.get("status") != "active":
            continue
        display = " ".join(
            coding.get("display", "") for coding in one.get("medicationCodeableConcept", {}).get("coding", ())
        )
        name = _ingredient(display)
        strength = _STRENGTH.search(display)
        if name is None or strength is None:
            left_out["medications"] += 1
            continue
        dose = f"{float(strength[1]):g}{strength[2].lower()}"
        found[name] = Taken(medicine=name, dose=dose, frequency=vocabulary().medicines[name].frequency)
    return tuple(found.values())


def _ingredient(display: str) -> str | None:
    """The vocabulary's medicine whose name stands in a product's display; None for products of several."""
    if " / " in display:
        return None
    folded = display.casefold()
    return next((id_ for id_, one in vocabulary().medicines.items() if one.en.casefold() in folded), None)
