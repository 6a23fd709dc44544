"""What to tell somebody who takes over: a doctor, an emergency room, a school; the record in the order they ask for."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from agent.answers.consultation import LISTED, Consultation
from agent.answers.part import Part, joined
from agent.answers.record.summary import age_now, listing, spoke_of
from agent.answers.values.courses import Course, course_name, courses_of, reading_text, spoken_of
from agent.safety import sounded
from agent.safety.doubtful import certain_medicines, doubted_medicines
from agent.safety.earlier_warnings import to_leave_out
from agent.safety.flags import SELF_HARM_CONCEPTS
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.speaking_for import NAME
from domain.values import Polarity, SlotKind, Status, Temporality

_RECENT: Final = timedelta(days=90)
"""How long ago a medicine may have been stopped to be worth telling (a repeat prescription covers up to 90 days)."""
_COMPLAINT: Final = timedelta(days=14)
"""How long ago a symptom may have been told of to be part of today's story."""
_LATELY: Final = 6
"""Turns back in which an alarm is still the reason for the visit."""
_MOST_ALARMS: Final = 3
_MOST_TESTS: Final = 5
_MOST_VALUES: Final = 3
"""Values of one test that show where it is going."""


def hand_over(consultation: Consultation) -> Part:
    """One line each: who, complaints, diagnoses, medicines, what was stopped lately, allergies, values, relatives."""
    lines = [
        _alarms(consultation),
        _person(consultation),
        _line(consultation, "handover.symptoms", _complaints(consultation)),
        _line(consultation, "handover.conditions", consultation.known.in_force(SlotKind.CONDITIONS)),
        _line(consultation, "handover.history", past_history(consultation)),
        _line(consultation, "handover.medicines", certain_medicines(consultation.known, consultation.situation.view)),
        _line(consultation, "handover.stopped", _stopped(consultation)),
        _line(consultation, "handover.planned", consultation.known.planned()),
        _asked_about(consultation),
        _allergies(consultation),
        _to_leave_out(consultation),
        _values(consultation),
        _line(consultation, "handover.relatives", listing(consultation, SlotKind.FAMILY_HISTORY).certain),
        _line(consultation, "handover.habits", consultation.known.in_force(SlotKind.SOCIAL_HISTORY)),
        _open(consultation),
    ]
    told = [line for line in lines if line.text]
    language = consultation.words.language
    if not told:
        return Part(sentence("handover.nothing", language))
    closing = Part(sentence("handover.closing", language))
    return joined((Part(sentence("handover.head", language)), *told, closing))


def _alarms(consultation: Consultation) -> Part:
    """What called for care at once in the last turns: whoever takes over must hear it first."""
    situation, language = consultation.situation, consultation.words.language
    turn = situation.question.turn_number
    found = sounded(situation.view, turn - _LATELY, turn, consultation.known.today)[:_MOST_ALARMS]
    names = ", ".join(dict.fromkeys(one.alarm.name_ko if language == "ko" else one.alarm.name_en for one in found))
    facts = tuple(dict.fromkeys(fact for one in found for fact in one.facts))
    return Part(sentence("handover.alarm", language, listed=names), facts) if found else Part()


def _person(consultation: Consultation) -> Part:
    known, words = consultation.known, consultation.words
    name, age, sex = known.of_the_person(NAME), known.age(), known.sex_fact()
    said = [words.detail(name.content)] if name is not None else []
    said += [age_now(consultation, age)] if age is not None else []
    said += [words.sex(sex.content.value)] if sex is not None else []
    if not said:
        return Part()
    facts = tuple(fact.fact_id for fact in (name, age, sex) if fact is not None)
    return Part(sentence("handover.person", words.language, listed=", ".join(one for one in said if one)), facts)


def _line(consultation: Consultation, key: str, facts: tuple[Fact, ...]) -> Part:
    if not facts:
        return Part()
    words = consultation.words
    listed = "; ".join(
        words.medicine(fact.content) if key == "handover.medicines" else words.brief(fact) for fact in facts
    )
    said = sentence(key, words.language, listed=listed)
    return Part(said, tuple(fact.fact_id for fact in facts), (), spoke_of(facts[0].content.slot, facts))


def _asked_about(consultation: Consultation) -> Part:
    """Medicines that were only asked about: who takes over must not think that they are taken."""
    doubted = doubted_medicines(consultation.known, consultation.situation.view)
    facts = tuple(fact for fact, doubt in doubted if doubt == "asked")
    if not facts:
        return Part()
    listed = "; ".join(consultation.words.name(fact.content) for fact in facts)
    return Part(sentence("handover.asked", consultation.words.language, listed=listed), tuple(f.fact_id for f in facts))


