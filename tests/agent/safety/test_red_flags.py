"""What is said over what is on record raises an alarm when it is so now, and only then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.safety import RedFlag, red_flags, urgent_text
from agent.safety.numbers import crisis, emergency
from agent.skills.ports import Language
from domain.ages import AGE, WEEKS
from domain.values import Concept, Content, SlotKind
from extraction.text.normalise import normalise
from tests.agent.safety.spoken import known, spoken, utterances
from tests.sampling import SAMPLED, Sampling
from tests.shipped import vocabulary

FLAGS = Path(__file__).parent / "red_flags.jsonl"
LEAST_RAISED, MOST_FALSE = 57, 2
"""Of 60 quiet red flags and of 60 that only sound alike."""


def raised(language: Language, facts: list[Content], text: str, *, urgent: bool | None = None) -> tuple[RedFlag, ...]:
    situation = spoken(language, facts, text, urgent=urgent)
    mentions = vocabulary().recogniser.find(normalise(text).text)
    return red_flags(situation, mentions, vocabulary().lexicon)


@SAMPLED
def test_quiet_red_flags_are_raised_and_what_sounds_alike_is_not(sampled: Sampling) -> None:
    every, missed, false = list(utterances(FLAGS)), [], []
    some = sampled(every)
    for line in some:
        flags = raised(line.language, [known(fact) for fact in line.known], line.text)
        if line.level and not flags:
            missed.append(line.line_id)
        if not line.level and flags:
            false.append(line.line_id)
    most_missed, most_false = (60 - LEAST_RAISED, MOST_FALSE) if some == every else (0, 0)
    assert len(missed) <= most_missed, missed
    assert len(false) <= most_false, false


def test_words_alone_alarm_nobody_where_the_reader_is_sure_of_its_calm() -> None:
    def named(text: str, *, calm: bool) -> set[str]:
        situation = replace(spoken("en", [], text, urgent=False), calm=calm)
        found = red_flags(situation, vocabulary().recogniser.find(normalise(text).text), vocabulary().lexicon)
        return {flag.name_en for flag in found}

    alone = "My chest is tight and it goes down my left arm."
    # The signs that are recorded stand, for nothing else was told; what the words add up to needs the second ear.
    assert "chest pain" in named(alone, calm=False) and "chest pain" not in named(alone, calm=True)
    beside = "My chest is tight and it goes down my left arm, as it did when they found my angina and gave me aspirin."
    assert not named(beside, calm=True)
    for firm in ("I don't want to live any more.", "My blood sugar is 38 right now."):
        assert named(firm, calm=True)


@pytest.mark.parametrize(
    ("fact", "language", "text", "name"),
    [
        ("conditions:pregnancy", "en", "I've got a bad headache with flashing lights", "pre-eclampsia"),
        ("medications:methimazole", "ko", "어제부터 목이 너무 아프고 열이 39도까지 올라요", "white cells"),
        ("medications:lithium", "en", "after the stomach bug my hands shake and I can't walk straight", "lithium"),
        ("conditions:addison_disease", "en", "been sick all night, can't keep anything down", "adrenal"),
        ("medications:glipizide", "en", "skipped lunch and now I'm shaky and sweaty", "low blood sugar"),
        ("conditions:heart_failure", "ko", "어젯밤은 소파에 앉아서 잤어요", "heart failure"),
    ],
)
def test_the_record_turns_quiet_words_into_an_alarm(fact: str, language: Language, text: str, name: str) -> None:
    over_record = raised(language, [known(fact)], text, urgent=False)
    without = raised(language, [], text, urgent=False)
    assert any(name in flag.name_en for flag in over_record)
    assert not any(name in flag.name_en for flag in without)
    assert all(flag.fact_ids for flag in over_record if name in flag.name_en)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "My gran had a stroke before I was born, her face drooped"),
        ("en", "Ibuprofen made my lips swell up years ago, so I avoid it"),
        ("en", "this commute is killing me"),
        ("ko", "드라마에서 주인공이 피를 토하고 쓰러졌어요"),
        ("ko", "페니실린 맞고 예전에 얼굴이 붓고 숨이 막혔어요"),
        ("ko", "뇌졸중 증상이 뭐예요? 말이 어눌해지는 거예요?"),
    ],
)
def test_what_a_reader_hears_as_urgent_is_overruled_where_the_words_place_it_elsewhere(
    language: Language, text: str
) -> None:
    assert raised(language, [], text, urgent=True) == ()


@pytest.mark.parametrize(
    ("language", "facts", "text"),
    [
        ("en", [], "She is hungry all day and mean as a snake since the steroids"),
        ("ko", ["conditions:osteoporosis"], "어제 일주일에 한 번 먹는 뼈약을 깜빡했는데 다음 주에 두 알 먹어도 되나요"),
        ("en", ["medications:allopurinol"], "I am allergic to penicillin, a rash all over, nothing else"),
    ],
)
def test_a_simile_a_missed_tablet_and_an_allergy_told_call_no_ambulance(
    language: Language, facts: list[str], text: str
) -> None:
    found = raised(language, [known(each) for each in facts], text, urgent="snake" not in text and "rash" not in text)
    assert found == ()


def test_a_bite_and_a_rash_of_now_do() -> None:
    assert raised("en", [], "a snake bit me on the ankle ten minutes ago", urgent=False)
    rash = "I have come out in a rash all over since this morning"
    assert raised("en", [known("medications:allopurinol")], rash, urgent=False)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "제 상황을 다 고려했을 때 약을 그대로 가도 되는지 알려 주세요"),
        ("ko", "인슐린은 하루 두 번 맞고 약도 하루 두 번 먹어요"),
        ("en", "I take metformin and insulin human 70/30 twice a day"),
        ("en", "My home blood pressure is 186/105 and my weight is 85.1 kg last spring"),
    ],
)
def test_the_words_of_every_day_are_no_sign(language: Language, text: str) -> None:
    names = {flag.name_en for flag in raised(language, [], text, urgent=False)}
    assert names <= {"very high blood pressure"}


def test_what_a_reader_alone_hears_as_urgent_is_raised() -> None:
    assert raised("en", [], "something is very wrong with me", urgent=True)
    assert not raised("en", [], "something is very wrong with me", urgent=False)


def test_a_rescue_medicine_is_named_to_whom_carries_it_and_to_nobody_else() -> None:
    text = "got stung ten minutes ago, hives everywhere and my throat is tight"
    carrier = raised("en", [known("medications:epinephrine_auto_injector")], text)
    other = raised("en", [], text)
    assert "adrenaline pen" in urgent_text(carrier, "en")
    assert "adrenaline pen" not in urgent_text(other, "en")
    assert "911" in urgent_text(other, "en")


def test_a_pressure_that_an_office_would_watch_is_an_alarm_in_pregnancy() -> None:
    pressure = "My blood pressure is 164/112"
    pregnant = raised("en", [known("conditions:pregnancy")], pressure, urgent=False)
    assert pregnant[0].level == "now"
    assert raised("en", [], pressure, urgent=False) == ()


@pytest.mark.parametrize(
    ("time_zone", "language", "number", "line"),
    [
        ("Asia/Seoul", "ko", "119", "109"),
        ("America/Chicago", "en", "911", "988"),
        ("Europe/London", "en", "999", "116 123"),
        ("Australia/Sydney", "en", "000", "13 11 14"),
        ("America/New_York", "ko", "911", "988"),
    ],
)
def test_the_numbers_are_those_of_where_the_patient_lives(
    time_zone: str, language: Language, number: str, line: str
) -> None:
    assert emergency(time_zone, language).startswith(number)
    assert crisis(time_zone, language).startswith(line)


def test_a_traveller_is_told_the_local_number_first() -> None:
    assert emergency("Asia/Seoul", "en") == "119 in Korea, 911 in the US, 999 in the UK"
    assert "911 in the US" in emergency("Africa/Luanda", "en")


def test_a_wish_to_die_beside_an_emergency_of_the_body_brings_both() -> None:
    flags = raised("en", [], "I took the whole box of pills. I don't want to wake up.")
    text = urgent_text(flags, "en", "America/Denver")
    assert text.index("988") < text.index("overdose")


@pytest.mark.parametrize(("weeks", "alarms"), [(6, True), (11, True), (14, False), (300, False)])
def test_a_fever_is_urgent_in_a_baby_under_three_months(weeks: int, alarms: bool) -> None:
    age = Content(
        slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id=AGE, name=AGE), value=float(weeks), unit=WEEKS
    )  # fmt: skip
    flags = raised("ko", [age], "오늘은 열이 38.2예요", urgent=False)
    assert any("three months" in flag.name_en for flag in flags) is alarms
