"""What is told, over what is on record and after what the agent said: given facts, when words, then facts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from agent.words.wording import qualifier_text
from domain.ledger import Fact
from domain.patient import PatientState
from domain.proposals import Proposal
from domain.values import Status, Temporality
from extraction.reading.figures.circumstances import CONDITIONS, TIMES
from tests.shipped import reader, vocabulary
from training.playing import ZONE, content_of, play

METHIMAZOLE = {"slot": "medications", "name": "Methimazole", "dose": "10mg"}
OMEPRAZOLE = {"slot": "medications", "name": "Omeprazole", "dose": "20mg"}
ATORVASTATIN = {"slot": "medications", "name": "Atorvastatin", "dose": "20mg"}
AMLODIPINE = {"slot": "medications", "name": "Amlodipine", "dose": "5mg"}
DETEMIR = {"slot": "medications", "name": "Insulin detemir", "dose": "6 units"}
STOPPED = {"slot": "medications", "name": "Sertraline", "dose": "50mg", "status": "stopped"}
WEIGHT = {"slot": "vitals", "name": "Body weight", "value": 61, "unit": "kg", "date": "2025-12-01"}
POTASSIUM = {"slot": "labs", "name": "Potassium", "value": 5.6, "date": "2025-12-20"}
LIVER = (
    {"slot": "labs", "name": "AST", "value": 61, "date": "2026-01-04"},
    {"slot": "labs", "name": "ALT", "value": 88, "date": "2026-01-04"},
)


def after(text: str, *known: dict[str, Any], agent: str = "") -> list[Fact]:
    """The live facts after one utterance, said on 2026-01-05."""

    def read(said: str, at: datetime, language: str, state: PatientState, agent_said: str) -> Sequence[Proposal]:
        facts = tuple(one.content for one in reversed(tuple(state.ledger.current())))
        return (
            reader().read(said, said_at=at, time_zone=ZONE, spoken_of=facts, agent_said=agent_said).proposals
        )  # fmt: skip

    language = "ko" if any("가" <= char <= "힣" for char in text) else "en"
    reading = {
        "id": text, "at": "2026-01-05", "lang": language, "known": list(known), "agent_said": agent, "text": text,
    }  # fmt: skip
    return list(play(reading, vocabulary().lexicon, read).state.ledger.current())


def medicines(facts: list[Fact]) -> dict[str, str | None]:
    """Each medicine's status."""
    return {
        one.content.concept.name: one.content.status.value if one.content.status else None
        for one in facts
        if one.content.slot.value == "medications"
    }


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("설트랄린은 끊은 적 없고 계속 먹고 있어요", ""),
        ("아니요 아직 먹고 있는데요", "설트랄린은 끊으신 것으로 되어 있어요."),
        ("that's wrong, i am still taking the sertraline", ""),
    ],
)
def test_a_medicine_that_stands_as_stopped_and_goes_on_is_taken(text: str, agent: str) -> None:
    assert medicines(after(text, STOPPED, agent=agent)) == {"Sertraline": "active"}


@pytest.mark.parametrize(
    "text",
    [
        "암로디핀은 계속 먹고 있어요", "밥은 아직 잘 먹고 있어요", "입맛이 돌아와서 밥을 다시 먹어요",
        "I am still taking the amlodipine", "still eating well", "should I go back on the sertraline?",
    ],
)  # fmt: skip
def test_a_medicine_that_was_stopped_stays_so_whatever_else_goes_on(text: str) -> None:
    assert medicines(after(text, STOPPED, AMLODIPINE)) == {"Sertraline": "stopped", "Amlodipine": "active"}


