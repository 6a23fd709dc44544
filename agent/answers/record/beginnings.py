"""Since when something has been taken, had or measured: from the record's dates, else when it was first told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from agent.answers.asking.value_request import ValueRequest
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.summary import spoke_of
from agent.answers.values.comparison import measured
from agent.answers.values.values import answer_values
from agent.words.sentences import sentence
from domain.ledger import CHANGED, Fact
from domain.values import PATIENT, SERIES_SLOTS, SlotKind, Status
from extraction.naming.mentions import Entry

_YEAR: Final = 4
"""Characters of an ISO date that name its year."""


def since_when(consultation: Consultation) -> Part:
    """For each thing named, since when it is on record; for what was last spoken of where nothing is named."""
    request = consultation.request
    entries = {one.entry.concept_id: one.entry for one in request.subjects if one.entry.kind != "relatives"}
    if not entries:
        return joined((beginning_of(consultation, fact) for fact in _last_spoken(consultation)), " ")
    return joined((_of_entry(consultation, entry) for entry in entries.values()), " ")


def _of_entry(consultation: Consultation, entry: Entry) -> Part:
    known = consultation.known
    if entry.kind in ("labs", "vitals"):
        tests = tuple(test for test in known.tests_named(entry.concept_id) if known.series(test))
        if tests:
            return answer_values(consultation, consultation.request.values or ValueRequest("since"), tests)
    facts = [
        fact
        for fact in known.about(entry.concept_id)
        if fact.content.subject == PATIENT and fact.content.slot not in SERIES_SLOTS
    ]
    own = [fact for fact in facts if known.is_in_force(fact)] or facts
    if own:
        return joined((beginning_of(consultation, fact) for fact in own), " ")
    name = consultation.pick(entry.name_ko or entry.name, entry.name)
    return Part(sentence("since.not_on_record", consultation.words.language, name=name))


def beginning_of(consultation: Consultation, fact: Fact) -> Part:
    """Since when one fact holds; of a medicine whose dose changed each dose with its day."""
    words, language = consultation.words, consultation.words.language
    if fact.content.slot is SlotKind.MEDICATIONS and (course := course_of(consultation, fact)).text:
        return course
    reference = measured(fact) if fact.content.slot in SERIES_SLOTS else spoke_of(fact.content.slot, (fact,))
    ids = (fact.fact_id,)
    name, since = words.name(fact.content), fact.content.valid_from
    if since is None:
        told = words.date(fact.day)
        return Part(sentence("since.unknown", language, name=name, told=told), ids, (), reference)
    years = int(consultation.known.today[:_YEAR]) - int(since[:_YEAR])
    if years > 1:
        text = sentence("since.years", language, name=name, day=words.date(since), years=years)
        return Part(text, ids, (), reference)
    return Part(sentence("since.fact", language, name=name, day=words.date(since)), ids, (), reference)


_ENDED: Final = (Status.STOPPED, Status.RESOLVED)
_DAY: Final = len("2026-01-31")


def _lasted(consultation: Consultation, doses: Sequence[Fact]) -> str:
    """From which day to which a medicine was taken that has ended, the last day counted; empty where a day is open."""
    first, last = doses[0].content.valid_from, doses[-1].content.valid_to
    ended = doses[-1].content.status in _ENDED and all(one.content.status not in _ENDED for one in doses[:-1])
    if not ended or first is None or last is None or len(first) != _DAY or len(last) != _DAY:
        return ""
    words = consultation.words
    days = (date.fromisoformat(last) - date.fromisoformat(first)).days + 1
    return sentence("since.lasted", words.language, first=words.date(first), last=words.date(last), days=days)


def course_of(consultation: Consultation, fact: Fact) -> Part:
    """Each dose that a medicine was taken in, from which day on, and its end; empty where it never changed."""
    words, language = consultation.words, consultation.words.language
    concept_id = fact.content.concept.concept_id
    doses = [
        one
        for one in consultation.ledger.facts.values()
        if one.content.slot is SlotKind.MEDICATIONS and one.content.subject == PATIENT
        and one.content.concept.concept_id == concept_id and one.ended in (None, CHANGED)
    ]  # fmt: skip
    doses.sort(key=lambda one: one.version)
    if len(doses) < 2 or doses[-1] is not fact:
        return Part()
    steps = []
    for one in doses:
        if one.content.status in _ENDED:
            day = words.date(one.content.valid_to or one.day)
            steps.append(sentence("since.ended", language, day=day))
            continue
        since = one.content.valid_from
        day = words.date(since) if since is not None else sentence("since.told_on", language, day=words.date(one.day))
        taken = words.medicine(one.content).removeprefix(words.name(one.content)).strip() or words.name(one.content)
        steps.append(sentence("since.step", language, day=day, dose=taken))
    text = sentence("since.course", language, name=words.name(fact.content), steps="; ".join(steps))
    text = f"{text} {_lasted(consultation, doses)}".strip()
    return Part(text, tuple(one.fact_id for one in doses), (), spoke_of(SlotKind.MEDICATIONS, (fact,)))


def _last_spoken(consultation: Consultation) -> tuple[Fact, ...]:
    last = consultation.situation.view.answers.last()
    if last is None:
        return ()
    ids = dict.fromkeys(one for reference in last.spoke_of for one in reference.fact_ids)
    facts = (consultation.ledger.facts.get(one) for one in ids)
    return tuple(fact for fact in facts if fact is not None and fact.current)
