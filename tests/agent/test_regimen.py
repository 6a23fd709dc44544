"""What people ask of the medicines they take, by kind of question, in both languages; and what only sounds like it."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Content, Status
from tests.agent.conversation import Conversation, card_reader, medicine

RAMIPRIL = medicine("ramipril", "5mg", "QD").with_fields(timing="MORN")
SIMVASTATIN = medicine("simvastatin", "40mg", "QHS")
METFORMIN = medicine("metformin", "500mg", "BID").with_fields(timing="MORN EVE")
LITHIUM = medicine("lithium", "300mg morning, 600mg evening", "BID").with_fields(timing="MORN EVE")
WARFARIN = medicine("warfarin", "4mg Mon/Wed/Fri, 3mg other days", "QD").with_fields(timing="20:00")
METHOTREXATE = medicine("methotrexate", "15mg", "weekly").with_fields(timing="mon")
SEMAGLUTIDE = medicine("semaglutide", "1mg", "weekly").with_fields(timing="sun")
GLARGINE = medicine("insulin_glargine", "20U", "QHS")
ASPART = medicine("insulin_aspart", "6U morning, 6U noon, 8U evening", "TID")
LATANOPROST = medicine("latanoprost", "1 drop", "QHS")
ZOLPIDEM = medicine("zolpidem", "5mg", "PRN")
PLAIN = (RAMIPRIL, SIMVASTATIN, METFORMIN)
STOPPED = medicine("glipizide", None, None).with_fields(status=Status.STOPPED, valid_to="2024-03")
HERS = medicine("alendronate", "70mg", "weekly").with_fields(subject="wife", timing="sat")


def answer(language: Language, text: str, *known: Content, told: str = "") -> str:
    talk = Conversation(language, cards=card_reader())
    if told:
        talk.said(told)
    return talk.knows(*known).said(text).text


def listed(said: str) -> str:
    """The lines of an answer that give something: its first, and those with a number."""
    lines = said.splitlines()
    return "\n".join((lines[0], *(one for one in lines[1:] if one[:1].isdigit())))


THEN = [
    ("en", "what do I take in the morning?", PLAIN, ("Ramipril", "Metformin"), ("Simvastatin",)),
    ("en", "which ones are for bedtime", PLAIN, ("Simvastatin",), ("Ramipril",)),
    ("en", "what comes at night?", PLAIN, ("Simvastatin", "Metformin"), ("Ramipril",)),
    ("en", "What do I take at 8 in the evening?", (WARFARIN, RAMIPRIL), ("Warfarin",), ("Ramipril",)),
    ("en", "what do i jab at bedtime", (GLARGINE, SIMVASTATIN), ("glargine",), ("Simvastatin",)),
    ("ko", "아침에 먹는 건 뭐예요?", PLAIN, ("Ramipril", "Metformin"), ("Simvastatin",)),
    ("ko", "자기 전에 먹는 거 뭐였더라", PLAIN, ("Simvastatin",), ("Ramipril",)),
    ("ko", "저녁약 뭐 있죠", PLAIN, ("Metformin",), ("Ramipril",)),
    ("ko", "밤 8시에 먹는 거는?", (WARFARIN, RAMIPRIL), ("Warfarin",), ("Ramipril",)),
    ("ko", "밤에 넣는 안약은?", (LATANOPROST, SIMVASTATIN), ("Latanoprost",), ("Simvastatin",)),
    ("en", "what do I take on Sunday", (SEMAGLUTIDE, METHOTREXATE), ("Semaglutide",), ("Methotrexate",)),
    ("en", "which one is only on Monday?", (METHOTREXATE, RAMIPRIL), ("Methotrexate",), ("Ramipril",)),
    ("ko", "일요일에 맞는 주사는?", (SEMAGLUTIDE, RAMIPRIL), ("Semaglutide",), ("Ramipril",)),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "known", "then", "not_then"), THEN)
def test_a_time_has_its_own_medicines(
    language: Language, text: str, known: tuple[Content, ...], then: tuple[str, ...], not_then: tuple[str, ...]
) -> None:
    given = listed(answer(language, text, *known))
    assert all(one in given for one in then), given
    assert not any(one in given for one in not_then), given


@pytest.mark.parametrize(
    ("language", "text", "known", "says"),
    [
        ("en", "how much metformin a day in all?", PLAIN, "1000mg"),
        ("en", "how much lithium a day altogether", (LITHIUM,), "900mg"),
        ("en", "How many mg of warfarin a week is that?", (WARFARIN,), "24mg"),
        ("en", "how much methotrexate per week in total", (METHOTREXATE,), "15mg"),
        ("en", "how many units of insulin all day?", (GLARGINE, ASPART), "40U"),
        ("en", "lithium in the evening, how much?", (LITHIUM,), "600mg then"),
        ("en", "How much warfarin on Wednesday?", (WARFARIN,), "4mg"),
        ("en", "how much warfarin on a Sunday?", (WARFARIN,), "3mg"),
        ("ko", "메트포르민 하루 총 몇 미리예요?", PLAIN, "1000mg"),
        ("ko", "리튬 하루 다 합치면 몇 미리죠", (LITHIUM,), "900mg"),
        ("ko", "와파린 일주일에 다 하면 몇 미리여", (WARFARIN,), "24mg"),
        ("ko", "하루 인슐린 모두 몇 단위?", (GLARGINE, ASPART), "40U"),
        ("ko", "저녁 리튬은 몇 미리지?", (LITHIUM,), "600mg"),
        ("ko", "금요일 저녁 와파린 몇 미리 먹지", (WARFARIN,), "4mg"),
    ],
)
def test_amounts_are_reckoned(language: Language, text: str, known: tuple[Content, ...], says: str) -> None:
    said = answer(language, text, *known)
    assert says in said, said


@pytest.mark.parametrize(
    ("language", "text", "known", "says"),
    [
        ("en", "do i take methotrexate on saturday", (METHOTREXATE,), "No, not on Saturdays"),
        ("en", "what day is my methotrexate?", (METHOTREXATE,), "once a week, on Mondays"),
        ("en", "how often do I take the methotrexate?", (METHOTREXATE,), "once a week"),
        ("en", "What time do I take ramipril?", PLAIN, "in the morning"),
        ("ko", "토요일에도 메토트렉세이트 먹어?", (METHOTREXATE,), "아니요, 토요일에는"),
        ("ko", "메토트렉세이트 무슨 요일에 먹나요", (METHOTREXATE,), "일주일에 한 번, 월요일"),
        ("ko", "메토트렉세이트는 얼마나 자주 먹지", (METHOTREXATE,), "일주일에 한 번"),
        ("ko", "와파린 몇 시에 먹지?", (WARFARIN,), "20:00"),
    ],
)
def test_days_and_hours_of_one_medicine(language: Language, text: str, known: tuple[Content, ...], says: str) -> None:
    said = answer(language, text, *known)
    assert says in said, said


@pytest.mark.parametrize(
    ("language", "text", "given", "kept_out"),
    [
        ("en", "What does my wife take?", "Alendronate", "Ramipril"),
        ("en", "which one is mine, not hers?", "Ramipril", "Alendronate"),
        ("en", "who's the alendronate for?", "your wife", "Ramipril"),
        ("ko", "우리 집사람 먹는 약이 뭐죠?", "Alendronate", "Ramipril"),
        ("ko", "내가 먹는 건?", "Ramipril", "Alendronate"),
    ],
)
def test_nobody_is_told_what_somebody_else_takes(language: Language, text: str, given: str, kept_out: str) -> None:
    said = answer(language, text, RAMIPRIL, HERS)
    assert given in said and kept_out not in said, said


@pytest.mark.parametrize(
    ("language", "told", "text", "known", "says"),
    [
        ("en", "Zolpidem 5 mg, max 3 a week.", "how often may I have zolpidem?", (ZOLPIDEM,), "max 3 a week"),
        ("en", "I've been on ramipril since I was 61.", "how old was I when ramipril began?", PLAIN, "since I was 61"),
        ("ko", "졸피뎀은 일주일에 세 번까지만 먹어요.", "졸피뎀 몇 번까지였죠", (ZOLPIDEM,), "세 번까지만"),
        ("ko", "라미프릴은 원래 10미리 먹다가 줄였어요.", "라미프릴 전에는 몇 미리였나?", PLAIN, "원래 10미리"),
    ],
)  # fmt: skip
def test_what_the_record_has_no_field_for_is_said_as_it_was_told(
    language: Language, told: str, text: str, known: tuple[Content, ...], says: str
) -> None:
    said = answer(language, text, *known, told=told)
    assert says in said, said


@pytest.mark.parametrize(
    ("language", "text", "says"),
    [
        ("en", "what did I come off?", "Glipizide"),
        ("en", "What got stopped and why?", "Why is not on record"),
        ("ko", "끊은 약이 뭐였죠?", "Glipizide"),
        ("ko", "뭘 왜 뺐었죠?", "까닭은 기록에 없습니다"),
    ],
)
def test_what_was_stopped(language: Language, text: str, says: str) -> None:
    said = answer(language, text, RAMIPRIL, STOPPED)
    assert says in said and "Ramipril" not in said, said


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Can I take ibuprofen in the evening?"),
        ("en", "What should I do if I missed my evening tablets?"),
        ("en", "what can I eat in the morning?"),
        ("en", "What is ramipril for?"),
        ("en", "Which of my tablets could make me dizzy?"),
        ("en", "Is it ok to move the ramipril to the evening?"),
        ("en", "What might happen after stopping ramipril?"),
        ("ko", "저녁에 이부프로펜 먹어도 돼요?"),
        ("ko", "아침약을 빼먹었는데 어떡하죠?"),
        ("ko", "라미프릴은 무슨 약이에요?"),
        ("ko", "어떤 약 때문에 어지러운 걸까요?"),
        ("ko", "라미프릴 저녁으로 옮겨도 되나요?"),
        ("ko", "그럼 뭐 먹어요?"),
    ],
)
def test_what_only_sounds_like_it_is_answered_elsewhere(language: Language, text: str) -> None:
    said = answer(language, text, *PLAIN)
    heads = ("by the record", "기록 기준", "in all a day", "하루에 모두", "Medicines stopped", "중단한 약")
    assert not any(one in said for one in heads), said
