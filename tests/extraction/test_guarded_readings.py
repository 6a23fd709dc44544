"""What the learned reader understands is held against the same limits as what the rules read."""

from __future__ import annotations

import pytest

from domain.proposals import Doubt, Operation
from extraction.reading.reader import READER
from tests.builders import NOW
from tests.shipped import reader


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("They put me on 50000 mg of metformin", Doubt.UNUSUAL_DOSE),
        ("당화혈색소가 마이너스 7.2예요", Doubt.IMPLAUSIBLE_VALUE),
        ("I take metformin 50000 mg twice a day.", Doubt.UNUSUAL_DOSE),
    ],
)
def test_what_cannot_be_or_is_far_from_usual_is_asked_about_whoever_read_it(text: str, doubt: Doubt) -> None:
    reading = reader().read(text, said_at=NOW, time_zone="Asia/Seoul")
    told = [one for one in reading.proposals if one.operation is not Operation.MENTION]
    assert told and all(one.doubt is doubt for one in told)
    assert READER in reading.extractors
