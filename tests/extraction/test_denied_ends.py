"""An end that is denied, and what is asked back: nothing named there ends or is withdrawn, whoever reads it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.proposals import Operation
from domain.values import Concept, Content, SlotKind, Status
from extraction.reading.corrections.denied_ends import keeping
from tests.shipped import reader

NOW = datetime(2026, 3, 4, 3, tzinfo=UTC)
ENDED = (Status.STOPPED, Status.RESOLVED, Status.ON_HOLD)


@pytest.mark.parametrize(
    "text",
    [
        "I never stopped the amlodipine", "don't remove the amlodipine please", "I'm not stopping amlodipine",
        "암로디핀 끊은 적 없어요", "암로디핀은 지우지 마세요", "방금 지운 암로디핀 기록 다시 살려 주세요",
    ],
)  # fmt: skip
def test_what_goes_on_neither_ends_nor_is_withdrawn(text: str) -> None:
    known = Content(
        slot=SlotKind.MEDICATIONS, concept=Concept(concept_id="amlodipine", name="Amlodipine"), dose="5mg",
        status=Status.ACTIVE,
    )  # fmt: skip
    reading = reader().read(text, said_at=NOW, time_zone="Asia/Seoul", spoken_of=(known,))

    for proposal in reading.proposals:
        assert proposal.operation is not Operation.RETRACT
        assert proposal.content is None or proposal.content.status not in ENDED


def test_only_the_sentence_that_denies_is_spared() -> None:
    text = "i stopped the aspirin. i never stopped the amlodipine."
    assert [text[start:end].strip() for start, end in keeping(text)] == ["i never stopped the amlodipine"]
