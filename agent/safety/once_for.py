"""What mattered for a medicine that is taken no more: the greens and the INR of who has come off warfarin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.safety.cautions import cautions, ids_of
from agent.safety.ordinarily_fine import fine_things
from agent.safety.record import Record
from agent.safety.substances import substances_in
from agent.safety.tables import table
from agent.safety.weighing import asks_leave
from agent.words.sentences import sentence, worded
from domain.ledger import Fact
from domain.values import SlotKind, Status
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

_STILL: Final = lazy_regex(
    r"(?:해|받아|재|맞아|피해|조심해|가려|가|봐)야|필요|계속|아직|여전히|이제|그만|안\s?(?:해|받아|가려|피해)도"
    r"|\b(?:still|need|needed|have to|must|should|any ?more|any longer|keep|carry on|go on|continue|now)\b",
    re.IGNORECASE,
)
"""Words that ask whether something is still to be done or heeded."""


def once_for(consultation: Consultation) -> Part:
    """That what is asked about was only for a medicine that is on record as stopped; empty where it still matters."""
    return joined((*_foods(consultation), *_tests(consultation)))


def _foods(consultation: Consultation) -> Iterator[Part]:
    request, rows = consultation.request, table("once_for")["foods"]
    if not (asks_leave(consultation) or (request.asks and _STILL.search(request.text))):
        return
    found = substances_in(request.plain or request.text, consultation.words.dictionary)
    for entry in {one.entry.concept_id: one.entry for one in found if one.entry.concept_id in rows}.values():
        stopped = _stopped(consultation, rows[entry.concept_id])
        if stopped is None or any(one.medicine == entry for one in cautions(consultation.known, (entry,))):
            continue
        told = any(one.thing.concept_id == entry.concept_id for one in fine_things(consultation))
        taken = consultation.known.in_force(SlotKind.MEDICATIONS)
        key = "once_for.also" if told else "once_for.food_beside" if taken else "once_for.food"
        yield _part(consultation, key, entry, stopped)


def _tests(consultation: Consultation) -> Iterator[Part]:
    request, rows = consultation.request, table("once_for")["tests"]
    if not request.asks or not _STILL.search(request.text):
        return
    for test in request.tests:
        row = rows.get(test)
        stopped = _stopped(consultation, row) if row is not None else None
        record = Record(consultation.ledger, consultation.known.today)
        if stopped is None or record.holding(row.get("unless", "").split()):
            continue
        entry = next(one.entry for one in request.subjects if one.entry.concept_id == test)
        instead = record.holding(row["instead"].split())
        names = ", ".join(consultation.words.name(fact.content) for fact in instead)
        now = worded(row[consultation.pick("now_ko", "now_en")], others=names) if instead else ""
        said = _part(consultation, "once_for.test", entry, stopped)
        yield joined((said, Part(now, tuple(fact.fact_id for fact in instead))), " ")


def _stopped(consultation: Consultation, row: dict[str, Any]) -> Fact | None:
    """The medicine of a row that is on record as stopped, where none of them is taken."""
    wanted, known = frozenset(ids_of(row["medicines"])), consultation.known
    taken = (*known.in_force(SlotKind.MEDICATIONS), *known.suspected(SlotKind.MEDICATIONS))
    if any(_is_of(fact, wanted) for fact in taken):
        return None
    own = known.own(SlotKind.MEDICATIONS)
    return next((one for one in own if one.content.status is Status.STOPPED and _is_of(one, wanted)), None)


def _is_of(fact: Fact, wanted: frozenset[str]) -> bool:
    concept = fact.content.concept
    return not wanted.isdisjoint((concept.concept_id, *concept.broader))


def _part(consultation: Consultation, key: str, entry: Entry, stopped: Fact) -> Part:
    language = consultation.words.language
    name = consultation.pick(entry.name_ko or entry.name, entry.name)
    medicine = consultation.words.name(stopped.content)
    return Part(sentence(key, language, name=name, medicine=medicine), (stopped.fact_id,))
