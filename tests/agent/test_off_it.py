"""What to watch for without a medicine that was stopped, and with one that is taken: each of its own."""

from __future__ import annotations

import pytest

from agent.answers.asking.request import read_request
from agent.answers.medicines.off_it_asked import asks_off_it
from agent.skills.ports import Language
from domain.values import Status
from tests.agent.conversation import Conversation, age, card_reader, medicine, recogniser


def talk_of(language: Language = "en") -> Conversation:
    gone = medicine("furosemide", "40mg", "QD", status=Status.STOPPED)
    return Conversation(language, cards=card_reader()).knows(age(80), gone, medicine("bisoprolol", "2.5mg", "QD"))


@pytest.mark.parametrize(
    ("language", "asks", "says"),
    [
        ("en", "Anything I need to look out for now that I'm off it?", "ankles"),
        ("en", "What should we keep an eye on without it?", "ankles"),
        ("en", "What might happen after stopping the furosemide?", "ankles"),
        ("en", "Any signs to watch now he is no longer taking it?", "lying flat"),
        ("ko", "이제 안 드시는데 뭘 지켜봐야 하나요?", "체중"),
        ("ko", "푸로세미드 끊고 나서 조심할 게 있어요?", "체중"),
        ("ko", "중단했으니 무슨 증상을 살펴야 할까요?", "발목"),
    ],
)
def test_without_a_stopped_medicine_what_it_held_back_may_come_back(language: Language, asks: str, says: str) -> None:
    text = talk_of(language).said(asks).text
    assert says in text and "Bisoprolol" not in text, text


@pytest.mark.parametrize(
    "said",
    [
        "What happens if I stop the bisoprolol?",
        "Anything to watch for on the bisoprolol?",
        "Was the furosemide stopped?",
        "Can I drive now?",
        "운동할 때 조심할 게 뭐예요?",
        "비소프롤롤 끊으면 어떻게 되나요?",
    ],
)
def test_other_questions_are_not_of_the_stopped_one(said: str) -> None:
    assert not asks_off_it(read_request(said, recogniser()), talk_of().view)


def test_without_a_stopped_medicine_nothing_is_off() -> None:
    view = Conversation("en").knows(medicine("bisoprolol", "2.5mg", "QD")).view
    assert not asks_off_it(read_request("What should I watch for now I'm off it?", recogniser()), view)


@pytest.mark.parametrize(
    ("language", "asks", "says"),
    [
        ("en", "Anything to watch for on the bisoprolol?", "cold hands"),
        ("ko", "비소프롤롤 먹을 때 조심할 게 뭐예요?", "손발"),
    ],
)
def test_what_to_watch_for_with_a_medicine_is_what_it_does_besides(language: Language, asks: str, says: str) -> None:
    assert says in talk_of(language).said(asks).text
