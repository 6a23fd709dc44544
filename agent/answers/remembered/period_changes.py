"""What changed among the medicines in a time: begun, stopped, another dose; with the list of now where it is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.asking.value_request import Window, period_named
from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.answers.record.changes import difference_of
from agent.answers.record.summary import summarise
from agent.answers.remembered.asked import asks_leave
from agent.answers.remembered.dose_history import change_day, dosing
from agent.words.sentences import sentence
from domain.ledger import CHANGED, Fact
from domain.values import IN_FORCE, PATIENT, Polarity, SlotKind, Status, Temporality
from extraction.text.lazy_regex import lazy_regex

_CHANGE: Final = lazy_regex(
    r"\b(?:chang\w*|differ\w*"
    r"|what(?:'s| is|s) new|anything new|(?:is|are) new|dropped|taken off|new (?:medicines?|meds|tablets|pills|drugs)"
    r"|(?:were|was|been|did i|have i) (?:newly )?(?:started|stopped|added|start|stop)|added)\b"
    r"|바[뀌뀐꿨꾼]|달라[지진졌]|변경|변화|변동|새로|빠[지진졌]|들어[갔간왔온]|시작하거나|시작했거나|추가된|끊은",
    re.IGNORECASE,
)
_MEDICINE: Final = lazy_regex(
    r"\b(?:med(?:s|ic\w+)?|tablets?|pills?|drugs?|prescriptions?|tak(?:e|ing)|(?:what|which) (?:\w+ )?am i on)\b"
    r"|(?<![요예계취농절치])약(?!속|국|간|사|점|혼|자)|복용|처방",
    re.IGNORECASE,
)
_NOW: Final = lazy_regex(
    r"\b(?:now|currently|current|at the moment|list|tell me my|am i (?:on|taking)|do i take)\b"
    r"|지금(?!까지)|현재|목록|먹는\s?약",
    re.IGNORECASE,
)
_LATELY: Final = lazy_regex(
    r"\b(?:recently|lately|of late|since (?:my|the|our) last|last (?:visit|time|appointment))\b"
    r"|최근|요즘|요새|근래|지난(?:번)?\s?(?:진료|방문|외래|번)",
    re.IGNORECASE,
)
_VISIT: Final = lazy_regex(r"\b(?:visit|appointment|check-?up|saw|clinic)\b|진료|방문|외래", re.IGNORECASE)
_SEASON: Final = timedelta(days=90)
"""How far back "lately" reaches (a repeat prescription covers up to 90 days)."""
_ASKS_WHEN_ONE: Final = ("medications", "drug_classes", "conditions", "labs", "vitals")


@dataclass(frozen=True, slots=True)
class MedicineChange:
    """One change of a medicine, the (partial) day of it, and the facts that say so."""

    kind: str
    day: str
    facts: tuple[Fact, ...]


def asks_changes(request: Request) -> bool:
    """Whether it is asked what changed among the medicines in a time."""
    text = request.text
    if request.concepts(*_ASKS_WHEN_ONE) or asks_leave(request) or _MEDICINE.search(text) is None:
        return False
    timed = _period(request) is not None or _LATELY.search(text) is not None
    return timed and _CHANGE.search(text) is not None


def _period(request: Request) -> Window | None:
    return period_named(request.plain, request.mentions, request.dates)


def changes_in_period(consultation: Consultation) -> Part:
    """The changes of the time asked, after the list of what is taken now where that is asked, too."""
    request, language = consultation.request, consultation.words.language
    if not asks_changes(request):
        return Part()
    period = _period(request)
    first = (date.fromisoformat(consultation.known.today) - _SEASON).isoformat()
    found = [one for one in medicine_changes(consultation) if (period or Window(first)).holds(one.day)]
    when = period_text(consultation, period or Window(first))
    lead = Part(sentence("changes.no_visits", language)) if period is None and _VISIT.search(request.text) else Part()
    lines = [_line(consultation, one) for one in sorted(found, key=lambda one: one.day)]
    head = sentence("changes.head" if lines else "changes.none", language, when=when)
    told = joined((lead, Part(head), *lines))
    return joined((_list(consultation), told)) if _NOW.search(request.text) is not None else told


def _list(consultation: Consultation) -> Part:
    request = replace(consultation.request, slots=(SlotKind.MEDICATIONS,), subjects=(), mentions=(), items=None)
    return summarise(replace(consultation, request=request))


def medicine_changes(consultation: Consultation) -> Iterator[MedicineChange]:
    """Every change of the patient's medicines that is on record and has come."""
    known, facts = consultation.known, consultation.ledger.facts
    mine = [
        fact
        for fact in facts.values()
        if fact.content.slot is SlotKind.MEDICATIONS
        and fact.content.subject == PATIENT
        and fact.content.polarity is Polarity.AFFIRMED
        and fact.ended in (None, CHANGED)
        and fact.content.status is not Status.PLANNED
        and fact.content.temporality is not Temporality.FUTURE
    ]
    opened = min((fact.day for fact in mine), default="")
    for fact in mine:
        before = facts.get(fact.supersedes[-1]) if fact.supersedes else None
        before = before if before is not None and before.ended == CHANGED else None
        change = _change(fact, before, opened)
        if change is not None and change.day <= known.today[: len(change.day)]:
            yield change


def _change(fact: Fact, before: Fact | None, opened: str) -> MedicineChange | None:
    taken = fact.content.status in (None, *IN_FORCE)
    if not taken:
        day = fact.content.valid_to or (before.ended_at if before is not None else None) or fact.day
        return MedicineChange("stopped", day, (fact,))
    if before is None:
        if fact.content.valid_from:
            return MedicineChange("started", fact.content.valid_from, (fact,))
        # What the first day of the record tells is what was taken already.
        return MedicineChange("first_told", fact.day, (fact,)) if fact.day > opened else None
    if before.content.status not in (None, *IN_FORCE):
        return MedicineChange("again", fact.content.valid_from or fact.day, (before, fact))
    if fact.content.status is Status.ON_HOLD and before.content.status is not Status.ON_HOLD:
        return MedicineChange("held", change_day(before, fact), (before, fact))
    return MedicineChange("dose", change_day(before, fact), (before, fact))


def _line(consultation: Consultation, change: MedicineChange) -> Part:
    words = consultation.words
    last = change.facts[-1]
    what = dosing(consultation, last) if change.kind != "dose" else difference_of(consultation, *change.facts)
    slots = {"name": words.name(last.content), "day": words.date(change.day), "what": what}
    text = sentence(f"changes.{change.kind}", words.language, **slots)
    return Part(text, tuple(one.fact_id for one in change.facts), (), medicines_spoken((last,)))


def period_text(consultation: Consultation, period: Window) -> str:
    """A time in words: "in Jun 2026", "22 Jun 2026 to 28 Jun 2026"."""
    words = consultation.words
    first = words.date(period.first) if period.first else ""
    last = words.date(period.last) if period.last else ""
    if period.on:
        day = len(period.first or "") == len("2026-01-31")
        return sentence("period.day" if day else "period.on", words.language, first=first)
    if first and last:
        return sentence("period.between", words.language, first=first, last=last)
    return sentence("period.since" if first else "period.until", words.language, first=first, last=last)


def is_part(text: str) -> bool:
    """Whether one ask of several asks for a part of what is answered here."""
    return any(one.search(text) is not None for one in (_CHANGE, _NOW))
