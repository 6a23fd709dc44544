"""What was counted or rated over days is read into rows, as it was put right; what only holds a number is none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent.answers.diary.series import read_diary
from projections.tiers import TurnLine
from tests.shipped import vocabulary

FIRST = datetime(2026, 6, 15, 8, tzinfo=UTC)


def rows(*texts: str) -> dict[str, list[float]]:
    language = "ko" if any("가" <= one <= "힣" for one in texts[0]) else "en"
    lines = [
        TurnLine(turn, "c", "e", text, FIRST + (turn - 1) * timedelta(days=1)) for turn, text in enumerate(texts, 1)
    ]
    read = read_diary(lines, vocabulary().recogniser, "Europe/London", language, ())
    return {one.name: list(one.by_day.values()) for one in read.rows}


@pytest.mark.parametrize(
    ("texts", "row", "values"),
    [
        (("pain 7/10 today", "6", "4/10, walked a bit"), "pain", [7, 6, 4]),
        (("통증 8점", "6점이에요", "3점"), "pain", [8, 6, 3]),
        (("mood's about a 5", "4 today", "6, saw my sister"), "mood", [5, 4, 6]),
        (("기분 3점 (10점 만점)", "4점", "4점 산책함"), "mood", [3, 4, 4]),
        (("had 2 hot flushes last night", "5 last night", "1"), "hot flushes", [2, 5, 1]),
        (("took 2 ibuprofen", "1 ibuprofen", "none taken", "3 more ibuprofen"), "Ibuprofen", [2, 1, 0, 3]),
        (("이부프로펜 두 알", "한 알", "이부프로펜 세알"), "이부프로펜", [2, 1, 3]),
        (("naproxen 250 x2", "x1", "naproxen x2"), "Naproxen", [2, 1, 2]),
        (("paracetamol 3 times 2 today", "2 paracetamol"), "Acetaminophen", [6, 2]),
        (("설사 오늘 5번", "3번", "한번"), "설사", [5, 3, 1]),
        (("vomited 4 times", "twice today", "once"), "vomiting", [4, 2, 1]),
        (("slept 5h30", "6 hours", "7h"), "sleep", [5.5, 6, 7]),
        (("잠 4시간 잤어요", "6시간", "5시간 반"), "sleep", [4, 6, 5.5]),
        (("blue inhaler 4 puffs", "6 puffs", "none"), "puffs", [4, 6, 0]),
        (("담배 15개비", "12개비", "9개비"), "담배", [15, 12, 9]),
        (("6 pads today", "9 pads, clots", "4"), "pads", [6, 9, 4]),
    ],
)
def test_a_thing_is_named_once_and_continued(texts: tuple[str, ...], row: str, values: list[float]) -> None:
    assert rows(*texts)[row] == values


@pytest.mark.parametrize(
    ("texts", "row", "values"),
    [
        (("pain 7/10", "5/10", "sorry, Monday was 6 not 7"), "pain", [6, 5]),
        (("통증 7점", "5점", "15일은 7점이 아니라 6점이었어요"), "pain", [6, 5]),
        (("이부프로펜 두알", "이부프로펜 한알", "6월 16일꺼 1알 아니고 2알이었네"), "이부프로펜", [2, 2]),
        (("slept 4h", "5h, no actually 6h30"), "sleep", [4, 6.5]),
        (("took 2 ibuprofen", "2 on tuesday? no 4 it was"), "Ibuprofen", [2, 4]),
        (("3 absences on monday", "one today", "Mondays was 2 not 3"), "absences", [2, 1]),
    ],
)
def test_an_entry_is_put_right_by_its_day(texts: tuple[str, ...], row: str, values: list[float]) -> None:
    assert rows(*texts)[row] == values


@pytest.mark.parametrize(
    "text",
    [
        "how many did I take in 2 lines please",
        "seeing the nurse on the 19th",
        "I am 34 weeks and 2 days",
        "simvastatin 40 mg at night",
        "다음 진료가 6월 20일이에요",
        "제 나이는 68세예요",
        "두줄로 적어줘",
    ],
)
def test_a_number_of_something_else_is_no_entry(text: str) -> None:
    assert rows("pain 7/10 today" if text.isascii() else "통증 7점", text) == {"pain": [7]}
