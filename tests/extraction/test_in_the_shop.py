"""What a shop has or sells is not taken by that."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after


def _taken(text: str) -> list[str]:
    return [one.content.concept.concept_id for one in after(text) if one.content.slot.value == "medications"]


@pytest.mark.parametrize(
    "text",
    [
        "She's up wandering every night. Pharmacy has ZzzQuil. Can I give her that?",
        "Her nose runs. Boots sells Piriton, would that be alright?",
        "잠을 못 주무세요. 약국에서 슬리펠 팔던데 드려도 되나요?",
    ],
)
def test_what_a_shop_has_is_not_taken(text: str) -> None:
    assert _taken(text) == []


def test_what_is_taken_beside_a_shop_is() -> None:
    assert _taken("I take metformin 500 mg twice a day and get it at the pharmacy") == ["metformin"]
