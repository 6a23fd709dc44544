"""Doses taken over a day that words count, by product: tablets before hours, strengths told once, amounts in mg."""

from __future__ import annotations

import pytest

from extraction.reading.medicines.doses_counted import doses_counted, products_in, tells_taken
from extraction.text.normalise import normalise
from tests.shipped import vocabulary

Told = tuple[str, float, float | None, float]


def counted(text: str) -> list[Told]:
    plain = normalise(text).text
    found = doses_counted(plain, products_in(vocabulary().recogniser.find(plain)))
    return [(one.product.entry.concept_id, one.tablets, one.strength, one.mg) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("타이레놀 500 아침 7시 2알 낮 1시 1알 밤 9시 2알 먹었어요", [("acetaminophen", 5, 500, 0)]),
        ("타이레놀 8시간 650짜리 아침 두 알 저녁 두 알 먹었어요", [("acetaminophen", 4, 650, 0)]),
        ("세토펜 오전 8시 한 알, 12시 한 알, 4시 두 알 먹었습니다", [("acetaminophen", 4, None, 0)]),
        ("판콜에이 점심 저녁에 한 병씩 마셨어요", [("combination_cold_medicine", 2, None, 0)]),
        ("오늘 이부프로펜 200 여섯 알 먹었어요", [("ibuprofen", 6, 200, 0)]),
        ("paracetamol 2 at 7, 2 at 11, 2 at half 3, all 500s", [("acetaminophen", 6, 500, 0)]),
        ("had 2 ibuprofen at 9 and 2 at noon", [("ibuprofen", 4, None, 0)]),
        ("Ibuprofen 400 at 8, 400 at 1 and 400 at 6", [("ibuprofen", 0, None, 1200)]),
        ("tylenol 500s, 2 at a time, did that 5 times today", [("acetaminophen", 10, 500, 0)]),
        ("took two ibuprofen 200 four times today", [("ibuprofen", 8, 200, 0)]),
        ("had paracetamol 2 each time, 3 times today", [("acetaminophen", 6, None, 0)]),
        ("paracetamol 1g at 10 and 1g at 4", [("acetaminophen", 0, None, 2000)]),
        ("took fifteen paracetamol tablets today", [("acetaminophen", 15, None, 0)]),
        ("Percocet 5/325, I've had 5 today", [("oxycodone_acetaminophen", 5, 325, 0)]),
        (
            "naproxen 250, two this morning at 8, then two ibuprofen at lunch",
            [("naproxen", 2, 250, 0), ("ibuprofen", 2, None, 0)],
        ),
    ],
)
def test_what_a_day_counts(text: str, expected: list[Told]) -> None:
    assert counted(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I take paracetamol 1g four times a day",
        "타이레놀 하루에 세 번 두 알씩 먹어요",
        "eight paracetamol this week",
        "I take tylenol 500, 2 at a time, 3 times a day",
        "이번 주에 타이레놀 여섯 알 먹었어요",
        "can I take 2 paracetamol at 6?",
        "타이레놀 두 알 더 먹어도 되나요",
    ],
)
def test_a_rhythm_a_week_and_what_is_only_asked_count_nothing(text: str) -> None:
    assert counted(text) == []


def test_a_number_behind_a_name_is_none_of_the_next_name() -> None:
    assert [one[1] for one in counted("warfarin 3 aspirin 75 simvastatin 20")] in ([], [0.0, 0.0, 0.0], [0.0])
    assert not tells_taken("I'm on warfarin 3 aspirin 75")
