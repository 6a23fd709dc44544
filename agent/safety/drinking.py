"""Who drinks daily, and who drinks so much that stopping at once is a danger, by the record of these weeks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final

from agent.answers.record.known import numeric
from domain.ledger import Fact, Ledger
from domain.values import PATIENT, Polarity, SlotKind, Temporality
from extraction.text.lazy_regex import lazy_regex

HEAVY_DRINKS: Final = 5.0
"""Drinks a day from which withdrawal is to be reckoned with: NICE CG115 offers assisted withdrawal above 15 units a day
or a high score of dependence; told drinks are bottles, pints and glasses of any size, so that fewer count.
"""
_LATELY: Final = timedelta(days=14)
"""How long after the last drink told of withdrawal still is a danger; it begins within one to three days."""
_DAILY: Final = frozenset({"QD", "QHS", "BID", "TID", "QAM", "QPM"})
_EVERY_DAY: Final = lazy_regex(
    r"\b(?:every ?(?:single )?(?:day|night|evening)|daily|nightly|a day|a night|each (?:day|night))\b"
    r"|매일|날마다|하루(?:에)?|저녁마다|밤마다|맨날"
)
_BOTTLES: Final = lazy_regex(
    r"\b(?:bottles?|litres?|liters?|fifths?|handle|pints? of (?:vodka|gin|rum|whisk\w+)|six.?packs?|crate)\b"
    r"|\d\s?l\b|병|리터|되|박스|궤짝"
)
"""Measures of which one a day is much, whatever is in them; cans and glasses are counted."""


def drinking(ledger: Ledger, today: str) -> dict[str, list[Fact]]:
    """The states "drinks_daily" and "drinks_heavily" with the facts that they rest on."""
    daily = list(_daily(ledger.facts.values(), date.fromisoformat(today)))
    return {"drinks_daily": daily, "drinks_heavily": [one for one in daily if _is_much(one)]}


def _daily(facts: Iterable[Fact], today: date) -> Iterator[Fact]:
    for fact in facts:
        content = fact.content
        if content.slot is not SlotKind.SOCIAL_HISTORY or content.concept.concept_id != "alcohol":
            continue
        if content.subject != PATIENT or content.polarity is not Polarity.AFFIRMED or not _is_of_now(fact, today):
            continue
        if content.frequency in _DAILY or any(_EVERY_DAY.search(one.quote.casefold()) for one in fact.evidence):
            yield fact


def _is_of_now(fact: Fact, today: date) -> bool:
    """Whether it was so within these weeks: what was put right never was, what changed was so until then."""
    if fact.ended is None:
        return fact.content.temporality is Temporality.CURRENT
    if fact.ended != "changed":
        return False
    return today - (fact.ended_recorded_at or fact.last_said_at).date() <= _LATELY


def _is_much(fact: Fact) -> bool:
    value = numeric(fact)
    much = value is not None and value >= HEAVY_DRINKS
    return much or any(_BOTTLES.search(one.quote.casefold()) for one in fact.evidence)
