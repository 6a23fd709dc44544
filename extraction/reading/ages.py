"""Whether a number is told as somebody's years: "58 years of age", "만 16", "나이는 오십다섯", "a man of forty-six"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_AFTER: Final = re.compile(
    r"\s?(?:세(?![대트상])|살)(?!\s?(?:때|부터|에\s|된|난|쯤))|\s?-?(?:years?|yrs?)[\s-]old\b|\s?y/?o\b"
    r"|\s?years of age\b"
)
_BEFORE: Final = re.compile(
    r"(?:나이|연세|춘추|연령)(?:[가는은도]|로는|로)?\s?(?:만\s?)?$|(?:^|[\s,.])만\s?$"
    r"|\b(?:aged?|age is|turned|turning)\s?:?\s?$|\b(?:man|woman|male|female|lady|guy|girl|boy|fella|lad|lass) of\s$"
)
_I_AM: Final = re.compile(r"\bi(?:'m| am|m)\s(?:now\s|only\s|already\s)?$")
_ALONE: Final = re.compile(r"\s?(?:$|[.,;!?)]|and\b|but\b|so\b|with\b|male\b|female\b|m\b|f\b|now\b|i\b)")
_YEARS_KO: Final = re.compile(r"(?=\s?(?:$|[.,;!?)]|이[고구라에예요입며야]|입|요|예|에|인데|남|여|먹은|먹었))")
_PAST: Final = re.compile(r"\b(?:when|until|till|since|at|from|by)\s(?:\w+\s){0,3}$")

_LEAST, _MOST = 10, 110


def is_age(folded: str, start: int, end: int, value: float) -> bool:
    """Whether the number at [start, end) of a text in lower case is an age, by the words that touch it."""
    if _AFTER.match(folded, end):
        return True
    if not _LEAST <= value <= _MOST or not float(value).is_integer():
        return False
    before = folded[max(0, start - _REACH) : start]
    if _I_AM.search(before):
        return bool(_ALONE.match(folded, end))
    return bool(_BEFORE.search(before)) and bool(_ALONE.match(folded, end) or _YEARS_KO.match(folded, end))


_REACH: Final = 24


def is_told_of_the_patient(folded: str, start: int, relatives: Iterable[int]) -> bool:
    """Whether an age is the speaker's present one: no other person stands before it in its clause, and no past time."""
    opening = max((match.end() for match in _CLAUSES.finditer(folded, 0, start)), default=0)
    return not any(opening <= one < start for one in relatives) and not _PAST.search(folded[opening:start])


_CLAUSES: Final = re.compile(r"[.;!?\n]|,\s|\b(?:and|but|while)\b|고\s|는데\s|지만\s")
