"""Virtual patients: seeded, with the thesis's shares of age and disease, in three cohorts.

Shares are met exactly (to rounding), not on average, so that a study of 80 has the thesis's 28, 22 and 12 patients
with diabetes, hypertension and asthma. Sexes are even: the thesis states no share. The same arguments give the same
patients on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from domain.errors import AnamnesisError
from evaluation.study.vocabulary import Test, Vocabulary, vocabulary

SHARES = {"type_2_diabetes": 0.35, "hypertension": 0.28, "asthma": 0.15}
"""Prevalence among the patients (thesis 6)."""
YOUNGEST, OLDEST, MEAN_AGE = 18, 85, 52.3
"""Years (thesis 6)."""
COHORTS = {"Full": 0.4, "No-Meds": 0.3, "No-Trend": 0.3}
LEVELS = {"L1": 0.2, "L2": 0.4, "L3": 0.4}
ALLERGIES = {"list": 0.3, "none": 0.5, "unknown": 0.2}
"""Cohorts, levels and what is known of allergies: this study's own shares; the thesis gives none."""
AS_OF = date(2026, 3, 2)
"""The day that every card speaks for. Fixed: a study of another day would be another study."""

Cohort = Literal["Full", "No-Meds", "No-Trend"]
Level = Literal["L1", "L2", "L3"]


class InvalidStudy(AnamnesisError):
    """A study cannot be run as it is described."""

    status = "INVALID_ARGUMENT"
    reason = "INVALID_STUDY"
    advice = "Correct what is named, and run it again."


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Taken(_Frozen):
    """A medicine as it is taken; ``medicine`` and the next are ids of the vocabulary."""

    medicine: str
    dose: str
    frequency: str


class Measured(_Frozen):
    """One value of a test, in the test's own unit."""

    test: str
    day: date
    value: float


class Patient(_Frozen):
    """The truth about a patient. ``medications`` () is "takes none"; ``allergies`` None is "nobody knows"."""

    patient_id: str
    as_of: date
    age: int
    gender: Literal["female", "male"]
    cohort: Cohort
    level: Level
    diagnoses: tuple[str, ...]
    medications: tuple[Taken, ...]
    allergies: tuple[str, ...] | None
    labs: tuple[Measured, ...]
    focus: str

    @property
    def series(self) -> tuple[Measured, ...]:
        """The values of the focus test, oldest first."""
        return tuple(sorted((lab for lab in self.labs if lab.test == self.focus), key=lambda lab: lab.day))


def generate(count: int = 80, seed: int = 42) -> list[Patient]:
    """So many patients. Raises InvalidStudy for fewer than one or more than 9,999."""
    if not 1 <= count <= 9_999:
        raise InvalidStudy(f"{count} patients: from 1 to 9999 can be made.")
    words = vocabulary()
    chance = random.Random(f"patients-{seed}-{count}")  # noqa: S311 - a reproducible draw, no secret
    ages = _ages(count, chance)
    diseases = _diseases(ages, words, chance)
    cohorts: Sequence[Any] = dealt(COHORTS, count, chance)
    levels: Sequence[Any] = dealt(LEVELS, count, chance)
    allergies = dealt(ALLERGIES, count, chance)
    sexes: Sequence[Any] = dealt({"female": 0.5, "male": 0.5}, count, chance)
    patients = []
    for index in range(count):
        focus = words.conditions[diseases[index][0]].test
        known = _allergies(allergies[index], words, chance)
        taken = () if cohorts[index] == "No-Meds" else _medications(diseases[index], known or (), words, chance)
        patients.append(
            Patient(
                patient_id=f"S{seed}-{index + 1:04d}",
                as_of=AS_OF,
                age=ages[index],
                gender=sexes[index],
                cohort=cohorts[index],
                level=levels[index],
                diagnoses=diseases[index],
                medications=taken,
                allergies=known,
                labs=_labs(focus, diseases[index], cohorts[index] != "No-Trend", words, chance),
                focus=focus,
            )
        )
    return patients


def dealt(shares: dict[str, float], count: int, chance: random.Random) -> list[str]:
    """Names by share, largest remainders rounded up, in random order."""
    exact = {name: share * count for name, share in shares.items()}
    whole = {name: int(number) for name, number in exact.items()}
    missing = count - sum(whole.values())
    for name in sorted(exact, key=lambda name: whole[name] - exact[name])[:missing]:
        whole[name] += 1
    dealt = [name for name, number in whole.items() for _ in range(number)]
    chance.shuffle(dealt)
    return dealt


