"""What a dose and its rhythm come to in a day, a dose taken twice, and sweets for a sugar that was put right."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, corrects, lab, medicine, states

TODAY = "2024-05-02"


@pytest.mark.parametrize(
    ("language", "concept", "dose", "often", "total", "most"),
    [
        ("en", "acetaminophen", "1g", "Q4H", "6000 mg", "4000 mg"),
        ("ko", "acetaminophen", "1300mg", "QID", "5200mg", "4000mg"),
        ("en", "tramadol", "100mg", "6/day", "600 mg", "400 mg"),
        ("en", "ibuprofen", "800mg", "Q4H", "4800 mg", "3200 mg"),
        ("ko", "metformin", "1000mg", "QID", "4000mg", "3000mg"),
    ],
)
def test_what_a_rhythm_comes_to_is_held_against_the_most_of_a_day(
    language: Language, concept: str, dose: str, often: str, total: str, most: str
) -> None:
    talk = Conversation(language)
    told = talk.said("It was that", [states(medicine(concept, dose, often))]).text
    asked = talk.said("이렇게 먹어도 되나요?" if language == "ko" else "is that too much?").text
    assert total in told and most in told
    assert total in asked


@pytest.mark.parametrize(
    ("concept", "dose", "often"),
    [
        ("acetaminophen", "500mg", "Q6H"),
        ("acetaminophen", "1000mg", "QID"),
        ("ibuprofen", "600mg", "TID"),
        ("metformin", "1000mg", "BID"),
        ("methotrexate", "15mg", "weekly"),
        ("acetaminophen", "1000mg", None),
    ],
)
def test_a_day_within_the_most_is_not_warned_of(concept: str, dose: str, often: str | None) -> None:
    said = Conversation("en").said("It was that", [states(medicine(concept, dose, often))]).text
    assert "in 24 hours" not in said


def test_a_dose_that_is_put_right_is_reckoned_anew() -> None:
    talk = Conversation("en").knows(medicine("acetaminophen", "500mg", "Q4H"))
    right = corrects(medicine("acetaminophen", "1000mg", "Q4H"))
    assert "6000 mg" in talk.said("sorry, they are 1000 not 500", [right]).text


def test_who_asks_for_the_limit_is_told_that_the_day_lies_within_it() -> None:
    talk = Conversation("en").knows(medicine("metformin", "1000mg", "BID"))
    said = talk.said("is my metformin over the limit?").text
    assert "2000mg" in said and "3000 mg" in said and "lies within it" in said


@pytest.mark.parametrize(
    ("language", "concept", "text", "watch"),
    [
        ("en", "bisoprolol", "I think I took my bisoprolol twice this morning", "slow or irregular pulse"),
        ("en", "apixaban", "oh no I took two of my apixaban this morning by mistake, what do I do", "Black stools"),
        ("en", "gliclazide", "forgot I'd already had it and took it again, should I worry", "measure the sugar"),
        ("en", "sertraline", "accidentally double dosed today", "Hard to wake"),
        ("en", "amlodipine", "took an extra amlodipine by mistake", "An upper pressure below 90"),
        ("ko", "bisoprolol", "오늘 아침에 깜빡하고 또 먹었어요", "맥이 아주 느리"),
        ("ko", "levetiracetam", "모르고 두 번 먹었어요", "깨우기 어렵"),
    ],
)
def test_a_dose_taken_twice_is_asked_about_today_with_what_to_watch_for(
    language: Language, concept: str, text: str, watch: str
) -> None:
    said = Conversation(language).knows(medicine(concept, "5mg", "QD")).said(text).text
    assert watch in said
    assert ("Take no more" if language == "en" else "더 드시지 마세요") in said
    assert ("tomorrow" if language == "en" else "내일") in said


def test_it_is_said_again_to_who_asks_on_and_of_a_medicine_not_yet_on_record() -> None:
    talk = Conversation("en")
    assert "Take no more Bisoprolol" in talk.said("I think I took my bisoprolol twice this morning").text
    known = Conversation("en").knows(medicine("bisoprolol", "5mg", "QD"))
    known.said("I think I took it twice this morning")
    assert "Take no more Bisoprolol" in known.said("no symptoms. do I need to do anything, and take tomorrow's?").text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I take bisoprolol twice a day, is that right?"),
        ("en", "I took it twice a day like you said, is that ok?"),
        ("en", "missed it last night, can I take two tonight?"),
        ("en", "had it this morning"),
        ("ko", "비소프롤롤 하루 두 번 먹었어요 괜찮죠?"),
        ("ko", "깜빡했는데 내일 두 알 먹어도 되나요"),
    ],
)
def test_a_rhythm_of_twice_a_day_and_a_plan_are_no_dose_too_many(language: Language, text: str) -> None:
    said = Conversation(language).knows(medicine("bisoprolol", "5mg", "BID")).said(text).text
    assert "Take no more" not in said and "더 드시지 마세요" not in said


@pytest.mark.parametrize(
    ("language", "asks", "needed", "not_needed"),
    [
        ("en", "do I need sweets now?", "15 to 20 g", "nothing sweet is needed"),
        ("ko", "지금 사탕 먹어야 되나요?", "15", "사탕이나 주스를 드실 필요가 없습니다"),
    ],
)
def test_sweets_go_by_the_sugar_as_it_was_put_right(
    language: Language, asks: str, needed: str, not_needed: str
) -> None:
    talk = Conversation(language).knows(medicine("glimepiride", "2mg", "QD"))
    talk.said("It was that", [states(lab("glucose", 68, "mg/dL", TODAY))])
    low = talk.said(asks).text
    talk.said("168, not 68", [corrects(lab("glucose", 168, "mg/dL", TODAY))])
    high = talk.said(asks).text
    assert needed in low and not_needed not in low
    assert not_needed in high
