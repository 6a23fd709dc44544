"""The clauses of a sentence, and which of its days are those of what happened.

A day is that of an event only in the event's own clause: "fell on Tuesday, x-ray today", "9일에 쓰러졌고 약은 10일에
올렸어요". Clauses that tell of a medicine, a value or an appointment have days of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from agent.answers.asking.request import Finder
from agent.answers.events.days import NamedDay
from agent.answers.events.visits import CARE
from extraction.text.lazy_regex import lazy_regex

_END: Final = lazy_regex(
    r"[,;.!?()](?!\d)\s*|\s(?:and|but|then|so)\s|(?<!아니)(?<!말)(?<=[가-힣])고\s|(?<=[는은])데\s|지만\s|그리고\s",
    re.IGNORECASE,
)
_TREATED: Final = lazy_regex(
    r"주기|복용|처방|먹(?:기\s?시작|어요|었|음|고|는)|용량|올[렸려림]|줄[였여임]|늘[렸려림]|\d\s?mg|\b(?:prescribed|dose|upped|tablets?|meds?"
    r"|started (?:on|taking)|mg|stitches|cast|plaster)\b",
    re.IGNORECASE,
)
_OTHERS: Final = frozenset({"medications", "drug_classes", "labs", "vitals", "procedures"})
LISTED_ONLY: Final = lazy_regex(
    r"(?:\d{1,2}\s?월|in [a-z]+|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
    r"|[\s,.·ㅋㅎㅠㅜ~!:()/-]|그리고|하고|이랑|에도?|은|는|도|and|on|the|also|plus|오전|오후|아침|저녁|밤|새벽|낮"
    r"|(?:a |last )?(?:morning|evening|night|afternoon)|in|at|it was"
    r"|that was|\d{1,2}\s?시(?:\s?\d{1,2}분|\s?반)?|\d{1,2} ?[ap]m)*"
)

MONTH_ALONE: Final = lazy_regex(
    r"\b(?:in|since|from|during|last|early|late|mid) (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b"
    r"|\d{1,2}월(?:에|부터|달|\s?(?:초|말|중순|쯤))|작년|재작년|\b(?:last year|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
"""A month or a year is no day: what was then is not of the day of the telling."""


def clauses_of(sentence: str) -> Iterator[tuple[int, int]]:
    """Where each clause of a sentence stands."""
    start = 0
    for match in _END.finditer(sentence):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if start < len(sentence):
        yield start, len(sentence)


def without_other_things(sentence: str, own: re.Pattern[str], finder: Finder | None, denied: re.Pattern[str]) -> str:
    """``sentence``, as long as it was, with the clauses blanked out that tell of a treatment, a value or a visit;
    those that ``own`` words name stay, but not where they are ``denied``.
    """
    blank = list(sentence)
    for start, end in clauses_of(sentence):
        clause = sentence[start:end]
        other = own.search(clause) is None and _is_of_other(clause, finder)
        if other or denied.search(clause) is not None:
            blank[start:end] = " " * (end - start)
    return "".join(blank)


def _is_of_other(clause: str, finder: Finder | None) -> bool:
    named = finder is not None and any(one.entry.kind in _OTHERS for one in finder.find(clause))
    return named or CARE.search(clause) is not None or _TREATED.search(clause) is not None


def own_days(sentence: str, days: Sequence[NamedDay], own: Sequence[re.Pattern[str]]) -> list[NamedDay]:
    """The days that stand in a clause which one of the patterns finds, or in one that tells nothing but days."""
    kept = []
    for start, end in clauses_of(sentence):
        here = [one for one in days if start <= one.start < end]
        rest = sentence[start:end]
        for one in sorted(here, key=lambda each: each.start, reverse=True):
            rest = f"{rest[: one.start - start]}{rest[max(0, one.end - start) :]}"
        if here and (any(one.search(sentence[start:end]) for one in own) or LISTED_ONLY.fullmatch(rest) is not None):
            kept += here
    return kept


def clause_at(sentence: str, at: int) -> str:
    """The clause in which a place stands."""
    return next((sentence[start:end] for start, end in clauses_of(sentence) if start <= at < end), sentence)
