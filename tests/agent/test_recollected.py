"""What was told, asked for again: the kind of question is heard, and the answer holds what stands on record of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from agent.skills.ports import Language
from domain.proposals import Proposal
from domain.values import Concept, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.findings.goals import GOAL
from tests.agent.conversation import (
    Conversation,
    allergy,
    changes,
    condition,
    corrects,
    lab,
    lexicon,
    medicine,
    states,
    symptom,
    vital,
)

LDL = (
    lab("ldl_cholesterol", 150, "mg/dL", "2024-03-04"),
    lab("ldl_cholesterol", 171, "mg/dL", "2024-03-20"),
    lab("ldl_cholesterol", 129, "mg/dL", "2024-04-15"),
)
PRESSURES = tuple(
    vital(f"{side}_blood_pressure", value, "mm[Hg]", day)
    for day, upper, lower in (("2024-03-02", 152, 91), ("2024-03-20", 138, 84), ("2024-04-11", 145, 77))
    for side, value in (("systolic", upper), ("diastolic", lower))
)
HEARTBURN = symptom("heartburn", valid_from="2024-04-12")


def goal(test: str, below: float) -> Content:
    concept = Concept(concept_id=f"{GOAL}{test}", name=f"{test} target")
    return Content(slot=SlotKind.SOCIAL_HISTORY, concept=concept, value=below, comparator="<", unit="mg/dL")


def smoking(value: object, **fields: object) -> Content:
    concept = lexicon().entry("social", "smoking").concept("ko")
    return Content.of({"slot": SlotKind.SOCIAL_HISTORY, "concept": concept, "value": value, **fields})


def operation(day: str | None) -> Content:
    concept = lexicon().entry("procedures", "cataract_surgery").concept("ko")
    fields = {"slot": SlotKind.PROCEDURES, "concept": concept, "temporality": Temporality.PAST, "valid_from": day}
    return Content.of(fields)


def of_mother(content: Content) -> Content:
    return content.with_fields(slot=SlotKind.FAMILY_HISTORY, subject="mother", status=None)


@dataclass(frozen=True)
class Asked:
    """What is known, what is said then, what is asked, and what the answer's beginning and the answer hold and lack."""

    knows: Sequence[Content]
    said: Sequence[tuple[str, Sequence[Proposal]]]
    en: str
    ko: str
    holds: Sequence[tuple[str, str]]
    lacks: Sequence[str] = ()
    opens: tuple[str, str] = ("", "")


def days(*found: tuple[str, str]) -> Sequence[tuple[str, str]]:
    return found


MARCH_4 = ("4 Mar 2024", "2024년 3월 4일")
MARCH_20 = ("20 Mar 2024", "2024년 3월 20일")
APRIL_12 = ("12 Apr 2024", "2024년 4월 12일")
APRIL_15 = ("15 Apr 2024", "2024년 4월 15일")
VALUE_CORRECTED = (("It was 133, not 129.", (corrects(lab("ldl_cholesterol", 133, "mg/dL", "2024-04-15")),)),)
ATTACKS = (("I had a headache on 4 March, 20 March and 15 April.", (states(symptom("headache")),)),)
ATTACKS_KO = (("두통이 3월 4일, 3월 20일, 4월 15일에 왔어요.", (states(symptom("headache")),)),)
ONE_MORE = (("There was one more, on 12 April.", ()),)
ONE_MORE_KO = (("4월 12일에도 한 번 더 왔어요.", ()),)


def number(text: str) -> tuple[str, str]:
    return text, text


