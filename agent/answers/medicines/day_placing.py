"""When in the day one medicine is taken: by what was told of it, else by the rule of its kind (timing.yaml)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from agent.safety.tables import table
from domain.ledger import Fact
from domain.timing import Timing
from domain.values import Concept, Content
from extraction.text.lazy_regex import lazy_regex
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
        lazy_regex(r"\b(?:on|when i|upon) wak(?:e|ing)|empty stomach|빈속|공복|일어나자마자|기상", re.IGNORECASE),
    ),
    ("breakfast", lazy_regex(r"\bmornings?\b|\bbreakfast\b|\b(?:a\.?m\.?)\b|아침|오전", re.IGNORECASE)),
    ("noon", lazy_regex(r"\b(?:lunch|noon|midday)\b|점심", re.IGNORECASE)),
    ("dinner", lazy_regex(r"\b(?:evenings?|dinner|supper)\b|저녁", re.IGNORECASE)),
    (
        "bedtime",
        lazy_regex(
            r"\b(?:at night|nightly|every night|bed ?time|before bed|of a night)\b|밤|자기\s?전|취침", re.IGNORECASE
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Rule:
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
def rules() -> tuple[Rule, ...]:
    """The shipped rules, in the order of the table."""
    rows: list[dict[str, str]] = table("timing")["rules"]
    return tuple(
        Rule(
            frozenset(row["one"].split()), row["once"], tuple(row.get("twice", "").split()), row["ko"], row["en"],
            row["source"],
        )
        for row in rows
    )  # fmt: skip


def rule_of(concept: Concept) -> Rule | None:
    """The first rule that holds for a medicine or a class of it."""
    ids = {concept.concept_id, *concept.broader}
    return next((one for one in rules() if one.ids & ids), None)


def place_of(time: str) -> str:
    """The place in the day of a time on record; an hour of the clock is its own."""
    return _OF_TIMING.get(time, time)


_OF_TIMING: Final = {
    "WAKE": "waking", "ACM": "before_breakfast", "CM": "breakfast", "MORN": "breakfast", "PCM": "breakfast",
    "ACD": "noon", "CD": "noon", "NOON": "noon", "PCD": "noon", "AFT": "afternoon", "ACV": "before_dinner",
    "CV": "dinner", "EVE": "dinner", "PCV": "dinner", "NIGHT": "bedtime", "HS": "bedtime",
}  # fmt: skip
_AT_MEALS: Final = frozenset({"AC", "C", "PC"})


def times_on_record(content: Content) -> tuple[str, ...]:
    """The times of the day that the record holds, those beside every meal not among them."""
    return tuple(one for one in Timing.read(content.timing).times if one not in _AT_MEALS)


def part_of(place: str) -> str:
    """The place in the day in which an hour of the clock lies; any other place is its own."""
    if ":" not in place:
        return place
    return next(name for name, until in _UNTIL if place < until)


_UNTIL: Final = (
    ("bedtime", "04:00"), ("waking", "07:00"), ("breakfast", "11:00"), ("noon", "14:00"), ("afternoon", "17:00"),
    ("dinner", "21:00"),
    ("bedtime", "99"),
)  # fmt: skip
"""Places of a day, and the hour before which one is meant."""


def places_told(fact: Fact) -> tuple[tuple[str, ...], dict[str, str]]:
    """The places in the day that were told for a medicine, and the amount at each where amounts differ."""
    content = fact.content
    parts = [part for part in schedule_of(content.dose) if part.when in _OF_SCHEDULE]
    if parts:
        amounts = {_OF_SCHEDULE[part.when]: f"{part.amount:g}{part.unit}" for part in parts}
        return tuple(amounts), amounts
    if (content.frequency or "").upper() == "QHS":
        return ("bedtime",), {}
    if times := times_on_record(content):
        return tuple(dict.fromkeys(map(place_of, times))), {}
    quote = fact.evidence[0].quote if fact.evidence else ""
    return tuple(place for place, words in _TOLD if words.search(quote)), {}
