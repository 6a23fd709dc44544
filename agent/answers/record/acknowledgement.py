"""The short answer to a statement: what was recorded of it, in a few words, or that nothing was."""

from __future__ import annotations

import re

from agent.answers.asides import still_open
from agent.answers.asking.appointments_asked import tells_appointment
from agent.answers.consultation import Consultation
from agent.answers.medicines.newly_prescribed import to_know_of_new
from agent.answers.part import Part, joined
from agent.answers.recollected.by_person import kept_of_others
from agent.answers.record.changes import question, statement, turn_changes
from agent.answers.record.follow_up import follow_up
from agent.answers.record.needed import missing
from agent.answers.record.receipts import recorded_text
from agent.answers.record.summary import spoke_of
from agent.answers.values.withdrawn_values import held_against
from agent.safety.allergies import conflicting_allergies
from agent.words.josa import with_particle
from agent.words.sentences import sentence
from domain.events import SpokenReference
from domain.ledger import Fact
from domain.speaking_for import NAME
from domain.values import PATIENT, SERIES_SLOTS, SlotKind
from extraction.reading.people.names import is_titled
from extraction.text.lazy_regex import lazy_regex

_CHOOSES = lazy_regex(r"맞|옳|쪽|\bright\b|correct|\bone\b|chart", re.IGNORECASE)
"""Words that take a side in a contradiction, even where the side was not understood."""


def acknowledge(consultation: Consultation, *, asks_back: bool = True) -> Part:
    """Corrections, new facts, known facts and open questions of this turn, in that order.

    ``asks_back`` is whether what is missing may be asked for: beside an alarm nothing is.
    """
    changes = turn_changes(consultation)
    facts = consultation.ledger.facts
    new = tuple(facts[payload.fact_id] for payload in changes.recorded)
    known = tuple(facts[payload.fact_id] for payload in changes.reaffirmed)
    parts = [statement(consultation, payload) for payload in changes.corrective]
    if new:
        parts.append(Part(_receipt(consultation, new), _ids(new), (), _measurements(new)))
    elif known and not changes.corrective:
        listed = recorded_text(consultation, known)
        text = consultation.pick(f"이미 기록되어 있는 내용입니다: {listed}.", f"That is already on record: {listed}.")
        parts.append(Part(text, _ids(known), (), _measurements(known)))
    parts += [_allergy_met(consultation, fact) for fact in new if fact.content.slot is SlotKind.MEDICATIONS]
    parts.append(to_know_of_new(consultation, new))
    parts += [question(consultation, payload) for payload in changes.open]
    if asks_back and not changes.open:
        parts.append(follow_up(consultation, new))
    parts.append(kept_of_others(consultation))
    said = joined(part for part in parts if part.text)
    if said.text:
        return said
    again = held_against(consultation)
    if again.text:
        return again
    asked = missing(consultation) if asks_back and not consultation.speakers_own() else Part()
    if asked.text:
        return asked
    left = still_open(consultation) if _CHOOSES.search(consultation.request.text) else Part()
    return left if left.text else Part(_nothing_recorded(consultation))


def _receipt(consultation: Consultation, new: tuple[Fact, ...]) -> str:
    """What was recorded; somebody who has just said who he or she is, is called by that name, this once."""
    name = next((fact for fact in new if _names_speaker(consultation, fact)), None)
    if name is None:
        listed = recorded_text(consultation, new)
        return consultation.pick(f"기록했습니다: {listed}.", f"Recorded: {listed}.")
    called, rest = str(name.content.value), tuple(fact for fact in new if fact is not name)
    if not rest:
        return sentence("told.name_alone", consultation.words.language, name=called)
    listed = recorded_text(consultation, rest)
    return sentence("told.by_name", consultation.words.language, name=called, listed=listed)


def _names_speaker(consultation: Consultation, fact: Fact) -> bool:
    own = fact.content.slot is SlotKind.DEMOGRAPHICS and fact.content.concept.concept_id == NAME
    own = own and fact.content.subject == PATIENT
    return own and not consultation.is_kept_for_another and not is_titled(fact.evidence[0].quote)


def _allergy_met(consultation: Consultation, fact: Fact) -> Part:
    """A warning where a medicine that was just told meets an allergy on record."""
    words, known = consultation.words, consultation.known
    entry = words.entry(fact.content)
    if entry is None or not known.is_in_force(fact):
        return Part()
    met = conflicting_allergies(known, words.dictionary, entry)
    if not met:
        return Part()
    listed, name = ", ".join(words.name(allergy.content) for allergy in met), words.name(fact.content)
    text = consultation.pick(
        f"주의: {listed} 알레르기가 기록되어 있습니다. {with_particle(name, '은')} 다음 복용 전에 바로 의료진이나 "
        f"약사에게 확인하세요.",
        f"Caution: an allergy to {listed} is on your record. Check {name} with your care team or pharmacist before the "
        f"next dose.",
    )
    return Part(text, tuple(allergy.fact_id for allergy in met))


def greet(consultation: Consultation) -> Part:
    """A greeting."""
    return Part(sentence("social.hello", consultation.words.language))


def thank(consultation: Consultation) -> Part:
    """A reply to thanks or a farewell."""
    return Part(sentence("social.welcome", consultation.words.language))


def own_not_kept(consultation: Consultation) -> Part:
    """That what one who speaks for the patient tells of himself or herself is not kept; empty where nothing is told."""
    names = dict.fromkeys(
        consultation.pick(one.entry.name_ko or one.entry.name, one.entry.name) for one in consultation.speakers_own()
    )
    if not names:
        return Part()
    return Part(sentence("told.own_not_kept", consultation.words.language, names=", ".join(names)))


def _nothing_recorded(consultation: Consultation) -> str:
    if tells_appointment(consultation.request.text):
        return sentence("appointments.told", consultation.words.language)
    key = "told.nothing_of_patient" if consultation.is_kept_for_another else "told.nothing_recorded"
    return sentence(key, consultation.words.language)


def _measurements(facts: tuple[Fact, ...]) -> tuple[SpokenReference, ...]:
    """References to what was recorded, so that the next turn may say "that value" or "that medicine"."""
    found: list[SpokenReference] = []
    by_test: dict[str, list[str]] = {}
    for fact in facts:
        if fact.content.slot in SERIES_SLOTS:
            by_test.setdefault(fact.content.concept.concept_id, []).append(fact.fact_id)
    found.extend(
        SpokenReference(kind="measurement", concept_id=test, fact_ids=tuple(ids)) for test, ids in by_test.items()
    )
    for slot in dict.fromkeys(fact.content.slot for fact in facts):
        found.extend(spoke_of(slot, tuple(fact for fact in facts if fact.content.slot is slot)))
    return tuple(found)


def _ids(facts: tuple[Fact, ...]) -> tuple[str, ...]:
    return tuple(fact.fact_id for fact in facts)