KINDS = {
    "the latest": Asked(LDL, (), "What is my latest LDL?", "가장 최근 LDL이 얼마였죠?", (number("129"), APRIL_15)),
    "the day of the last": Asked(
        LDL, (), "When was my LDL last measured?", "LDL을 마지막으로 잰 날이 언제예요?", (APRIL_15, number("129"))
    ),
    "the first": Asked(LDL, (), "What was the first LDL I told you?", "처음 말한 LDL이 얼마였죠?", (number("150"),)),
    "the highest": Asked(
        LDL, (), "Which LDL was the highest?", "LDL이 제일 높았던 게 얼마죠?", (number("171"), MARCH_20)
    ),
    "of one day": Asked(
        LDL, (), "What was my LDL on 20 March?", "3월 20일 LDL이 얼마였죠?", (number("171"),), ("129", "150")
    ),
    "the course": Asked(
        LDL, (), "How has my LDL developed?", "LDL이 그동안 어떻게 변했어요?",
        (number("150"), number("171"), number("129")),
    ),
    "highest pressure": Asked(
        PRESSURES, (), "On which day was my blood pressure highest?", "혈압이 제일 높았던 날이 언제예요?",
        (number("152/91"), ("2 Mar 2024", "2024년 3월 2일")),
    ),
    "average pressure": Asked(
        PRESSURES, (), "What is my blood pressure on average?", "혈압 평균이 얼마예요?", (number("145/84"),)
    ),
    "all pressures": Asked(
        PRESSURES, (), "List all my blood pressures with the days.", "혈압 잰 거 날짜랑 다 보여 주세요.",
        (number("152/91"), number("138/84"), number("145/77")),
    ),
    "a goal": Asked(
        (goal("ldl_cholesterol", 100),), (), "What LDL target did my doctor set?",
        "의사가 LDL을 얼마 아래로 하라고 했죠?", (number("100"),),
    ),
    "a goal that is missed": Asked(
        (*LDL, goal("ldl_cholesterol", 100)), (), "Did my latest LDL reach what the doctor wants?",
        "최근 LDL이 의사가 말한 목표에 들었나요?", (number("129"), number("100")), opens=("No", "아니요"),
    ),
    "a goal that is met": Asked(
        (*LDL, goal("ldl_cholesterol", 130)), (), "Did my latest LDL reach what the doctor wants?",
        "최근 LDL이 의사가 말한 목표에 들었나요?", (number("129"), number("130")), opens=("Yes", "네"),
    ),
    "what was put right": Asked(
        LDL, VALUE_CORRECTED, "What have I corrected so far?", "지금까지 제가 뭘 고쳤죠?",
        (number("129"), number("133")),
    ),
    "nothing put right": Asked(
        LDL, (), "What have I corrected so far?", "지금까지 제가 뭘 고쳤죠?", (("nothing", "없습니다"),), ("129",)
    ),
    "what was said before": Asked(
        LDL, VALUE_CORRECTED, "What had I said for my LDL before I corrected it?",
        "LDL을 고치기 전에 제가 뭐라고 했었죠?", (number("129"), APRIL_15, number("133")), ("150",),
    ),
    "since when": Asked(
        (HEARTBURN,), (), "Since when have I had the heartburn?", "속쓰림이 언제부터 있었죠?", (APRIL_12,)
    ),
    "since a day that was not told": Asked(
        (symptom("heartburn"),), (), "Since when have I had the heartburn?", "속쓰림이 언제부터 있었죠?",
        (("is not on record", "기록에 없습니다"),),
    ),
    "for how many days": Asked(
        (HEARTBURN,), (), "How many days have I had heartburn now?", "속쓰림이 지금 며칠째예요?",
        (number("20"), APRIL_12),
    ),
    "for how many days, of a month": Asked(
        (symptom("heartburn", valid_from="2024-02"),), (), "How many days have I had heartburn now?",
        "속쓰림이 지금 며칠째예요?", (("Feb 2024", "2024년 2월"),),
    ),
    "when operated": Asked(
        (operation("2011"),), (), "When did I have the cataract surgery?", "백내장 수술을 언제 받았죠?",
        (number("2011"),),
    ),
    "when operated, untold": Asked(
        (operation(None),), (), "When did I have the cataract surgery?", "백내장 수술을 언제 받았죠?",
        (("is not on record", "기록에 없습니다"),),
    ),
    "how much is smoked": Asked(
        (smoking(8.0, unit="{cigarette}", frequency="QD"),), (), "How much do I smoke, going by what I told you?",
        "제가 담배를 하루에 얼마나 피운다고 했죠?", (("8 cigarettes a day", "하루 8개비"),),
    ),
    "nothing is smoked": Asked(
        (smoking(None, polarity=Polarity.NEGATED),), (), "How much do I smoke, going by what I told you?",
        "제가 담배를 하루에 얼마나 피운다고 했죠?", (("do not smoke", "피우지 않"),),
    ),
    "whether one smokes": Asked(
        (smoking("current"),), (), "Do I smoke?", "저 담배 피운다고 했나요?",
        (("you smoke", "피우신다고"),), opens=("Yes", "네"),
    ),
    "smoked formerly": Asked(
        (smoking("former", valid_to="2010", temporality=Temporality.PAST),), (),
        "How much do I smoke, going by what I told you?", "제가 담배를 하루에 얼마나 피운다고 했죠?",
        (("used to smoke", "피우셨다"), number("2010")),
    ),
}  # fmt: skip


def answer(
    language: Language, knows: Sequence[Content], said: Sequence[tuple[str, Sequence[Proposal]]], asks: str
) -> str:
    talk = Conversation(language)
    if knows:
        talk.knows(*knows)
    for text, proposals in said:
        talk.said(text, proposals)
    return talk.said(asks).text


@pytest.mark.every_case
@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_was_told_is_told_again(kind: str, language: Language) -> None:
    asked, which = KINDS[kind], ("en", "ko").index(language)
    said = answer(language, asked.knows, asked.said, (asked.en, asked.ko)[which])
    assert said.startswith(asked.opens[which])
    assert all(one[which] in said for one in asked.holds), said
    assert not any(one in said for one in asked.lacks), said


