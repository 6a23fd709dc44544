"""A medicine, its strength and its rhythm are read in every plain order and abbreviation: a grid, not examples."""

from __future__ import annotations

from typing import Any, Final

import pytest

from domain.values import SlotKind
from tests.extraction.test_what_the_record_settles import after

ENGLISH: Final = {
    "metformin": ("500", "500mg"), "alendronic acid": ("70", "70mg"), "levothyroxine": ("75", "75mcg"),
    "calcitriol": ("0.25", "0.25mcg"), "Lantus": ("18", "18U"), "pred": ("15", "15mg"), "ramipril": ("5", "5mg"),
}  # fmt: skip
RHYTHMS: Final = {
    "once a day": "QD", "od": "QD", "mane": "QD", "twice a day": "BID", "bd": "BID", "bid": "BID", "tds": "TID",
    "three times a day": "TID", "qds": "QID", "nocte": "QHS", "at bedtime": "QHS", "weekly": "weekly",
    "every Monday": "weekly", "alternate days": "QOD", "prn": "PRN", "every 12 hours": "Q12H",
}  # fmt: skip
FORMS: Final = (
    "I take {} {} {}", "I'm on {} {} {} now", "{} {} {}", "my meds: {} {} {}, aspirin 75 daily", "{}, {} {}, for years",
)  # fmt: skip
KOREAN: Final = {
    "메트포르민": ("500", "500mg"), "씬지로이드": ("75", "75mcg"), "칼시트리올": ("0.25", "0.25mcg"),
    "네스프": ("30", "30mcg"), "란투스": ("18", "18U"), "소론도": ("10", "10mg"),
}  # fmt: skip
RHYTHMS_KO: Final = {
    "하루 한 번": "QD", "하루 2회": "BID", "아침저녁": "BID", "하루 세 번": "TID", "주1회": "weekly",
    "주 1회": "weekly", "일주일에 한 번": "weekly", "자기 전": "QHS", "격일": "QOD", "필요할 때": "PRN",
}  # fmt: skip
FORMS_KO: Final = (
    "{} {} {} 먹어요", "{} {} {}", "약은 {} {} {}, 아스피린 100 하루 한 번 먹습니다",
    "지난주부터 {} {} {} 먹기 시작했어요",
)  # fmt: skip


def grid(
    names: dict[str, tuple[str, str]], rhythms: dict[str, str], forms: tuple[str, ...]
) -> list[tuple[str, str, str]]:
    """One sentence for each name and rhythm, the forms in turn."""
    rows = []
    for number, (name, (strength, dose)) in enumerate(names.items()):
        for place, (rhythm, code) in enumerate(rhythms.items()):
            rows.append((forms[(number + place) % len(forms)].format(name, strength, rhythm), dose, code))
    return rows


@pytest.mark.parametrize(("text", "dose", "code"), grid(ENGLISH, RHYTHMS, FORMS) + grid(KOREAN, RHYTHMS_KO, FORMS_KO))
def test_strength_and_rhythm(text: str, dose: str, code: str) -> None:
    facts = after(text)
    told = [one.content for one in facts if one.content.slot is SlotKind.MEDICATIONS]
    own = [one for one in told if one.concept.concept_id != "aspirin"]
    assert [(one.dose, one.frequency) for one in own] == [(dose, code)]


@pytest.mark.parametrize(
    ("text", "known", "dose"),
    [
        ("FEV1 1.62 L (48% pred)", (), None),
        ("my dose of ramipril is at 8 am", ({"slot": "medications", "name": "Ramipril", "dose": "5mg"},), "5mg"),
        ("네스프 맞은 지 30주 됐어요", (), None),
    ],
)  # fmt: skip
def test_what_is_no_strength(text: str, known: tuple[dict[str, Any], ...], dose: str | None) -> None:
    told = [one.content for one in after(text, *known) if one.content.slot is SlotKind.MEDICATIONS]
    assert [one.dose for one in told if one.dose is not None] == ([dose] if dose else [])
