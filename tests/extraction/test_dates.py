from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.values.calendar_dates import absolute_dates
from extraction.values.dates import find_dates

SEOUL = "Asia/Seoul"
SAID_AT = datetime(2024, 5, 15, 2, 0, tzinfo=UTC)
"""A Wednesday, eleven in the morning in Seoul."""


def read(text: str) -> list[tuple[str, str, str]]:
    return [(found.value, found.precision, found.kind) for found in find_dates(text, SAID_AT, SEOUL)]


@pytest.mark.parametrize(
    ("text", "value", "precision"),
    [
        ("2021년 11월 3일에", "2021-11-03", "day"),
        ("21년 11월 3일", "2021-11-03", "day"),
        ("97년 11월 3일", "1997-11-03", "day"),
        ("2021-11-03", "2021-11-03", "day"),
        ("2021.11.3", "2021-11-03", "day"),
        ("이천이십일년 십일월 삼일", "2021-11-03", "day"),
        ("4월 2일", "2024-04-02", "day"),
        ("6월 2일", "2024-06-02", "day"),
        ("9월 2일", "2023-09-02", "day"),
        ("19년 가을", "2019", "year"),
        ("2023.2", "2023-02", "month"),
        ("크리스마스에", "2023-12-25", "day"),
        ("작년 추석에", "2023-09", "month"),
        ("설에", "2024-02", "month"),
        ("2월 29일", "2024-02-29", "day"),
        ("작년 12월 24일", "2023-12-24", "day"),
        ("지난달 15일", "2024-04-15", "day"),
        ("12월에", "2023-12", "month"),
        ("2018년에", "2018", "year"),
        ("98년에", "1998", "year"),
        ("April 2nd", "2024-04-02", "day"),
        ("on 2 Apr 2021", "2021-04-02", "day"),
        ("Apr 2, 2021", "2021-04-02", "day"),
        ("in January", "2024-01", "month"),
        ("March 2021", "2021-03", "month"),
        ("back in 2018.", "2018", "year"),
        ("8/21/2020", "2020-08-21", "day"),
        ("21/8/2020", "2020-08-21", "day"),
        ("08/21/20", "2020-08-21", "day"),
        ("21.8.20", "2020-08-21", "day"),
        ("21-Aug-2020", "2020-08-21", "day"),
        ("on 21/8", "2023-08-21", "day"),
        ("March '21", "2021-03", "month"),
        ("in '09", "2009", "year"),
        ("in nineteen ninety one", "1991", "year"),
        ("in two thousand and six", "2006", "year"),
        ("back in twenty nineteen", "2019", "year"),
        ("Feb", "2024-02", "month"),
        ("at Easter", "2024-03", "month"),
        ("last Thanksgiving", "2023-11", "month"),
    ],
)
def test_calendar_dates(text: str, value: str, precision: str) -> None:
    assert read(text) == [(value, precision, "point")]


@pytest.mark.parametrize(
    ("text", "value", "precision"),
    [
        ("오늘 아침", "2024-05-15", "day"),
        ("어제", "2024-05-14", "day"),
        ("어젯밤에", "2024-05-14", "day"),
        ("그저께", "2024-05-13", "day"),
        ("나흘 전", "2024-05-11", "day"),
        ("열흘 전", "2024-05-05", "day"),
        ("3일 전", "2024-05-12", "day"),
        ("내일", "2024-05-16", "day"),
        ("모레", "2024-05-17", "day"),
        ("지난주", "2024-05-08", "week"),
        ("2주 전", "2024-05-01", "week"),
        ("일주일 전", "2024-05-08", "week"),
        ("다음 주", "2024-05-22", "week"),
        ("지난주 금요일", "2024-05-10", "day"),
        ("지난달", "2024-04", "month"),
        ("이번 달", "2024-05", "month"),
        ("다음 달", "2024-06", "month"),
        ("넉 달 전", "2024-01", "month"),
        ("6개월 전", "2023-11", "month"),
        ("반년 전", "2023-11", "month"),
        ("작년 가을", "2023", "year"),
        ("재작년", "2022", "year"),
        ("올해", "2024", "year"),
        ("7년 전", "2017", "year"),
        ("yesterday", "2024-05-14", "day"),
        ("last night", "2024-05-14", "day"),
        ("four days ago", "2024-05-11", "day"),
        ("last week", "2024-05-08", "week"),
        ("next week", "2024-05-22", "week"),
        ("in two weeks", "2024-05-29", "week"),
        ("a month ago", "2024-04", "month"),
        ("last year", "2023", "year"),
        ("in March of last year", "2023-03", "month"),
        ("May of last year", "2023-05", "month"),
        ("on 3 March last year", "2023-03-03", "day"),
        ("October of the year before last", "2022-10", "month"),
        ("last yr", "2023", "year"),
        ("last wk", "2024-05-08", "week"),
        ("ten years ago", "2014", "year"),
        ("last Monday", "2024-05-13", "day"),
        ("the day before yesterday", "2024-05-13", "day"),
        ("on Wednesday", "2024-05-15", "day"),
        ("last tues", "2024-05-14", "day"),
        ("this Friday", "2024-05-17", "day"),
        ("a fortnight ago", "2024-05-01", "week"),
        ("2 mos ago", "2024-03", "month"),
        ("지난주 목욜", "2024-05-09", "day"),
        ("올봄", "2024", "year"),
    ],
)
def test_relative_dates(text: str, value: str, precision: str) -> None:
    assert read(text) == [(value, precision, "point")]


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("나흘 전부터 열이 나요", "2024-05-11", "since"),
        ("지난주부터", "2024-05-08", "since"),
        ("2018년부터", "2018", "since"),
        ("저린 지 두 달쯤 됐어요", "2024-03", "since"),
        ("수술한 지 3년 됐어요", "2021", "since"),
        ("나흘째 열이 나요", "2024-05-11", "since"),
        ("5일 동안 앓았어요", "2024-05-10", "since"),
        ("for about two months", "2024-03", "since"),
        ("since Monday", "2024-05-13", "since"),
        ("since last year", "2023", "since"),
        ("over the past three days", "2024-05-12", "since"),
        ("어제까지 먹었어요", "2024-05-14", "until"),
        ("until last month", "2024-04", "until"),
        ("since sat", "2024-05-11", "since"),
        ("since lunch", "2024-05-15", "since"),
        ("since ten days", "2024-05-05", "since"),
        ("3 wks now", "2024-04-24", "since"),
        ("itchy, 3 wks.", "2024-04-24", "since"),
        ("since spring", "2024", "since"),
        ("from Friday", "2024-05-17", "since"),
        ("until Friday", "2024-05-17", "until"),
        ("갑상선 약 4년차", "2020", "since"),
    ],
)
def test_periods_have_a_start_or_an_end(text: str, value: str, kind: str) -> None:
    assert [(found[0], found[2]) for found in read(text)] == [(value, kind)]


