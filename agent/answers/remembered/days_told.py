"""How often something happened in a time, and on which days: counted from the turns that told of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.asking.value_request import Window, period_named
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.summary import spoke_of
from agent.answers.remembered.asked import asks_leave, named_in_words, tells_past
from agent.answers.remembered.period_changes import period_text
from agent.answers.remembered.tellings import Telling, tellings, told_lines
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import PATIENT, SlotKind
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex

_COUNT_EN: Final = (
    r"(?:how many (?:\w+[ -]){0,3}?(?:days?|times?|attacks?|episodes?|occasions?|fits?|seizures?|headaches?|\w+s)"
    r"|how often|how frequently|(?:on )?(?:which|what) (?:\w+ )?(?:days?|dates?))"
)
_OWN_EN: Final = (
    r"(?:did i|have i|i've|i have|i had|did my|have my|did you|have you|i tell|i told|were there|did (?:he|she)"
    r"|has (?:he|she))"
)
_ASKED: Final = lazy_regex(
    rf"\b{_COUNT_EN}\b[^?]{{0,60}}\b{_OWN_EN}\b|\bwhen (?:did i|have i) (?:take|taken|have|had|use|used|get|got)\b"
    r"|\b(?:dates?|days?) (?:when |that |on which )?(?:i|he|she) "
    r"|\b(?:how many|number of) (?:\w+ ){1,3}(?:this|last|in|since)\b"
    r"|(?:며칠|몇\s?(?:번|차례|회|일)|얼마나\s?자주|언제\s?언제|어느\s?날|무슨\s?날|언제(?=[예였야인이죠더])"
    r"|횟수|적이\s?몇|날(?:짜)?[은을들]?\s?(?:다|좀|전부|모두)?\s?알려|날짜|날이\s?언제)",
    re.IGNORECASE,
)
_DONE_KO: Final = lazy_regex(r"(?:먹은|맞은|온|쓴|있던|한|난|뿌린|바른|아팠던|겪은|생긴)\s?(?:날|횟수|게|거|적)")
_ATTACKS: Final = lazy_regex(r"\b(?:attacks?|episodes?|fits?|flare-?ups?|bouts?)\b|발작|재발", re.IGNORECASE)
_OF_VALUES: Final = ("labs", "vitals")
_KINDS: Final[tuple[Kind, ...]] = ("medications", "drug_classes", "conditions", "symptoms", "procedures")
_SLOTS: Final = (SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.PROCEDURES)
_ILLS: Final = (SlotKind.CONDITIONS, SlotKind.SYMPTOMS)
_TWICE: Final = 2


def asks_days(request: Request) -> bool:
    """Whether it is asked how often something on record happened, or on which days."""
    text = request.text
    if asks_leave(request) or _ASKED.search(text) is None:
        return False
    korean = any("가" <= char <= "힣" for char in text)
    if korean and not tells_past(text) and _DONE_KO.search(text) is None:
        return False
    timed = period_named(request.plain, request.mentions, request.dates) is not None
    return timed and (bool(request.concepts(*_KINDS)) or _ATTACKS.search(text) is not None)


def days_told(consultation: Consultation) -> Part:
    """The number of days and the days themselves; that none was told of, where it is on record at all."""
    request = consultation.request
    if not asks_days(request) or named_in_words(consultation, *_OF_VALUES):
        return Part()
    period = period_named(request.plain, request.mentions, request.dates) or Window()
    named = named_in_words(consultation, *_KINDS)
    if not named and _ATTACKS.search(request.text) is None:
        named = request.concepts(*_KINDS)
    lines = [facts for one in named if (facts := told_lines(consultation, (one,), _SLOTS))]
    if _ATTACKS.search(request.text) is not None and not any(_days(consultation, facts, period) for facts in lines):
        # "Attacks" are read as fits, and mean those that were told of.
        lines = _attacks(consultation, period) or lines
    return joined(_counted(consultation, facts, period) for facts in lines)


def _attacks(consultation: Consultation, period: Window) -> list[tuple[Fact, ...]]:
    """What was told of on several days of the time: what "attacks" means where it is not named."""
    by_concept: dict[str, list[Fact]] = {}
    for fact in consultation.ledger.facts.values():
        if fact.content.slot in _ILLS and fact.content.subject == PATIENT:
            by_concept.setdefault(fact.content.concept.concept_id, []).append(fact)
    told = (told_lines(consultation, (one,), _ILLS) for one in by_concept)
    return [facts for facts in told if len(_days(consultation, facts, period)) >= _TWICE]


def _days(consultation: Consultation, facts: tuple[Fact, ...], period: Window) -> Mapping[str, Telling]:
    found: dict[str, Telling] = {}
    for telling in tellings(consultation, facts, by_name=True):
        for day in telling.event_days(consultation.ledger.time_zone):
            if period.holds(day) and day <= consultation.known.today:
                found.setdefault(day, telling)
    return found


def _counted(consultation: Consultation, facts: tuple[Fact, ...], period: Window) -> Part:
    words, language = consultation.words, consultation.words.language
    found = _days(consultation, facts, period)
    name, when = words.name(facts[-1].content), period_text(consultation, period)
    spoke = spoke_of(facts[-1].content.slot, facts[-1:])
    if not found:
        return Part(sentence("days.none", language, name=name, when=when), (facts[-1].fact_id,), (), spoke)
    days = ", ".join(words.date(day) for day in sorted(found))
    key = "days.one" if len(found) == 1 else "days.several"
    text = sentence(key, language, name=name, when=when, count=len(found), days=days)
    return Part(text, tuple(dict.fromkeys(one.fact.fact_id for one in found.values())), (), spoke)


def is_part(text: str) -> bool:
    """Whether one ask of several asks for a part of what is answered here."""
    return _ASKED.search(text) is not None
