"""A low sugar told in passing: what to do, or that it was right, what may be behind it, and when it is an emergency."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.known import numeric
from agent.safety.alarms import signs_in
from agent.safety.record import Record
from agent.safety.whereabouts import emergency_for
from agent.words.sentences import sentence
from domain.events import SlotChanged, SlotCorrected, SlotReaffirmed, SlotRecorded
from domain.ledger import Fact
from domain.values import PATIENT
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

LOW, VERY_LOW = 70.0, 54.0
"""Milligrams a decilitre: below the first a sugar is low, below the second an emergency (ADA 2024, section 6)."""
_FELT: Final = "low_sugar_signs"
_LOWERS: Final = ("lowers_sugar",)
_OF_DIABETES: Final = ("diabetes_mellitus", "type_1_diabetes", "type_2_diabetes", "antidiabetic", "lowers_sugar")
_TREATED: Final = lazy_regex(
    r"(?:주스|쥬스|사탕|설탕|포도당|콜라|꿀|초콜릿|간식|당|밥|빵|과일)[을를이]?\s?(?:\S{1,6}\s)?(?:먹|마[시셔셨]|드)"
    r"|(?<!약 )(?<!mg )(?<!mg을 )(?<!정 )(?<!알 )먹(?:었|고(?!\s?(?:있|사|지내))|으니)|마셨"
    r"|\b(?:had|took|ate|drank|drunk|eaten|taken|after|popped)\b[^.?!]{0,24}"
    r"\b(?:juice|oj|sweets?|candy|candies|sugar"
    r"|glucose|dextrose|tabs|tablets|gel|jelly bab\w+|lucozade|coke|soda|honey|biscuits?|cookies?|banana|toast|snack"
    r"|food|something|lunch|breakfast|dinner)\b",
    re.IGNORECASE,
)
"""Words that tell that something was eaten or drunk against it."""


def is_treated(text: str) -> bool:
    """Whether words tell that something was eaten or drunk."""
    return _TREATED.search(text) is not None


def low_sugar(consultation: Consultation) -> Part:
    """What to say of a low sugar that this turn tells; empty where it tells none, or where no diabetes is known."""
    fact = _told(consultation)
    record = Record(consultation.ledger, consultation.known.today)
    if fact is None or not record.holding(_OF_DIABETES):
        return Part()
    text = normalise(consultation.request.text).text
    if not (record.holding(_LOWERS) or is_treated(text) or _FELT in signs_in(text)):
        # A sugar in the sixties that nobody feels, of somebody whose medicine does not lower it so, is no event.
        return Part()
    return _of_low(consultation, fact, text)


def _of_low(consultation: Consultation, fact: Fact, text: str) -> Part:
    language = consultation.words.language
    lowering = Record(consultation.ledger, consultation.known.today).holding(_LOWERS)
    names = ", ".join(dict.fromkeys(consultation.words.name(one.content) for one in lowering))
    key = "counsel.low_sugar_treated" if is_treated(text) else "counsel.low_sugar"
    said = sentence(
        key,
        language,
        value=consultation.words.value(fact.content),
        behind=sentence("counsel.low_sugar_behind", language, names=names) if names else "",
        emergency=emergency_for(consultation.situation),
    )
    return Part(said, (fact.fact_id, *(one.fact_id for one in lowering)))


_SWEETS: Final = lazy_regex(
    r"(?:사탕|주스|쥬스|초콜릿|설탕|포도당|당분|당|콜라|꿀)[을를이]?\s?(?:\S{1,4}\s)?(?:먹어야|마셔야|드셔야|먹을까|마실까|필요|먹여야)"
    r"|\b(?:do|should|must|need|shall|have)\b[^.?!]{0,24}\b(?:sweets?|candy|candies|juice|sugar|glucose|dextrose|snack"
    r"|something sweet)\b",
    re.IGNORECASE,
)


def sweets_asked(consultation: Consultation) -> Part:
    """Whether something sweet is needed, for who asks, by the latest sugar of the day as it now stands on record."""
    text = normalise(consultation.request.text).text
    series = consultation.known.series("glucose")
    value = numeric(series[-1]) if series else None
    if value is None or not _SWEETS.search(text) or _FELT in signs_in(text):
        return Part()
    fact = series[-1]
    if not consultation.request.asks or fact.clinical_day != consultation.known.today:
        return Part()
    if value < LOW:
        return _of_low(consultation, fact, text)
    said = sentence("sugar.not_low", consultation.words.language, value=consultation.words.value(fact.content))
    return Part(said, (fact.fact_id,))


def _told(consultation: Consultation) -> Fact | None:
    """The sugar of this turn that is low without being an emergency; None where a later one of it has come up."""
    kinds, facts = (SlotRecorded, SlotReaffirmed, SlotChanged, SlotCorrected), consultation.ledger.facts
    ids = [event.payload.fact_id for event in consultation.situation.turn_events if isinstance(event.payload, kinds)]
    own = [facts[each] for each in dict.fromkeys(ids) if each in facts]
    sugars = [one for one in own if one.content.concept.concept_id == "glucose" and one.content.subject == PATIENT]
    values = [numeric(one) for one in sugars if one.current]
    low = [one for one in sugars if one.current and (value := numeric(one)) is not None and VERY_LOW <= value < LOW]
    return low[-1] if low and not any(value is not None and value < VERY_LOW for value in values) else None
