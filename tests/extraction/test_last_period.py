"""The first day of the last period is kept with its day, and another told of it puts it right."""

from __future__ import annotations

import pytest

from tests.extraction.conversing import after


def first_days(*texts: str) -> list[str | None]:
    return [
        one.content.valid_from for one in after(*texts) if one.content.concept.concept_id == "last_menstrual_period"
    ]


@pytest.mark.parametrize(
    ("texts", "day"),
    [
        (("first day of my last period was 3 June",), "2026-06-03"),
        (("my last period started on April 20th",), "2026-04-20"),
        (("LMP 5 May 2026",), "2026-05-05"),
        (("LMP was 12 May. my smear was 3 March",), "2026-05-12"),
        (("last period was 3 June and I take metformin since 13 May",), "2026-06-03"),
        (("마지막 생리 첫날 4월 20일",), "2026-04-20"),
        (("막생이 5월 1일이고 임테기 두줄이에요",), "2026-05-01"),
        (("마지막 월경일은 2026년 4월 11일입니다",), "2026-04-11"),
        (("first day of my last period was 3 June", "checked, I was wrong it's 13 June not 3"), "2026-06-13"),
        (("last period was the 2nd of may", "actually it was the 12th of may"), "2026-05-12"),
        (("마지막 생리 시작일이 5월 3일이에요", "다시 보니까 5월 13일이었어요"), "2026-05-13"),
        (("생리 마지막으로 한 게 3월 15일부터예요", "아니다 3월 25일이네요 15일이 아니라"), "2026-03-25"),
    ],
)
def test_there_is_one_first_day(texts: tuple[str, ...], day: str) -> None:
    assert first_days(*texts) == [day]


@pytest.mark.parametrize("text", ["마지막 생리가 5월 3일에 끝났어요", "last smear was 3 June", "period due on 3 July"])
def test_the_end_of_a_period_and_other_days_are_none(text: str) -> None:
    assert not [one for one in first_days(text) if one is not None]
