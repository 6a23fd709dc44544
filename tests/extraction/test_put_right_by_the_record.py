"""Corrections whose old side the record knows: values, days, names, illnesses; and what only looks like one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from domain.ledger import Fact
from domain.proposals import Operation
from domain.values import SlotKind
from tests.extraction.test_what_the_record_settles import after, medicines
from tests.shipped import reader, vocabulary
from training.playing import content_of

EARLIER = {"slot": "labs", "name": "LDL cholesterol", "value": 92, "unit": "mg/dL", "date": "2024-03-15"}
LATEST = {"slot": "labs", "name": "LDL cholesterol", "value": 86, "unit": "mg/dL", "date": "2025-09-02"}
SAME = {**LATEST, "value": 92}
SIMVASTATIN = {"slot": "medications", "name": "Simvastatin", "dose": "20mg", "frequency": "QD"}
HYPERTENSION = {"slot": "conditions", "name": "Hypertension"}
NO_ALLERGY = {"slot": "allergies", "name": "*", "polarity": "negated"}


def values(facts: Sequence[Fact]) -> dict[str | None, object]:
    """The value of each day."""
    return {one.content.valid_from: one.content.value for one in facts if one.content.slot is SlotKind.LABS}


def told(facts: Sequence[Fact], slot: SlotKind) -> set[tuple[str, str, str]]:
    return {
        (one.content.concept.concept_id, one.content.subject, one.content.polarity.value)
        for one in facts
        if one.content.slot is slot
    }


@pytest.mark.parametrize(
    "text",
    [
        "Please replace 86 mg/dL with 107 mg/dL for the latest LDL.",
        "cross out 86 and put 107 for my newest LDL cholesterol, does your advice stay the same?",
        "My most recent LDL should be 107 mg/dL instead of 86. Would you say anything different?",
        "does your conclusion still stand if the latest LDL is one hundred seven? i gave you 86 but that was wrong",
        "I told you 86 just now, and it ought to be 107.",
        "LDL 86은 잘못 말씀드린 것이고 바른 값은 107입니다. 결론이 바뀌나요?",
        "최근 LDL을 86이라고 알려 드렸는데, 제대로 보니 107이더군요.",
    ],
)
def test_the_number_that_is_not_on_record_takes_the_place_of_the_one_that_is(text: str) -> None:
    assert values(after(text, EARLIER, LATEST)) == {"2024-03-15": 92, "2025-09-02": 107}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("my previous LDL, the one before the latest, i wrote 92 but its 120", "2024-03-15"),
        ("I mistyped the LDL of 15 Mar 2024: 92 should be 120", "2024-03-15"),
        ("my latest LDL is 120, not 92, sorry", "2025-09-02"),
        ("먼젓번 LDL 값을 92라고 했는데 알고 보니 120이었습니다. 나중 값은 맞습니다.", "2024-03-15"),
    ],
)
def test_of_two_readings_alike_the_words_say_which(text: str, day: str) -> None:
    found = values(after(text, EARLIER, SAME))
    assert found == {"2024-03-15": 92, "2025-09-02": 92, day: 120}


@pytest.mark.parametrize(
    "text",
    [
        "My LDL went from 92 to 86, is that good?",
        "What if my LDL were 107 instead of 86?",
        "Is my LDL 86 or 107? I forget.",
        "Why is 86 wrong and 107 right?",
        "Would it be an error to go on with 86 if the limit is 100?",
        "My LDL is 86 and my friend's is 107, is something wrong?",
        "LDL이 86이 아니라 107이었다면 결론이 달라지나요?",
        "LDL 107이면 약을 바꿔 주나요? 지금은 86인데요",
        "LDL 86이 맞나요, 107이 맞나요?",
        "LDL 86인 거 보면 약 바꿔야 하나요, 79세고 고혈압도 있어요",
        "LDL 86이고 먹는 약은 없는데 93세면 약을 시작하는 게 맞는지 설명해 주실래요",
    ],
)
def test_what_is_asked_supposed_or_compared_puts_nothing_right(text: str) -> None:
    assert values(after(text, EARLIER, LATEST)) == {"2024-03-15": 92, "2025-09-02": 86}


@pytest.mark.parametrize(
    ("text", "undone"),
    [
        ("sorry, please go back to the original value, one hundred five. I shouldn't have changed it.", True),
        ("it was 105 after all, just as I first said. Kindly disregard my correction.", True),
        ("제가 괜히 고쳤나 봅니다. 맨 처음 값 105로 도로 돌려놓아 주시겠습니까?", True),
        ("Is 105 the original value?", False),
        ("처음에 105였던 게 맞나요?", False),
    ],
)
def test_a_value_that_a_correction_replaced_undoes_it_said_again(text: str, undone: bool) -> None:
    lexicon, spoken = vocabulary().lexicon, "ko" if any("가" <= char <= "힣" for char in text) else "en"
    known = [content_of(one, lexicon, spoken) for one in (LATEST, EARLIER, SIMVASTATIN)]
    replaced = known[0].with_fields(value=105.0, value_stated="105")
    said = datetime(2026, 1, 5, 3, tzinfo=UTC)
    read = reader().read(text, said_at=said, time_zone="Asia/Seoul", spoken_of=known, corrected=(replaced,))
    moved = [one for one in read.proposals if one.operation not in (Operation.ASSERT, Operation.MENTION)]
    assert [(one.operation, one.target and one.target.old) for one in moved] == (
        [(Operation.REVERT, 105.0)] if undone else []
    )


@pytest.mark.parametrize(
    "text",
    [
        "For the LDL I told you 2 Sep 2025, but the paper says 9 Sep 2025; 86 stays as it is.",
        "LDL 86 나온 것이 2025년 9월 9일인데 제가 2025년 9월 2일로 착각했습니다.",
    ],
)
def test_the_day_that_is_not_on_record_takes_the_place_of_the_one_that_is(text: str) -> None:
    assert values(after(text, EARLIER, LATEST)) == {"2024-03-15": 92, "2025-09-09": 86}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("what i take is Losartan 50mg, i typed Simvastatin by mistake", {"Losartan"}),
        ("심바스타틴 자리에 로사르탄 50mg을 넣어 주셔야 합니다. 처음부터 그 약이었어요.", {"Losartan"}),
        ("I am on Simvastatin 20mg and also on Losartan 50mg, oops forgot that.", {"Simvastatin", "Losartan"}),
    ],
)
def test_the_name_that_is_not_on_record_takes_the_place_of_the_one_taken_back(text: str, names: set[str]) -> None:
    assert set(medicines(after(text, SIMVASTATIN))) == names


@pytest.mark.parametrize(
    ("text", "own", "fathers"),
    [
        ("wait, its my father who has hypertension, not me. does that change anything?", False, True),
        ("My father is the one with hypertension. I was wrong to list it among my own.", False, True),
        ("고혈압은 아버지가 그러신 거고 저는 아니에요.", False, True),
        ("I told you I have hypertension, but my tests say otherwise, I don't.", False, False),
        ("Please take hypertension off my list, the tests ruled it out.", False, False),
        ("앞서 고혈압이 있다고 말씀드렸지만, 검사에서 없는 것으로 확인되었습니다.", False, False),
        ("I don't have any questions about hypertension.", True, False),
        ("Would you answer differently if I didn't have hypertension?", True, False),
        ("고혈압 검사 결과가 아직 없어요.", True, False),
    ],
)
def test_an_illness_is_taken_off_where_it_is_denied_for_oneself(text: str, own: bool, fathers: bool) -> None:
    found = after(text, HYPERTENSION)
    assert (("hypertension", "patient", "affirmed") in told(found, SlotKind.CONDITIONS)) is own
    assert (("hypertension", "father", "affirmed") in told(found, SlotKind.FAMILY_HISTORY)) is fathers


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("What I said on allergies was incorrect: there is one, penicillin, which brought on hives.", "affirmed"),
        ("I've had penicillin before without any reaction, so that's not an allergy of mine.", "negated"),
        ("알레르기 칸에 페니실린을 넣어 주세요, 전에 두드러기로 고생했어요.", "affirmed"),
        ("알레르기 중에 페니실린은 해당 안 돼요.", "negated"),
        ("페니실린에 알레르기 반응 온 적 없어요", "negated"),
        ("페니실린 알레르기 반응을 겪어 본 적이 없습니다", "negated"),
        ("페니실린 알레르기 반응 온 적 있어요", "affirmed"),
    ],
)
def test_the_allergy_of_the_one_substance_named(text: str, polarity: str) -> None:
    assert ("penicillin", "patient", polarity) in told(after(text, NO_ALLERGY), SlotKind.ALLERGIES)


@pytest.mark.parametrize(
    ("text", "slot", "state"),
    [
        ("you may ask about fatigue, but I haven't noticed any.", SlotKind.SYMPTOMS, "negated confirmed None"),
        ("손발 저림이 있거나 하진 않습니다.", SlotKind.SYMPTOMS, "negated confirmed None"),
        ("Whether or not I've got gout is still an open question.", SlotKind.CONDITIONS, "affirmed uncertain None"),
        (
            "I haven't started aspirin yet. That's planned for next week.",
            SlotKind.MEDICATIONS,
            "affirmed confirmed planned",
        ),
        ("아직 시작 전인데 다음 주에 아스피린 먹기 시작해요.", SlotKind.MEDICATIONS, "affirmed confirmed planned"),
        ("I take aspirin and next week I see the doctor.", SlotKind.MEDICATIONS, "affirmed confirmed active"),
    ],
)
def test_what_the_end_says_of_the_beginning(text: str, slot: SlotKind, state: str) -> None:
    (fact,) = [one.content for one in after(text) if one.content.slot is slot]
    status = fact.status.value if fact.status is not None else None
    assert f"{fact.polarity.value} {fact.certainty.value} {status}" == state


@pytest.mark.parametrize(
    "text",
    [
        "I take metformin 500mg twice a day. No allergies.",
        "메트포르민 500mg 하루 두 번 먹고 알레르기는 없어요.",
        "I take metformin, no allergies",
    ],
)
def test_no_allergies_beside_a_medicine_leave_it_taken(text: str) -> None:
    assert medicines(after(text)) == {"Metformin": "active"}


def test_a_particle_behind_a_decimal_is_no_digit() -> None:
    haemoglobin: dict[str, Any] = {"slot": "labs", "name": "Hemoglobin", "value": 14.4, "date": "2025-09-02"}
    assert values(after("혈색소는 십칠 점 일이 옳고 십사 점 사는 틀린 것입니다.", haemoglobin)) == {"2025-09-02": 17.1}
