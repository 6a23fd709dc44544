"""So many of the newest readings are listed, averaged or held against one another; a span of time is no such number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.asking.request import read_request
from agent.skills.ports import Language
from tests.agent.conversation import NOW, ZONE, Conversation, lab, recogniser, vital

A1C = (
    lab("hba1c", 8.1, "%", "2023-06-10"),
    lab("hba1c", 7.4, "%", "2023-09-20"),
    lab("hba1c", 8.6, "%", "2023-12-12"),
    lab("hba1c", 7.2, "%", "2024-04-03"),
)
PRESSURES = tuple(
    vital(f"{part}_blood_pressure", value, "mm[Hg]", day)
    for day, upper, lower in (("2024-01-05", 152, 94), ("2024-02-18", 138, 86), ("2024-04-28", 146, 90))
    for part, value in (("systolic", upper), ("diastolic", lower))
)


def newest(text: str) -> int | None:
    asked = read_request(text, recogniser(), (NOW, ZONE)).values
    return asked.newest if asked is not None else None


@pytest.mark.parametrize(
    ("language", "question", "says", "never"),
    [
        ("en", "What is the difference between my last two A1c?", ("8.6%", "7.2%", "1.4 percentage points"), ("8.1",)),
        ("en", "difference between the last two HbA1c?", ("8.6%", "7.2%", "1.4 percentage points"), ("8.1",)),
        ("en", "My two most recent A1c values, what's the gap?", ("1.4 percentage points",), ("8.1", "7.4")),
        ("en", "The last two A1c, how far apart are they?", ("1.4 percentage points",), ("8.1", "7.4")),
        ("en", "How do my last three HbA1c results compare?", ("7.4%", "8.6%", "0.2 percentage points"), ("8.1",)),
        ("en", "Show me the last three A1c readings", ("7.4%", "8.6%", "7.2%"), ("8.1",)),
        ("en", "What is the average of my last two A1c?", ("7.9%",), ("8.1",)),
        ("en", "Difference between my first and my latest A1c?", ("8.1%", "0.9 percentage points"), ("8.6",)),
        ("en", "By how much did my last two blood pressures differ?", ("138/86", "146/90", "8 mmHg/4 mmHg"), ()),
        ("ko", "최근 두 번 당화혈색소 차이가 얼마예요?", ("8.6%", "7.2%", "1.4%p 감소"), ("8.1",)),
        ("ko", "마지막 두 당화혈색소의 차이는요?", ("8.6%", "7.2%", "1.4%p 감소"), ("8.1",)),
        ("ko", "가장 최근 두 개 당화혈색소 값 차가 몇이에요?", ("1.4%p 감소",), ("8.1", "7.4")),
        ("ko", "당화혈색소 최근 3번 결과 알려 주세요", ("7.4%", "8.6%", "7.2%"), ("8.1",)),
        ("ko", "최근 세 번 당화혈색소 평균은요?", ("7.7%", "3개"), ("8.1",)),
        ("ko", "처음이랑 마지막 당화혈색소 차이는요?", ("8.1%", "7.2%", "0.9%p 감소"), ("8.6",)),
        ("ko", "최근 두 번 혈압 차이는요?", ("138/86", "146/90", "8 mmHg/4 mmHg"), ("152",)),
        ("ko", "최근 다섯 번 혈압 보여 주세요", ("3개뿐", "152/94", "138/86", "146/90"), ()),
    ],
)  # fmt: skip
def test_the_newest_readings_are_answered_as_asked(
    language: Language, question: str, says: tuple[str, ...], never: tuple[str, ...]
) -> None:
    text = Conversation(language).knows(*A1C, *PRESSURES).said(question).text
    assert all(one in text for one in says), text
    assert not any(one in text for one in never), text


def test_one_reading_has_no_difference_and_none_is_not_made_up() -> None:
    single = Conversation("en").knows(A1C[0]).said("What is the difference between my last two A1c?").text
    assert "8.1%" in single and "only one value" in single.casefold()
    none = Conversation("ko").knows(*A1C).said("최근 두 번 칼륨 차이가 얼마예요?").text
    assert "칼륨" in none and not any(ch.isdigit() for ch in none)


@given(
    count=st.sampled_from((("두", 2), ("세", 3), ("네", 4), ("3", 3), ("12", 12))),
    lead=st.sampled_from(("최근", "마지막", "지난", "가장 최근")),
    unit=st.sampled_from((" 번", "번", " 개", " 회", " 차례")),
)
def test_a_korean_number_of_readings_is_read_and_a_span_of_time_is_not(
    count: tuple[str, int], lead: str, unit: str
) -> None:
    words, number = count
    assert newest(f"{lead} {words}{unit} 당화혈색소 알려 주세요") == number
    for span in ("개월", "달", "주", "년"):
        assert newest(f"{lead} {words} {span} 당화혈색소 알려 주세요") is None


@given(
    count=st.sampled_from((("two", 2), ("three", 3), ("couple of", 2), ("5", 5))),
    lead=st.sampled_from(("last", "latest", "most recent", "newest")),
    what=st.sampled_from(("A1c", "A1c readings", "results of my A1c")),
)
def test_an_english_number_of_readings_is_read_and_a_span_of_time_is_not(
    count: tuple[str, int], lead: str, what: str
) -> None:
    words, number = count
    assert newest(f"Show me the {lead} {words} {what}") == number
    for span in ("days", "weeks", "months", "years"):
        assert newest(f"Show me my A1c of the {lead} {words} {span}") is None


def test_what_a_value_means_is_no_average() -> None:
    text = Conversation("en").knows(*A1C).said("What is my A1c now and what does it mean?").text
    assert "average" not in text
