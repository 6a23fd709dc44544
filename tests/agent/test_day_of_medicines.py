"""The day's medicines by the clock: the hours told, the rules of their kinds, and the pairs kept apart."""

from __future__ import annotations

import pytest

from agent.answers.asking.request import read_request
from agent.answers.medicines.day_asked import asks_day
from agent.answers.medicines.day_placing import rules
from agent.answers.medicines.hours_of_day import hours_in
from agent.safety.alarms import sources
from agent.skills.ports import Language
from domain.values import Content, Status
from projections.answers import Answers
from tests.agent.conversation import NOW, ZONE, Conversation, allergy, medicine, recogniser

THYROID = medicine("levothyroxine", "100mcg", "QD")
IRON = medicine("ferrous_sulfate", "300mg", "QD")


def lines(language: Language, text: str, *known: Content) -> list[str]:
    talk = Conversation(language).knows(*known)
    said = talk.said(text).text
    assert talk.intent is not None and talk.intent.name == "day", said
    return said.split("\n")


def minute(line: str) -> int:
    hour, minutes = line.split(" ")[0].split(":")
    return int(hour) * 60 + int(minutes)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "make me a little daily plan with both of my tablets"),
        ("en", "when should I take what medicine"),
        ("en", "how do I fit these pills into my day?"),
        ("en", "draw me up a medication timetable"),
        ("ko", "약 먹는 시간표 좀 짜주세요"),
        ("ko", "언제 무슨 약을 먹어야 하는지 정리해줘"),
        ("ko", "하루 복약표 만들어 주세요"),
    ],
)
def test_iron_stands_four_hours_behind_the_thyroid_tablet(language: Language, text: str) -> None:
    told = lines(language, text, THYROID, IRON)
    thyroid = next(one for one in told if "100mcg" in one)
    iron = next(one for one in told if "300mg" in one)
    assert minute(iron) - minute(thyroid) >= 240
    assert minute(thyroid) == 7 * 60


@pytest.mark.parametrize(
    ("text", "waking", "breakfast"),
    [
        ("그럼 시간표 좀 짜주세요. 6시 반에 일어나서 8시에 아침 먹어요", 390, 480),
        ("6시에 일어나고 아침은 7시에 먹어요", 360, 420),
        ("I get up at 6:30 and eat breakfast at 7:30", 390, 450),
        ("I wake at 8 and go to bed at midnight", 480, 540),
        ("breakfast at 9", 480, 540),
        ("no hours here", 420, 480),
    ],
)
def test_hours_are_read_from_the_words(text: str, waking: int, breakfast: int) -> None:
    hours = hours_in([text])
    assert (hours.at["waking"], hours.at["breakfast"]) == (waking, breakfast)


def test_hours_told_afterwards_move_the_day() -> None:
    talk = Conversation("en").knows(THYROID, IRON)
    talk.said("make me a timetable of my medicines")
    said = talk.said("I get up at 5 and have breakfast at 6").text
    assert "5:00 on waking - Levothyroxine" in said


def test_each_kind_has_its_place() -> None:
    told = lines(
        "en", "put my pills in a schedule please", medicine("furosemide", "40mg", "QD"),
        medicine("simvastatin", "20mg", "QD"), medicine("zolpidem", "10mg", "QHS"),
        medicine("omeprazole", "20mg", "QD"), medicine("metformin", "500mg", "BID"),
    )  # fmt: skip
    place = {name: [minute(one) for one in told if name in one] for name in
             ("Furosemide", "Simvastatin", "Zolpidem", "Omeprazole", "Metformin")}  # fmt: skip
    assert place == {
        "Furosemide": [480], "Simvastatin": [1080], "Zolpidem": [1320], "Omeprazole": [450], "Metformin": [480, 1080],
    }  # fmt: skip
    clocked = [minute(one) for one in told if one[0].isdigit()]
    assert clocked == sorted(clocked)


def test_what_is_not_known_is_said() -> None:
    told = "\n".join(lines("en", "make a timetable of my medicines", medicine("ramipril", "5mg", None)))
    assert "how often is not on record" in told


