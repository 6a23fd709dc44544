"""Doses told over several turns without the name again count to the medicine that was counted last."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from extraction.reading.medicines.doses_gone_on import doses_gone_on
from extraction.text.normalise import normalise
from tests.agent.conversation import Conversation


def answered(language: Language, *turns: str) -> str:
    talk = Conversation(language)
    return [talk.said(turn).text for turn in turns][-1]


@pytest.mark.parametrize(
    ("language", "turns", "total"),
    [
        (
            "ko",
            ("아침 7시에 타이레놀 500 세 알 먹었어요", "11시에 세 알 더 먹었고요", "3시에 또 세 알 먹었어요"),
            "4500mg",
        ),
        ("ko", ("게보린 두 알 9시에 먹음", "1시 두 알 또", "방금 두 알 더. 더 먹어도 되나요?"), "1800mg"),
        ("ko", ("이부프로펜 200 2알 8시 복용", "12시 2알", "4시 2알 추가"), "1200mg"),
        ("ko", ("부루펜 400 한 알 먹었어요", "또 한 알 먹었어요", "한 번 더 먹었어요. 괜찮아요?"), "1200mg"),
        ("ko", ("애드빌 두 알 먹었어요", "물 많이 마셨어요", "아까 두 알 또 먹음", "총 몇 알이죠"), "800mg"),
        ("ko", ("타이레놀 8시간 650 두 알 9시에 먹음", "1시 두 알 더", "5시반 두 알 더. 오늘 몇 알 먹었지?"), "3900mg"),
        ("en", ("took 2 paracetamol 500s at 8", "had 2 more at 11", "another two at 2", "and two just now"), "4000 mg"),
        ("en", ("3 extra strength tylenol at 7am", "same again at 11", "same again just now. is that ok?"), "4500 mg"),
        ("en", ("ibuprofen 400 at 6", "another one at 10", "one more at 2", "one just now. total so far?"), "1600 mg"),
        ("en", ("2 co-codamol 30/500 this morning", "2 more at noon", "2 more at 4"), "3000 mg"),
        ("en", ("naproxen 500 at 8am", "another 500 at 12"), "1000 mg"),
        ("en", ("took 4 of the 650 arthritis tylenol at 10", "4 more at 2", "4 more just now"), "7800 mg"),
        ("ko", ("아침 8시에 판콜에스 한병 마심", "좀전에 타이레놀 500 두알도 먹었는데 괜찮나요"), "1300mg"),
        ("en", ("took 2 paracetamol at 8", "2 at 8 and 2 at 12"), "2000 mg"),
        ("en", ("took 2 paracetamol at 8", "had two eggs at 10", "how many paracetamol today"), "1000 mg"),
    ],
)
def test_each_dose_told_with_no_name_counts_to_what_was_counted_last(
    language: Language, turns: tuple[str, ...], total: str
) -> None:
    assert total in answered(language, *turns)


@pytest.mark.parametrize(
    ("language", "turns"),
    [
        ("ko", ("타이레놀 8시간 650 네 알 10시에 먹음", "2시 또 네 알", "6시반 방금 네 알 더. 오늘 총 몇 알이지?")),
        ("en", ("took 4 of the 650mg tylenol at 10", "4 more at 2", "4 more now, how many is that?")),
    ],
)
def test_an_overdose_that_adds_up_over_turns_is_raised(language: Language, turns: tuple[str, ...]) -> None:
    said = answered(language, *turns)
    assert ("과다 복용" if language == "ko" else "overdose") in said
    assert ("12개" if language == "ko" else "12 × 650 mg") in said


@pytest.mark.parametrize(
    "text",
    [
        "계란 두 알 먹었어요",
        "빵 세 개 먹었어요",
        "두 알 더 먹을까요?",
        "두 알 더 먹어도 되나요",
        "남편이 두 알 더 먹었어요",
        "어제는 두 알 더 먹었어요",
        "아들은 세 살이에요",
        "had two eggs at 10",
        "2 more hours of work",
        "2 more beers",
        "she had two more at 2",
        "can I take 2 more at 6?",
        "I'll have two more later",
        "my neighbour had 2 more",
        "the pain is 4 again today",
        "my sugar was 9 at 3",
        "pulse 90 at 3pm",
        "혈당 2시 110이요",
    ],
)
def test_what_is_no_dose_counts_nothing(text: str) -> None:
    assert not doses_gone_on(normalise(text).text)
