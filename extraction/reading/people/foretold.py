"""What somebody says may come of it: "my neighbour says it can stop my heart", "the man told me I could collapse".

What a bystander foretells or what was read to mean something has not happened: it is no finding, and no urgency is
heard in it. A clinician's word stays, and so does what somebody says of themselves ("he says he might faint").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_CLINICIAN: Final = (
    r"doctors?|docs?|dr|gps?|nurses?|paramedics?|midwi(?:fe|ves)|consultants?|specialists?|surgeons?|pa|np|111|911|999"
    r"|[a-z]+(?:ologists?|iatrists?|ticians?|ysicians?)|pharmacists?|chemists?|dentists?|physios?|therapists?|registrars?"
    r"|hospital|clinic|matron|medics?"
)
_WHO: Final = (
    rf"(?:(?:my|the|our|his|her|a|an|some|one)\s(?!(?:\w+\s)?(?:{_CLINICIAN})\b)(?:[a-z-]+(?:['’]s)?\s){{0,2}}?[a-z]+"
    r"|he|she|they|people|everyone|everybody|somebody|someone|folks|google|the internet)(?:['’]s| is| are| was| were)?"
)
_SAYS: Final = (
    r"(?:(?:always|just|keeps?|kept|even|also)\s){0,2}(?:say|says|said|saying|tells?|told|telling|thinks?|reckons?|swears?|warns?|warned"
    r"|claims?|insists?|shout(?:s|ed|ing)|scream(?:s|ed|ing)|yell(?:s|ed|ing))(?:\s(?:at )?(?:me|us|him"
    r"|her))?(?:\sthat)?"
)
_COMES: Final = (
    r"(?:(?:can|could|may|might|will|would)\b(?!['’ ]?(?:n['’]?t|not)\b|\s(?:hardly|barely|only|just about"
    r"|no longer|have been|feel|see|hear))"
    r"|['’]ll\b|(?:['’](?:m|s|re)\s|\s?(?:am|is|are|im|was)\s)?(?:gonna|going to|bound to|about to)\b)"
)
_FORETOLD: Final = lazy_regex(
    rf"\b{_WHO}\s{_SAYS}\s(?P<it>(?:i|it|you|we|this|that|these|those|my\s[a-z]+|your\s[a-z]+)\s?{_COMES}[^.?!;,\n]*)"
    r"|\bi\s(?:\w+\s)?(?:read|heard)\s(?:(?:somewhere|online|once|it|this|that)\s){0,3}"
    r"(?P<read>(?:means?|can|could|may|might|causes?|leads? to|is a sign of)\s[^.?!;,\n]*)"
)
_TURNS: Final = lazy_regex(
    r"\s(?:but|so|and|because|cos|cuz|since|as|when|now)\s(?:i|my|he|she|it|now|we|do|should|is|am)\b"
)
_HARMS_ONESELF: Final = lazy_regex(r"\bmyself\b|suicid|\bend it\b|\bmy (?:own )?life\b")


def foretold(text: str) -> Iterator[tuple[int, int]]:
    """Where ``text``, in lower case, only passes on what may come, as [start, end)."""
    for match in _FORETOLD.finditer(text):
        start, end = match.span("it") if match["it"] is not None else match.span("read")
        turn = _TURNS.search(text, start, end)
        end = turn.start() if turn is not None else end
        if _HARMS_ONESELF.search(text, start, end) is None:
            yield start, end


def without_foretold(text: str) -> str:
    """``text`` with spaces where it only passes on what may come, every other character in its place."""
    lower = text.casefold()
    if len(lower) != len(text):
        return text
    for start, end in foretold(lower):
        text = text[:start] + " " * (end - start) + text[end:]
    return text
