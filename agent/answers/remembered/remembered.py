"""Questions that the record alone answers, tried in order; nothing is said of what is no question of the kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.acknowledgement import acknowledge
from agent.answers.record.changes import turn_changes
from agent.answers.remembered.between_readings import between_readings
from agent.answers.remembered.both_purposes import both_purposes
from agent.answers.remembered.days_told import days_told
from agent.answers.remembered.dose_history import dose_history
from agent.answers.remembered.next_due import next_due
from agent.answers.remembered.period_changes import changes_in_period
from agent.answers.remembered.to_tell import to_tell
from agent.answers.remembered.told_details import told_details

_ANSWERS: Final[tuple[Callable[[Consultation], Part], ...]] = (
    both_purposes,
    to_tell,
    next_due,
    changes_in_period,
    days_told,
    dose_history,
    told_details,
    between_readings,
)


def remembered(consultation: Consultation) -> Part:
    """The answer from memory to what is asked; empty where it is no question of the kind, or nothing is on record."""
    request = consultation.request
    if not request.asks and not request.text.rstrip().endswith("?"):
        return Part()
    return next((said for answer in _ANSWERS if (said := answer(consultation)).text), Part())


def remembered_alone(consultation: Consultation) -> Part:
    """The answer where the whole utterance is one question of the kind, after what the turn told besides.

    What asks of something else, too, is answered ask by ask.
    """
    said = remembered(consultation)
    if not said.text:
        return said
    changes = turn_changes(consultation)
    told = bool(changes.recorded or changes.corrective or changes.open)
    return joined((acknowledge(consultation, asks_back=False), said)) if told else said
