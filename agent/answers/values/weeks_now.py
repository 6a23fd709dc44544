"""How far a pregnancy is today: counted on from the weeks and the day on which they were told."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.known import numeric
from agent.answers.record.lookup import not_on_record
from agent.answers.record.summary import spoke_of
from agent.words.sentences import sentence
from domain.ages import WEEKS
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_ASKS: Final = lazy_regex(
    r"how many weeks (?:am i|is she|are we|along|pregnant|now|gone|i am|i'?m|she is|we are)|how far (?:along"
    r"|gone)|wh(?:at|ich) week am i"
    r"|(?:지금|오늘|현재|이제|그럼|저|제가|임신)[^.?!]{0,10}몇\s?주|몇\s?주\s?차?\s?(?:예요|에요|인가|이죠|죠|일까|됐|된|째|지금)",
    re.IGNORECASE,
)
_NOT_OF_THIS: Final = lazy_regex(
    r"몇\s?주\s?(?:동안|뒤|후|마다|간격|전|더)|weeks (?:until|ago|do|does|should|will|off|before)"
)
_DAYS: Final = 7


def asks_weeks(request: Request) -> bool:
    """Whether it is asked in which week of a pregnancy somebody is."""
    text = request.plain or request.text
    return _ASKS.search(text) is not None and _NOT_OF_THIS.search(text.casefold()) is None


def weeks_now(consultation: Consultation) -> Part:
    """The weeks and days of the pregnancy on record by today; that it is not on record where it is not."""
    known = consultation.known
    today = date.fromisoformat(known.today)
    # Weeks that were told in passing are still the weeks that are asked for.
    for fact in reversed((*known.suspected(SlotKind.CONDITIONS), *known.in_force(SlotKind.CONDITIONS))):
        weeks = numeric(fact)
        if fact.content.unit != WEEKS or weeks is None:
            continue
        told = date.fromisoformat(fact.day)
        days = round(weeks * _DAYS) + (today - told).days
        words = consultation.words
        text = sentence(
            "weeks_now.counted",
            words.language,
            weeks=days // _DAYS,
            days=days % _DAYS,
            told=f"{weeks:g}",
            day=words.date(fact.day),
        )
        return Part(text, (fact.fact_id,), (), spoke_of(SlotKind.CONDITIONS, (fact,)))
    return not_on_record(consultation)
