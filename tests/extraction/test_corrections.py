from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Concept, Content, SlotKind
from extraction.rules.pipeline import Extractor

SAID_AT = datetime.fromisoformat("2025-03-10T12:00:00+09:00")
HBA1C = Content(
    slot=SlotKind.LABS, concept=Concept(concept_id="hba1c", name="HbA1c"), value=6.0, unit="%", valid_from="2025-02-01"
)


def read(extractor: Extractor, text: str, *spoken_of: Content) -> tuple[Proposal, ...]:
    return extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul", spoken_of=spoken_of).proposals


def of(proposals: tuple[Proposal, ...], operation: Operation) -> Proposal:
    (found,) = [one for one in proposals if one.operation is operation]
    return found


def target(proposal: Proposal) -> dict[str, Any]:
    if proposal.target is None:
        return {}
    return {name: value for name, value in proposal.target.plain().items() if (name, value) != ("subject", PATIENT)}


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("당화혈색소는 6.1이 아니라 6.8이에요.", 6.8, {"old": 6.1}),
        ("아까 당화혈색소 최근값이 6.1%라고 했는데 사실은 6.8%였어요.", 6.8, {"old": 6.1, "which": "latest"}),
        ("이전 당화혈색소 6.1%라 한 거, 실은 6.8%입니다.", 6.8, {"old": 6.1, "which": "previous"}),
        ("2024년 5월 2일 당화혈색소가 6.8%네요. 6.1%는 제 착각이었어요.", 6.8, {"old": 6.1, "date": "2024-05-02"}),
        ("당화혈색소를 잘못 말했어요, 6.8%예요.", 6.8, {"which": "latest"}),
        ("My A1c wasn't 6.1, it was 6.8.", 6.8, {"old": 6.1}),
        ("The latest A1c is 6.8%, not 6.1%.", 6.8, {"old": 6.1, "which": "latest"}),
        ("The previous A1c I gave as 6.1% is really 6.8%.", 6.8, {"old": 6.1, "which": "previous"}),
    ],
)
def test_a_wrong_value_names_what_it_replaces(
    extractor: Extractor, text: str, value: float, expected: dict[str, Any]
) -> None:
    proposal = of(read(extractor, text), Operation.CORRECT)
    assert proposal.content is not None
    assert proposal.content.value == value
    assert target(proposal) == {"slot": "labs", "concept_id": "hba1c", **expected}


def test_a_repair_in_one_breath_corrects_nothing(extractor: Extractor) -> None:
    for text in ("공복혈당이 141, 아니 151이에요.", "My glucose was 141, no wait, 151."):
        (proposal,) = read(extractor, text)
        assert proposal.operation is Operation.ASSERT
        assert proposal.content is not None
        assert proposal.content.value == 151


def test_a_correction_without_a_name_is_understood_from_what_was_spoken_of(extractor: Extractor) -> None:
    proposal = of(read(extractor, "다시 보니 6.0%가 아니라 6.8%가 맞네요.", HBA1C), Operation.CORRECT)
    assert proposal.content is not None
    assert (proposal.content.concept.concept_id, proposal.content.value, proposal.content.unit) == ("hba1c", 6.8, "%")
    assert target(proposal)["old"] == 6.0


def test_another_unit_is_converted(extractor: Extractor) -> None:
    proposal = of(read(extractor, "당화혈색소는 6.2%가 아니라 48 mmol/mol이었어요."), Operation.CORRECT)
    assert proposal.content is not None
    assert proposal.content.value == pytest.approx(6.54, abs=0.01)
    assert (proposal.content.value_stated, proposal.content.unit_stated) == ("48", "mmol/mol")


