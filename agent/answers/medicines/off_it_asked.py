"""Whether it is asked what to watch for without a medicine that was just stopped, and which one that is."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from agent.answers.asking.asks import asks_in
from agent.answers.asking.request import Request
from domain.ledger import Fact
from domain.values import PATIENT, SlotKind, Status
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_WATCH: Final = lazy_regex(
    r"\b(?:watch(?:ing)?(?: out)?|look(?:ing)? out|keep an eye|keep an eye out|expect|notice|come back|happen"
    r"|worry about|be aware|careful|side effects?|withdrawal|symptoms?|signs?)\b"
    r"|지켜\s?(?:봐|보)|살펴|살필|조심|주의|신경\s?(?:써|쓸)|어떻게\s?되|어떤\s?증상|무슨\s?증상|나타날|다시\s?생|무슨\s?일|괜찮을까",
    re.IGNORECASE,
)
_OFF: Final = lazy_regex(
    r"\b(?:off (?:it|them|that|those|the \w+)|without (?:it|them|that)|(?:stopp?(?:ed|ing)|came off|come off|coming off"
    r"|not (?:on|taking) (?:it|them|that)|no longer (?:on|taking)|after stopping|now (?:that )?it'?s (?:gone|stopped"
    r"|finished)))\b"
    r"|안\s?(?:먹으니|드시니|먹으면|드시면|먹는데|드시는데|먹게|드시게)|끊었으니|끊었는데|끊고|끊은\s?(?:뒤|후|다음)|끊으니|중단한?\s?(?:뒤|후|하고|했)"
    r"|빠졌으니|빼고\s?나|없이\s?지내|이제\s?안",
    re.IGNORECASE,
)
_TAKEN: Final = ("medications", "drug_classes")
_LONGEST: Final = 90
_LATELY: Final = timedelta(days=30)
"""How long ago a medicine may have been stopped for "off it" to be of it."""


def asks_off_it(request: Request, view: PatientView) -> bool:
    """Whether it is asked what to watch for without a medicine that was stopped lately."""
    text = request.text
    if len(text) > _LONGEST or _WATCH.search(text) is None or request.tests:
        return False
    if not (request.has("question", "request", "advice") or "?" in text or asks_in(request)):
        return False
    stopped = stopped_lately(view, None)
    # What the words only lean on is not named by them.
    named = {one.entry.concept_id for one in request.mentions if one.surface in text and one.entry.kind in _TAKEN}
    if named:
        return _OFF.search(text) is not None and any(is_named(fact, named) for fact in stopped)
    last = view.answers.last()
    just_told = last is not None and bool(stopped) and stopped[0].fact_id in last.facts_used
    return bool(stopped) and (_OFF.search(text) is not None or (just_told and len(text) < _SHORT))


_SHORT: Final = 40


def is_named(fact: Fact, named: set[str]) -> bool:
    """Whether a medicine is one of those named, or of a class that is."""
    return not named.isdisjoint((fact.content.concept.concept_id, *fact.content.concept.broader))


def stopped_lately(view: PatientView, today: str | None) -> list[Fact]:
    """The patient's medicines that were stopped, the latest told first; of the last weeks where ``today`` is given."""
    facts = [
        fact
        for fact in view.ledger.current(SlotKind.MEDICATIONS)
        if fact.content.status in (Status.STOPPED, Status.ON_HOLD) and fact.content.subject == PATIENT
    ]
    if today is not None:
        since = (date.fromisoformat(today) - _LATELY).isoformat()
        facts = [fact for fact in facts if (fact.content.valid_to or fact.day) >= since] or facts
    return sorted(facts, key=lambda fact: fact.version, reverse=True)
