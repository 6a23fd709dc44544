"""A question for several tests by one name is answered with those on record, and only then with none."""

from __future__ import annotations

import re

import pytest

from agent.answers.values.panels import PANELS
from agent.skills.ports import Language
from tests.agent.conversation import Conversation, corrects, lab, lexicon, vital

TODAY = "2024-05-02"
SYSTOLIC = vital("systolic_blood_pressure", 150, "mm[Hg]", TODAY)
DIASTOLIC = vital("diastolic_blood_pressure", 95, "mm[Hg]", TODAY)
LDL, HDL = lab("ldl_cholesterol", 121, "mg/dL", "2024-01-03"), lab("hdl_cholesterol", 52, "mg/dL", "2024-02-01")
LIVER = (lab("ast", 31, "U/L", "2024-02-01"), lab("alt", 46, "U/L", "2024-02-01"))
CREATININE = lab("creatinine", 1.2, "mg/dL", "2024-02-01")


def language_of(text: str) -> Language:
    return "ko" if re.search("[가-힣]", text) else "en"


@pytest.mark.parametrize(
    "text",
    [
        "제 혈압은요?",
        "제 최근 혈압 수치가 얼마였죠?",
        "혈압 얼마였어요?",
        "What was my blood pressure?",
        "my bp?",
        "How high was my blood pressure last time?",
    ],
)
def test_the_blood_pressure_is_its_two_numbers(text: str) -> None:
    draft = Conversation(language_of(text)).knows(SYSTOLIC, DIASTOLIC).said(text)
    assert "150/95 mmHg" in draft.text or 0 <= draft.text.find("150 mmHg") < draft.text.find("95 mmHg")
    assert len(draft.facts_used) == 2


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("제 콜레스테롤 수치는요?", ["52", "121"]),
        ("지질 검사 결과 알려 주세요", ["52", "121"]),
        ("What was my cholesterol?", ["52", "121"]),
        ("간 기능 수치가 얼마였죠?", ["31", "46"]),
        ("간수치는요?", ["31", "46"]),
        ("What was my liver panel?", ["31", "46"]),
        ("제 신장 기능은 어때요?", ["1.2"]),
        ("What is my kidney function?", ["1.2"]),
    ],
)
def test_a_panel_is_the_tests_of_it_on_record_the_latest_first(text: str, values: list[str]) -> None:
    draft = Conversation(language_of(text)).knows(LDL, HDL, *LIVER, CREATININE).said(text)
    assert re.findall(r"(\d+(?:\.\d+)?) (?:mg/dL|U/L)", draft.text) == values


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("혈압이 어떻게 변했어요?", "10 mmHg/10 mmHg 감소"),
        ("Has my blood pressure come down?", "decrease of 10 mmHg/10 mmHg"),
    ],
)
def test_the_course_of_a_panel_is_that_of_each_part(text: str, change: str) -> None:
    earlier = [
        vital("systolic_blood_pressure", 160, "mm[Hg]", "2024-04-02"),
        vital("diastolic_blood_pressure", 105, "mm[Hg]", "2024-04-02"),
    ]
    draft = Conversation(language_of(text)).knows(*earlier, SYSTOLIC, DIASTOLIC).said(text)
    assert change in draft.text
    assert len(draft.facts_used) == 4


def test_what_was_said_of_a_panel_is_said_again_of_each_part_alike() -> None:
    earlier = [
        vital("systolic_blood_pressure", 160, "mm[Hg]", "2024-04-02"),
        vital("diastolic_blood_pressure", 105, "mm[Hg]", "2024-04-02"),
    ]
    talk = Conversation().knows(*earlier, SYSTOLIC, DIASTOLIC)
    first = talk.said("제 혈압은요?").text
    assert talk.said("혈압 한 문장으로 다시 말해 주세요").text == first


def test_a_corrected_part_is_told_as_corrected() -> None:
    talk = Conversation().knows(SYSTOLIC, DIASTOLIC)
    new = vital("systolic_blood_pressure", 148, "mm[Hg]", TODAY)
    assert "148" in talk.said("위가 148이었어요", [corrects(new, old=150)]).text
    draft = talk.said("제 혈압은요?")
    assert "148 mmHg" in draft.text
    assert "95 mmHg" in draft.text
    assert "150" not in draft.text


@pytest.mark.parametrize(
    "text",
    ["제 혈압은 얼마였죠?", "What was my kidney function?", "총콜레스테롤은 얼마였어요?", "LDL 수치가 얼마였죠?"],
)
def test_a_name_is_not_on_record_when_no_part_of_it_is(text: str) -> None:
    draft = Conversation(language_of(text)).knows(HDL, *LIVER).said(text)
    assert "기록에 없" in draft.text or "not on your record" in draft.text
    assert not draft.facts_used


def test_a_part_asked_for_by_its_own_name_is_answered_alone() -> None:
    talk = Conversation().knows(SYSTOLIC, DIASTOLIC, LDL, HDL)
    assert "121" not in talk.said("HDL 콜레스테롤은 얼마였죠?").text
    assert "150" not in talk.said("이완기 혈압은 얼마였죠?").text


def test_every_part_of_a_panel_is_a_test_of_the_lexicon() -> None:
    known = {entry.concept_id for kind in ("labs", "vitals") for entry in lexicon().entries(kind)}
    assert {part for parts in PANELS.values() for part in parts} <= known


@pytest.mark.parametrize("text", ["혈압을 낮추려면 어떻게 해야 하나요?", "How can I lower my blood pressure?"])
def test_how_to_change_a_value_is_told_from_the_value(text: str) -> None:
    draft = Conversation(language_of(text)).knows(SYSTOLIC, DIASTOLIC).said(text)
    assert draft.text.startswith(("결론", "Conclusion")) and "150 mmHg" in draft.text


@pytest.mark.parametrize("text", ["LDL을 낮추는 방법 알려 주세요.", "What are ways to lower LDL?"])
def test_how_to_change_what_nobody_has_measured_is_told_of_no_other_value(text: str) -> None:
    draft = Conversation(language_of(text)).knows(SYSTOLIC, DIASTOLIC).said(text)
    assert "mmHg" not in draft.text and not draft.facts_used
