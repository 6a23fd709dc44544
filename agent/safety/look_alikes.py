"""What only looks like an emergency and is explained by the same words: beetroot, a burst vessel, a stubbed toe.

The table (look_alikes.yaml) holds a row a phenomenon. A row speaks only where all of it is told, nothing that would be
dangerous stands beside it, and the reader is not sure of an emergency.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from agent.safety.placing import Told
from agent.safety.record import Record
from agent.safety.red_flag import RedFlag
from agent.safety.tables import table
from extraction.text.lazy_regex import lazy_regex


@dataclass(frozen=True, slots=True)
class LookAlike:
    """One row of look_alikes.yaml."""

    name: str
    told: tuple[re.Pattern[str], ...]
    danger: re.Pattern[str]
    without: tuple[str, ...]
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
            tuple(row["quiets"]),
            row["ko"],
            row["en"],
            row["source"],
        )
        for name, row in table("look_alikes").items()
    )


def look_alike(told: Told, record: Record) -> LookAlike | None:
    """The first row that the words tell in full and nothing in words or record contradicts."""
    return next((one for one in look_alikes() if _holds(one, told, record)), None)


def _holds(one: LookAlike, told: Told, record: Record) -> bool:
    if not all(group.search(told.text) for group in one.told) or record.holding(one.without):
        return False
    return not any(told.stands(*found.span()) for found in one.danger.finditer(told.text))


def _either(patterns: list[str]) -> re.Pattern[str]:
    return lazy_regex("|".join(patterns), re.IGNORECASE)
