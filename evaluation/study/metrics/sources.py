"""What a faithful answer may rest on: the truth and what follows from it, what the patient said, what is cited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import Any

from evaluation.study.corrections import spoken_day
from evaluation.study.gold import cues
from evaluation.study.rows import TurnRow
from evaluation.study.vocabulary import vocabulary

_DRAWN_UP = "환자 기록했습니다 정정했습니다 제외 patient recorded corrected changed record on file"
"""Answers say where a fact is from and what they did with it; that is no claim of its own."""
_CUES: Mapping[str, str] = {"medications": "medicines", "allergies": "allergies"}
_SEX: Mapping[str, str] = {"male": "남성 남자", "female": "여성 여자"}
_NAMES: Mapping[str, str] = {
    "diagnoses": "진단 질환 diagnosis condition",
    "medications": "복용 복용약 약 medicine medication taken",
    "allergies": "알레르기 allergy allergies",
}


def facts_of(row: TurnRow) -> str:
    """The truth after a turn as a record would print it, in both languages, with what the patient said in this turn.

    Facts support together: one sentence may rest on two of them. What was said stands there before its typing errors
    and spoken figures, too.
    """
    return "\n".join([*_fact_texts(_Frozen(row.truth)), row.question, row.message])


def documents_of(row: TurnRow) -> list[str]:
    """The texts of the documents that the answer cites; a document that it doesn't cite supports nothing in it."""
    return [one.text for one in row.contexts if one.id in row.citations]


def denied_wrongly(row: TurnRow, claim: str) -> bool:
    """Whether a claim says that there are no medicines, or no allergies, and the truth has some or knows of none.

    Terms alone cannot tell: the word for "none" may stand in the record beside another name.
    """
    text = claim.casefold()
    if any(cue in text for cue in cues("unrecorded")) or not any(cue in text for cue in cues("none")):
        return False
    spoken = [field for field in ("medications", "allergies") if any(cue in text for cue in cues(_CUES[field]))]
    return bool(spoken) and all(field in row.truth and row.truth[field] not in ([], ()) for field in spoken)


class _Frozen(dict[str, Any]):
    """A truth that can be a key of a cache: turns of one conversation share it."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(repr(sorted(self.items())))


@lru_cache(maxsize=256)
def _fact_texts(truth: Mapping[str, Any]) -> tuple[str, ...]:
    words = vocabulary()
    found = [_DRAWN_UP]
    if "age" in truth:
        gender = str(truth.get("gender", ""))
        found.append(f"나이 {truth['age']}세, age {truth['age']} years 성별 sex {_SEX.get(gender, '')} {gender}")
    found += _absences(truth)
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
    labs = truth.get("labs") or ()
    return (
        *found,
        *(_lab_text(lab) for lab in labs),
        *_judged(truth, [lab for lab in labs if lab["test"] in words.tests]),
    )


def _absences(truth: Mapping[str, Any]) -> list[str]:
    """That there is none of something, or that nobody knows."""
    none, unknown = "없음 없습니다 없다고 none no", "확인되지 않음 모릅니다 모른다고 not known unknown not sure"
    found = [f"{name} {none}" for field, name in _NAMES.items() if field in truth and truth[field] in ([], ())]
    return [*found, *(f"{name} {unknown}" for field, name in _NAMES.items() if field in truth and truth[field] is None)]


def _judged(truth: Mapping[str, Any], labs: Sequence[Mapping[str, Any]]) -> list[str]:
    """What follows from the values of the test that the conversation is about: the change, and the target's verdict."""
    series = sorted((lab for lab in labs if lab["test"] == truth.get("focus")), key=lambda lab: str(lab["day"]))
    if not series:
        return []
    test, value, gender = vocabulary().tests[series[-1]["test"]], series[-1]["value"], str(truth.get("gender", ""))
    bound, low = test.target.bound(gender), test.target.below is None
    side = "낮습니다 below" if low else "높습니다 above"
    verdict = (
        "범위 안에 있습니다 within" if test.target.met(value, gender) else f"범위를 벗어나 목표보다 {side} outside"
    )
    found = [f"목표 {verdict} target {bound:g} {'이상 at least' if low else '미만 under'}: {' '.join(test.names)}"]
    for before, after in pairwise(series):
        change = round(after["value"] - before["value"], 6)
        words = "증가 올랐 increased rose up" if change > 0 else "감소 내렸 decreased fell down"
        found.append(
            f"{words}했습니다 변화 차이 change difference by from to %p {abs(change):g}: {' '.join(test.names)}"
        )
    return found


def _lab_text(lab: Mapping[str, Any]) -> str:
    test, day = vocabulary().tests.get(lab["test"]), date.fromisoformat(lab["day"])
    names, unit = (" ".join(test.names), test.unit) if test else (lab["test"], "")
    days = f"{spoken_day(day, 'ko')} {spoken_day(day, 'en')} {day.isoformat()}"
    if test and test.other_unit:
        unit += f" {lab['value'] / test.other_unit.factor:.{test.other_unit.decimals}f} {test.other_unit.unit}"
    return f"최근 이전 검사 수치 latest previous test value: {names} {lab['value']:g} {unit} {days}"
