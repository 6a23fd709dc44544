"""A single dose that was not taken: found in its box, forgotten, slept through, not taken yet.

Such words tell of one dose of one time. They end no medicine and move no day of taking it, whoever hears them so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

ONE_DOSE: Final = 0.5
"""Days of which one dose of a day is told as not taken."""
_TIME: Final = (
    r"(?:(?:this|yesterday|last|today|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'?s)?"
    r"(?: (?:mornings?|afternoons?|evenings?|nights?|weeks?|lunchtimes?|[ap]m|\d{1,2} ?[ap]m))?(?:'?s)?)"
)
_DAY: Final = r"\b(?:today|yesterday|tonight|(?:last|this) \w+|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
IS_LEFT_OVER: Final = lazy_regex(
    rf"\b{_TIME} (?:\w+ )?(?:tablets?|pills?|doses?|capsules?|shots?|injections?|jabs?|patch|puffs?|meds|one)\b"
    r"|\b(?:is|are|was|were|'s|it'?s) still (?:in|on|there|here|sitting|sat|full|sealed|unopened|lying)\b"
    r"|\b(?:untouched|unopened|never got (?:taken|done)|(?:has|have)(?:n'?t| not) gone\b(?! away)"
    r"|(?:spaced|blanked|zoned)(?: out)?(?: on)?|sle(?:pt|ep) (?:through|past|in)|overslept|nodded off)\b"
    rf"|\b(?:left|leave) (?:out|off|it|them|my|the)\b[^.;!?]{{0,40}}{_DAY}"
    r"|그대로\s?(?:있|네|남|더|예|에|인|임|이)|그대로[.!?~ ]*$|남아\s?있|안\s?뜯|아직\s?(?:안|못)\s?(?:먹|맞|드)"
    r"|안\s?(?:먹|맞|드시)고\s?(?:잤|잠|자|나왔|나갔|나와|출근|왔|갔|지나)|안\s?(?:먹|맞)은\s?(?:것|거)\s?같"
    r"|그냥\s?(?:잤|잠들|지나)"
)
"""Words by which one dose is still there, or was not taken at its time."""
_DOSE_OF: Final = r"(?:this morning|last night|tonight|today|yesterday|\w+day)(?:'?s)?"
_STILL_THERE: Final = lazy_regex(
    rf"\b(?:{_DOSE_OF}|(?:morning|evening|night|lunchtime)) (?:\w+ ){{0,3}}?(?:is |are |was |were |'s )?(?:still"
    rf"|left)(?: \w+){{0,2}}?"
    r" (?:in|on|inside) (?:the|my|his|her|its|their)\b"
    rf"|\b(?:found|noticed|realised|realized|seen|see|spotted)\b[^.?!]{{0,24}}\b{_DOSE_OF} (?:\w+ ){{0,3}}?(?:still"
    rf"|untaken|not taken|untouched)\b"
    r"|(?:아침|점심|저녁|밤|어제|오늘|엊저녁|[월화수목금토일]요일)\s?(?:약|거|것|꺼|알약|분)[이가은는도]?\s[^.?!]{0,14}"
    r"(?:그대로\s?(?:있|남|네)|남아\s?있|안\s?비어|들어\s?있)",
    re.IGNORECASE,
)


_ONCE: Final = lazy_regex(
    r"\b(?:forg[eo]t\w*|miss(?:ed|ing)?|skipp\w*|late|left (?:it|them|my|the|mine)|throw\w* up|vomited"
    r"|doubled up|extra|twice by|still (?:have|has)(?:n['’]?t| not))\b"
    r"|깜[박빡]|까먹|잊[어었고]|빼먹|빼묵|걸렀|걸러|거르|놓쳤|늦게\s?(?:먹|묵|드|맞|챙)|못\s?챙|아직\s?(?:도\s?)?(?:안|못)\s"
)
"""Words of one dose that was not taken, or not at its time."""


def tells_of_one_dose(text: str) -> bool:
    """Whether words tell of one dose that was not taken, or not at its time."""
    return _ONCE.search(text) is not None


def untaken_in(text: str) -> Iterator[re.Match[str]]:
    """Where ``text`` (normalised) tells of one found where it was laid out; it tells nothing new of the hours."""
    return _STILL_THERE.finditer(text)
