"""What a stopped medicine minded is nothing to who takes another of its kind."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Status
from tests.agent.conversation import Conversation, card_reader, changes, medicine, states

STOPPED = changes(medicine("warfarin", "5mg", "QD", status=Status.STOPPED))
APIXABAN = medicine("apixaban", "5mg", "BID")


def switched(language: Language) -> Conversation:
    talk = Conversation(language, cards=card_reader()).knows(medicine("warfarin", "5mg", "QD"))
    talk.said(
        {"en": "I came off it and got another", "ko": "끊고 다른 걸로 바꿨어요"}[language], [STOPPED, states(APIXABAN)]
    )
    return talk


@pytest.mark.parametrize(
    ("language", "asks", "says"),
    [
        ("ko", "그럼 시금치랑 청국장 먹어도 되나요?", "특별한 음식 제한이 없습니다"),
        ("en", "do i still have to avoid spinach?", "no special diet"),
        ("en", "can I eat kale now?", "no special diet"),
        ("en", "Do I still need to go for my INR blood test on Thursday?", "no INR test"),
        ("ko", "INR 검사는 계속 받아야 하나요?", "INR 검사가 필요 없지만"),
    ],
)
def test_what_is_taken_now_answers(language: Language, asks: str, says: str) -> None:
    text = switched(language).said(asks).text
    assert says in text and "natto" not in text and "낫토" not in text, text


def test_who_still_takes_it_hears_of_it() -> None:
    talk = Conversation("en", cards=card_reader()).knows(medicine("warfarin", "5mg", "QD"))
    assert "natto" in talk.said("do i have to avoid spinach?").text


def test_what_the_stopped_one_did_not_mind_is_asked_otherwise() -> None:
    assert "no special diet" not in switched("en").said("Do I still have to avoid peanuts?").text
