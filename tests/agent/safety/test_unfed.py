"""Days without food or drink: sick days, fasts before procedures and of religion, each by the medicine."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, medicine

_OF_SUCH_DAYS = (
    "some medicines have to", "쉬어야 하는 약이", "neither left off", "다 빼지도", "a fast, above all", "avoid fasting",
)  # fmt: skip


def answered(language: Language, takes: str, text: str) -> str:
    return Conversation(language).knows(*(medicine(one, None, "QD") for one in takes.split())).said(text).text


@pytest.mark.parametrize(
    ("language", "takes", "text", "expected"),
    [
        ("ko", "metformin empagliflozin", "이틀째 설사하고 밥을 못 먹어요. 내일 아침 약 먹어요?", "다음 것부터 드시지"),
        ("ko", "dapagliflozin", "장염으로 토하고 못 먹고 있어요 약 먹어도 되나요", "케톤산증"),
        ("ko", "ramipril furosemide", "이틀 토했는데 오늘 약 먹어야 하나요?", "대개 며칠 쉽니다"),
        ("ko", "gliclazide", "배탈 나서 아무것도 못 먹는데 약은요?", "못 먹는 끼니에는"),
        ("ko", "insulin_glargine", "설사가 심하고 못 먹는데 인슐린 맞아요?", "다 빼지 말고"),
        ("en", "metformin empagliflozin", "diarrhoea for two days, hardly eating. take my tablets?", "Pause"),
        ("en", "losartan", "the runs for 2 days and not drinking, do I take it?", "paused for some days"),
        ("en", "gliclazide", "stomach bug, can't eat. still take gliclazide?", "Leave out"),
        ("en", "insulin_glargine", "vomiting and can't eat, do I take my insulin?", "never left off"),
        ("ko", "insulin_glargine", "내일 대장내시경이라 굶는데 란투스 맞아요?", "다 빼지도, 평소대로"),
        ("ko", "metformin", "내일 위내시경이라 금식인데 당뇨약 먹어요?", "굶는 날에는 쉬고"),
        (
            "en",
            "insulin_glargine",
            "colonoscopy friday, no food, what about my insulin?",
            "neither left off",
        ),
        ("en", "glimepiride", "surgery monday and I must fast, do I take glimepiride?", "not taken while you fast"),
        ("ko", "glimepiride", "라마단 금식하려는데 물도 안 마셔요. 해도 되나요?", "심한 저혈당"),
        ("en", "glimepiride", "I want to do a nirjala fast, no food or water all day. can I?", "empty stomach"),
        ("en", "gliclazide", "Yom Kippur fast is coming, 25 hours without food or drink. ok?", "Break it at once"),
    ],
)
def test_a_day_without_food_is_answered_by_the_medicine(
    language: Language, takes: str, text: str, expected: str
) -> None:
    assert expected in answered(language, takes, text)


@pytest.mark.parametrize(
    ("language", "takes", "text"),
    [
        ("en", "metformin", "slight loose stools since starting it but eating fine. keep taking?"),
        ("ko", "metformin", "시작하고 나서 설사가 조금 있는데 밥은 잘 먹어요. 계속 먹어요?"),
        ("en", "insulin_glargine", "fasting blood test tomorrow, do I skip my insulin?"),
        ("ko", "insulin_glargine", "내일 공복 피검사인데 인슐린 맞아요?"),
        ("en", "levothyroxine", "diarrhoea for two days, hardly eating. take my tablet?"),
        ("en", "metformin", "is fast food bad with metformin?"),
    ],
)
def test_what_is_no_such_day_is_answered_as_before(language: Language, takes: str, text: str) -> None:
    said = answered(language, takes, text)
    for words in _OF_SUCH_DAYS:
        assert words not in said


def test_the_usual_dose_of_a_basal_insulin_is_not_said_for_a_fast() -> None:
    said = answered("ko", "insulin_glargine", "모레 대장내시경이라 굶는데 당뇨약 안 맞아도 되지요?")
    assert "평소 용량대로 이어" not in said and "20%" in said
