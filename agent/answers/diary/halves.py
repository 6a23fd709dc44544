"""Days that an ask parts in two, before and after a medicine was begun or its dose changed: the mean of each part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.diary.courses import Course, value_said
from agent.words.figures import day_text, span_text
from agent.words.sentences import sentence
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_IN_TWO: Final = lazy_regex(
    r"\bbefore and (?:after|since)\b"
    r"|\b(?:before|after|since) (?:the|i|it|we|he|she|they|my|starting|going|this) (?!last|first|told)"
    r"|(?:먹|쓰|맞|바꾸|올리|줄이|늘리|시작하|끊|하|붙이)기\s?전|[은ㄴ]\s?(?:뒤|후)(?:에|엔|로|랑)|전후"
)
"""Words that part what was told in two, or begin it in its midst."""
_DAY: Final = len("2026-01-31")


def is_in_two(text: str) -> bool:
    """Whether an ask parts the days in two, before and after something: over both nothing is reckoned."""
    return _IN_TWO.search(text) is not None


def halves_said(consultation: Consultation, courses: Sequence[Course], lines: Sequence[TurnLine]) -> list[str]:
    """The mean of each course before and from the one day on which a medicine was begun or changed.

    Empty where these turns tell of no such day, or of several.
    """
    language = consultation.words.language
    turns = {one.turn_number for one in lines}
    begun = {
        (fact.content.valid_from or fact.day)[:_DAY]
        for fact in consultation.ledger.facts.values()
        if fact.content.slot is SlotKind.MEDICATIONS and any(one.turn_number in turns for one in fact.evidence)
    }
    said = []
    for one in courses:
        days = sorted(one.values)
        within = [day for day in begun if len(day) == _DAY and days[0] < day <= days[-1]]
        if len(within) != 1 or any(len(value) > 1 for value in one.values.values()):
            return []
        parts = [[day for day in days if day < within[0]], [day for day in days if day >= within[0]]]
        means = [
            value_said(one, (round(sum(one.values[day][0] for day in part) / len(part), 2),), language)
            for part in parts
        ]  # fmt: skip
        said.append(
            sentence(
                "diary.halves", language, name=one.name, day=day_text(within[0], language), before=means[0],
                after=means[1], first=span_text(len(parts[0]), language), last=span_text(len(parts[1]), language),
            )
        )  # fmt: skip
    return said
