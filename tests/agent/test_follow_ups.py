"""The last thing said is gone on about: in another form, the one before, the other one, the same of another."""

from __future__ import annotations

import pytest

from agent.answers.following.gist import shortened
from agent.skills.ports import Language
from tests.agent.conversation import (
    Conversation,
    age,
    allergy,
    condition,
    corrects,
    lab,
    medicine,
    vital,
)

LDL = (
    lab("ldl_cholesterol", 162, "mg/dL", "2023-06-03"),
    lab("ldl_cholesterol", 131, "mg/dL", "2023-10-22"),
    lab("ldl_cholesterol", 118, "mg/dL", "2024-04-20"),
)


def patient(language: Language = "ko") -> Conversation:
    return Conversation(language).knows(
        age(58),
        condition("type_2_diabetes"),
        condition("hypertension"),
        medicine("metformin", "1000mg", "BID"),
        medicine("losartan", "50mg", "QD"),
        medicine("atorvastatin", "20mg", "QHS"),
        allergy("penicillin"),
        *LDL,
        vital("body_weight", 81, "kg", "2024-04-20"),
    )


def talked(language: Language, *turns: str) -> str:
    talk = patient(language)
    return [talk.said(turn).text for turn in turns][-1]


@pytest.mark.parametrize(
    ("language", "turns", "says", "never"),
    [
        ("ko", ("최근 LDL 얼마예요?", "그 전에는요?"), ("131",), ("162",)),
        ("ko", ("LDL 최근 값이 뭐죠?", "그 전에는요?", "그 전에는요?"), ("162",), ("118",)),
        ("en", ("What's my last LDL?", "and the one before that?"), ("131",), ("162",)),
        ("en", ("What was my first LDL?", "and after that?"), ("131",), ("118",)),
        ("ko", ("LDL 제일 높았던 게 언제예요?", "체중은요?"), ("81 kg",), ("162",)),
        ("en", ("When was my LDL highest?", "and my weight?"), ("81 kg",), ("162",)),
        ("ko", ("메트포르민은 무슨 약이에요?", "그럼 로사르탄은요?"), ("로사르탄", "50mg"), ("메트포르민",)),
        ("en", ("How much metformin do I take?", "and losartan?"), ("50mg",), ("1000mg",)),
        ("ko", ("제 약 두 가지만 말해 주세요", "나머지 하나는요?"), ("아토르바스타틴",), ("로사르탄",)),
        ("en", ("Name two of my medicines.", "What's the other one?"), ("Atorvastatin",), ("Losartan",)),
        ("ko", ("제 약 전부 말해 주세요", "나머지는요?"), ("전부",), ()),
        ("ko", ("LDL 추이 보여 주세요", "표로 만들어 줄래요?"), ("| LDL", "162", "131", "118"), ()),
        ("en", ("Show me all my LDL results", "Could you put that in a table?"), ("|---|", "162", "118"), ()),
        ("ko", ("LDL 추이 보여 주세요", "숫자만요"), ("162 mg/dL, 131 mg/dL, 118 mg/dL",), ("LDL",)),
        ("en", ("Show me all my LDL results", "Just the numbers, please."), ("162 mg/dL, 131",), ("LDL",)),
        ("ko", ("제 진단이랑 약을 정리해 주세요", "더 짧게요"), ("메트포르민", "고혈압"), ("\n1.",)),
        ("en", ("Is my LDL in range?", "Shorter please."), ("118",), ("The criterion",)),
        ("en", ("Is my LDL in range?", "Shorter."), ("118",), ("The criterion",)),
        ("ko", ("제 알레르기 뭐 있죠?", "숫자만 주세요"), ("수치가 없습니다",), ()),
    ],
)
def test_what_was_last_said_is_gone_on_about(
    language: Language, turns: tuple[str, ...], says: tuple[str, ...], never: tuple[str, ...]
) -> None:
    text = talked(language, *turns)
    assert all(one in text for one in says), text
    assert not any(one in text for one in never), text


def test_another_form_gives_what_has_been_corrected_as_it_is_now() -> None:
    talk = patient("en")
    talk.said("Show me all my LDL results")
    talk.said("The last LDL was 108, not 118.", [corrects(LDL[2].with_fields(value=108.0))])
    told = talk.said("as a table")
    assert "108" in told.text and "118" not in told.text
    assert all(talk.view.ledger.facts[one].current for one in told.facts_used)
    talk.said("Show me all my LDL results")
    numbers = talk.said("Only the numbers").text
    assert "108" in numbers and "118" not in numbers


def test_another_form_of_nothing_is_no_answer_to_something_else() -> None:
    text = patient("en").said("as a table").text
    assert "LDL" not in text and "Metformin" not in text


@pytest.mark.parametrize("count", [1, 2, 4, 5, 6])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_plan_has_as_many_steps_as_were_asked_for(language: Language, count: int) -> None:
    korean = {1: "한 가지", 2: "두 가지", 4: "네 가지", 5: "다섯 가지", 6: "6가지"}[count]
    question = (
        f"당뇨 관리하려면 뭘 해야 하나요? {korean}만요."
        if language == "ko"
        else f"What should I do for my diabetes? {count} things."
    )
    lines = patient(language).said(question).text.splitlines()
    assert [line.split(".")[0] for line in lines if line[:1].isdigit()] == [f"{at}" for at in range(1, count + 1)]


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("One is so. Two is not.", "One is so."),
        ("Diagnoses:\n1. A\n2. B\nMedicines: C 5.5 mg", "Diagnoses: A, B\nMedicines: C 5.5 mg"),
        ("LDL is 118.5 mg/dL. The criterion is known.", "LDL is 118.5 mg/dL."),
        ("", ""),
    ],
)
def test_the_short_form_keeps_heads_and_items(text: str, short: str) -> None:
    assert shortened(text) == short
