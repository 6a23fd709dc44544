"""The children of this talk, as its lines and the record tell of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from agent.answers.record.known import Known, numeric
from agent.skills.ports import Situation
from domain.ages import AGE, YEARS
from domain.ledger import Fact, local_day
from domain.speaking_for import GENDER, NAME, SPEAKS_FOR_ITSELF
from domain.values import SlotKind
from extraction.reading.children.ages import Age
from extraction.reading.children.child import Child, Household
from extraction.reading.children.household import household

_LINES: Final = 8
_FOR: Final = timedelta(days=3)
"""Lines and days back in which a talk of a child is one talk."""


def household_told(situation: Situation) -> Household:
    """The children of the talk, the words of this turn last."""
    question, lines = situation.question, situation.view.tiers.lines
    zone = ZoneInfo(question.time_zone)
    before = [
        (line.question, line.said_at.astimezone(zone))
        for turn, line in sorted(lines.items())
        if turn < question.turn_number and question.said_at - line.said_at <= _FOR
    ]
    now = (question.text, question.said_at.astimezone(zone))
    known = Known(situation.view.ledger, local_day(question.said_at, question.time_zone))
    told = frozenset((*list(before_turns(situation))[-_LINES:], question.turn_number))
    recorded = _recorded(known, told)
    return _read((*before[-_LINES:], now), (recorded,) if recorded is not None else ())


def before_turns(situation: Situation) -> tuple[int, ...]:
    """The turns before this one whose lines are read again, in order."""
    question, lines = situation.question, situation.view.tiers.lines
    return tuple(
        turn
        for turn, line in sorted(lines.items())
        if turn < question.turn_number and question.said_at - line.said_at <= _FOR
    )


@lru_cache(maxsize=32)
def _read(lines: tuple[tuple[str, datetime], ...], recorded: tuple[Child, ...]) -> Household:
    return household(lines, recorded)


def _recorded(known: Known, reread: frozenset[int]) -> Child | None:
    """The child whose record it is, where it is one that others speak for; not what lines tell that are read again."""
    years, fact = known.age_years(), known.age()
    if years is None or years >= SPEAKS_FOR_ITSELF or fact is None or _is_told_in(fact, reread):
        return None
    series = [one for one in known.series("body_weight") if not _is_told_in(one, reread)]
    content = fact.content
    age = Age(float(years), YEARS)
    if content.concept.concept_id == AGE and isinstance(content.value, float):
        age = Age(content.value, content.unit or YEARS)
    details = {one.content.concept.concept_id: one.content.value for one in known.own(SlotKind.DEMOGRAPHICS)}
    return Child(
        name=str(details.get(NAME) or ""), sex=str(details.get(GENDER) or ""), age=age,
        weight=numeric(series[-1]) if series else None, is_recorded=True,
    )  # fmt: skip


def _is_told_in(fact: Fact, turns: frozenset[int]) -> bool:
    return bool(fact.evidence) and fact.evidence[-1].turn_number in turns
