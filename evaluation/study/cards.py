"""Cards of virtual patients: the JSON that a study hands to ``ImportRecord``, with its JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from evaluation.study.patients import OLDEST, YOUNGEST, Cohort, Level, Patient
from evaluation.study.vocabulary import vocabulary


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Prescription(_Part):
    """A medicine that is taken."""

    name: str
    dosage: str
    frequency: str
    rxnorm: str


class Result(_Part):
    """One laboratory value."""

    date: date
    test: str
    value: int | float
    unit: str
    loinc: str


class Card(_Part):
    """A chart in short. A list states facts, "none" denies them, "unknown" says that nobody knows."""

    patient_id: str = Field(pattern=r"^S[0-9]+-[0-9]{4}$")
    as_of: date
    age: int = Field(ge=YOUNGEST, le=OLDEST)
    gender: Literal["female", "male"]
    cohort: Cohort
    level: Level
    diagnosis: list[str] = Field(min_length=1)
    medications: Literal["none", "unknown"] | list[Prescription]
    allergy: Literal["none", "unknown"] | list[str]
    lab_results: list[Result] = Field(min_length=1)
    focus_test: str


def card(patient: Patient) -> Card:
    """The patient's card, in canonical English names."""
    words = vocabulary()
    medications = [
        Prescription(
            name=words.medicines[taken.medicine].en,
            dosage=taken.dose,
            frequency=taken.frequency,
            rxnorm=words.medicines[taken.medicine].rxnorm,
        )
        for taken in patient.medications
    ]
    allergies = [words.allergens[name].en for name in patient.allergies or ()]
    return Card(
        patient_id=patient.patient_id,
        as_of=patient.as_of,
        age=patient.age,
        gender=patient.gender,
        cohort=patient.cohort,
        level=patient.level,
        diagnosis=[words.conditions[name].en for name in patient.diagnoses],
        medications=medications or "none",
        allergy=allergies or ("unknown" if patient.allergies is None else "none"),
        lab_results=[
            Result(
                date=lab.day,
                test=words.tests[lab.test].en,
                value=int(lab.value) if lab.value.is_integer() else lab.value,
                unit=words.tests[lab.test].unit,
                loinc=words.tests[lab.test].loinc,
            )
            for lab in sorted(patient.labs, key=lambda lab: (lab.day, lab.test))
        ],
        focus_test=words.tests[patient.focus].en,
    )


def card_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a card."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Card.model_json_schema()}


def cards_text(patients: Sequence[Patient]) -> str:
    """All cards, one JSON object a line."""
    return "".join(json.dumps(card(one).model_dump(mode="json"), ensure_ascii=False) + "\n" for one in patients)
