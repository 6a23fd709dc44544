"""Counts of several days, told in any order of days and numbers, are entered on their own days, or in none at all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent.answers.diary.rows import Diary
from agent.answers.diary.series import read_diary
from projections.tiers import TurnLine
from tests.shipped import vocabulary

MONDAY = datetime(2026, 6, 15, tzinfo=UTC)


def diary(talk: str) -> Diary:
    """The diary of "0.20 six pads||1.9 four": each turn with its day after Monday 15 June and its hour."""
    lines = []
    for turn, each in enumerate(talk.split("||"), 1):
        at, _, text = each.partition(" ")
        day, _, hour = at.partition(".")
        said_at = MONDAY + timedelta(days=int(day), hours=int(hour) - 1)
        lines.append(TurnLine(turn, "c", "e", text, said_at))
    language = "ko" if any("가" <= one <= "힣" for one in talk) else "en"
    return read_diary(lines, vocabulary().recogniser, "Europe/London", language, ())


def days(expected: str) -> dict[str, float]:
    return {one.split(":")[0]: float(one.split(":")[1]) for one in expected.split()}


@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        (
            "0.20 pain 9 out of 10 on friday||1.20 pain 4 out of 10, was 9 on friday||4.20 no pain",
            "pain=06-12:9 06-16:4",
        ),
        ("0.20 통증 8점||2.20 오늘은 통증 4점||3.20 이제 통증 없어요", "pain=06-15:8 06-17:4"),
        ("0.20 6 wet nappies||1.20 5, no pain today", "wet nappies=06-15:6 06-16:5"),
        ("0.20 6 pads today||1.20 yesterday 6, today 4", "pads=06-15:6 06-16:4"),
        ("2.20 6 pads monday, 8 yesterday, 5 so far today", "pads=06-15:6 06-16:8 06-17:5"),
        ("2.20 pads: mon 6, tue 8, today 5", "pads=06-15:6 06-16:8 06-17:5"),
        ("2.20 mon 6 pads tues 8 today 5", "pads=06-15:6 06-16:8 06-17:5"),
        ("2.20 used 6 pads on monday and 8 yesterday", "pads=06-15:6 06-16:8"),
        ("2.20 on monday i used 6 pads and 8 yesterday", "pads=06-15:6 06-16:8"),
        ("2.20 yesterday 3 loose stools and 2 today", "loose stools=06-16:3 06-17:2"),
        ("2.20 3 loose stools yesterday and 2 today", "loose stools=06-16:3 06-17:2"),
        ("2.20 vomited 4 times yesterday, twice today", "vomiting=06-16:4 06-17:2"),
        ("2.20 vomited twice on monday, 4 times yesterday||3.20 none today", "vomiting=06-15:2 06-16:4"),
        ("4.20 mon 5 beers tues 4 wed 2 thurs 3 today 1", "beers=06-15:5 06-16:4 06-17:2 06-18:3 06-19:1"),
        ("1.9 gran was up 4 times in the night||2.9 last night 3 times", "*=06-15:4 06-16:3"),
        ("1.9 woke 4 times last night||2.9 3 times||3.9 only once", "*=06-15:4 06-16:3 06-17:1"),
        ("1.20 설사 어제 6번 오늘 4번", "설사=06-15:6 06-16:4"),
        ("1.20 설사를 어제는 여섯번, 오늘은 네번 했심더", "설사=06-15:6 06-16:4"),
        ("1.20 어제 구토 3번, 오늘 구토 1번", "구토=06-15:3 06-16:1"),
        ("1.20 어제는 토를 세 번 했고 오늘은 한 번 했어요", "*=06-15:3 06-16:1"),
        ("2.20 패드 월요일 6개 화요일 8개 오늘 5개", "패드=06-15:6 06-16:8 06-17:5"),
        ("2.20 패드 그저께 6개, 어제 8개, 오늘 5개 썼어요", "패드=06-15:6 06-16:8 06-17:5"),
        ("0.9 어제 5시간 잤어요||1.9 6시간||2.9 4시간 반", "*=06-14:5 06-15:6 06-16:4.5"),
        (
            "0.20 8 wet nappies today||1.20 6||2.20 yesterday was 5 not 6. today 7",
            "wet nappies=06-15:8 06-16:5 06-17:7",
        ),
        ("1.20 3 nosebleeds yesterday none today", "nosebleeds=06-15:3"),
        ("0.20 3 puffs of ventolin||0.22 another 2||1.20 4 puffs", "puffs=06-15:5 06-16:4"),
        ("3.20 월 2잔 화 3잔 수 1잔 오늘 4잔 커피", "*=06-15:2 06-16:3 06-17:1 06-18:4"),
        ("3.20 커피 월요일 2잔, 화요일 3잔, 어제 1잔, 오늘 4잔", "커피=06-15:2 06-16:3 06-17:1 06-18:4"),
        ("0.20 커피 3잔||1.20 4잔||2.20 어제 4잔이 아니라 2잔이었네요. 오늘 1잔", "커피=06-15:3 06-16:2 06-17:1"),
        ("2.20 그제 커피 3잔 어제 2잔", "커피=06-15:3 06-16:2"),
        ("0.21 토함 2번||1.21 어제 늦게 한 번 더 토함. 오늘은 한번", "*=06-15:3 06-16:1"),
        ("1.9 간밤에 4번 깼음||2.9 3번||3.9 2번", "*=06-15:4 06-16:3 06-17:2"),
        ("1.9 자다가 오줌 누러 네번 일어났네||2.9 어젯밤엔 세번", "*=06-15:4 06-16:3"),
        ("0.21 기저귀 오늘 7개||1.21 8개||2.21 6개", "기저귀=06-15:7 06-16:8 06-17:6"),
        ("0.21 slept 4h monday night||1.21 tues night 6||2.21 weds night about 5.5", "sleep=06-15:4 06-16:6 06-17:5.5"),
        ("2.21 sleep: mon 5h, tue 6h, wed 7h", "sleep=06-15:5 06-16:6 06-17:7"),
        ("0.21 one panic attack today||1.21 two today||3.21 one thursday on the train", "*=06-15:1 06-16:2 06-18:1"),
        ("2.21 panic attacks: mon 1, tue none, today 2", "*=06-15:1 06-17:2"),
        ("2.21 3 beers on monday, none yesterday, 1 today", "beers=06-15:3 06-17:1"),
        ("4.21 2 glasses of wine wed and 3 thurs. none today", "glasses=06-17:2 06-18:3"),
        ("0.21 my toddler vomited 3 times today||1.21 once today and 2 loose nappies", "vomiting=06-15:3 06-16:1"),
        (
            "6.9 gran up thu night 3 times, fri night 2||8.9 sat night 4, sun night 7 oh dear||9.9 last night just 1",
            "*=06-18:3 06-19:2 06-20:4 06-21:7 06-23:1",
        ),
        (
            "5.20 mon 5 beers tues 4 wed 2 thurs 3 today 1. sneezes: 6 on tuesday, 2 on thursday",
            "beers=06-15:5 06-16:4 06-17:2 06-18:3 06-20:1; sneezes=06-16:6 06-18:2",
        ),
        ("0.8 밤에 기침하느라 네 번 일어났어요||1.8 어젯밤은 두 번", "*=06-14:4 06-15:2"),
        ("0.20 커피 3잔 마심||2.20 어제 2잔 오늘 1잔이요", "커피=06-15:3 06-16:2 06-17:1"),
        ("1.20 어제 코피를 세 번 흘리고 오늘은 두 번 났어요", "*=06-15:3 06-16:2"),
    ],
)
def test_each_count_is_of_its_day(talk: str, expected: str) -> None:
    read = diary(talk)
    for part in expected.split("; "):
        name, _, values = part.partition("=")
        row = next(one for one in read.rows if name == "*" or name in one.name)
        told = {day[5:]: value for day, value in row.by_day.items() if value}
        assert told == days(values)
    assert not read.unheard


@pytest.mark.parametrize(
    "talk",
    [
        "1.20 used 6 pads yesterday||1.22 yesterday 7 pads",
        "2.20 vomited 3 times this week",
        "1.20 이번 주 구토 3번",
        "0.9 woke 4 times last night||0.21 last night 5 times",
        "3.20 used 4 pads, 3 pads",
    ],
)
def test_what_is_of_no_one_day_is_not_reckoned(talk: str) -> None:
    assert diary(talk).unheard