def _ages(count: int, chance: random.Random) -> list[int]:
    """Ages at even quantiles of a two-piece uniform distribution whose mean is ``MEAN_AGE``, in random order.

    Half of the patients are younger than a middle age m and half older, so that (18 + 2m + 85) / 4 is the mean.
    """
    middle = (4 * MEAN_AGE - YOUNGEST - OLDEST) / 2
    ages = []
    for index in range(count):
        quantile = (index + 0.5) / count
        low, high, within = (YOUNGEST, middle, quantile * 2) if quantile < 0.5 else (middle, OLDEST, quantile * 2 - 1)
        ages.append(round(low + (high - low) * within))
    chance.shuffle(ages)
    return ages


def _diseases(ages: Sequence[int], words: Vocabulary, chance: random.Random) -> list[tuple[str, ...]]:
    """Diseases of each patient, first the one whose test is followed; the thesis's three by their exact shares."""
    chosen: list[list[str]] = [[] for _ in ages]
    for disease, share in SHARES.items():
        for index in _weighted(round(share * len(ages)), [_weight(words, disease, age) for age in ages], chance):
            chosen[index].append(disease)
    others = [name for name in words.conditions if name not in SHARES]
    for index, age in enumerate(ages):
        more = chance.choice((0, 1, 1, 2)) if chosen[index] else chance.choice((1, 1, 2))
        for at in _weighted(more, [_weight(words, name, age) for name in others], chance):
            chosen[index].append(others[at])
    return [tuple(names) for names in chosen]


def _weight(words: Vocabulary, disease: str, age: int) -> int:
    return words.conditions[disease].age[0 if age < 40 else 1 if age < 65 else 2]


def _weighted(count: int, weights: Sequence[int], chance: random.Random) -> list[int]:
    """Indexes drawn without replacement, by weight (Efraimidis and Spirakis 2006); those of weight 0 come last."""
    keys = [chance.random() ** (1 / weight) if weight else -1.0 for weight in weights]
    return sorted(range(len(weights)), key=lambda index: -keys[index])[:count]


def _medications(
    diseases: Sequence[str], allergies: Sequence[str], words: Vocabulary, chance: random.Random
) -> tuple[Taken, ...]:
    """One medicine a disease, sometimes two for the first; none twice, and none that the rest of the chart forbids."""
    chosen: list[str] = []
    for rank, disease in enumerate(diseases):
        for _ in range(2 if rank == 0 and chance.random() < 0.4 else 1):
            barred = {*chosen, *diseases, *allergies}
            open_ones = [
                name
                for name in words.conditions[disease].medicines
                if name not in chosen and barred.isdisjoint(words.medicines[name].not_with)
            ]
            if open_ones:
                chosen.append(chance.choice(open_ones))
    return tuple(
        Taken(
            medicine=name,
            dose=chance.choice(words.medicines[name].doses),
            frequency=words.medicines[name].frequency,
        )
        for name in chosen
    )


def _allergies(known: str, words: Vocabulary, chance: random.Random) -> tuple[str, ...] | None:
    if known == "list":
        return tuple(chance.sample(sorted(words.allergens), chance.choice((1, 1, 2))))
    return () if known == "none" else None


def _labs(
    focus: str, diseases: Sequence[str], trend: bool, words: Vocabulary, chance: random.Random
) -> tuple[Measured, ...]:
    """Two or three values of the focus test with a direction, and the last value of another disease's test."""
    labs = _series(words.tests[focus], focus, chance.choice((2, 2, 3)) if trend else 1, chance)
    others = [test for test in dict.fromkeys(words.conditions[name].test for name in diseases) if test != focus]
    if others:
        labs += _series(words.tests[others[0]], others[0], 1, chance)
    return tuple(labs)


def _series(test: Test, name: str, count: int, chance: random.Random) -> list[Measured]:
    direction = chance.choice((-1, 1))
    value = chance.uniform(*test.range)
    days = [AS_OF - timedelta(days=chance.randint(6, 40))]
    for _ in range(count - 1):
        days.insert(0, days[0] - timedelta(days=95 + chance.randint(-6, 6)))
    series: list[Measured] = []
    for day in days:
        rounded = test.rounded(value)
        if series and series[-1].value == rounded:
            # Against the edge of the range: turn round, so that two visits always differ.
            direction = -direction
            rounded = test.rounded(series[-1].value + direction * test.step)
        series.append(Measured(test=name, day=day, value=rounded))
        value = rounded + direction * test.step * chance.uniform(0.5, 1.5)
    return series