@pytest.mark.parametrize(
    "text",
    [
        "2월 30일",
        "2021-13-45",
        "2023년 2월 29일",
        "어릴 때",
        "며칠 전",
        "하루 두 번",
        "일주일에 한 번",
        "3주에 한 번",
        "10년에 한 번",
        "매주 월요일",
        "자기 전",
        "식후 두 시간",
        "임신 20주차",
        "I may take it",
        "131/84",
        "120 mg",
        "9999년 전",
        "I'm 20 weeks pregnant",
        "전부 다",
    ],
)
def test_other_words_are_no_date(text: str) -> None:
    assert read(text) == []


def test_a_later_date_takes_the_year_named_before() -> None:
    assert [found[0] for found in read("2021년 3월 2일에 6.1, 9월 5일에 6.4")] == ["2021-03-02", "2021-09-05"]


def test_today_is_the_patients_day_and_not_the_servers() -> None:
    late = datetime(2024, 5, 15, 20, 0, tzinfo=UTC)
    assert find_dates("오늘", late, SEOUL)[0].value == "2024-05-16"
    assert find_dates("today", late, "America/New_York")[0].value == "2024-05-15"


def test_a_naive_moment_is_refused() -> None:
    with pytest.raises(ValueError):
        find_dates("오늘", datetime(2024, 5, 15), SEOUL)


@given(st.dates(date(2000, 1, 1), date(2024, 5, 15)))
def test_written_dates_round_trip(day: date) -> None:
    for text in (day.isoformat(), f"{day.year}년 {day.month}월 {day.day}일", day.strftime("%d %B %Y")):
        assert [found[0] for found in read(text)] == [day.isoformat()]


@given(st.integers(1, 9999))
def test_days_ago_are_counted_back(days: int) -> None:
    expected = (date(2024, 5, 15) - timedelta(days=days)).isoformat()
    assert read(f"{days}일 전") == read(f"{days} days ago") == [(expected, "day", "point")]


@given(st.text() | st.text("0123456789년월일-./ 전부터지난주달작오늘두 ago last'\0ㅏ", max_size=60))
def test_never_fails_and_spans_stay_inside(text: str) -> None:
    reached = 0
    for found in find_dates(text, SAID_AT, SEOUL):
        assert reached <= found.start < found.end <= len(text)
        assert found.words == text[found.start : found.end]
        reached = found.end


@pytest.mark.parametrize("char", ["1", "1월", "년", "한 ", "지 ", "since ", "for a ", "2020-", " ", "0"])
def test_long_runs_of_one_character_finish(char: str) -> None:
    find_dates((char * 4000)[:4000], SAID_AT, SEOUL)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("당뇨는 2019년부터고요 당화혈색소가 2월 10일에 8.4였어요", ["2019", "2026-02-10"]),
        ("diabetic since 2019, A1c on 10 February was 8", ["2019", "2026-02-10"]),
        ("2023년에 하시모토라고 들었고 씬지로이드를 먹어요. TSH는 3월 4일에 6.8", ["2023", "2026-03-04"]),
        ("2024년에 당화혈색소 3월 5일 7.1", ["2024", "2024-03-05"]),
        ("2024년 3월 5일 7.1, 9월 2일 6.8", ["2024-03-05", "2024-09-02"]),
    ],
)
def test_a_day_takes_the_year_of_a_day_before_it_and_not_that_of_an_illness(text: str, values: list[str]) -> None:
    assert [one.value for one in absolute_dates(text, date(2026, 5, 19))] == values
