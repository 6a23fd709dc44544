"""Whether it is asked what somebody was ill with of late, and since which day that is meant."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_ILL: Final = lazy_regex(
    r"(?:아팠|앓았|걸렸)던?\s?(?:거|것|게|일|병|적|내용|기록|데)|아픈\s?(?:거|것|일|적|내용|기록)|앓은\s?(?:거|것|병)"
    r"|병치레|걸린\s?(?:거|것|병)"
    r"|\b(?:ill|sick|unwell|poorly|down) with\b|\b(?:illnesses|sicknesses|infections|ailments|bugs)\b"
    r"|\bwhat (?:i|he|she|they|we)(?:'?ve|'?s|'?d| have| has| had)?"
    r" (?:had|caught|come down with|came down with|been through)\b"
    r"|\b(?:been|was|were) (?:ill|sick|unwell|poorly)\b",
    re.IGNORECASE,
)
_OF_LATE: Final = lazy_regex(
    r"(?P<month>이번\s?달|이달|금월|\bthis month\b)|(?P<last>지난\s?달|저번\s?달|\blast month\b)"
    r"|(?P<week>이번\s?주|\bthis week\b|지난\s?주|\blast week\b|\b(?:past|last) (?:seven|7) days\b)"
    r"|최근|요즘|그동안|근래|한\s?달|올봄|\b(?:lately|recently|of late|so far|the (?:last|past) (?:month|few weeks))\b",
    re.IGNORECASE,
)
_LATELY: Final = timedelta(days=30)
_WEEK: Final = timedelta(days=7)


def asks_ill_lately(text: str) -> bool:
    """Whether words ask for what somebody was ill with in a time that has just passed."""
    return _ILL.search(text) is not None and _OF_LATE.search(text) is not None


def is_wanted(text: str) -> bool:
    """Whether words say that somebody wants to have it: "the nursery needs her allergies and what she had"."""
    return _WANTED.search(text) is not None


_WANTED: Final = lazy_regex(
    r"\b(?:needs?|wants?|asks?|requires?)\b|알려\s?달|적어\s?(?:내|오)|제출|필요", re.IGNORECASE
)


def span_meant(text: str, today: str) -> tuple[str, str]:
    """The first and the last day (ISO) of the time that is asked about; the last month where none is named."""
    day = date.fromisoformat(today)
    found = _OF_LATE.search(text)
    first = day.replace(day=1)
    if found is not None and found["month"]:
        return first.isoformat(), today
    if found is not None and found["last"]:
        end = first - timedelta(days=1)
        return end.replace(day=1).isoformat(), end.isoformat()
    return (day - (_WEEK if found is not None and found["week"] else _LATELY)).isoformat(), today
