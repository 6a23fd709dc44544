"""What a day of a medicine comes to, insulins and combinations among them, and what is taken on one day of the week."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Content
from tests.agent.conversation import Conversation, medicine

GABAPENTIN = medicine("gabapentin", "300mg", "TID")
WARFARIN = medicine("warfarin", "4mg", "QD")
APIXABAN = medicine("apixaban", "5mg", "BID")
JANUMET = medicine("sitagliptin_metformin", "50/500mg", "BID")
GLARGINE = medicine("insulin_glargine", "24U", "QHS")
LISPRO = medicine("insulin_lispro", "6U morning, 8U noon, 10U evening", "TID")
METHOTREXATE = medicine("methotrexate", "10mg", "weekly").with_fields(timing="fri")
FOLIC = medicine("folic_acid", "5mg", "weekly").with_fields(timing="mon")
SPRAY = medicine("nitroglycerin_spray", None, "PRN")
ALL = (GABAPENTIN, APIXABAN)


def answer(language: Language, text: str, *known: Content) -> str:
    return Conversation(language).knows(*known).said(text).text


@pytest.mark.parametrize(
    ("language", "text", "known", "total"),
    [
        ("en", "how much gabapentin in 24 hrs", ALL, "900mg"),
        ("en", "how much gabapentin is that a day?", ALL, "900mg"),
        ("en", "now how many milligram Eliquis is that a day", ALL, "10mg"),
        ("en", "How many mg of gabapentin per day all told?", ALL, "900mg"),
        ("en", "how much metformin a day is that in total", (JANUMET, WARFARIN), "1000mg"),
        ("ko", "가바펜틴 하루 몇 미리예요?", ALL, "900mg"),
        ("ko", "하루에 가바펜틴 총 몇 밀리 먹는 거죠?", ALL, "900mg"),
        ("ko", "와파린 하루 몇미리고", (WARFARIN, APIXABAN), "4mg"),
        ("ko", "하루에 메트포르민 총 몇미리인지", (JANUMET, WARFARIN), "1000mg"),
        ("en", "total units for a day?", (GLARGINE, LISPRO, WARFARIN), "48U"),
        ("ko", "하루 인슐린 총 몇 단위예요?", (GLARGINE, LISPRO, WARFARIN), "48U"),
    ],
)  # fmt: skip
def test_a_day_is_added_up(language: Language, text: str, known: tuple[Content, ...], total: str) -> None:
    assert total in answer(language, text, *known)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "how much gabapentin can I take a day?"),
        ("en", "how many glasses of water a day with gabapentin?"),
        ("ko", "가바펜틴 하루에 몇 번까지 먹어도 되나요?"),
    ],
)
def test_what_may_be_taken_at_most_is_another_question(language: Language, text: str) -> None:
    talk = Conversation(language).knows(GABAPENTIN)
    talk.said(text)
    assert talk.intent is None or talk.intent.name != "total"


@pytest.mark.parametrize(
    ("language", "text", "then", "not_then"),
    [
        ("en", "What am I meant to take on a Friday?", "1. Methotrexate", "days of their own: Folic acid"),
        ("en", "which ones do I have on Mondays?", "1. Folic acid", "days of their own: Methotrexate"),
        ("ko", "금요일엔 무슨 약 먹어요?", "1. 메토트렉세이트", "다른 요일에 드시는 약: 엽산"),
        ("ko", "월요일에는 뭘 먹어요?", "1. 엽산", "다른 요일에 드시는 약: 메토트렉세이트"),
    ],
)
def test_a_day_of_the_week_has_its_own_medicines(language: Language, text: str, then: str, not_then: str) -> None:
    said = answer(language, text, METHOTREXATE, FOLIC, WARFARIN, SPRAY)
    assert then in said and not_then in said
    listed = said.splitlines()
    assert any(line.startswith("2. ") for line in listed)
    assert not any(line.startswith("3. ") for line in listed)