@pytest.mark.parametrize(
    ("text", "agent", "status"),
    [
        ("아뇨 속이 쓰려서 그저께 버렸어요", "아토르바스타틴은 계속 드시고 계세요?", "stopped"),
        (
            "No. My legs ached something awful so it went in the bin",
            "Are you still taking the atorvastatin?",
            "stopped",
        ),
        ("아니요 수술 때문에 잠깐 쉬고 있어요", "아토르바스타틴은 아직 드시나요?", "on_hold"),
    ],
)
def test_a_no_to_whether_it_goes_on_ends_it(text: str, agent: str, status: str) -> None:
    assert medicines(after(text, ATORVASTATIN, AMLODIPINE, agent=agent)) == {
        "Atorvastatin": status,
        "Amlodipine": "active",
    }


def test_a_no_that_says_that_all_is_well_ends_nothing() -> None:
    facts = after("No problem with it, every night", ATORVASTATIN, agent="Are you still taking the atorvastatin?")
    assert medicines(facts) == {"Atorvastatin": "active"}


def test_what_goes_on_beside_what_ends_goes_on() -> None:
    facts = after("아토르바스타틴은 오늘부터 끊고 암로디핀은 그대로 먹습니다", ATORVASTATIN, AMLODIPINE)
    assert medicines(facts) == {"Atorvastatin": "stopped", "Amlodipine": "active"}


def test_another_of_its_class_takes_a_medicines_place_unnamed() -> None:
    facts = after("pitavastatin 2mg로 바꿨어요 지난주부터", ATORVASTATIN, AMLODIPINE)
    assert medicines(facts) == {"Atorvastatin": "stopped", "Amlodipine": "active", "Pitavastatin": "active"}


@pytest.mark.parametrize(
    "text",
    [
        "로사르탄 50mg도 추가됐고 병원도 바꿨어요", "they changed my diet. I started losartan 50 mg as well",
        "로사르탄 처방받았어요 병원을 바꿨거든요",
    ],
)  # fmt: skip
def test_a_medicine_that_is_added_ends_no_other(text: str) -> None:
    assert medicines(after(text, AMLODIPINE))["Amlodipine"] == "active"


def test_the_box_says_another_name_than_the_agent_noted() -> None:
    agent = "오메프라졸을 드신다고 적었습니다."
    facts = after("아 약봉투에 란소프라졸이라고 써있네요 제가 잘못 말했어요", OMEPRAZOLE, agent=agent)
    assert set(medicines(facts)) == {"Lansoprazole"}


def test_what_is_taken_besides_takes_no_others_place() -> None:
    agent = "오메프라졸을 드신다고 적었습니다."
    facts = after("아니 그것 말고 란소프라졸도 먹는데 빠졌네요", OMEPRAZOLE, agent=agent)
    assert medicines(facts)["Omeprazole"] == "active"


def test_a_general_name_is_the_one_on_record() -> None:
    assert medicines(after("인슐린은 이제 안 맞아요 끊었어요", DETEMIR)) == {"Insulin detemir": "stopped"}


@pytest.mark.parametrize(
    ("text", "atorvastatin", "amlodipine"),
    [
        ("앞엣건 끊었고 뒤엣건 계속 먹어요", "stopped", "active"),
        ("후자는 끊었어요", "active", "stopped"),
        ("앞엣것만 끊었어요", "stopped", "active"),
        ("I've stopped the former and still take the latter", "stopped", "active"),
        ("I still take the first one but I stopped the second one", "active", "stopped"),
    ],
)
def test_the_former_and_the_latter_are_those_that_the_agent_named(
    text: str, atorvastatin: str, amlodipine: str
) -> None:
    korean = any("가" <= char <= "힣" for char in text)
    asked = "아토르바스타틴과 암로디핀을 드시나요?" if korean else "Do you take atorvastatin and amlodipine?"
    facts = after(text, ATORVASTATIN, AMLODIPINE, agent=asked)
    assert medicines(facts) == {"Atorvastatin": atorvastatin, "Amlodipine": amlodipine}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("로사르탄은 작년 5월부터 6개월 먹었어요", "stopped"),
        ("아스피린은 재작년 3월부터 두 달간 복용했어요", "stopped"),
        ("I was on metformin from March 2024 for about six weeks", "stopped"),
        ("I took ramipril from January 2023 until June 2024", "stopped"),
        ("로사르탄은 작년 8월부터 6개월째 먹고 있어요", "active"),
        ("리피토는 작년 2월부터 먹었어요", "active"),
        ("I've been on metformin since March 2024", "active"),
    ],
)
def test_what_was_taken_for_a_span_that_is_over_has_ended(text: str, status: str) -> None:
    assert list(medicines(after(text)).values()) == [status]