@pytest.mark.parametrize(
    "text",
    [
        "당화혈색소 검사 날짜를 잘못 말했어요. 2025년 1월 2일이 아니라 2025년 1월 9일이에요. 값 6.0%는 맞아요.",
        "I gave the wrong date for my A1c. It was 9 Jan 2025, not 2 Jan 2025. The value 6.0% is right.",
    ],
)
def test_a_wrong_date(extractor: Extractor, text: str) -> None:
    proposal = of(read(extractor, text), Operation.CORRECT)
    assert proposal.content is not None
    assert (proposal.content.valid_from, proposal.content.value, proposal.fields) == ("2025-01-09", 6.0, ("date",))
    assert target(proposal) == {"slot": "labs", "concept_id": "hba1c", "date": "2025-01-02"}


@pytest.mark.parametrize(
    ("text", "dose", "frequency", "old"),
    [
        ("로사르탄 용량을 잘못 말했어요. 50mg이 아니라 100mg입니다.", "100mg", None, "50mg"),
        ("약 봉투를 보니 로사르탄이 100mg이네요. 아까 50mg이라고 한 건 틀렸어요.", "100mg", None, "50mg"),
        ("로사르탄 하루 한 번이 아니라 두 번 먹어요.", None, "BID", "QD"),
        ("It's losartan 100, not 50.", "100mg", None, "50mg"),
    ],
)
def test_a_wrong_dose_or_frequency(
    extractor: Extractor, text: str, dose: str | None, frequency: str | None, old: str
) -> None:
    proposal = of(read(extractor, text), Operation.CORRECT)
    assert proposal.content is not None
    assert (proposal.content.dose, proposal.content.frequency) == (dose, frequency)
    assert target(proposal) == {"slot": "medications", "concept_id": "losartan", "old": old}


@pytest.mark.parametrize(
    "text",
    [
        "암로디핀이 아니라 로사르탄이었네요, 50mg요.",
        "아까 암로디핀이라고 한 약은 잘못 말한 거예요. 실제로는 로사르탄 50mg을 먹어요.",
        "It was losartan 50mg, not amlodipine; I mixed the names up.",
    ],
)
def test_a_wrong_medicine(extractor: Extractor, text: str) -> None:
    proposal = of(read(extractor, text), Operation.CORRECT)
    assert proposal.content is not None
    assert (proposal.content.concept.concept_id, proposal.content.dose) == ("losartan", "50mg")
    assert target(proposal) == {"slot": "medications", "concept_id": "amlodipine"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("로사르탄을 한 달 전부터 50mg에서 100mg으로 올렸어요.", ("100mg", "50mg", "2025-02")),
        ("They raised my losartan from 50 mg to 100 mg.", ("100mg", "50mg", None)),
        ("로사르탄이 100mg으로 늘었어요.", ("100mg", None, None)),
    ],
)
def test_a_changed_dose_is_no_correction(
    extractor: Extractor, text: str, expected: tuple[str, str | None, str | None]
) -> None:
    proposal = of(read(extractor, text), Operation.CHANGE)
    assert proposal.content is not None
    assert (proposal.content.dose, target(proposal).get("old"), proposal.content.valid_from) == expected


def test_a_stopped_and_a_swapped_medicine_change(extractor: Extractor) -> None:
    stopped = of(read(extractor, "그런데 로사르탄은 지난달에 끊었어요."), Operation.CHANGE)
    assert stopped.content is not None
    assert (stopped.content.status, stopped.content.valid_to) == ("stopped", "2025-02")
    swapped = read(extractor, "I switched from losartan to amlodipine.")
    contents = [one.content for one in swapped if one.content is not None]
    statuses = {content.concept.concept_id: content.status for content in contents}
    assert statuses == {"losartan": "stopped", "amlodipine": "active"}


@pytest.mark.parametrize(
    "text",
    [
        "통풍 있다고 한 말은 취소할게요. 검사해 보니 아니래요.",
        "I take back that I have gout. The tests say I do not.",
        "Scratch that about the gout, I don't have it.",
    ],
)
def test_a_withdrawn_condition(extractor: Extractor, text: str) -> None:
    (proposal,) = read(extractor, text)
    assert proposal.operation is Operation.RETRACT
    assert target(proposal) == {"slot": "conditions", "concept_id": "gout"}


