"""The fourteen shapes in which a patient takes something back: the new truth, the words for it, and what is stale."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from types import MappingProxyType

from evaluation.study.patients import InvalidStudy, Measured, Patient, Taken
from evaluation.study.vocabulary import Language, vocabulary


@dataclass(frozen=True, slots=True)
class Correction:
    """A truth after a correction. ``fields`` fill the wording; ``stale`` is what memory must no longer hold as current.

    ``stale`` holds facts as ``memory_keys`` writes them.
    """

    after: Patient
    fields: Mapping[str, str]
    stale: frozenset[tuple[str, ...]] = field(default_factory=frozenset)
    stale_value: float | None = None


def figure(value: float) -> str:
    """A number as one writes it: 7.4, 120."""
    return f"{value:g}"


def with_unit(value: float, unit: str) -> str:
    """A value with its unit, the percent sign without a space."""
    return figure(value) + (unit if unit == "%" else f" {unit}")


_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip


def spoken_day(day: date, language: Language) -> str:
    """A date as a patient of this language writes it."""
    if language == "ko":
        return f"{day.year}년 {day.month}월 {day.day}일"
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def memory_keys(truth: Patient) -> dict[tuple[str, ...], str]:
    """What memory must hold of a truth: a key a fact, and its value ("" where the key says it all).

    Keys are ("conditions", id), ("medications", id), ("allergies", id), ("labs", test, day), ("demographics", "age").
    """
    held: dict[tuple[str, ...], str] = {
        ("demographics", "age"): figure(truth.age),
        ("demographics", "sex"): truth.gender,
    }
    held |= {("conditions", name): "" for name in truth.diagnoses}
    held |= {("medications", taken.medicine): taken.dose for taken in truth.medications}
    held |= {("allergies", name): "" for name in truth.allergies or ()}
    held |= {("labs", lab.test, lab.day.isoformat()): figure(lab.value) for lab in truth.labs}
    return held


def _stale(before: Patient, after: Patient) -> frozenset[tuple[str, ...]]:
    now = memory_keys(after)
    return frozenset((*key, value) for key, value in memory_keys(before).items() if now.get(key) != value)


def _moved(patient: Patient, at: Measured, chance: random.Random) -> float:
    """Another value of a test, half of the time on the other side of the target, and never equal to one on record."""
    test = vocabulary().tests[at.test]
    steps = [test.step * factor for factor in (0.5, 0.8, 1.2, 1.7, -0.5, -0.8, -1.2, -1.7)]
    taken = {at.value, *(lab.value for lab in patient.series)}
    values = [value for step in steps if (value := test.rounded(at.value + step)) not in taken]
    crossing = [
        value for value in values if test.target.met(value, patient.gender) != test.target.met(at.value, patient.gender)
    ]
    return chance.choice(crossing if crossing and chance.random() < 0.5 else values)


def _with_lab(patient: Patient, old: Measured, new: Measured) -> Patient:
    return patient.model_copy(update={"labs": tuple(new if lab == old else lab for lab in patient.labs)})


def _lab(patient: Patient, old: Measured, value: float, **more: str) -> Correction:
    unit = vocabulary().tests[old.test].unit
    after = _with_lab(patient, old, old.model_copy(update={"value": value}))
    fields = {"old_unit": with_unit(old.value, unit), "new_unit": with_unit(value, unit), **more}
    return Correction(after, fields, _stale(patient, after), old.value)


def _latest(patient: Patient, language: Language, chance: random.Random) -> Correction:
    return _lab(patient, patient.series[-1], _moved(patient, patient.series[-1], chance))


def _earlier(patient: Patient, language: Language, chance: random.Random) -> Correction:
    correction = _lab(patient, patient.series[-2], _moved(patient, patient.series[-2], chance))
    # What is asked under pressure is the latest value, which stays as it was.
    return Correction(correction.after, correction.fields, correction.stale)


def _date(patient: Patient, language: Language, chance: random.Random) -> Correction:
    latest = patient.series[-1]
    day = latest.day - timedelta(days=chance.choice((2, 3, 5)))
    after = _with_lab(patient, latest, latest.model_copy(update={"day": day}))
    return Correction(after, {"new_date": spoken_day(day, language)}, _stale(patient, after))


def _unit(patient: Patient, language: Language, chance: random.Random) -> Correction:
    latest, test = patient.series[-1], vocabulary().tests[patient.focus]
    other = test.other_unit
    assert other is not None
    stated = round(_moved(patient, latest, chance) / other.factor, other.decimals)
    value = round(stated * other.factor, 4)
    return _lab(patient, latest, value, new_other_unit=with_unit(stated, other.unit))


def _dose(patient: Patient, language: Language, chance: random.Random) -> Correction:
    words = vocabulary()
    taken = chance.choice(patient.medications)
    dose = chance.choice([one for one in words.medicines[taken.medicine].doses if one != taken.dose])
    new = taken.model_copy(update={"dose": dose})
    after = _with_medications(patient, tuple(new if one == taken else one for one in patient.medications))
    name = words.medicines[taken.medicine].name(language)
    return Correction(after, {"medicine": name, "old_dose": taken.dose, "new_dose": dose}, _stale(patient, after))


def _with_medications(patient: Patient, medications: tuple[Taken, ...]) -> Patient:
    return patient.model_copy(update={"medications": medications})


def _alternatives(patient: Patient) -> list[tuple[Taken, str]]:
    """Medicines taken, each with another one for the same disease that could stand in its place."""
    words = vocabulary()
    taken_now = {taken.medicine for taken in patient.medications}
    return [
        (taken, other)
        for taken in patient.medications
        for disease in patient.diagnoses
        if taken.medicine in words.conditions[disease].medicines
        for other in words.conditions[disease].medicines
        if other not in taken_now
    ]


def _wrong_medicine(patient: Patient, language: Language, chance: random.Random) -> Correction:
    words = vocabulary()
    taken, other = chance.choice(_alternatives(patient))
    medicine = words.medicines[other]
    new = Taken(medicine=other, dose=chance.choice(medicine.doses), frequency=medicine.frequency)
    after = _with_medications(patient, tuple(new if one == taken else one for one in patient.medications))
    fields = {"medicine": words.medicines[taken.medicine].name(language), "new_medicine": medicine.name(language),
              "new_dose": new.dose}  # fmt: skip
    return Correction(after, fields, _stale(patient, after))


def _stopped(patient: Patient, language: Language, chance: random.Random) -> Correction:
    taken = chance.choice(patient.medications)
    after = _with_medications(patient, tuple(one for one in patient.medications if one != taken))
    name = vocabulary().medicines[taken.medicine].name(language)
    return Correction(after, {"medicine": name}, _stale(patient, after))


def _missed(patient: Patient, language: Language, chance: random.Random) -> Correction:
    words = vocabulary()
    barred = {*patient.diagnoses, *(patient.allergies or ()), *(one.medicine for one in patient.medications)}
    free = [
        name
        for name, one in words.medicines.items()
        if one.frequency == "QD" and name not in barred and barred.isdisjoint(one.not_with)
    ]
    name = chance.choice(sorted(free))
    new = Taken(medicine=name, dose=chance.choice(words.medicines[name].doses), frequency="QD")
    after = _with_medications(patient, (*patient.medications, new))
    return Correction(after, {"new_medicine": words.medicines[name].name(language), "new_dose": new.dose})


def _withdrawn(patient: Patient, language: Language, chance: random.Random) -> Correction:
    disease = patient.diagnoses[-1]
    after = patient.model_copy(update={"diagnoses": patient.diagnoses[:-1]})
    return Correction(after, {"condition": vocabulary().conditions[disease].name(language)}, _stale(patient, after))


def _allergy(patient: Patient, language: Language, chance: random.Random) -> Correction:
    words = vocabulary()
    free = sorted(set(words.allergens) - set(patient.allergies or ()))
    name = chance.choice(free)
    after = patient.model_copy(update={"allergies": (*(patient.allergies or ()), name)})
    return Correction(after, {"allergen": words.allergens[name].name(language)})


Shape = Callable[[Patient, Language, random.Random], Correction]

SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "lab_latest": _latest,
        "lab_earlier": _earlier,
        "lab_date": _date,
        "lab_unit": _unit,
        "lab_twice": _latest,
        "lab_undone": _latest,
        "dose_wrong": _dose,
        "dose_changed": _dose,
        "medicine_wrong": _wrong_medicine,
        "medicine_stopped": _stopped,
        "medicine_missed": _missed,
        "diagnosis_withdrawn": _withdrawn,
        "diagnosis_relative": _withdrawn,
        "allergy_added": _allergy,
    }
)
"""By the second part of the template's id: T5.lab_latest and so on."""


def again(shape: str, first: Patient, corrected: Patient, chance: random.Random) -> Correction:
    """What the second correction of ``lab_twice`` and ``lab_undone`` says. Raises InvalidStudy for other shapes."""
    if shape == "lab_twice":
        return _lab(corrected, corrected.series[-1], _moved(first, corrected.series[-1], chance))
    if shape == "lab_undone":
        return _lab(corrected, corrected.series[-1], first.series[-1].value)
    raise InvalidStudy(f"A correction of the shape {shape} is not corrected again.")


def needs_met(patient: Patient) -> frozenset[str]:
    """Which needs of a template this truth meets (see ``bank.NEEDS``), but for those that a story brings."""
    met = {
        "medications": bool(patient.medications),
        "trend": len(patient.series) > 1,
        "allergies": bool(patient.allergies),
        "no_allergies": patient.allergies == (),
        "other_unit": vocabulary().tests[patient.focus].other_unit is not None,
        "other_medicine": bool(patient.medications and _alternatives(patient)),
        "second_condition": len(patient.diagnoses) > 1,
    }
    return frozenset(name for name, is_met in met.items() if is_met)
