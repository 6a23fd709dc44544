"""Sixty corrections, told by a person, are taken up; none leaves what is wrong in force without a question."""

from __future__ import annotations

import pytest

from tests.agent.uptake import turns, uptake
from tests.shipped import reader, vocabulary

SAMPLE = slice(0, None, 3)
"""The turns of the normal run; ``-m torture`` takes all sixty."""


def _hold(part: slice) -> None:
    rows = turns()[part]
    alone = uptake(rows, "reader", vocabulary(), reader())
    model = uptake(rows, "model", vocabulary(), reader())
    both = uptake(rows, "both", vocabulary(), reader())
    assert (alone.unsafe, model.unsafe, both.unsafe) == (0, 0, 0)
    assert both.taken >= max(alone.taken, model.taken)
    assert both.taken >= 0.95 * both.turns, both.missed
    # What the guards do not let through of a model that is right becomes a question, and is never dropped.
    assert model.taken >= 0.75 * model.turns and model.taken + model.asked == model.turns, model.missed


def test_corrections_are_taken_up_by_both_readers_together() -> None:
    _hold(SAMPLE)


@pytest.mark.torture
def test_all_sixty_corrections() -> None:
    _hold(slice(None))
