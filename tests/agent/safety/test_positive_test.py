"""A positive test after a pregnancy was denied: every rule takes the patient as pregnant until it is settled."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Polarity
from tests.agent.conversation import Conversation, condition, medicine


def told(language: Language, takes: str, *turns: str) -> str:
    talk = Conversation(language).knows(
        medicine(takes, None, "QD"), condition("pregnancy", polarity=Polarity.NEGATED, status=None)
    )
    return [talk.said(turn).text for turn in turns][-1]


@pytest.mark.parametrize(
    ("language", "takes", "turns", "expected", "never"),
    [
        ("en", "lisinopril", ("just did a test and it's positive",), "can harm the unborn", "Go on today"),
        ("en", "losartan", ("two lines!!", "missed yesterday's, take it now?"), "before the next dose", "Go on today"),
        ("en", "perindopril", ("test positive", "do I take the tablet?"), "can harm the unborn", "Go on today"),
        ("en", "isotretinoin", ("it was positive", "forgot today's, take it?"), "Take no more", "when you remember"),
        ("en", "warfarin", ("test came up positive", "take tonight's tablet?"), "Do not stop", "Go on today"),
        ("en", "simvastatin", ("got two lines", "can I take tonight's tablet?"), "Leave it off", "No harm done"),
        ("ko", "losartan", ("두 줄 나왔어요", "오늘 혈압약 깜빡했는데 먹을까요?"), "태아에게 해로울 수", "이어 가시고"),
        ("ko", "enalapril", ("검사 양성이에요", "오늘 약 깜빡했는데 먹을까요?"), "태아에게 해로울 수", "이어 가시고"),
        ("ko", "isotretinoin", ("두 줄 떴어요", "오늘 거 안 먹었는데 먹어야 하나요"), "더 드시지 마세요", "생각났으면"),
    ],
)  # fmt: skip
def test_no_rule_resumes_what_harms_the_unborn(
    language: Language, takes: str, turns: tuple[str, ...], expected: str, never: str
) -> None:
    said = told(language, takes, *turns)
    assert expected in said
    assert never not in said


@pytest.mark.parametrize(
    ("language", "turns"),
    [
        ("en", ("the test was negative", "I missed yesterday's one")),
        ("en", ("covid test positive", "I missed yesterday's one")),
        ("en", ("my sister's test was positive", "I missed yesterday's one")),
        ("en", ("two lines on the test", "the second test was negative", "I missed yesterday's one")),
        ("ko", ("테스트기 한 줄이에요", "어제 것을 깜빡했어요")),
        ("ko", ("언니가 두 줄 나왔대요", "어제 것을 깜빡했어요")),
        ("ko", ("코로나 키트 두 줄 나왔어요", "어제 것을 깜빡했어요")),
    ],
)
def test_what_is_no_positive_test_of_the_patient_changes_nothing(language: Language, turns: tuple[str, ...]) -> None:
    said = told(language, "losartan", *turns)
    assert "unborn" not in said and "태아" not in said
