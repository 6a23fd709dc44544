"""Questions about one thing on the patient's own record: do I have it, do I take it, what was it, or none on record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import LISTED, Consultation
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.record.summary import spoke_of, summarise
from agent.answers.values.comparison import dispute_note, measured, value_sentence
from agent.answers.values.values import answer_values
from agent.words.josa import with_particle
from agent.words.sentences import sentence
from domain.ages import WEEKS
from domain.ledger import Fact
from domain.values import PATIENT, SERIES_SLOTS, Polarity, SlotKind, Status
from extraction.naming.mentions import Entry, Kind
from extraction.text.lazy_regex import lazy_regex

_SLOT_OF_KIND: Final[Mapping[Kind, SlotKind]] = {
    "labs": SlotKind.LABS, "vitals": SlotKind.VITALS, "medications": SlotKind.MEDICATIONS,
    "drug_classes": SlotKind.MEDICATIONS, "conditions": SlotKind.CONDITIONS, "allergens": SlotKind.ALLERGIES,
}  # fmt: skip


def look_up(consultation: Consultation) -> Part:
    """What is on record about each concept that the question names; the slots it names when it names no concept."""
    request = consultation.request
    entries = {
        mention.entry.concept_id: mention.entry for mention in request.subjects if mention.entry.kind != "relatives"
    }
    if request.values is not None and request.values.newest is not None:
        newest = answer_values(consultation, request.values, consultation.tests_asked() if request.tests else ())
        if newest.text:
            return newest
    if entries and (stand_in := _stand_in(consultation, entries.values())).text:
        return stand_in
    if entries:
        named = joined(_on_record(consultation, entry) for entry in entries.values())
        return joined((_lists_beside(consultation, entries.values()), named))
    if request.slots:
        return summarise(consultation)
    return not_on_record(consultation)


def _stand_in(consultation: Consultation, entries: Iterable[Entry]) -> Part:
    """The values that people mean by a test that was never measured: by "my iron" the haemoglobin."""
    if any(entry.kind not in ("labs", "vitals") or _about(consultation, entry) for entry in entries):
        return Part()
    series = [consultation.known.series(test) for test in consultation.tests_asked()]
    return joined(
        Part(value_sentence(consultation, one[-1]), (one[-1].fact_id,), (), measured(one[-1])) for one in series if one
    )


def _lists_beside(consultation: Consultation, entries: Iterable[Entry]) -> Part:
    """The lists that are asked for beside something of another kind: "her allergies, and how heavy is she?"."""
    kinds = {_SLOT_OF_KIND.get(entry.kind) for entry in entries}
    request = consultation.request
    slots = tuple(slot for slot in request.slots if slot in LISTED and slot not in kinds)
    if not slots or kinds - {SlotKind.LABS, SlotKind.VITALS}:
        return Part()
    return summarise(replace(consultation, request=replace(request, slots=slots, subjects=(), mentions=())))


def not_on_record(consultation: Consultation) -> Part:
    """That the record does not hold it."""
    return Part(
        consultation.pick(
            "말씀하신 내용은 기록에 없어 확인되지 않습니다. 알려 주시면 기록하겠습니다.",
            "That is not on your record, so I cannot say. If you tell me, I will record it.",
        )
    )


def _on_record(consultation: Consultation, entry: Entry) -> Part:
    facts = _about(consultation, entry)
    relatives_only = bool(facts) and all(fact.content.subject != PATIENT for fact in facts)
    if relatives_only and SlotKind.FAMILY_HISTORY not in consultation.request.slots:
        return _only_relatives(consultation, entry, facts)
    tests = [fact for fact in facts if fact.content.slot in SERIES_SLOTS and fact.content.subject == PATIENT]
    if tests:
        values = _values(consultation, entry)
        # A range or words have no course to be told with, and are on record all the same.
        return values if values.text else stated(consultation, tuple(tests))
    if facts:
        return joined((stated(consultation, facts), _weeks_by_now(consultation, facts)), " ")
    name = consultation.pick(entry.name_ko or entry.name, entry.name)
    return Part(
        consultation.pick(
            f"{with_particle(name, '은')} 기록에 없어 확인되지 않습니다. 알려 주시면 기록하겠습니다.",
            f"{name[:1].upper()}{name[1:]} is not on your record, so I cannot say. If you tell me, I will record it.",
        )
    )


def _weeks_by_now(consultation: Consultation, facts: tuple[Fact, ...]) -> Part:
    """How far a pregnancy is today, where its weeks were told a week ago or more."""
    today = date.fromisoformat(consultation.known.today)
    for fact in facts:
        weeks = numeric(fact)
        if fact.content.unit == WEEKS and fact.content.slot is SlotKind.CONDITIONS and weeks is not None:
            passed = (today - date.fromisoformat(fact.day)).days // _DAYS_A_WEEK
            if passed > 0:
                text = sentence("lookup.weeks_by_now", consultation.words.language, weeks=f"{weeks + passed:g}")
                return Part(text, (fact.fact_id,))
    return Part()


_DAYS_A_WEEK: Final = 7


def _about(consultation: Consultation, entry: Entry) -> tuple[Fact, ...]:
    """Facts about a concept; an allergy is asked for by the name of what causes it."""
    facts = consultation.known.about(entry.concept_id)
    if not facts and entry.kind == "medications":
        # "Insulin" is the one on record, "Insulin glargine".
        kind = f"{entry.name.casefold()} "
        taken = consultation.known.own(SlotKind.MEDICATIONS)
        facts = tuple(fact for fact in taken if fact.content.concept.name.casefold().startswith(kind))
    if SlotKind.ALLERGIES in consultation.request.slots:
        allergies = tuple(fact for fact in facts if fact.content.slot is SlotKind.ALLERGIES)
        return allergies
    if SlotKind.FAMILY_HISTORY not in consultation.request.slots and any(f.content.subject == PATIENT for f in facts):
        return tuple(fact for fact in facts if fact.content.subject == PATIENT)
    return facts


def _only_relatives(consultation: Consultation, entry: Entry, facts: tuple[Fact, ...]) -> Part:
    name = consultation.pick(entry.name_ko or entry.name, entry.name)
    listed = ", ".join(consultation.words.brief(fact) for fact in facts)
    return Part(
        consultation.pick(
            f"본인의 {with_particle(name, '은')} 기록에 없습니다. 가족력으로만 기록되어 있습니다({listed}).",
            f"{name} is not on your own record; it is kept as family history only ({listed}).",
        ),
        tuple(fact.fact_id for fact in facts),
    )


def _values(consultation: Consultation, entry: Entry) -> Part:
    parts = []
    for test in consultation.known.tests_named(entry.concept_id):
        series = consultation.known.series(test)
        if series:
            said = Part(value_sentence(consultation, series[-1]), (series[-1].fact_id,), (), measured(series[-1]))
            parts.append(joined((said, dispute_note(consultation, series[-1])), " "))
    return joined(parts, " ")


_ASKS_OTHERWISE: Final = lazy_regex(
    r"\b(?:may|can|could|should|shall|must) (?:i|we|he|she|they|my \w+)\b|\b(?:is it (?:ok|okay|safe|fine|all right)"
    r"|what|which|how|why|when|where)\b"
    r"|[아어여해]도\s?(?:되|돼|될|괜찮)|해야\s?(?:하|되|돼|할)|무슨|무엇|뭐|뭘|어떤|어떻게|왜|얼마|언제",
    re.IGNORECASE,
)
"""Words that ask for leave or for something else than whether it is so: "yes" would be heard as leave."""


def asks_whether(request: Request) -> bool:
    """Whether words ask no more than whether it is so."""
    return request.text.rstrip().endswith("?") and _ASKS_OTHERWISE.search(request.text) is None


def stated(consultation: Consultation, facts: tuple[Fact, ...], *, whether: bool = True) -> Part:
    """Each fact in a sentence, with whether it holds where it may have been asked ``whether`` it does."""
    words, known = consultation.words, consultation.known
    said = []
    for fact in facts:
        answer = ""
        asks_whether = whether and _ASKS_OTHERWISE.search(consultation.request.text) is None
        if (
            asks_whether
            and fact.content.subject == PATIENT
            and fact.content.slot in (SlotKind.CONDITIONS, SlotKind.MEDICATIONS)
        ):
            if known.is_in_force(fact):
                answer = consultation.pick("네, ", "Yes: ")
            elif fact.content.polarity is Polarity.NEGATED or fact.content.status is Status.STOPPED:
                answer = consultation.pick("아니요, ", "No: ")
            elif fact in known.planned():
                answer = consultation.pick("아직 아닙니다. ", "Not yet: ")
        brief = words.brief(fact)
        if consultation.request.has("date") and fact.content.slot not in SERIES_SLOTS and fact.content.valid_from:
            day = words.date(fact.content.valid_from)
            brief = sentence("stated.dated", words.language, brief=brief, day=day)
        said.append(
            consultation.pick(
                f"{answer}{with_particle(brief, '으로')} 기록되어 있습니다.",
                f"{answer}on record: {brief}." if answer else f"On record: {brief}.",
            )
        )
    slots = dict.fromkeys(fact.content.slot for fact in facts)
    references = tuple(
        reference
        for slot in slots
        for reference in spoke_of(slot, tuple(fact for fact in facts if fact.content.slot is slot))
    )
    return Part(" ".join(said), tuple(fact.fact_id for fact in facts), (), references)