def _to_leave_out(consultation: Consultation) -> Part:
    """What earlier turns were told not to take."""
    found = to_leave_out(consultation)
    if not found:
        return Part()
    listed = "; ".join(name for name, _ in found)
    facts = tuple(dict.fromkeys(fact for _, ids in found for fact in ids))
    return Part(sentence("handover.avoid", consultation.words.language, listed=listed), facts)


def _open(consultation: Consultation) -> Part:
    """What is doubtful on record: suspected, or told in two ways."""
    known, words = consultation.known, consultation.words
    facts = [fact for slot in LISTED for fact in known.suspected(slot)]
    facts += [fact for slot in LISTED for fact in known.in_force(slot) if fact.disputed]
    if not facts:
        return Part()
    listed = "; ".join(dict.fromkeys(words.brief(fact) for fact in facts))
    return Part(sentence("handover.open", words.language, listed=listed), tuple(fact.fact_id for fact in facts))


def _complaints(consultation: Consultation) -> tuple[Fact, ...]:
    since = _day(consultation, _COMPLAINT)
    found = [fact for fact in consultation.known.in_force(SlotKind.SYMPTOMS) if fact.day >= since]
    # A wish to die comes before every other complaint.
    return tuple(sorted(found, key=lambda fact: fact.content.concept.concept_id not in SELF_HARM_CONCEPTS))


def past_history(consultation: Consultation) -> tuple[Fact, ...]:
    """Illnesses and complaints that are over and what was done: a clot at nineteen decides what is given at forty."""
    own = consultation.known.own
    ill = (fact for slot in (SlotKind.CONDITIONS, SlotKind.SYMPTOMS) for fact in own(slot) if _is_over(fact))
    done = (
        fact for fact in own(SlotKind.PROCEDURES) if _is_done(fact) and fact.content.concept.broader != ("vaccination",)
    )
    return (*ill, *done)


def _is_over(fact: Fact) -> bool:
    content = fact.content
    past = content.temporality is Temporality.PAST or content.status in (Status.RESOLVED, Status.REMISSION)
    return past and content.polarity is Polarity.AFFIRMED


def _is_done(fact: Fact) -> bool:
    content = fact.content
    ahead = content.temporality is Temporality.FUTURE or content.status is Status.PLANNED
    return content.polarity is Polarity.AFFIRMED and not ahead


def _stopped(consultation: Consultation) -> tuple[Fact, ...]:
    since = _day(consultation, _RECENT)
    return tuple(
        fact
        for fact in consultation.known.own(SlotKind.MEDICATIONS)
        if fact.content.status is Status.STOPPED
        and (fact.content.valid_to or fact.content.valid_from or fact.day) >= since
    )


def _day(consultation: Consultation, ago: timedelta) -> str:
    return (date.fromisoformat(consultation.known.today) - ago).isoformat()


def _allergies(consultation: Consultation) -> Part:
    """Those on record, or that there are none; where it never came up, nothing is claimed."""
    known, words = consultation.known, consultation.words
    facts = known.in_force(SlotKind.ALLERGIES)
    statement = known.absence_fact(SlotKind.ALLERGIES)
    doubted = doubted_medicines(known, consultation.situation.view)
    reacted = tuple(fact for fact, doubt in doubted if doubt == "reacted")
    if facts or reacted:
        told = [sentence("weigh.reacted", words.language, name=words.name(fact.content)) for fact in reacted]
        listed = "; ".join((*(words.allergy(fact.content) for fact in facts), *told))
        facts = (*facts, *reacted)
        ids = tuple(fact.fact_id for fact in facts)
        return Part(sentence("handover.allergies", words.language, listed=listed), ids)
    if statement is not None and known.absence(SlotKind.ALLERGIES) == "none":
        return Part(sentence("handover.no_allergies", words.language), (statement.fact_id,))
    return Part()


def _values(consultation: Consultation) -> Part:
    courses = courses_of(consultation.known, consultation.known.tests())[:_MOST_TESTS]
    if not courses:
        return Part()
    language = consultation.words.language
    said = "; ".join(_course(consultation, course) for course in courses)
    readings = [reading for course in courses for reading in course.readings[-_MOST_VALUES:]]
    ids = tuple(one for reading in readings for one in reading.ids)
    return Part(sentence("handover.values", language, listed=said), ids, (), spoken_of(readings))


def _course(consultation: Consultation, course: Course) -> str:
    words = consultation.words
    readings = course.readings[-_MOST_VALUES:]
    listed = ", ".join(reading_text(words, reading) for reading in readings)
    return f"{course_name(words, course)} {listed}"
