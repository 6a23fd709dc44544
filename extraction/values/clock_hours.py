"""Hours of the clock, which are no values: "sugar taken at 9:15", "its 1.30 in the arvo".

With a dot, as many people in Britain and its like write them, they look like one: only what tells an hour beside them,
a part of the day behind or what people do at an hour before, makes "7.30" one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_HOUR: Final = r"(?<![\d./:-])(?:[01]?\d|2[0-3])\.[0-5]\d(?![\d%/-]|\.\d)"
_WITH_COLON: Final = lazy_regex(r"(?<![\d:./])(?!1:(?:10|16|20|32|40)\b)(?P<hour>(?:[01]?\d|2[0-3]):[0-5]\d)(?![\d:])")
"""Not the titres of an antibody: 1:40."""
_OF_THE_CLOCK: Final = lazy_regex(rf"(?P<hour>{_HOUR})\s?(?:[ap]\.?m\b|o'?clock\b|hrs?\b|on the dot)")
_PART_OF_DAY: Final = lazy_regex(
    rf"\b(?:at|by|around|about|till|until|since|from|before|after|it'?s|it is|only|nearly|almost) (?P<hour>{_HOUR})\s?"
    r"(?:(?:in|during) the (?:early |late )?(?:morning|afternoon|evening|arvo|night)|at night|tonight|last night"
    r"|this (?:morning|afternoon|evening|arvo)|tomorrow|yesterday)"
)
"""A part of the day makes an hour only of what something is done at: "INR 2.45 this morning" is a value."""
_AT_AN_HOUR: Final = lazy_regex(
    r"\b(?:took|takes?|taken|taking|woke|wakes?|waking|got up|gets? up|gave|given|gives?|ate|eats?|eaten|left|started"
    r"|starts?|finished|appointment|clinic|surgery|due|slept|asleep|bed|dose|tablets?|pills?|insulin|injection|jab"
    r"|breakfast|lunch|dinner|tea|supper|fed|feed|rang|called|arrived|came|here|home|work|shift|visit|bus)\b"
    rf"[^.!?\d]{{0,20}}?\b(?:at|by|around|about|till|until|since|before|after|from) (?P<hour>{_HOUR})"
)


def clock_hours(folded: str) -> Iterator[tuple[int, int]]:
    """The places [start, end) of the hours in ``folded``, a text in lower case."""
    for pattern in (_WITH_COLON, _OF_THE_CLOCK, _PART_OF_DAY, _AT_AN_HOUR):
        yield from (match.span("hour") for match in pattern.finditer(folded))
