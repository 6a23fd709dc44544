"""When in the day one medicine is taken: by what was told of it, else by the rule of its kind (timing.yaml)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from agent.safety.tables import table
from domain.ledger import Fact
from domain.values import Concept
from extraction.values.dose_schedules import schedule_of

APART_MINUTES: Final = 240
"""Minutes that medicines which bind each other are kept apart (FDA label of levothyroxine)."""
_OF_SCHEDULE: Final = {
    "dawn": "waking", "morning": "breakfast", "noon": "noon", "afternoon": "afternoon", "evening": "dinner",
    "night": "bedtime", "bedtime": "bedtime",
}  # fmt: skip
_TOLD: Final = (
    (
        "waking",
        re.compile(r"\b(?:on|when i|upon) wak(?:e|ing)|empty stomach|빈속|공복|일어나자마자|기상", re.IGNORECASE),
    ),
    ("breakfast", re.compile(r"\bmornings?\b|\bbreakfast\b|\b(?:a\.?m\.?)\b|아침|오전", re.IGNORECASE)),
    ("noon", re.compile(r"\b(?:lunch|noon|midday)\b|점심", re.IGNORECASE)),
    ("dinner", re.compile(r"\b(?:evenings?|dinner|supper)\b|저녁", re.IGNORECASE)),
    (
        "bedtime",
        re.compile(
            r"\b(?:at night|nightly|every night|bed ?time|before bed|of a night)\b|밤|자기\s?전|취침", re.IGNORECASE
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Timing:
    """The rule of a kind of medicine: its place when taken once, its places when twice, and how it is taken."""

    ids: frozenset[str]
    once: str
    twice: tuple[str, ...]
    ko: str
    en: str
    source: str

    def note(self, language: str) -> str:
        """How it is taken, in words."""
        return self.ko if language == "ko" else self.en


@cache
def timings() -> tuple[Timing, ...]:
    """The shipped rules, in the order of the table."""
    rows: list[dict[str, str]] = table("timing")["rules"]
    return tuple(
        Timing(
            frozenset(row["one"].split()), row["once"], tuple(row.get("twice", "").split()), row["ko"], row["en"],
            row["source"],
        )
        for row in rows
    )  # fmt: skip


def timing_of(concept: Concept) -> Timing | None:
    """The first rule that holds for a medicine or a class of it."""
    ids = {concept.concept_id, *concept.broader}
    return next((one for one in timings() if one.ids & ids), None)


def places_told(fact: Fact) -> tuple[tuple[str, ...], dict[str, str]]:
    """The places in the day that were told for a medicine, and the amount at each where amounts differ."""
    content = fact.content
    parts = [part for part in schedule_of(content.dose) if part.when in _OF_SCHEDULE]
    if parts:
        amounts = {_OF_SCHEDULE[part.when]: f"{part.amount:g}{part.unit}" for part in parts}
        return tuple(amounts), amounts
    if (content.frequency or "").upper() == "QHS":
        return ("bedtime",), {}
    quote = fact.evidence[0].quote if fact.evidence else ""
    return tuple(place for place, words in _TOLD if words.search(quote)), {}
