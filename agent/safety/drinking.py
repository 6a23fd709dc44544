"""Who drinks daily, and who drinks so much that stopping at once is a danger, by the record of these weeks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final

from agent.answers.record.known import numeric
from domain.ledger import CHANGED, Fact, Ledger
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
_DRINK: Final = lazy_regex(
    r"\b(?:pints?|beers?|lagers?|ciders?|wine|vodka|gin|rum|whisk(?:e)?y|bourbon|tequila|spirits?|booze|alcohol|drinks?)\b"
    r"|소주|맥주|막걸리|양주|위스키|와인|보드카|고량주|(?<![가-힣])술"
)
_PAST: Final = lazy_regex(
    r"\b(?:used to|until|till|back (?:then|in)|years ago|sober|stopped|quit|gave up|when i was|ex)\b"
    r"|예전|옛날|까지|년\s?전|끊은|끊었|했었|마셨었|젊(?:을|었)"
)
_COUNT: Final = lazy_regex(
    r"(?<![\d.])(?P<count>\d{1,2})\s?(?:pints?|cans?|beers?|glasses|drinks?|shots?|units?|잔|캔)"
    r"|(?P<many>(?:five|six|seven|eight|nine|ten|twelve|a dozen)"
    r" (?:\w+ )?(?:pints?|cans?|beers?|glasses|drinks?|shots?)"
    r"|(?:다섯|여섯|일곱|여덟|아홉|열)\s?(?:잔|캔))"
)


def tells_heavy_drinking(text: str) -> bool:
    """Whether a sentence of ``text`` tells of much alcohol each day, now: "a litre of cider every night"."""
    folded = text.casefold()
    return any(_is_heavy(one) for one in _SENTENCE.split(folded))


_SENTENCE: Final = lazy_regex(r"[.!?\n]")


def _is_heavy(sentence: str) -> bool:
    if not (_DRINK.search(sentence) and _EVERY_DAY.search(sentence)) or _PAST.search(sentence):
        return False
    if _BOTTLES.search(sentence):
        return True
    counts = list(_COUNT.finditer(sentence))
    return any(one["many"] or float(one["count"]) >= HEAVY_DRINKS for one in counts)


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
    if fact.ended != CHANGED:
        return False
    return today - (fact.ended_recorded_at or fact.last_said_at).date() <= _LATELY


def _is_much(fact: Fact) -> bool:
    value = numeric(fact)
    much = value is not None and value >= HEAVY_DRINKS
    return much or any(_BOTTLES.search(one.quote.casefold()) for one in fact.evidence)