OCCASIONS = [
    (
        "en",
        ATTACKS,
        "How many times did I say I had the headache?",
        ("3 times", *(one[0] for one in (MARCH_4, MARCH_20))),
    ),
    ("ko", ATTACKS_KO, "두통이 몇 번 왔다고 했죠?", ("세 번", MARCH_4[1], APRIL_15[1])),
    ("en", (*ATTACKS, *ONE_MORE), "How many times did I say I had the headache?", ("4 times", APRIL_12[0])),
    ("ko", (*ATTACKS_KO, *ONE_MORE_KO), "두통이 몇 번 왔다고 했죠?", ("네 번", APRIL_12[1])),
    ("en", ATTACKS, "When did I have the headache last?", (APRIL_15[0],)),
    ("ko", ATTACKS_KO, "두통이 마지막으로 온 게 언제예요?", (APRIL_15[1],)),
    ("en", ATTACKS, "How many days are there between the first and the last headache?", ("42 days",)),
    ("ko", ATTACKS_KO, "두통이 처음 온 날부터 마지막 온 날까지 며칠 차이예요?", ("42일",)),
]


@pytest.mark.parametrize(("language", "said", "asks", "holds"), OCCASIONS)
def test_a_complaint_is_counted_by_the_days_on_which_it_came(
    language: Language, said: Sequence[tuple[str, Sequence[Proposal]]], asks: str, holds: Sequence[str]
) -> None:
    told = answer(language, (), said, asks)
    assert all(one in told for one in holds), told


NO_OCCASIONS = [
    ("en", "There was one more nausea, on 12 April.", (states(symptom("nausea")),)),
    ("en", "Was there one more, on 12 April?", ()),
    ("en", "No, there was not one more on 12 April.", ()),
    ("ko", "4월 12일에 메스꺼움도 한 번 더 있었어요.", (states(symptom("nausea")),)),
    ("ko", "4월 12일에도 왔나요?", ()),
]


@pytest.mark.parametrize(("language", "beside", "proposals"), NO_OCCASIONS)
def test_what_is_said_of_something_else_adds_no_day(
    language: Language, beside: str, proposals: Sequence[Proposal]
) -> None:
    told = ATTACKS if language == "en" else ATTACKS_KO
    asks = "How many times did I say I had the headache?" if language == "en" else "두통이 몇 번 왔다고 했죠?"
    said = answer(language, (), (*told, (beside, proposals)), asks)
    assert ("3 times" if language == "en" else "세 번") in said, said


RECORD = (
    condition("hypertension"), medicine("metformin", "500mg", "BID"), allergy("penicillin", reaction="rash"), *LDL,
    symptom("heartburn", valid_from="2024-04-12"), operation("2011"), of_mother(condition("asthma")),
    smoking(8.0, unit="{cigarette}", frequency="QD"),
)  # fmt: skip
HELD = {
    "en": ("Hypertension", "Metformin 500mg", "Penicillin", "129", "eartburn", "ataract", "sthma", "8 cigarettes"),
    "ko": ("고혈압", "메트포르민", "500mg", "페니실린", "129", "속쓰림", "백내장", "천식", "8개비"),
}


@pytest.mark.parametrize(
    ("language", "asks"),
    [
        ("en", "Tell me everything you know about me."),
        ("ko", "저에 대해 알고 있는 거 전부 말해 주세요."),
        ("en", "Give me a short summary of what I told you, to show to the doctor."),
        ("ko", "의사 선생님께 보여 드릴 수 있게 제가 말한 걸 짧게 정리해 주세요."),
    ],
)
def test_the_whole_record_leaves_nothing_out(language: Language, asks: str) -> None:
    said = answer(language, RECORD, (), asks)
    assert [one for one in HELD[language] if one not in said] == [], said


def test_a_complaint_that_came_back_is_counted_from_then() -> None:
    talk = Conversation("en").knows(symptom("cough", valid_from="2024-03-04"))
    gone = symptom("cough", polarity=Polarity.NEGATED)
    talk.said("The cough is gone.", (changes(gone),))
    back = symptom("cough", status=Status.ACTIVE, valid_from="2024-04-20")
    talk.said("The cough is back since 20 April.", (changes(back),))
    assert "20 Apr 2024" in talk.said("Since when have I had the cough?").text


TELLS = [
    ("en", "I smoke 8 cigarettes a day.", smoking(8.0, unit="{cigarette}", frequency="QD"), "Recorded"),
    ("ko", "하루에 담배 8개비 피워요.", smoking(8.0, unit="{cigarette}", frequency="QD"), "기록했습니다"),
]


@pytest.mark.parametrize(("language", "text", "content", "holds"), TELLS)
def test_what_is_told_is_acknowledged_and_not_told_back(
    language: Language, text: str, content: Content, holds: str
) -> None:
    assert holds in Conversation(language).said(text, (states(content),)).text


def test_two_questions_are_both_answered() -> None:
    talk = Conversation("en").knows(*LDL, HEARTBURN)
    said = talk.said("What is my latest LDL, and since when have I had the heartburn?").text
    assert "129" in said
    assert "12 Apr 2024" in said


def test_a_value_that_is_to_be_judged_is_judged_beside_its_course() -> None:
    said = answer("en", LDL[:2], (), "Is my LDL all right?")
    assert "outside the target range" in said
