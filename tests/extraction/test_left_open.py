"""An allergy that is left open is an uncertain one, whatever "not" stands in the words that leave it open."""

from __future__ import annotations

import pytest

from domain.values import Certainty, Polarity, SlotKind
from tests.extraction.test_what_the_record_settles import after


@pytest.mark.parametrize(
    "text",
    [
        "I might be allergic to ibuprofen, not sure",
        "I think I may be allergic to penicillin, not sure",
        "might have an allergy to latex but I'm not certain",
        "possibly allergic to codeine, never been tested",
        "maybe allergic to amoxicillin, can't be sure",
        "페니실린 알레르기가 있는 것 같은데 확실치 않아요",
    ],
)
def test_what_is_left_open_is_uncertain(text: str) -> None:
    (told,) = [one.content for one in after(text) if one.content.slot is SlotKind.ALLERGIES]
    assert (told.polarity, told.certainty) == (Polarity.AFFIRMED, Certainty.UNCERTAIN)


@pytest.mark.parametrize(
    "text", ["I'm not allergic to ibuprofen", "no, I am not allergic to penicillin", "페니실린 알레르기는 없어요"]
)
def test_what_is_denied_is_denied(text: str) -> None:
    (told,) = [one.content for one in after(text) if one.content.slot is SlotKind.ALLERGIES]
    assert told.polarity is Polarity.NEGATED
