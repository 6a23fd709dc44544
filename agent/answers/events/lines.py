"""The kept turns of a patient in which days were told, up to the one that asks."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from agent.answers.consultation import Consultation
from projections.tiers import TurnLine

_REACH: Final = timedelta(days=400)
"""How far back turns are read: a year of what comes once in a while."""


def lines_told(consultation: Consultation) -> tuple[TurnLine, ...]:
    """Every kept turn up to this one, the oldest first."""
    question, tiers = consultation.situation.question, consultation.situation.view.tiers
    every = {**tiers.told, **tiers.lines}
    return tuple(
        every[turn]
        for turn in sorted(every)
        if turn <= question.turn_number and question.said_at - every[turn].said_at <= _REACH
    )
