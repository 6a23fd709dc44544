"""A dose too many by its numbers ("60 units instead of 6"), and one that is only asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_ASKED_AFTER: Final = lazy_regex(
    r"(?:[아어여해]|셔)?야\s?(?:[하되돼될할함해겠]|맞)|[아어여해]?[도두]\s?(?:[되돼될]|괜찮|상관|문제|무방)|[으]?[을ㄹ]?까|을래|을지"
    r"|나(?:요|\?)|는(?:지|가|\s?[건거])|느?냐|게\s?되면|[을ㄹ]?\s?필요|으?려|을라|지\s?(?:말|마|않)"
)
"""Endings by which a dose too many is only asked about, meant or advised against ("두 배 맞아야 함?")."""
_INSTEAD: Final = lazy_regex(
    r"\b(?:took|taken|had|swallowed|gave|given|injected|did|done|dosed|drew up)\b[^.?!\d]{0,30}(?P<taken>\d+(?:\.\d+)?)"
    r"[^.?!\d]{0,20}\b(?:instead of|rather than|not)\b[^.?!\d]{0,12}(?P<meant>\d+(?:\.\d+)?)"
    r"|(?<!\d)(?P<meant_ko>\d+(?:\.\d+)?)\s?(?:단위|알|정|mg|밀리)?[을를]?\s?(?:대신|[가-힣]{1,3}\s?(?:걸|것을|거를|껄)|아니라|인데)[,\s]"
    r"[^.?!\d]{0,10}(?P<taken_ko>\d+(?:\.\d+)?)\s?(?:단위|알|정|mg|밀리)?[을를]?\s?(?:먹|드|복용|맞|놨|놓|놔|투여|주사)",
    re.IGNORECASE,
)
"""A number that was taken in place of a smaller one: "injected 60 units instead of 6", "6단위 맞을 걸 60단위 맞음"."""


def is_asked_after(text: str, end: int) -> bool:
    """Whether what goes on at ``end``, behind the stem of a verb, only asks, means or advises against it."""
    return _ASKED_AFTER.match(text, end) is not None


def in_place_of_fewer(text: str) -> Iterator[tuple[int, int]]:
    """The places [start, end) where more is told as taken than was meant."""
    for match in _INSTEAD.finditer(text):
        taken, meant = match["taken"] or match["taken_ko"], match["meant"] or match["meant_ko"]
        if float(taken) > float(meant):
            yield match.span()
