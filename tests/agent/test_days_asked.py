"""What days were told is asked back through a whole talk: gaps, counts in all, what was no event, what is one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.skills.ports import Language
from server.composition import Knowledge
from tests.agent.test_diary import answers


@pytest.mark.parametrize(
    ("language", "texts", "holds", "lacks"),
    [
        (
            "en",
            ("3 loose nappies saturday, 6 yesterday", "4 today", "2 today", "how many nappies each day, any better?"),
            ("In all 15", "2 on 12 Mar"),
            ("dehydration",),
        ),
        (
            "en",
            ("had a seizure on 1 march, 2 minutes", "had one yesterday, 40 sec", "how many days between each of them?"),
            ("9 days",),
            (),
        ),
        (
            "ko",
            ("피부과 3월 12일 10시, 치과 3월 20일 3시", "아빠 무릎 검사는 3월 13일 1시", "내 예약만 날짜 알려줘"),
            ("피부과", "치과"),
            ("무릎",),
        ),
        (
            "ko",
            ("광견병 1차 오늘 맞음", "2차 오늘 맞음. 남은 건 20일 27일", "몇 차까지 맞았고 남은 날은?"),
            ("2차 3월 11일", "3월 20일", "3월 27일"),
            (),
        ),
        ("en", ("slept 5h", "6h", "7h", "total and average of the nights?"), ("18 h", "6 h"), ()),
    ],
)
def test_days_are_told_back(
    tmp_path: Path,
    knowledge: Knowledge,
    language: Language,
    texts: tuple[str, ...],
    holds: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in answer for one in holds), answer
    assert not any(one in answer for one in lacks), answer
