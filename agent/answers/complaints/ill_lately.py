"""What somebody was ill with of late, for a nursery or a day centre: illnesses that pass and complaints, by their day.

Lasting illnesses are no part of it; lists that are named beside it ("her allergies and what she had") come first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agent.answers.complaints.ill_lately_asked import span_meant
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.summary import spoke_of, summarise
from agent.words.figures import date_text
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import Polarity, SlotKind

_ILLNESS: Final = (SlotKind.CONDITIONS, SlotKind.SYMPTOMS)
_DAY: Final = len("2026-01-31")
_MONTH: Final = len("2026-01")


def ill_lately(consultation: Consultation) -> Part:
    """The lists named beside it, then each illness and complaint of the time asked about with its day."""
    beside = tuple(slot for slot in consultation.request.slots if slot not in _ILLNESS)
    listed = Part()
    if beside:
        request = replace(consultation.request, slots=beside, mentions=(), subjects=())
        listed = summarise(replace(consultation, request=request))
    return joined((listed, _ill(consultation)))


def _ill(consultation: Consultation) -> Part:
    first, last = span_meant(consultation.request.text, consultation.known.today)
    facts = [
        fact
        for slot in _ILLNESS
        for fact in consultation.known.own(slot)
        if fact.content.polarity is Polarity.AFFIRMED
        and not fact.content.concept.chronic
        and _is_within(_day_of(fact), first, last)
    ]
    language = consultation.words.language
    if not facts:
        return Part(sentence("ill.none", language))
    facts.sort(key=_day_of)
    said = "; ".join(
        f"{consultation.words.name(fact.content)} ({date_text(_day_of(fact), language)})" for fact in facts
    )
    spoke = spoke_of(SlotKind.SYMPTOMS, tuple(fact for fact in facts if fact.content.slot is SlotKind.SYMPTOMS))
    return Part(sentence("ill.listed", language, listed=said), tuple(fact.fact_id for fact in facts), (), spoke)


def _day_of(fact: Fact) -> str:
    """When it began, as told; else when it was told."""
    told = fact.content.valid_from
    return told if told and len(told) == _DAY else fact.day


def _is_within(day: str, first: str, last: str) -> bool:
    return first[: len(day)] <= day <= last or (len(day) == _MONTH and first[:_MONTH] <= day <= last[:_MONTH])