@pytest.mark.parametrize(
    "text",
    [
        "통풍은 제 병이 아니라 어머니 병이에요.",
        "아까 통풍이 있다고 한 건 제 얘기가 아니에요. 어머니 얘기였어요.",
        "통풍이라고 한 건 우리 어머니 얘기예요.",
        "Gout is not mine, it is my mother's.",
        "The gout is my mother's, not mine.",
    ],
)
def test_a_condition_given_back_to_a_relative(extractor: Extractor, text: str) -> None:
    family, retraction = read(extractor, text)
    assert (retraction.operation, retraction.content, retraction.reattributed_to) == (Operation.RETRACT, None, "mother")
    assert family.content is not None
    assert (family.content.slot, family.content.subject) == (SlotKind.FAMILY_HISTORY, "mother")


@pytest.mark.parametrize(
    "text",
    [
        "아니에요, 처음에 말한 6.0%가 맞았어요. 정정한 걸 취소해 주세요.",
        "The first value, 6.0%, was right. Undo the correction.",
    ],
)
def test_an_undone_correction(extractor: Extractor, text: str) -> None:
    (proposal,) = read(extractor, text)
    assert (proposal.operation, target(proposal)) == (Operation.REVERT, {"old": 6.0})


def test_what_was_forgotten_is_simply_stated(extractor: Extractor) -> None:
    for text in (
        "복용약이 없다고 했는데 깜빡했네요. 로사르탄 50mg을 하루 한 번 먹어요.",
        "I said I take nothing but I forgot: I take losartan 50mg once a day.",
    ):
        (proposal,) = read(extractor, text)
        assert proposal.operation is Operation.ASSERT
        assert proposal.content is not None
        assert (proposal.content.concept.concept_id, proposal.content.dose) == ("losartan", "50mg")


@pytest.mark.parametrize(
    ("text", "withdrawn"),
    [
        ("Please remove sulfa from my allergies, the test was negative.", ("allergies", "sulfonamide")),
        ("Take penicillin off my allergy list.", ("allergies", "penicillin")),
        ("Cross warfarin off my medication list.", ("medications", "warfarin")),
        ("I have asthma but please remove gout from my record.", ("conditions", "gout")),
        ("I take aspirin from my old medicine cabinet.", None),
        ("I take metformin off and on.", None),
    ],
)
def test_what_is_to_come_off_a_list_is_withdrawn_from_it(
    extractor: Extractor, text: str, withdrawn: tuple[str, str] | None
) -> None:
    reading = extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul")
    retracted = [one.target for one in reading.proposals if one.operation is Operation.RETRACT]
    assert [(str(target.slot), target.concept_id) for target in retracted if target] == (
        [withdrawn] if withdrawn else []
    )


@pytest.mark.parametrize(
    ("text", "withdrawn"),
    [
        ("요산 8.1은 제 거 아니에요.", [("uric_acid", 8.1)]),
        ("2월 3일 요산 8.1은 제 결과가 아니에요. 취소해 주세요.", [("uric_acid", 8.1)]),
        ("혈압 140/90은 취소할게요.", [("systolic_blood_pressure", 140.0), ("diastolic_blood_pressure", 90.0)]),
        ("Please delete my A1c of 7.2.", [("hba1c", 7.2)]),
    ],
)
def test_a_value_that_is_taken_back_is_withdrawn_and_never_recorded(
    extractor: Extractor, text: str, withdrawn: list[tuple[str, float]]
) -> None:
    proposals = read(extractor, text)
    assert {one.operation for one in proposals} == {Operation.RETRACT}
    assert [(one.target.concept_id, one.target.old) for one in proposals if one.target] == withdrawn


@pytest.mark.parametrize("text", ["혈압은 130/80이었고 예약은 취소할게요.", "Please cancel my visit; my A1c was 6.9."])
def test_what_else_is_cancelled_takes_no_value_back(extractor: Extractor, text: str) -> None:
    assert {one.operation for one in read(extractor, text)} == {Operation.ASSERT}
