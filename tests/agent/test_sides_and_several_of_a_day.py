"""What is asked back of a test with two sides, or with several readings of a day, counts all that was told."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.skills.ports import Language
from server.composition import Knowledge
from tests.agent.test_diary import answers

EYES_KO = ("안압 오른쪽 25 왼쪽 21", "우 19 좌 18", "우 16 좌 17")
EYES_EN = ("eye pressure right 25 left 21", "right 19 left 18", "R 16, L 17")
PULSE_KO = ("맥박 88", "아침 112였고 저녁은 84", "맥박 76")
PULSE_EN = ("pulse 88", "112 in the morning and 84 tonight", "pulse 76")


@pytest.mark.parametrize(
    ("language", "texts", "holds", "lacks"),
    [
        ("ko", (*EYES_KO, "오른쪽 얼마나 떨어졌어요?"), ("25", "16", "9 mmHg"), ("21", "왼쪽")),
        ("ko", (*EYES_KO, "왼쪽은 처음보다 얼마나 내려갔죠?"), ("21", "17", "4 mmHg"), ("25", "오른쪽")),
        ("ko", (*EYES_KO, "안압 제일 높았던 건?"), ("오른쪽 안압은 25", "왼쪽 안압은 21"), ()),
        ("en", (*EYES_EN, "highest eye pressure?"), ("right intraocular pressure was 25", "was 21"), ()),
        ("en", (*EYES_EN, "list all my left eye pressures"), ("21", "18", "17"), ("25 mmHg", "19 mmHg")),
        ("ko", (*PULSE_KO, "맥박 제일 높은 날하고 제일 낮은 날 알려줘"), ("112", "76"), ("가장 높은 날 6월 15일",)),
        ("en", (*PULSE_EN, "what was my highest pulse and when?"), ("112",), ("highest heart rate was 88",)),
    ],
)
def test_all_that_was_told_is_counted(
    tmp_path: Path,
    knowledge: Knowledge,
    language: Language,
    texts: tuple[str, ...],
    holds: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1].partition("이 말씀은")[0].partition("You also")[0]
    assert all(one in answer for one in holds), answer
    assert not any(one in answer for one in lacks), answer
