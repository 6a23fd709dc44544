"""When what is given at intervals is due again: reckoned from the last day and the rhythm on record, and said to be."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.answers.remembered.tellings import tellings, told_lines
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import PATIENT, SlotKind
from extraction.text.lazy_regex import lazy_regex

_NEXT: Final = lazy_regex(
    r"\bnext\b|\bdue\b|\boverdue\b|\bwhen\b[^?]*\bagain\b|\bagain\b[^?]*\bwhen\b"
    r"|\bhow soon\b|\bhow (?:long|many (?:days"
    r"|weeks|months)) (?:until|till|til|before|to)\b"
    r"|다음|언제\s?(?:또|다시)|(?:또|다시)\s?언제|다시\s?맞|차례|때가?\s?[됐되]|지났|남았",
    re.IGNORECASE,
)
_LAST: Final = lazy_regex(r"\blast\b|마지막", re.IGNORECASE)
_WHEN: Final = lazy_regex(
    r"\bwhen\b|\bdue\b|\boverdue\b|\bdate\b|\bwhat day\b"
    r"|\bhow (?:long|many|soon)\b|언제|며칠|날짜|날이|접종일|예정일|차례"
    r"|때가?\s?[됐되]|지났|얼마나",
    re.IGNORECASE,
)
_GIVEN: Final = lazy_regex(r"\b(?:injections?|shots?|jabs?|infusions?|drips?)\b|주사|맞", re.IGNORECASE)
_NOT: Final = lazy_regex(
    r"\b(?:appointment|visit|check-?up|miss(?:ed)?|skip(?:ped)?|late|early|side effects?|instead|prepare"
    r"|before my next)\b"
    r"|예약|진료|외래|거르|놓치|빼먹|부작용|늦|일찍|대신|준비",
    re.IGNORECASE,
)
_RHYTHM: Final = lazy_regex(r"q(\d+)(d|wk|mo|y)", re.IGNORECASE)
_NAMED_RHYTHMS: Final = {"WEEKLY": (1, "wk"), "MONTHLY": (1, "mo"), "YEARLY": (1, "y")}
_DAYS: Final = {"d": 1, "wk": 7}
_MONTHS: Final = {"mo": 1, "y": 12}
_SHORTEST: Final = 7
"""Days of a rhythm from which a next day is asked for; of anything more frequent it is the next hour."""
_DAY: Final = len("2026-01-31")


def asks_next_due(request: Request) -> bool:
    """Whether it is asked when something is to be given again."""
    text = request.text
    return _NEXT.search(text) is not None and _WHEN.search(text) is not None and _NOT.search(text) is None


def next_due(consultation: Consultation) -> Part:
    """For each medicine meant that has a rhythm of a week and more: the day it is due, or what is missing to reckon it.

    Without a name "the next injection" means what is on record as given by one.
    """
    request = consultation.request
    if not asks_next_due(request):
        return Part()
    named = request.concepts("medications", "drug_classes")
    taken = [fact for fact in consultation.known.in_force(SlotKind.MEDICATIONS) if rhythm_of(fact) is not None]
    meant = [one for one in taken if not set(named).isdisjoint(_ids(one))]
    if not meant and not (named and not _only_points(consultation)) and _GIVEN.search(request.text) is not None:
        meant = [one for one in taken if one.content.route == "injection"]
        ills = set(request.concepts("conditions"))
        meant = [one for one in meant if not ills or _is_for(consultation, one, ills)] or meant
    return joined(due_of(consultation, fact) for fact in meant)


def _ids(fact: Fact) -> tuple[str, ...]:
    return (fact.content.concept.concept_id, *fact.content.concept.broader)


def _only_points(consultation: Consultation) -> bool:
    """Whether the medicine in the words was put there for a pointer: nobody named it."""
    return bool(consultation.request.taken_for)


def _is_for(consultation: Consultation, fact: Fact, ills: set[str]) -> bool:
    entry = consultation.words.entry(fact.content)
    purpose = " ".join(entry.extra.get(key, "") for key in ("purpose_ko", "purpose_en")) if entry is not None else ""
    names = (one.entry for one in consultation.request.mentions if one.entry.concept_id in ills)
    return any(name and name.casefold() in purpose.casefold() for one in names for name in (one.name, one.name_ko))


def rhythm_of(fact: Fact) -> tuple[int, str] | None:
    """How many of which period lie between two times; None for what is taken more often than once a week."""
    code = fact.content.frequency or ""
    named = _NAMED_RHYTHMS.get(code.upper())
    match = _RHYTHM.fullmatch(code)
    found = named or ((int(match[1]), match[2].lower()) if match is not None else None)
    return found if found is not None and found[0] * _DAYS.get(found[1], 30) >= _SHORTEST else None


def _last_day(consultation: Consultation, fact: Fact) -> str | None:
    """The last day on which it was given, as told; a beginning that lies further back than any telling is one, too."""
    told = told_lines(consultation, (fact.content.concept.concept_id,), (SlotKind.MEDICATIONS,))
    told = (fact,) if fact.content.subject != PATIENT else told
    days = [
        day
        for one in tellings(consultation, told, by_name=True)
        for day in one.event_days(consultation.ledger.time_zone)
    ]
    begun = fact.content.valid_from
    if begun is not None and len(begun) == _DAY:
        days.append(begun)
    return max((day for day in days if day <= consultation.known.today), default=None)


def due_of(consultation: Consultation, fact: Fact) -> Part:
    """When a medicine with a rhythm of a week and more is due again, or that its last day was not told."""
    words, language = consultation.words, consultation.words.language
    rhythm, last = rhythm_of(fact), _last_day(consultation, fact)
    assert rhythm is not None
    name, often = words.name(fact.content), words.frequency(fact.content.frequency or "")
    ids, spoke = (fact.fact_id,), medicines_spoken((fact,))
    if last is None:
        return Part(sentence("due.no_last", language, name=name, often=often), ids, (), spoke)
    day = added(date.fromisoformat(last), *rhythm)
    left = (day - date.fromisoformat(consultation.known.today)).days
    key = "due.ahead" if left > 0 else "due.today" if left == 0 else "due.past"
    slots = {"name": name, "often": often, "last": words.date(last), "day": words.date(day.isoformat())}
    return Part(sentence(key, language, days=abs(left), **slots), ids, (), spoke)


def added(day: date, count: int, period: str) -> date:
    """So many periods later; of a month that is too short its last day."""
    if period in _DAYS:
        return day + timedelta(days=count * _DAYS[period])
    months = day.month - 1 + count * _MONTHS[period]
    year, month = day.year + months // 12, months % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def is_part(text: str) -> bool:
    """Whether one ask of several asks for a part of what is answered here."""
    return any(one.search(text) is not None for one in (_NEXT, _LAST))
