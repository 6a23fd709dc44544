"""What a value makes of somebody: the range that it lies in, the next test, and whether tablets are due."""

from __future__ import annotations

import pytest

from agent.answers.asking.request import read_request
from agent.answers.values.diagnosis_asked import made_of_value
from agent.skills.ports import Language
from domain.values import Content
from tests.agent.conversation import (
    Conversation,
    age,
    card_reader,
    condition,
    lab,
    medicine,
    recogniser,
    states,
    vital,
)

DAY = "2024-05-01"
SUGAR = lab("glucose", 112.0, "mg/dL", DAY).with_fields(qualifier="fasting")
HBA1C = lab("hba1c", 6.9, "%", DAY)
LDL = lab("ldl_cholesterol", 158.0, "mg/dL", DAY)
URATE = lab("uric_acid", 8.2, "mg/dL", DAY)
PRESSURE = (
    vital("systolic_blood_pressure", 152.0, "mm[Hg]", DAY),
    vital("diastolic_blood_pressure", 94.0, "mm[Hg]", DAY),
)


def after(language: Language, values: tuple[Content, ...], asks: str) -> str:
    talk = Conversation(language, cards=card_reader()).knows(age(42))
    talk.said({"en": "I had it measured", "ko": "재 봤어요"}[language], [states(one) for one in values])
    return talk.said(asks).text


@pytest.mark.parametrize(
    ("language", "values", "asks", "says"),
    [
        ("ko", (SUGAR,), "이거 당뇨인가요?? 뭐 더 검사해야돼요?", ("전단계", "당화혈색소")),
        ("ko", (SUGAR,), "그럼 당뇨라는 건가요?", ("전단계",)),
        ("en", (SUGAR,), "so am i diabetic now? do i need tablets?", ("prediabetes", "without tablets")),
        ("en", (SUGAR,), "what other tests do I need?", ("HbA1c",)),
        ("en", (HBA1C,), "does that mean I have diabetes?", ("range of diabetes", "second test")),
        ("ko", (LDL,), "약 먹어야돼요?", ("경계", "3~6개월")),
        ("en", (LDL,), "Should I be on a statin?", ("borderline", "whole risk")),
        ("en", (URATE,), "is that gout?", ("by itself is not gout",)),
        ("en", PRESSURE, "Is this high? and do i need tablets straight away?", ("not on a few readings",)),
        ("ko", PRESSURE, "고혈압인가요?", ("고혈압 범위", "일주일")),
    ],
)
def test_the_range_and_what_settles_it_are_told(
    language: Language, values: tuple[Content, ...], asks: str, says: tuple[str, ...]
) -> None:
    text = after(language, values, asks)
    assert all(one in text for one in says), text


def test_of_a_child_or_in_pregnancy_no_range_of_adults_is_told() -> None:
    for other in (age(9), condition("pregnancy", value=20.0, unit="wk")):
        talk = Conversation("en", cards=card_reader()).knows(other, SUGAR)
        assert "prediabetes" not in talk.said("is that diabetes?").text


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ((SUGAR,), "Is my diabetes checked by that test?"),
        ((SUGAR, condition("type_2_diabetes")), "do I need more tablets?"),
        ((SUGAR, medicine("metformin", "500mg", "BID")), "약 먹어야돼요?"),
        ((), "am I diabetic?"),
        ((SUGAR,), "Can I take paracetamol tablets?"),
        ((SUGAR,), "My mother had diabetes."),
        ((URATE,), "is that diabetes?"),
    ],
)
def test_what_hangs_on_no_value_is_asked_otherwise(known: tuple[Content, ...], said: str) -> None:
    view = Conversation("en").knows(age(42), *known).view
    assert made_of_value(read_request(said, recogniser()), view) is None