def test_as_needed_stands_apart_and_what_was_stopped_is_not_in_it() -> None:
    stopped = medicine("warfarin", "3mg", "QD", status=Status.STOPPED)
    told = lines(
        "en", "make a timetable of my medicines", medicine("albuterol_inhaler", "2puff", "PRN"), THYROID, stopped
    )
    assert any(one.startswith("Only as needed: Albuterol") for one in told)
    assert not any("arfarin" in one for one in told)


def test_what_the_record_warns_of_is_left_out() -> None:
    told = lines(
        "en",
        "make a timetable of my medicines",
        medicine("lisinopril", "10mg", "QD"),
        medicine("ibuprofen", "400mg", "TID"),
    )
    assert not any("Ibuprofen" in one for one in told if one[0].isdigit())
    assert any("Ibuprofen is left out" in one for one in told)
    told = lines("ko", "복약 시간표 짜줘", medicine("amoxicillin", "500mg", "TID"), allergy("penicillin"))
    assert not any("아목시실린" in one for one in told if one[0].isdigit())


def test_without_medicines_nothing_is_made_up() -> None:
    assert "No medicine is on record" in Conversation("en").said("make a timetable of my medicines").text


@pytest.mark.parametrize(
    "text",
    [
        "make me a plan for this week",
        "make a list of my medicines",
        "when should I take metformin?",
        "when did I start lisinopril?",
        "make me an exercise schedule",
        "can you make a schedule for my blood sugar checks",
        "이번 주 계획 짜주세요",
        "복용약 정리해 주세요",
        "운동 시간표 짜줘",
        "약을 언제부터 먹었죠?",
        "다음 검사는 언제예요?",
        "can I take them together?",
    ],
)
def test_other_plans_and_lists_are_left_alone(text: str) -> None:
    assert not asks_day(read_request(text, recogniser(), (NOW, ZONE)), Answers("p"))


def test_every_rule_has_a_place_and_a_source() -> None:
    places = {"waking", "before_breakfast", "breakfast", "noon", "afternoon", "before_dinner", "dinner", "bedtime"}
    for one in rules():
        assert {one.once, *one.twice} <= places
        assert one.source in sources()
        assert one.ko and one.en


PERINDOPRIL = medicine("perindopril", "4mg", "QD").with_fields(timing="20:30")
ROSUVASTATIN = medicine("rosuvastatin", "10mg", "QD").with_fields(timing="PCM")
METHOTREXATE = medicine("methotrexate", "15mg", "weekly").with_fields(timing="fri CD")


def test_what_was_told_stands_before_the_rule_of_the_kind() -> None:
    told = lines("en", "make me a timetable of my medicines", PERINDOPRIL, ROSUVASTATIN, METHOTREXATE)
    at = {name: next(one for one in told if name in one) for name in ("4mg", "10mg", "15mg")}
    assert minute(at["4mg"]) == 20 * 60 + 30
    assert minute(at["10mg"]) == 8 * 60 and "after breakfast" in at["10mg"]
    assert minute(at["15mg"]) == 12 * 60 and "on Fridays" in at["15mg"] and "with lunch" in at["15mg"]


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "when do I take my perindopril?", "at 20:30"),
        ("en", "which day is my methotrexate?", "on Fridays"),
        ("en", "what is the Friday one for?", "on Fridays with lunch"),
        ("ko", "메토트렉세이트 무슨 요일에 먹죠?", "금요일"),
        ("ko", "금요일에 먹는 약은 왜 먹는 거예요?", "금요일"),
        ("ko", "로수바스타틴은 언제 먹죠?", "아침 식후"),
    ],
)
def test_when_one_is_taken_is_read_back(language: Language, text: str, words: str) -> None:
    assert words in Conversation(language).knows(PERINDOPRIL, ROSUVASTATIN, METHOTREXATE).said(text).text


def test_a_day_of_the_week_that_nobody_told_names_no_medicine() -> None:
    other = METHOTREXATE.with_fields(timing="mon")
    vitamin = medicine("vitamin_d", "20000U", "weekly").with_fields(timing="sun")
    said = Conversation("en").knows(other, vitamin).said("what is the Wednesday one for?").text
    assert "once a week, on Mondays" not in said or "once a week, on Sundays" in said
