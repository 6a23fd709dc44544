"""Who asks about what they take or drink tells that they do; what is only supposed is not told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import SlotKind
from extraction.reading.extractor import LearnedExtractor

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _in_use(learned: LearnedExtractor, text: str) -> dict[str, str]:
    told = [one for one in learned.read(text, said_at=_AT, time_zone="UTC").proposals if one.content is not None]
    assert all(one.quote in text for one in told)
    used = (SlotKind.MEDICATIONS, SlotKind.SOCIAL_HISTORY)
    return {one.content.concept.name: one.quote for one in told if one.content and one.content.slot in used}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("홍삼 먹고있는데 혈압약이랑 같이 먹어도 되나요?", "Red ginseng"),
        ("매일 먹는 비타민C랑 철분제 같이 먹어도 되죠?", "Vitamin C"),
        ("저녁마다 맥주 두 캔 마시는 게 혈압에 안 좋아요?", "alcohol"),
        ("is it ok that I take vitamin D 2000 units with my water tablet?", "Vitamin D"),
        ("can I take my usual cetirizine 10 mg with the new tablets?", "Cetirizine"),
        ("does my 10 cigarettes a day matter with the pill?", "smoking"),
        ("does smoking matter with the pill (I take microgynon)?", "Levonorgestrel/ethinyl estradiol"),
    ],
)
def test_what_is_in_use_is_told_beside_the_question(learned: LearnedExtractor, text: str, name: str) -> None:
    assert name in _in_use(learned, text)


@pytest.mark.parametrize(
    "text",
    [
        "is a glass of wine a day ok with amlodipine?",
        "what happens if I take ibuprofen with my blood pressure tablets?",
        "비타민C 매일 먹어도 되나요?",
        "홍삼 먹으면 혈압 오르나요?",
        "should I take vitamin D with my water tablet?",
    ],
)
def test_what_is_only_supposed_is_not_told(learned: LearnedExtractor, text: str) -> None:
    assert not _in_use(learned, text)
