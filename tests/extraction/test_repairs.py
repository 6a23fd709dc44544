"""Values said anew right after they were told wrong, as a turn hears them: told, decided, and believed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain.events import CorrectionReverted, SlotChanged, SlotCorrected
from extraction.rules.pipeline import Extractor
from tests.extraction.talking import Talk

SYSTOLIC, DIASTOLIC = "systolic_blood_pressure", "diastolic_blood_pressure"


def believed(talk: Talk) -> dict[str, object]:
    return {fact.content.concept.concept_id: fact.content.value for fact in talk.believed}


def corrected(events: tuple[object, ...]) -> dict[str, object]:
    return {
        event.content.concept.concept_id: event.content.value for event in events if isinstance(event, SlotCorrected)
    }


@pytest.mark.parametrize("day", ["", "어제 "])
@pytest.mark.parametrize(
    "repair",
    [
        "아니, 148/95 였어요.",
        "아뇨 148에 95였어요",
        "No, it was 148/95.",
        "Sorry, 148/95.",
        "사실 148/95였어요.",
        "위가 148이었어요",
        "윗 숫자가 148이었어요",
        "The top number was 148.",
        "150이 아니라 148/95예요",
        "150/95가 아니라 148/95예요",
        "150/95가 아니라 148이에요",
        "150/95라고 했는데 148/95였어요",
        "I said 150/95 but it was 148/95",
        "아니, 혈압은 148/95였어요.",
        "not 150, 148/95",
        "죄송해요, 148이에요",
        "I meant 148.",
    ],
)
def test_a_blood_pressure_is_corrected_without_its_name_in_the_part_that_was_wrong(
    extractor: Extractor, day: str, repair: str
) -> None:
    talk = Talk(extractor)
    talk.say(f"{day}혈압이 150/95였어요.")
    (when,) = {fact.content.valid_from for fact in talk.believed}
    events = talk.say(repair)
    assert corrected(events) == {SYSTOLIC: 148}
    assert believed(talk) == {SYSTOLIC: 148, DIASTOLIC: 95}
    assert {fact.content.valid_from for fact in talk.believed} == {when}


@pytest.mark.parametrize("repair", ["아래가 92였어요", "No, the bottom number was 92.", "150/95가 아니라 150/92예요"])
def test_the_lower_number_is_corrected_alone(extractor: Extractor, repair: str) -> None:
    talk = Talk(extractor)
    talk.say("My blood pressure was 150/95.")
    assert corrected(talk.say(repair)) == {DIASTOLIC: 92}


def test_the_older_of_two_readings_is_corrected_where_its_numbers_are_quoted(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("어제 혈압이 150/95였어요.")
    talk.say("오늘 혈압은 132/84예요.")
    assert corrected(talk.say("150/95가 아니라 148/95예요")) == {SYSTOLIC: 148}
    yesterday = (talk.today - timedelta(days=1)).date().isoformat()
    values = {(fact.content.valid_from, fact.content.value) for fact in talk.believed}
    assert {(yesterday, 148), (yesterday, 95)} < values
    assert {132, 84} < {value for _, value in values}


@pytest.mark.parametrize(
    "text",
    [
        "148/95 아닌가요?",
        "148/95",
        "160/100이 아니라 148/95예요",
        "위가 아파요",
        "아니, 37도였어요.",
        "No, the top number was 12.",
    ],
)
def test_what_repairs_no_blood_pressure_changes_none(extractor: Extractor, text: str) -> None:
    talk = Talk(extractor)
    talk.say("혈압이 150/95였어요.")
    talk.say(text)
    assert believed(talk).items() >= {SYSTOLIC: 150, DIASTOLIC: 95}.items()


def test_a_reading_taken_anew_is_no_repair(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("혈압이 150/95였어요.")
    events = talk.say("아니, 지금 다시 재니 혈압이 148/95예요.")
    assert not corrected(events)
    assert any(isinstance(event, SlotChanged) for event in events)


@pytest.mark.parametrize(
    "repair", ["아니, 6.9였어요.", "아니요 6.9%예요", "No, it was 6.9.", "아니, 당화혈색소는 6.9%예요."]
)
def test_a_single_value_is_repaired_alike(extractor: Extractor, repair: str) -> None:
    talk = Talk(extractor)
    talk.say("2025년 1월 2일 당화혈색소가 7.2%였어요.")
    assert corrected(talk.say(repair)) == {"hba1c": 6.9}
    (fact,) = talk.believed
    assert (fact.content.value, fact.content.valid_from) == (6.9, "2025-01-02")


def test_a_test_that_was_not_spoken_of_is_told_and_not_repaired(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("당화혈색소가 7.2%였어요.")
    talk.say("LDL은 130이었어요.")
    assert not corrected(talk.say("아니요, 2025년 1월 2일 당화혈색소는 6.9%였어요."))


def test_a_named_repair_reaches_behind_what_was_told_since(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("당화혈색소가 7.2%였어요.")
    talk.say("두통이 있어요.")
    assert corrected(talk.say("아니, 당화혈색소는 6.9%예요.")) == {"hba1c": 6.9}
    assert not corrected(talk.say("아니요, 당뇨는 없어요. 당화혈색소는 6.5%예요."))


def test_a_unit_tells_which_of_the_things_told_is_repaired(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("메트포르민 500mg 먹어요.")
    talk.say("혈압은 150/95예요.")
    talk.say("아니, 1000mg이에요.")
    assert [fact.content.dose for fact in talk.believed if fact.content.dose] == ["1000mg"]
    assert believed(talk).items() >= {SYSTOLIC: 150, DIASTOLIC: 95}.items()


def test_undoing_a_correction_takes_back_both_numbers(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("혈압이 150/95였어요.")
    talk.say("아니, 128/78이었어요.")
    assert believed(talk) == {SYSTOLIC: 128, DIASTOLIC: 78}
    events = talk.say("취소해 주세요. 처음 말이 맞아요.")
    assert [type(event) for event in events] == [CorrectionReverted, CorrectionReverted]
    assert believed(talk) == {SYSTOLIC: 150, DIASTOLIC: 95}
