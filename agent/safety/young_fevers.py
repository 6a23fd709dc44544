"""A fever of a baby whose age stands in another turn of the talk: the two are one story, whichever is told first.

Where the age is on record, `alarms.yaml` and `crises.py` say so themselves; this is for ages that only words told.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from agent.answers.record.known import numeric
from agent.safety.alarms import Raised, alarms, signs_in
from agent.safety.record import Record
from agent.skills.ports import Situation
from extraction.text.normalise import normalise
from projections.tiers import TurnLine

YOUNG_FEVER: Final = "young_fever"
_YOUNG, _FEVER = "young_infant", "fever"
_TURNS: Final = 4
_FOR: Final = timedelta(days=1)
"""Turns and time back in which what was told of a baby still is of this fever."""
_HOT: Final = 38.0
"""Degrees Celsius (NICE NG143)."""


def young_fever(situation: Situation, record: Record) -> tuple[Raised, ...]:
    """The alarm of a baby's fever of which this turn tells one half and an earlier turn the other."""
    now = signs_in(normalise(situation.question.text).text)
    before = frozenset(sign for line in _lines(situation) for sign in signs_in(normalise(line.question).text))
    if {_YOUNG, _FEVER} <= now or not {_YOUNG, _FEVER} <= now | before or now.isdisjoint({_YOUNG, _FEVER}):
        return ()
    if not is_still_hot(record) or _is_older(record):
        return ()
    return tuple(Raised(one, ()) for one in alarms() if one.alarm_id == YOUNG_FEVER)


def is_still_hot(record: Record) -> bool:
    """Whether no temperature on record says that there is no fever: one that was corrected counts no more."""
    series = record.known.series("body_temperature")
    value = numeric(series[-1]) if series else None
    return value is None or value >= _HOT


def _is_older(record: Record) -> bool:
    """Whether an age on record says otherwise, of whomever the talk is."""
    return record.known.age_years() is not None and not record.holding(("under_three_months",))


def _lines(situation: Situation) -> Iterator[TurnLine]:
    question, lines = situation.question, situation.view.tiers.lines
    for turn in range(max(1, question.turn_number - _TURNS), question.turn_number):
        line = lines.get(turn)
        if line is not None and question.said_at - line.said_at <= _FOR:
            yield line
