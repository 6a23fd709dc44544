"""What was counted or rated over days is read into rows, as it was put right; what only holds a number is none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent.answers.diary.rows import Diary
from agent.answers.diary.series import read_diary
from projections.tiers import TurnLine
from tests.shipped import vocabulary

FIRST = datetime(2026, 6, 15, 8, tzinfo=UTC)


def rows(*texts: str, apart: timedelta = timedelta(days=1)) -> dict[str, list[float]]:
    return {one.name: list(one.by_day.values()) for one in diary(*texts, apart=apart).rows}


def diary(*texts: str, apart: timedelta = timedelta(days=1)) -> Diary:
    language = "ko" if any("가" <= one <= "힣" for one in texts[0]) else "en"
    lines = [TurnLine(turn, "c", "e", text, FIRST + (turn - 1) * apart) for turn, text in enumerate(texts, 1)]
    return read_diary(lines, vocabulary().recogniser, "Europe/London", language, ())


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


@pytest.mark.parametrize(
    ("texts", "row", "values"),
    [
        (("기저귀 오늘 6장", "5장이요", "7장", "6장 갈았어요"), "기저귀", [6, 5, 7, 6]),
        (("패드 세고 있어요. 오늘 여섯 개", "오늘도 일곱 개", "낮에 세 개"), "패드", [6, 7, 3]),
        (("물 기록하는 중. 여섯 컵", "열두 컵", "오늘은 넉 잔"), "물", [6, 12, 4]),
        (("걸음수 기록해요 오늘 3200보", "4,150보", "5100보 걸었어요"), "걸음수", [3200, 4150, 5100]),
        (("구토 세 번 했어요", "오늘은 두 번", "또 한 번 했네요"), "구토", [3, 2, 1]),
        (("코피 오늘 한 번 났어요", "또 났어요", "두 번"), "코피", [1, 1, 2]),
        (("토 두 번 설사 네 번", "토 한 번 더 설사 세 번 더", "설사 두 번"), "설사", [4, 3, 2]),
        (("토 두 번 설사 네 번", "토 한 번 더 설사 세 번 더", "설사 두 번"), "구토", [2, 1]),
        (("잠 5시간 잤어요", "여섯 시간 반", "네 시간"), "sleep", [5, 6.5, 4]),
        (("slept six and a half hours", "5 hrs", "4 1/2 hours"), "sleep", [6.5, 5, 4.5]),
        (("logging my sleep. 5 hrs", "4 hours", "6.5 h"), "sleep", [5, 4, 6.5]),
        (("counting hot flushes. eleven yesterday", "nine yesterday", "seven yesterday"), "hot flashes", [11, 9, 7]),
        (("had 2 glasses of wine", "3 glasses", "one glass tonight"), "glasses", [2, 3, 1]),
        (("저혈당 두 번", "한 번", "한 번도 없었어요"), "저혈당", [2, 1, 0]),
        (("소주 반 병", "소주 두 병"), "소주", [0.5, 2]),
        (("설사 5번", "6번", "기저귀발진 생김 4번"), "설사", [5, 6, 4]),
        (("vomited 2x this morning", "1x", "3x"), "vomiting", [2, 1, 3]),
        (("threw up 3 times", "another this morning", "twice"), "vomiting", [3, 1, 2]),
        (
            ("used my blue inhaler twice today", "3 times, high pollen", "once. in all day"),
            "Albuterol inhaler",
            [2, 3, 1],
        ),
    ],
)
def test_a_row_goes_on_in_other_words(texts: tuple[str, ...], row: str, values: list[float]) -> None:
    assert rows(*texts)[row] == values


@pytest.mark.parametrize(
    ("texts", "days"),
    [
        (("간밤에 화장실 가느라 네 번 깼어요", "간밤엔 두 번", "세 번", "또 세 번이에요"), [14, 15, 16, 17]),
        (("he woke 5 times last night", "4 times", "twice"), [14, 15, 16]),
        (("sleep log: last night 5 hrs", "4 hrs last night", "wed night 6"), [14, 15, 17]),
        (("sleep diary. last night 5 hrs", "6", "none yesterday, sun night 4.5"), [14, 15, 14]),
        (("설사 두 번", "세 번", "한 번"), [15, 16, 17]),
    ],
)
def test_what_is_told_of_nights_goes_on_with_the_night_before(texts: tuple[str, ...], days: list[int]) -> None:
    assert [int(one.day[-2:]) for one in diary(*texts).rows[0].entries] == days


@pytest.mark.parametrize(
    ("texts", "row", "values"),
    [
        (("물 마신 거 세요. 두 컵", "한 컵 더", "세 컵 더. 커피 한 잔"), "컵", [6]),
        (("새벽에 벤토린 2번", "11시 2번 더", "세시반에 2번 하고 바로 2번 추가"), "살부타몰 흡입제", [8]),
        (("threw up twice so far", "another 2 times", "once more just now"), "vomiting", [5]),
        (("분유 기록. 새벽 1시 70, 4시반 80", "8시 90 / 11시 60", "4시반은 80 아니고 60이요"), "분유", [280]),
        (("분유 기록. 7시 120 10시반 100", "1시 반에 110", "1시 반거 110 중에 30 남겼어요"), "분유", [300]),
        (("feeding log: 7am 90ml, 10am 120ml", "1pm 100", "the 10am one was 110 not 120"), "feeding", [300]),
    ],
)
def test_one_day_is_told_on_and_on(texts: tuple[str, ...], row: str, values: list[float]) -> None:
    read = diary(*texts, apart=timedelta(hours=2))
    assert {one.name: list(one.by_day.values()) for one in read.rows}[row] == values
    assert not read.unheard


@pytest.mark.parametrize(
    "texts",
    [
        ("물 마신 거 세요. 두 컵", "막걸리 서너 사발 마심"),
        ("담배 12개비", "어제는 10개비 오늘은 8개비"),
        ("설사 오늘 5번", "오늘 7번"),
        ("5 wet nappies", "6 wet nappies and 2 dirty"),
        ("about 4 poos a day this week", "7 poos today"),
        ("담배 하루 열 개비", "담배 일곱 개비"),
        ("설사 두 번", "서너 번 더 했어요"),
        ("3 migraines today", "two this weekend"),
        ("pain 7/10", "5 and 7"),
        ("lunch 7 units", "lunch 9 actually"),
    ],
)
def test_a_number_that_no_row_surely_holds_is_noticed(texts: tuple[str, ...]) -> None:
    apart = timedelta(hours=3) if "오늘 7번" in texts else timedelta(days=1)
    assert diary(*texts, apart=apart).unheard


@pytest.mark.parametrize(
    "texts",
    [
        ("설사 두 번. 7시에 죽 먹음", "세 번. 3일째예요"),
        ("4 puffs at 8am", "6 puffs, in bed by 10"),
        ("I'm 54. pads 6 today", "9 pads, been 3 days now"),
        ("took 2 ibuprofen 200 mg", "1 ibuprofen at 9:30, 20 mins after lunch"),
        ("패드 4개. 저는 34살이에요", "5개, 2주 전보다 많아요"),
    ],
)
def test_hours_ages_strengths_and_lengths_are_no_numbers_left_over(texts: tuple[str, ...]) -> None:
    assert not diary(*texts).unheard


@pytest.mark.parametrize(
    "texts",
    [
        ("8am 120/80, 1pm 130/85", "4pm 125/82"),
        ("took paracetamol at 8am 2 and 12pm 2", "4pm 2"),
        ("혈당 7시 110 12시 140", "6시 150"),
        ("dentist 10am 12 park road, 3pm 5 hill street", "ok"),
        ("bloods 9am 12 june, physio 2pm 3 july", "see you at 4pm"),
    ],
)
def test_readings_medicines_and_visits_are_no_log_by_the_hour(texts: tuple[str, ...]) -> None:
    assert not [one for one in diary(*texts, apart=timedelta(hours=2)).rows if one.kind == "measure"]


@pytest.mark.parametrize(
    ("texts", "row", "days"),
    [
        (("6월 편두통 2일 5일 9일", "5일은 빼주세요", "오늘 또 왔어요"), "편두통", ["06-02", "06-09", "06-17"]),
        (
            ("두통 기록해요 3일, 7일, 11일", "5월은 20일 28일", "11일은 아니에요"),
            "두통",
            ["05-20", "05-28", "06-03", "06-07"],
        ),
        (("migraines on the 3rd, 9th and 14th", "take out the 9th"), "Migraine", ["06-03", "06-14"]),
        (("seizures may 2, 19 and 30", "one today"), "seizure", ["05-02", "05-19", "05-30", "06-16"]),
    ],
)
def test_days_of_a_list_are_once_each_and_can_be_taken_out(texts: tuple[str, ...], row: str, days: list[str]) -> None:
    read = {one.name: sorted(one.by_day) for one in diary(*texts).rows}
    assert [one[5:] for one in read[row]] == days


@pytest.mark.parametrize(
    "text", ["10일 12일 병원 예약", "약을 5일 10일치 받았어요", "appointments on the 18th and 20th"]
)
def test_days_of_visits_are_no_list(text: str) -> None:
    assert not diary(text).rows
