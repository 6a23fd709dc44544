"""An allowance of more is said over a whole sum alone: whatever else was told of the day is counted, or forbids it."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, medicine

_LEAVE = ("more until 24 hours", "앞으로", "may be taken at least", "드실 수 있습니다")


def answered(language: Language, *turns: str, takes: tuple[str, str, str] | None = None) -> str:
    talk = Conversation(language)
    if takes is not None:
        talk = talk.knows(medicine(*takes))
    return [talk.said(turn).text for turn in turns][-1]


@pytest.mark.parametrize(
    ("language", "turns", "total"),
    [
        ("en", ("took 2 paracetamol 500 at 8am", "2 more at noon"), "2000 mg"),
        ("en", ("had tylenol 650 at 6am, 10am and 2pm", "one more just now. how many mg of tylenol today?"), "2600 mg"),
        ("en", ("took crocin 500 at 9am", "and dolo 650 at 1pm", "total paracetamol in mg today?"), "1150 mg"),
        ("en", ("one dolo 650 and 1 tablet crocin 500 at 7am", "total paracetamol in mg today?"), "1150 mg"),
        ("en", ("one dolo 650 and one crocin 500 at 7am", "same again at 1pm, total?"), "2300 mg"),
        ("en", ("2 nurofen 200 at 8", "2 more at 2pm", "how many have i had and can i have more"), "800 mg"),
        (
            "en",
            ("2 paracetamol 500s at 8am", "had soup and a cup of tea", "another 2 paracetamol at 2pm. total?"),
            "2000 mg",
        ),
        (
            "en",
            ("took 2 co-codamol 8/500 at 7am", "2 paracetamol 500 at 9am", "how much paracetamol is that"),
            "2000 mg",
        ),
        ("en", ("2 paracetamol last night at 11", "2 at 7 this morning", "2 at 11. can i have more"), "3000 mg"),
        ("ko", ("오전 8시 타이레놀 500 두 알", "12시 두 알 더 먹음. 총 몇 mg?"), "2000mg"),
        (
            "ko",
            ("판피린 한병 7시에 마셨어요", "11시에 또 한병 마시고 타이레놀 500도 두알 먹었어요", "총 얼마죠"),
            "1600mg",
        ),
        ("ko", ("타이레놀이알 650 두알 아침7시 복용", "오후 3시 두알 복용", "밤에 두알 더 먹어도 됩니까"), "2600mg"),
        (
            "ko",
            ("세토펜 500 두알 8시에 먹음", "11시에 두알 더 먹음. 콜대원도 한 포 마심", "오늘 총 몇 mg이죠"),
            "2325mg",
        ),
    ],
)
def test_whatever_is_told_over_the_turns_of_a_day_is_in_the_sum(
    language: Language, turns: tuple[str, ...], total: str
) -> None:
    said = answered(language, *turns)
    assert total in said
    assert any(leave in said for leave in _LEAVE)


@pytest.mark.parametrize(
    ("language", "turns"),
    [
        ("en", ("2 paracetamol at 8am", "also a day nurse capsule about 10", "how much paracetamol is that so far")),
        ("en", ("2 paracetamol at 8am and 2 at 12", "then some cold and flu tablets at lunch", "how much so far")),
        (
            "en",
            (
                "2 nurofen 200 at 8",
                "had a couple of those painkillers my neighbour gave me",
                "how much ibuprofen so far",
            ),
        ),
        ("en", ("took two panadol at 8", "topped up with panadol at 10", "how many mg panadol today")),
        ("en", ("two panadol 500 at 7, two at 11", "had a lemsip max at 3", "another two just now, can i have more?")),
        ("ko", ("타이레놀 500 두알 8시에 먹었어요", "점심때 감기약 먹음", "오늘 타이레놀 총 몇 mg 먹었죠")),
        (
            "ko",
            ("타이레놀 500 두알 8시에 먹었어요", "약국약도 두봉지 먹었고", "타이레놀 오늘 몇알 먹었죠 더 먹어도 돼요?"),
        ),
        ("ko", ("이부프로펜 400 한알 8시에 먹음", "아까 진통제 하나 더 먹었어요", "이부프로펜 총 몇 mg 먹은 거예요")),
    ],
)
def test_what_cannot_be_counted_forbids_an_allowance(language: Language, turns: tuple[str, ...]) -> None:
    said = answered(language, *turns)
    assert not any(leave in said for leave in _LEAVE)
    assert "Take no more" in said or "take no more" in said or "드시지 마세요" in said


def test_what_is_taken_every_day_and_holds_the_same_forbids_an_allowance() -> None:
    takes = ("codeine_acetaminophen", "2 tablets", "QID")
    said = answered("en", "took 2 paracetamol 500 at 8", "2 more at noon. how many mg so far?", takes=takes)
    assert not any(leave in said for leave in _LEAVE)


def test_the_sum_of_today_is_no_answer_to_that_of_yesterday() -> None:
    said = answered("en", "took 2 paracetamol 500 at 8", "how many mg of paracetamol did i take yesterday")
    assert "1000 mg" not in said
