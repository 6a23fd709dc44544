"""No medicines, no allergies, and that nobody knows: told in whatever words, and not by what only sounds so."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.values import ANY, PATIENT, Certainty, Polarity, SlotKind
from extraction.reading.extractor import LearnedExtractor

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
_ROWS = (Path(__file__).parent / "tables" / "none_at_all.tsv").read_text(encoding="utf-8").splitlines()
_SLOTS = (SlotKind.MEDICATIONS, SlotKind.ALLERGIES)
_TOLD = {
    (SlotKind.MEDICATIONS, Polarity.NEGATED, Certainty.CONFIRMED): "meds.none",
    (SlotKind.ALLERGIES, Polarity.NEGATED, Certainty.CONFIRMED): "alle.none",
    (SlotKind.ALLERGIES, Polarity.AFFIRMED, Certainty.UNKNOWN): "alle.unknown",
}


@pytest.mark.parametrize("row", _ROWS)
def test_what_is_told_of_a_whole_slot(learned: LearnedExtractor, row: str) -> None:
    labels, text, asked = [*row.split("\t"), ""][:3]
    read = learned.read(text, said_at=_AT, time_zone="UTC", agent_said=asked)
    told = (one.content for one in read.proposals if one.content is not None)
    whole = {
        _TOLD[one.slot, one.polarity, one.certainty]
        for one in told
        if one.concept.concept_id == ANY and one.subject == PATIENT and one.slot in _SLOTS
    }
    assert whole == set(labels.split()) - {"-"}
