"""A vaccine called by its disease is a vaccination; the disease, told as had or feared, stays what it is."""

from __future__ import annotations

import pytest

from domain.values import SlotKind
from tests.extraction.conversing import after

GIVEN = "Japanese encephalitis vaccination"


@pytest.mark.parametrize(
    ("text", "slot", "name"),
    [
        ("어제 일본뇌염 생백신 2차 맞혔어요", SlotKind.PROCEDURES, GIVEN),
        ("일본뇌염 3차 지난주에 맞힘", SlotKind.PROCEDURES, GIVEN),
        ("BCG랑 B형간염 1차까지 맞췄습니다", SlotKind.PROCEDURES, "Hepatitis B vaccination"),
        ("오늘 독감이랑 수두 맞혔어요", SlotKind.PROCEDURES, "Varicella vaccination"),
        ("대상포진은 재작년에 맞았어요", SlotKind.PROCEDURES, "Herpes zoster vaccination"),
        ("my last tetanus was 2017", SlotKind.PROCEDURES, "Tetanus vaccination"),
        ("had my tetanus in 2018", SlotKind.PROCEDURES, "Tetanus vaccination"),
        ("hep B third dose done on Friday", SlotKind.PROCEDURES, "Hepatitis B vaccination"),
        ("got the shingles jab last autumn", SlotKind.PROCEDURES, "Herpes zoster vaccination"),
        ("재작년에 대상포진을 앓았어요", SlotKind.CONDITIONS, "Herpes zoster"),
        ("뇌염으로 입원했었어요", SlotKind.CONDITIONS, "Encephalitis"),
        ("I have hepatitis B", SlotKind.CONDITIONS, "Hepatitis B"),
        ("I had shingles last autumn", SlotKind.CONDITIONS, "Herpes zoster"),
    ],
)
def test_a_vaccine_is_no_disease(text: str, slot: SlotKind, name: str) -> None:
    told = [(fact.content.slot, fact.content.concept.name) for fact in after(text)]
    assert (slot, name) in told, told
    other = SlotKind.CONDITIONS if slot is SlotKind.PROCEDURES else SlotKind.PROCEDURES
    assert not any(one == other for one, _ in told), told
