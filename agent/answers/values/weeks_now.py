"""How far a pregnancy is today and when the child is due: counted on from weeks told, or from the last period's first
day.

A pregnancy is counted as 280 days from that first day (Naegele's rule; NICE NG201: a scan between 11+2 and 14+1 weeks
sets the date).
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.known import numeric
from agent.answers.record.lookup import not_on_record
from agent.answers.record.summary import spoke_of
from agent.words.sentences import sentence
from domain.ages import LAST_PERIOD, WEEKS
from domain.values import PATIENT, SlotKind
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
_DUE: Final = lazy_regex(
    r"\bdue date\b|\bwhen(?:'?s| is| will| am| are| would)? (?:the |my |our |this )?(?:baby|bub|bubs|little one|i|we)"
    r"(?: be| is| am)? (?:due|coming|arriving|born)\b(?! (?:for|to|a|my)\b)"
    r"|출산\s?예정일|(?<![가-힣])예정일(?=[이은는가도]?\s|[^가-힣]|$)"
    r"|(?:언제|며칠)\S{0,2}\s?(?:쯤\s?)?(?:낳|태어나|출산)",
    re.IGNORECASE,
)
_ASKS_KO: Final = lazy_regex(r"언제|며칠|몇|알려|계산|뭐|\?")
_DAYS: Final = 7
_WHOLE: Final = 280
"""Days from the first day of the last period to the day on which a child is due."""
_LATEST: Final = 308
"""Days after which no pregnancy is counted on from a period any more: 44 weeks."""
_DAY: Final = len("2026-06-13")


def asks_weeks(request: Request) -> bool:
    """Whether it is asked in which week of a pregnancy somebody is, or when the child is due."""
    text = request.plain or request.text
    if _asks_due(text):
        return True
    return _ASKS.search(text) is not None and _NOT_OF_THIS.search(text.casefold()) is None


def _asks_due(text: str) -> bool:
    match = _DUE.search(text)
    return match is not None and (match[0].isascii() or _ASKS_KO.search(text) is not None)


def weeks_now(consultation: Consultation) -> Part:
    """The weeks and days by today of the pregnancy on record, and the day on which the child is due where that is
    asked; that it is not on record where neither weeks nor a last period are.
    """
    known, words = consultation.known, consultation.words
    due = _asks_due(consultation.request.text)
    today = date.fromisoformat(known.today)
    # Weeks that were told in passing are still the weeks that are asked for.
    for fact in reversed((*known.suspected(SlotKind.CONDITIONS), *known.in_force(SlotKind.CONDITIONS))):
        weeks = numeric(fact)
        if fact.content.unit != WEEKS or weeks is None:
            continue
        told = date.fromisoformat(fact.day)
        days = round(weeks * _DAYS) + (today - told).days
        text = sentence(
            "weeks_now.counted",
            words.language,
            weeks=days // _DAYS,
            days=days % _DAYS,
            told=f"{weeks:g}",
            day=words.date(fact.day),
        )
        if due:
            day = words.date((today + timedelta(days=_WHOLE - days)).isoformat())
            text = f"{text} {sentence('weeks_now.due', words.language, day=day)}"
        return Part(text, (fact.fact_id,), (), spoke_of(SlotKind.CONDITIONS, (fact,)))
    return _from_the_last_period(consultation)


def _from_the_last_period(consultation: Consultation) -> Part:
    """Both by the first day of the last period, and that a scan sets them."""
    words, today = consultation.words, date.fromisoformat(consultation.known.today)
    for fact in reversed(consultation.known.about(LAST_PERIOD)):
        first = fact.content.valid_from or ""
        if fact.content.subject != PATIENT or len(first) != _DAY:
            continue
        days = (today - date.fromisoformat(first)).days
        if not 0 <= days <= _LATEST:
            continue
        text = sentence(
            "weeks_now.from_period",
            words.language,
            weeks=days // _DAYS,
            days=days % _DAYS,
            first=words.date(first),
            day=words.date((date.fromisoformat(first) + timedelta(days=_WHOLE)).isoformat()),
        )
        return Part(text, (fact.fact_id,), (), spoke_of(SlotKind.SYMPTOMS, (fact,)))
    return not_on_record(consultation)
