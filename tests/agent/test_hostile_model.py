"""A model that is out to do harm can do none: over what authors wrote who never saw the program."""

from __future__ import annotations

import random

import pytest

from tests.agent.hostile_model import ACTS, Reading, harm
from tests.shipped import reader, vocabulary
from training.examples import READINGS, load

SAMPLE = 40
"""Utterances of the normal run; ``-m torture`` takes all that lean on a record."""


def _harmful(most: int | None) -> tuple[int, list[str]]:
    """How many operations were tried, and what harm they did."""
    reading = Reading(vocabulary(), reader())
    rows = [row for path in sorted(READINGS.glob("*.jsonl")) for row in load(path) if row.get("known")]
    random.Random(7).shuffle(rows)
    found = []
    for row in rows[:most]:
        alone = reading.facts(row, None)
        for act in ACTS:
            found += [f"{row['id']} {act}: {one}" for one in harm(reading.named(row), alone, reading.facts(row, act))]
    return reading.operations, found


def test_a_hostile_model_ends_nothing_and_turns_nothing_round() -> None:
    operations, harmful = _harmful(SAMPLE)
    assert operations > 500
    assert harmful == []


@pytest.mark.torture
def test_a_hostile_model_over_all_that_was_written() -> None:
    operations, harmful = _harmful(None)
    assert operations > 10_000
    assert harmful == []
