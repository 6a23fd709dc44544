"""What a dose and its rhythm come to in a day, held against the most of it: as it is told, put right and asked about.

"1000 mg every four hours" is six grams a day though each dose is a usual one. The sum is reckoned from what is on
record, so a correction of either half is held against the limit as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.medicines.meant import medicines_meant
from agent.answers.part import Part, joined
from agent.answers.regimen.reckoned import a_day_of_those_meant
from agent.safety.day_most import LIMITS, PRESCRIBED
from agent.safety.whereabouts import emergency_for
from agent.words.doses import dose_text
from agent.words.figures import number
from agent.words.sentences import sentence
from domain.events import SlotChanged, SlotCorrected, SlotRecorded
from domain.ledger import Fact
from domain.timing import times_a_day
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import number_of_dose, unit_of_dose

_IN_MG: Final = {"mg": 1.0, "g": 1000.0, "mcg": 0.001}
_ASKS: Final = lazy_regex(
    r"(?:먹|복용해|드셔|써)도\s?(?:되|돼|괜찮|안전)|이렇게\s?(?:먹|복용|계속)|너무\s?많|과다|초과|한도|최대|많은\s?(?:건|거)|괜찮"
    r"|\btoo (?:much|many|often)\b|\b(?:over|above|within|under|exceed\w*) (?:the )?(?:limit|max\w*|safe|daily|dose)"
    r"|\b(?:is|are) (?:that|this|it|they|these) (?:ok|okay|all right|alright|safe|fine|right|allowed|normal)\b"
    r"|\b(?:can|may|should) i (?:keep|go on|carry on|take (?:it|them|this|that))\b|\bmax\w* (?:dose|a day|daily)\b",
    re.IGNORECASE,
)
_OF_LIMIT: Final = lazy_regex(
    r"한도|최대|초과|너무\s?많|과다|\btoo (?:much|many)\b|\blimit\b|\bmax\w*\b|\bsafe (?:amount|dose)\b", re.IGNORECASE
)
"""Words that ask for the most of it themselves."""


def over_by_rhythm(consultation: Consultation) -> Part:
    """That what was told, put right or asked about comes to more than the most of a day; empty where none does."""
    beyond = joined(_beyond(consultation, one) for one in _meant(consultation))
    if beyond.text or consultation.situation.intent.name == "total" or not _asks_of_medicine(consultation):
        return beyond
    within = _within_the_day(consultation)
    return joined((a_day_of_those_meant(consultation), within)) if within.text else Part()


def _asks_of_medicine(consultation: Consultation) -> bool:
    """Whether a limit is asked for of nothing but a medicine."""
    return all(one.entry.kind in ("medications", "drug_classes") for one in consultation.request.mentions)


def total_and_limit(consultation: Consultation) -> Part:
    """What a day adds up to, and whether that lies within the most of it where the limit is asked for, too."""
    return joined((a_day_of_those_meant(consultation), _within_the_day(consultation)))


def _within_the_day(consultation: Consultation) -> Part:
    if not _OF_LIMIT.search(consultation.request.text):
        return Part()
    within = (one for one in medicines_meant(consultation) if (total := total_mg(one)) and total <= _most(one))
    return joined(_within(consultation, one) for one in within)


def total_mg(fact: Fact) -> float | None:
    """What a day of it comes to in mg; None where dose, unit or rhythm do not tell."""
    content = fact.content
    if content.slot is not SlotKind.MEDICATIONS or schedule_of(content.dose):
        return None
    dose, times = number_of_dose(content.dose), times_a_day(content.frequency)
    share = _IN_MG.get(unit_of_dose(content.dose or "").strip().casefold())
    return dose * times * share if dose and times and share else None


def _most(fact: Fact) -> float:
    return PRESCRIBED.get(fact.content.concept.concept_id, 0.0)


def _meant(consultation: Consultation) -> Iterator[Fact]:
    facts, seen = consultation.ledger.facts, set()
    kinds = (SlotRecorded, SlotChanged, SlotCorrected)
    for event in consultation.situation.turn_events:
        if isinstance(event.payload, kinds) and event.payload.fact_id in facts:
            fact = facts[event.payload.fact_id]
            if consultation.known.is_in_force(fact) and fact.fact_id not in seen:
                seen.add(fact.fact_id)
                yield fact
    if not seen and _ASKS.search(consultation.request.text):
        yield from medicines_meant(consultation)


def _beyond(consultation: Consultation, fact: Fact) -> Part:
    total, most = total_mg(fact), _most(fact)
    if total is None or not most or total <= most:
        return Part()
    content, words, language = fact.content, consultation.words, consultation.words.language
    limit = LIMITS.get(content.concept.concept_id)
    poisons = limit is not None and total >= limit.poison
    dose = number_of_dose(content.dose) or 0.0
    share = _IN_MG[unit_of_dose(content.dose or "").strip().casefold()]
    said = sentence(
        "limit.day_poison" if poisons else "limit.day_high",
        language,
        name=words.name(content),
        dose=dose_text(content.dose or "", language),
        taken=words.frequency(content.frequency or ""),
        total=number(total),
        most=number(most),
        doses=str(int(most // (dose * share))),
        emergency=emergency_for(consultation.situation),
    )
    if poisons and "analgesic" in content.concept.broader:
        said = f"{said} {sentence('limit.day_pain', language)}"
    return Part(said, (fact.fact_id,))


def _within(consultation: Consultation, fact: Fact) -> Part:
    said = sentence(
        "limit.day_within",
        consultation.words.language,
        name=consultation.words.name(fact.content),
        most=number(_most(fact)),
    )
    return Part(said, (fact.fact_id,))