@pytest.mark.parametrize(
    ("text", "substance"),
    [
        ("I said rash, but with sulfa it was actually my throat swelling", "Sulfonamide"),
        ("With ibuprofen it was actually hives", "Ibuprofen"),
        ("페니실린은 사실 발진이 아니라 두드러기였어요", "Penicillin"),
    ],
)
def test_a_reaction_that_is_put_right_is_no_complaint_of_now_and_takes_no_allergy_back(
    text: str, substance: str
) -> None:
    facts = [one.content for one in after(text, {"slot": "allergies", "name": substance, "reaction": "rash"})]
    assert [one.slot.value for one in facts if one.slot.value == "allergies"] == ["allergies"]
    sure = [one.concept.name for one in facts if one.slot.value == "symptoms" and one.certainty.value == "confirmed"]
    assert sure == []


def test_two_values_noted_the_wrong_way_round_change_places() -> None:
    facts = after("두 개를 거꾸로 적으셨어요", *LIVER, agent="AST 61, ALT 88로 저장했어요.")
    assert {one.content.concept.name: one.content.value for one in facts} == {"AST": 88.0, "ALT": 61.0}


@pytest.mark.parametrize(
    ("text", "known", "values"),
    [
        ("한 달 만에 59.6 됐어요", WEIGHT, [61.0, 59.6]),
        ("칼륨 오늘 4.9 나왔어요! 지난번엔 5.6이었죠?", POTASSIUM, [5.6, 4.9]),
    ],
)
def test_a_new_value_stands_beside_the_one_on_record(text: str, known: dict[str, Any], values: list[float]) -> None:
    assert [one.content.value for one in after(text, known)] == values


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("혈압이 아침에 148/92, 저녁에 136/84였어요", {(148.0, "morning"), (136.0, None)}),
        ("BP lying 150/88 and standing 118/70", {(150.0, "lying"), (118.0, "standing")}),
        ("Temp was 38.9 at lunch, 37.4 after the paracetamol", {(38.9, "noon"), (37.4, None)}),
    ],
)
def test_readings_of_one_day_stand_side_by_side(text: str, told: set[tuple[float, str | None]]) -> None:
    facts = [one.content for one in after(text) if one.content.slot.value == "vitals"]
    assert {(one.value, one.qualifier) for one in facts if "diastolic" not in one.concept.concept_id} == told


def test_a_reading_that_is_put_right_in_one_breath_is_one() -> None:
    assert [one.content.value for one in after("my sugar was 130, no wait, 140 this morning")] == [140.0]


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("58 years of age, teacher", 58.0), ("나이는 오십셋이고 용접 일 합니다", 53.0), ("참고로 저 만 34입니다", 34.0),
        ("my mother is 82 years old and I'm 57", 57.0),
    ],
)  # fmt: skip
def test_ones_own_age_is_told_in_many_shapes(text: str, age: float) -> None:
    ages = [one.content.value for one in after(text) if one.content.concept.concept_id == "age"]
    assert ages == [age]


@pytest.mark.parametrize("text", ["when I was 15 years old I broke my arm", "우리 애가 7살 때 열경련을 했어요"])
def test_the_age_of_another_time_or_person_is_not_the_patients(text: str) -> None:
    assert not [one for one in after(text) if one.content.concept.concept_id == "age"]


