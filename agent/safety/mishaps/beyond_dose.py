"""Insulin injected in many times the dose on record ("60단위 맞아 버렸는데"), told as gone wrong or worried over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from domain.ledger import Fact, Ledger
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_FACTOR: Final = 2.0
"""Times the usual dose from which units injected by mistake are an emergency: a dose doubled is one already."""
_INJECTED: Final = lazy_regex(
    r"(?<![\d.])(?P<ko>\d{1,3})\s?단위[를을나이]{0,2}\s?(?:\S{1,4}\s)?(?:맞아\s?버|맞았|맞음|놔\s?버|놨|놓았|넣었|투여했|주사했)"
    r"|\b(?:injected|took|taken|had|given|gave|did|done|dosed|dialled|put in)\b"
    r"[^.?!\d]{0,20}(?P<en>\d{1,3}) ?(?:units?|u)\b",
    re.IGNORECASE,
)
_WRONG: Final = lazy_regex(
    r"버렸|버린|실수|잘못|착각|헷갈|어떡|어떻|어쩌|괜찮|큰일|죽나|위험"
    r"|\b(?:mistake\w*|accident\w*|oops|instead|wrong\w*|too (?:much|many)|what (?:do|should)|worr\w+|meant|misread"
    r"|panic\w*|help|dangerous|ok(?:ay)?)\b",
    re.IGNORECASE,
)


def is_beyond(text: str, ledger: Ledger, facts: Iterable[Fact]) -> bool:
    """Whether ``text`` tells units of insulin of at least twice the largest dose that ``facts`` and what they replaced
    hold, as a mistake; a dose told as what is prescribed is none.
    """
    if not _WRONG.search(text):
        return False
    told = [float(found["ko"] or found["en"]) for found in _INJECTED.finditer(text)]
    usual = [units for units in _doses(ledger, facts) if units not in told]
    return bool(told) and bool(usual) and max(told) >= _FACTOR * max(usual)


def _doses(ledger: Ledger, facts: Iterable[Fact]) -> Iterator[float]:
    for fact in facts:
        earlier = (ledger.facts[each] for each in fact.supersedes if each in ledger.facts)
        for one in (fact, *earlier):
            units = number_of_dose(one.content.dose) if one.content.dose else None
            if units is not None:
                yield units
