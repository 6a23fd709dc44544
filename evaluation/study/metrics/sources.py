"""What a faithful answer may rest on: the facts of the truth, the patient's own words, and the documents it cites."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from evaluation.study.corrections import spoken_day
from evaluation.study.rows import TurnRow
from evaluation.study.vocabulary import vocabulary

_DRAWN_UP = "환자 기록 patient record on file"
"""Answers say where a fact is from; that is no claim of its own."""


def facts_of(row: TurnRow) -> str:
    """The truth after a turn as a record would print it, in both languages, with what the patient said in this turn.

    Facts support together: one sentence may rest on two of them.
    """
    return "\n".join([*_fact_texts(_Frozen(row.truth)), row.message])


def documents_of(row: TurnRow) -> list[str]:
    """The texts of the documents that the answer cites; a document that it doesn't cite supports nothing in it."""
    return [one.text for one in row.contexts if one.id in row.citations]


class _Frozen(dict[str, Any]):
    """A truth that can be a key of a cache: turns of one conversation share it."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(repr(sorted(self.items())))


@lru_cache(maxsize=256)
def _fact_texts(truth: Mapping[str, Any]) -> tuple[str, ...]:
    words = vocabulary()
    found = [_DRAWN_UP]
    if "age" in truth:
        found.append(f"나이 {truth['age']}세, age {truth['age']} years {truth.get('gender', '')}")
    for name in truth.get("diagnoses") or ():
        names = words.conditions[name].names if name in words.conditions else (name,)
        found.append(f"진단 질환 diagnosis condition: {' '.join(names)}")
    for taken in truth.get("medications") or ():
        medicine, often = words.medicines.get(taken["medicine"]), words.frequencies.get(taken.get("frequency", ""))
        called = " ".join(medicine.names) if medicine else str(taken["medicine"])
        spoken = f"{often.ko} {often.en}" if often else ""
        found.append(f"복용 약 medicine taken: {called} {taken.get('dose', '')} {spoken}")
    for name in truth.get("allergies") or ():
        names = words.allergens[name].names if name in words.allergens else (name,)
        found.append(f"알레르기 allergy: {' '.join(names)}")
    return (*found, *(_lab_text(lab) for lab in truth.get("labs") or ()))


def _lab_text(lab: Mapping[str, Any]) -> str:
    test, day = vocabulary().tests.get(lab["test"]), date.fromisoformat(lab["day"])
    names, unit = (" ".join(test.names), test.unit) if test else (lab["test"], "")
    days = f"{spoken_day(day, 'ko')} {spoken_day(day, 'en')} {day.isoformat()}"
    return f"최근 이전 검사 수치 latest previous test value: {names} {lab['value']:g} {unit} {days}"