@pytest.mark.parametrize(("text", "weeks"), [("I'm 20 weeks pregnant", 20.0), ("임신 33주예요", 33.0)])
def test_a_pregnancy_is_known_with_its_weeks(text: str, weeks: float) -> None:
    told = next(one.content for one in after(text) if one.content.concept.concept_id == "pregnancy")
    assert (told.value, told.unit) == (weeks, "wk")


def test_a_pregnancy_that_was_lost_is_none() -> None:
    facts = [one.content for one in after("임신 12주에 유산했어요") if one.content.concept.concept_id == "pregnancy"]
    assert all(one.status is Status.RESOLVED or one.temporality is Temporality.PAST for one in facts)


@pytest.mark.parametrize(
    ("text", "vaccine"),
    [
        ("독감은 작년 10월에 맞았어요", "influenza_vaccination"), ("got my Shingrix in May", "zoster_vaccination"),
    ],
)  # fmt: skip
def test_a_vaccine_is_a_procedure_whatever_it_is_called(text: str, vaccine: str) -> None:
    assert [(one.content.slot.value, one.content.concept.concept_id) for one in after(text)] == [
        ("procedures", vaccine)
    ]


def test_what_a_medicine_did_is_its_reaction_and_no_complaint() -> None:
    facts = after("Bactrim gave me hives all over and I am allergic to it")
    assert [one.content.slot.value for one in facts] == ["allergies"]


def test_a_decimal_comma_is_read() -> None:
    facts = after("glucose 5,6 mmol/L")
    assert [one.content.value_stated for one in facts] == ["5.6"]


def test_a_goal_behind_its_number_is_no_value() -> None:
    assert not [one for one in after("요산은 6.0 밑이면 된다던데 맞나요") if one.content.slot.value == "labs"]


@pytest.mark.parametrize("name", [name for name, _ in (*CONDITIONS, *TIMES)])
def test_every_circumstance_of_a_reading_has_words(name: str) -> None:
    assert qualifier_text(name, "ko") != name
    assert not qualifier_text(name, "en").isspace()


def test_a_reading_of_several_is_counted_in_words() -> None:
    assert [qualifier_text("1 of 3", language) for language in ("ko", "en")] == ["3회 중 1번째", "1 of 3"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I work as a teacher", {"occupation": "teacher"}), ("직업은 용접공입니다", {"occupation": "welder"}),
        ("I'm a retired bus driver", {"occupation": "retired bus driver"}),
        ("혼자 살아요", {"living_situation": "alone"}),
        ("should I get a job as a barista?", {}), ("my mother works as a nurse", {}),
    ],
)  # fmt: skip
def test_what_one_works_as_and_how_one_lives_is_kept_in_words(text: str, told: dict[str, str]) -> None:
    facts = [one.content for one in after(text) if one.content.concept.concept_id in ("occupation", "living_situation")]
    assert {one.concept.concept_id: one.value for one in facts} == told


@pytest.mark.parametrize("text", ["아 7.4가 아니라 7.9예요", "No, it was 7.9, not 7.4"])
def test_one_correction_that_both_readers_hear_is_proposed_once(text: str) -> None:
    known = content_of(
        {"slot": "labs", "name": "HbA1c", "value": 7.4, "unit": "%", "date": "2026-01-02"},
        vocabulary().lexicon, "ko",
    )  # fmt: skip
    read = reader().read(text, said_at=datetime(2026, 1, 5, tzinfo=UTC), time_zone=ZONE, spoken_of=(known,))
    assert [(one.operation.value, one.content and one.content.value) for one in read.proposals] == [("correct", 7.9)]


def test_each_of_two_findings_has_the_year_that_is_told_with_it() -> None:
    facts = after("I've had COPD since 2015 and high blood pressure since 2019. Gallbladder out 2011.")
    told = {one.content.concept.concept_id: one.content.valid_from for one in facts}
    assert (told["copd"], told["hypertension"], told["cholecystectomy"]) == ("2015", "2019", "2011")
