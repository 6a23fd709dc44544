"""What only looks like an emergency and is explained by the same words: beetroot, a burst vessel, a stubbed toe.

The table (look_alikes.yaml) holds a row a phenomenon. A row speaks only where all of it is told, nothing that would be
dangerous stands beside it, and the reader is not sure of an emergency but of one that the row outweighs: what the
words themselves explain weighs more than what they sound like.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Final

from agent.safety.heard import is_sure
from agent.safety.placing import Told
from agent.safety.record import Record
from agent.safety.red_flag import RedFlag
from agent.safety.tables import table
from agent.skills.ports import Situation
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_BEFORE: Final = timedelta(days=2)
"""How long what was eaten can explain a colour (NHS: a day or two)."""


@dataclass(frozen=True, slots=True)
class LookAlike:
    """One row of look_alikes.yaml."""

    name: str
    told: tuple[re.Pattern[str], ...]
    danger: re.Pattern[str]
    without: tuple[str, ...]
    known: tuple[str, ...]
    outweighs: tuple[str, ...]
    before: bool
    quiets: tuple[str, ...]
    ko: str
    en: str
    source: str

    def explains(self, flag: RedFlag) -> bool:
        """Whether an alarm that words or a symptom raise is what this phenomenon looks like."""
        return not (flag.firm or flag.self_harm) and any(
            each.startswith(self.quiets) for each in (flag.key, flag.symptom) if each
        )


@cache
def look_alikes() -> tuple[LookAlike, ...]:
    """The shipped rows, in the order of the table."""
    return tuple(
        LookAlike(
            name,
            tuple(_either(group) for group in row["told"]),
            _either(row["danger"]),
            tuple(row.get("without", ())),
            tuple(row.get("known", ())),
            tuple(row.get("outweighs", ())),
            bool(row.get("before", False)),
            tuple(row["quiets"]),
            row.get("ko", ""),
            row.get("en", ""),
            row["source"],
        )
        for name, row in table("look_alikes").items()
    )


def look_alike(situation: Situation, told: Told, record: Record) -> LookAlike | None:
    """The first row that the words tell in full and nothing in words or record contradicts."""
    sure = is_sure(situation)
    rows = (one for one in look_alikes() if not sure or situation.likeness.emergency in one.outweighs)
    before = _told_before(situation)
    return next((one for one in rows if _holds(one, told, record, before if one.before else "")), None)


def _told_before(situation: Situation) -> str:
    """What the turns of these days told, the last ones."""
    question, lines = situation.question, situation.view.tiers.lines
    kept = (one for turn, one in lines.items() if turn < question.turn_number)
    return "\n".join(normalise(one.question).text for one in kept if question.said_at - one.said_at <= _BEFORE)


def _holds(one: LookAlike, told: Told, record: Record, before: str) -> bool:
    """Whether a row is told: all of it by this turn, or its cause (the first group) by a turn before."""
    cause, *rest = one.told
    if not all(group.search(told.text) for group in rest) or record.holding(one.without):
        return False
    if not (cause.search(told.text) or cause.search(before)) or (one.known and not record.holding(one.known)):
        return False
    return not any(told.stands(*found.span()) for found in one.danger.finditer(told.text))


def _either(patterns: list[str]) -> re.Pattern[str]:
    return lazy_regex("|".join(patterns), re.IGNORECASE)
