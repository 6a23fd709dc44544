"""What people ask for beside values and knowledge: handovers, totals, causes, comfort, and what still holds."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Content, SlotKind, Status
from tests.agent.conversation import (
    Conversation,
    age,
    allergy,
    changes,
    condition,
    hits,
    lab,
    medicine,
    none_of,
    states,
    symptom,
)

PRESSURE = medicine("telmisartan", "80mg", "QD")
WEEKLY = medicine("warfarin", "5mg Mon/Wed/Fri, 4mg other days", None)
THINNER = medicine("apixaban", "5mg", "BID")


def talk(language: Language, *known: Content) -> Conversation:
    return Conversation(language).knows(*known)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "응급실 가면 뭐라고 말해야 돼요?"),
        ("ko", "의사한테 보여주게 정리 좀 해줘요"),
        ("ko", "병원에 전화해서 무슨 말을 해야 하죠"),
        ("en", "What should I tell the paramedics?"),
        ("en", "Can you write a short note for my doctor"),
        ("en", "I need a list for her school"),
    ],
)
def test_a_handover_names_illnesses_medicines_allergies_and_values(language: Language, text: str) -> None:
    values = lab("potassium", 5.6, "mmol/L", "2024-04-30")
    patient = talk(language, age(54), condition("hypertension"), THINNER, allergy("penicillin"), values)
    said = patient.said(text)
    assert patient.intent is not None and patient.intent.name == "handover"
    for wanted in ("54", "5mg", "5.6"):
        assert wanted in said.text
    assert "페니실린" in said.text or "Penicillin" in said.text
    assert len(said.facts_used) == 5


def test_a_handover_tells_the_alarm_first_and_claims_no_allergy_that_nobody_spoke_of() -> None:
    patient = talk("en", medicine("warfarin", "3mg", "QD"))
    patient.said("My stools are black as tar since this morning")
    lines = patient.said("What should I tell them in the hospital?").text.splitlines()
    assert "bleeding" in lines[1]
    assert not any("llerg" in line for line in lines)


def test_a_handover_tells_that_there_is_no_allergy_where_the_patient_said_so_and_what_was_stopped() -> None:
    stopped = medicine("sertraline", "50mg", "QD", valid_to="2024-04-20").with_fields(status=Status.STOPPED)
    said = talk("en", none_of(SlotKind.ALLERGIES), stopped).said("What do I tell the nurse?").text
    assert "none, as you told me" in said and "Stopped lately: Sertraline" in said


def test_nothing_on_record_is_handed_over_as_nothing() -> None:
    assert "Nothing is on record" in talk("en").said("What should I tell the doctor?").text


@pytest.mark.parametrize(
    ("language", "frequency", "text", "wanted"),
    [
        ("ko", "BID", "엘리퀴스는 하루에 총 얼마 먹는 거예요?", "10mg"),
        ("en", "TID", "How much apixaban is that in total per day?", "15mg"),
        ("en", "PRN", "How much apixaban is that in total per day?", "no fixed number"),
        ("en", "QOD", "What does the apixaban add up to a day?", "no fixed number"),
    ],
)
def test_a_days_total_is_the_dose_times_how_often_or_is_not_made_up(
    language: Language, frequency: str, text: str, wanted: str
) -> None:
    assert wanted in talk(language, medicine("apixaban", "5mg", frequency)).said(text).text


@pytest.mark.parametrize(
    ("language", "medication", "text", "wanted"),
    [
        ("en", WEEKLY, "How much warfarin is that in total a day?",
         ("5mg on Mon, Wed, Fri", "4mg on the other days", "31mg in all a week")),
        ("ko", WEEKLY, "와파린 하루에 총 얼마나 먹는 거예요?",
         ("월·수·금 5mg", "나머지 요일 4mg", "일주일에 모두 31mg")),
        ("en", medicine("insulin_glargine", "12U morning, 10U night", "BID"),
         "How much Lantus is that in total per day?", ("12U in the morning", "22U in all a day")),
    ],
)  # fmt: skip
def test_a_dose_that_differs_by_day_has_no_day_total_and_says_what_is_taken_when(
    language: Language, medication: Content, text: str, wanted: tuple[str, ...]
) -> None:
    said = talk(language, medication).said(text).text
    assert [words for words in wanted if words not in said] == []
    assert "twice" not in said


def test_a_days_total_follows_the_medicine_last_spoken_of_and_its_change() -> None:
    patient = talk("en", medicine("lamotrigine", "100mg", "BID"), PRESSURE)
    patient.said("Now it is 150 twice a day", [changes(medicine("lamotrigine", "150mg", "BID"))])
    assert "300mg" in patient.said("so how much is that in total a day").text


@pytest.mark.parametrize(
    ("language", "first", "text"),
    [
        ("ko", "로수바스타틴은 무슨 약이에요?", "그럼 그냥 끊을까요?"),
        ("en", "What is rosuvastatin for?", "so should I just stop it?"),
        ("en", "What is rosuvastatin for?", "can I skip it tonight?"),
        ("en", "What is rosuvastatin for?", "should it go up further?"),
    ],
)
def test_no_leave_is_given_to_stop_or_change_a_medicine(language: Language, first: str, text: str) -> None:
    patient = talk(language, medicine("rosuvastatin", "10mg", "QD"), symptom("muscle_pain"))
    patient.said(first)
    said = patient.said(text).text
    assert ("스스로 끊거나" if language == "ko" else "don't stop it") in said
    assert "로수바스타틴" in said or "Rosuvastatin" in said


@pytest.mark.parametrize(
    ("language", "text", "wanted", "unwanted"),
    [
        ("en", "Which of my tablets slows the heart?", "Atenolol", "Febuxostat"),
        ("en", "which of these pills is for gout", "Febuxostat", "Atenolol"),
        ("ko", "제 약 중에 어느 약이 요산을 낮추는 거예요?", "페북소스타트", "아테놀롤"),
    ],
)
def test_the_medicine_that_does_something_is_found_by_its_purpose(
    language: Language, text: str, wanted: str, unwanted: str
) -> None:
    patient = talk(language, medicine("febuxostat", "40mg", "QD"), medicine("atenolol", "50mg", "QD"))
    said = patient.said(text).text
    assert wanted in said and unwanted not in said


def test_a_cause_that_the_record_explains_is_answered_with_no_diagnosis() -> None:
    patient = talk("en", medicine("albuterol_inhaler", None, "PRN"))
    said = patient.said(
        "My hands shake. Could it be from the albuterol?", [states(symptom("tremor"))], hits("en-saba-01")
    )
    assert "tremor" in said.text and "known effects of Albuterol inhaler" in said.text
    assert "you have" not in said.text


def test_a_cause_that_no_document_describes_is_not_ruled_out() -> None:
    patient = talk("ko", medicine("febuxostat", "40mg", "QD"))
    said = patient.said("기침이 나는데 페북소스타트 때문일까요?", [states(symptom("cough"))])
    assert "관계가 없다는 뜻은 아닙니다" in said.text and not said.citations


def test_talking_over_the_cause_does_not_talk_an_alarm_away() -> None:
    patient = talk("en", medicine("lamotrigine", "150mg", "BID"))
    patient.said("I have a rash on my chest and my mouth is sore", [states(symptom("rash"))])
    assert patient.said("could it be the soap I switched to?").text.startswith("Please do not wait")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "아기한테 문제 생길까봐 너무 무서워요"),
        ("ko", "요즘 다 잘못될까 걱정이에요"),
        ("en", "I am so worried it will never get better"),
        ("en", "Honestly I feel I'm failing at this."),
    ],
)
def test_a_worry_is_heard_and_no_receipt_is_given(language: Language, text: str) -> None:
    said = talk(language).said(text).text
    assert "기록할 내용" not in said and "nothing about yourself" not in said
    assert any(word in said for word in ("이해합니다", "힘드셨", "worries you", "sounds hard"))


@pytest.mark.parametrize(
    "text", ["I'm not worried about it", "Should I be worried?", "걱정해야 되나요?", "별로 걱정 안 해요"]
)
def test_a_question_or_a_denial_is_no_worry(text: str) -> None:
    said = talk("ko" if "걱" in text else "en").said(text).text
    assert "이해합니다" not in said and "worries you" not in said


def test_the_same_comfort_is_not_said_twice() -> None:
    patient = talk("en", lab("hba1c", 8.1, "%", "2024-04-01"))
    first = patient.said("I'm scared. What was my last A1c?").text
    second = patient.said("I'm still scared. What was my last A1c?").text
    assert "worries you" in first and "worries you" not in second and "8.1" in second


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("ko", "혈압이 높게 나왔어요", "언제 쟀는지"),
        ("ko", "약을 하나 새로 처방받았어요", "어느 약인지"),
        ("ko", "검사 결과가 안 좋대요", "어떤 검사"),
        ("en", "My blood sugar was high", "when was it measured"),
        ("en", "They put me on a new pill", "Which medicine"),
        ("en", "my blood test came back abnormal", "Which test"),
        ("en", "I'm allergic", "What are you allergic to"),
    ],
)
def test_what_a_statement_leaves_out_is_asked_once(language: Language, text: str, wanted: str) -> None:
    patient = talk(language)
    assert wanted in patient.said(text).text
    assert wanted not in patient.said(text).text


def test_since_when_is_not_asked_of_who_just_said_it() -> None:
    pain = symptom("muscle_pain")
    assert "Since when" in talk("en").said("My muscles hurt", [states(pain)]).text
    assert "Since when" not in talk("en").said("My muscles hurt since I began the statin", [states(pain)]).text


def test_two_questions_about_the_value_last_spoken_of_are_both_answered() -> None:
    patient = talk("en", lab("hba1c", 8.2, "%", "2024-02-01"), lab("hba1c", 7.7, "%", "2024-04-01"))
    patient.said("What was my last A1c?")
    said = patient.said("when was it lowest, and is it going the right way?").text
    assert "lowest" in said and "decrease" in said


def test_which_readings_were_outside_the_target() -> None:
    values = (lab("hba1c", 8.2, "%", "2024-02-01"), lab("hba1c", 6.4, "%", "2024-04-01"))
    said = talk("en", condition("type_2_diabetes"), *values).said("Which of my A1c readings were too high?").text
    assert "8.2%" in said and "6.4%" not in said


def test_an_earlier_answer_is_said_to_hold_only_as_far_as_nothing_new_came() -> None:
    patient = talk("en", medicine("atorvastatin", "20mg", "QD"))
    patient.said("What is atorvastatin for?")
    assert "Nothing that answer rested on" in patient.said("is what you said about atorvastatin still true?").text
    patient.said("I also take rosuvastatin", [states(medicine("rosuvastatin", "10mg", "QD"))])
    assert "Rosuvastatin 10mg" in patient.said("does what you said about atorvastatin still hold?").text


def test_the_level_of_a_medicine_has_no_criterion_here() -> None:
    said = (
        talk("en", medicine("lamotrigine", "100mg", "BID")).said("lamotrigine level came back 3.1, is that low?").text
    )
    assert "no criterion" in said and "3.1" in said


def test_what_is_not_understood_is_said_with_what_can_be_asked_once() -> None:
    patient = talk("en")
    assert "You can ask for" in patient.said("how far does it go down there?").text
    assert "You can ask for" not in patient.said("how far does it go down there?").text


def test_a_plan_of_any_number_of_steps_is_made_whatever_it_is_for() -> None:
    said = talk("en", condition("type_2_diabetes")).said("Make me a 4 step plan that fits night shifts.").text
    assert "4. " in said and "5. " not in said


@pytest.mark.parametrize(
    "text",
    [
        "back is sore from the road, is aleve ok or better tylenol",
        "Is Aleve ok?",
        "so Aleve is fine, right?",
        "What about naproxen sodium?",
    ],
)
def test_leave_asked_in_any_words_is_weighed_against_the_record(text: str) -> None:
    patient = talk("en", condition("chronic_kidney_disease"), medicine("lisinopril", "20mg", "QD"))
    assert "Caution" in patient.said(text).text


def test_a_value_outside_the_target_is_held_against_the_medicines_that_the_question_puts_beside_it() -> None:
    patient = talk("en", medicine("lisinopril", "20mg", "QD"), lab("potassium", 5.6, "mmol/L", "2024-04-29"))
    said = patient.said("is the potassium a problem with what im taking?")
    assert "Lisinopril" in said.text and "on your own" in said.text


def test_palpitations_over_a_raised_potassium_on_record_are_an_emergency() -> None:
    patient = talk("en", lab("potassium", 5.6, "mmol/L", "2024-04-29"))
    assert "911" in (said := patient.said("my heart's skipping beats").text) or "call emergency" in said
    assert "call emergency" not in talk("en").said("my heart's skipping beats").text


def test_what_happened_then_and_what_is_asked_of_the_record_are_no_emergency_now() -> None:
    seized = symptom("seizure", valid_from="2023-04")
    assert "emergency" not in talk("en", seized).said("when was my last seizure again").text
    told = talk("ko").said("두드러기가 아니라 그때 입술이 붓고 숨이 찼던 거 같아요").text
    assert "119" not in told
    assert "emergency" in talk("en").said("he has had another seizure, back to back, it won't stop").text


def test_what_am_i_on_lists_the_medicines_alone() -> None:
    said = talk("en", condition("hypertension"), PRESSURE).said("so what am I on right now").text
    assert "80mg" in said and "Diagnoses" not in said


def test_a_question_for_the_usual_range_of_one_test_needs_few_documents() -> None:
    patient = talk("ko")
    patient.said("정상 혈압은 얼마예요?")
    assert patient.intent is not None and (patient.intent.complexity, patient.intent.k) == ("simple", 3)
