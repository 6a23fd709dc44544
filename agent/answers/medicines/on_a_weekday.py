"""What is taken on one day of the week: "what am I meant to take on a Friday?", "화요일엔 무슨 약을 먹죠?".

What is taken every day is taken then, too; what has days of its own only where that day is among them. Of a weekly
medicine without a day nobody can tell, and what is taken as needed belongs to no day.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.daily_total import times_a_day
from agent.answers.medicines.total_asked import weekday_asked
from agent.answers.part import Part
from agent.words.sentences import sentence
from agent.words.timings import timing_text
from domain.ledger import Fact
from domain.timing import Timing
from domain.values import Content, SlotKind


def on_a_weekday(consultation: Consultation) -> Part:
    """The medicines of the day of the week that the words name."""
    day = weekday_asked(consultation.request)
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    if day is None or not taken:
        return Part()
    words, language = consultation.words, consultation.words.language
    then = [one for one in taken if _is_on(one.content, day)]
    others = [one for one in taken if one not in then and Timing.read(one.content.timing).days]
    untold = [one for one in taken if one not in then and one not in others]
    called = timing_text(day, language)
    head = sentence("weekday.head" if then else "weekday.none", language, day=called)
    lines = [head, *(f"{at}. {words.medicine(one.content)}" for at, one in enumerate(then, 1))]
    for key, rest in (("weekday.not_then", others), ("weekday.untold", untold)):
        if rest:
            lines.append(sentence(key, language, listed=_listed(consultation, rest)))
    facts = (*then, *others, *untold)
    return Part("\n".join(lines), tuple(one.fact_id for one in facts), (), medicines_spoken(tuple(then)))


def _is_on(content: Content, day: str) -> bool:
    days = Timing.read(content.timing).days
    return day in days if days else times_a_day(content.frequency) is not None or content.frequency is None


def _listed(consultation: Consultation, facts: Sequence[Fact]) -> str:
    return "; ".join(consultation.words.medicine(one.content) for one in facts)
