"""On which side of a limit an answer says that a value lies: "meets the goal of below 100", "목표 6.0을 넘은 수치".

The goal as it is named is taken out of the sentence; what is left tells of the value, by the few words for lying above,
below and within, and by whether they are denied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.held_goals import Goal, meets
from extraction.text.lazy_regex import lazy_regex

_UNIT: Final = r"(?:\s?(?:%p?|mg/d[lL]|g/d[lL]|ng/m[lL]|mmHg|mmol/[lL]|mIU/[lL]|U/[lL]|bpm))?"
_GOAL: Final = lazy_regex(
    rf"\b(?:the\s|a\s|your\s|its\s|that\s|this\s|our\s)?(?:\w+\s)?(?:goals?|targets?|limits?|cut-?offs?|lines?"
    rf"|thresholds?)\b"
    rf"(?:\s(?:of|is|being|for\s[\w\s]{{0,20}}?is))?(?:\s(?:being\s)?(?P<way>below|under|less than|at most"
    rf"|above|over|at least|more than))?"
    rf"(?:\s(?P<n>\d+(?:\.\d+)?)(?:/\d+)?(?!\d|\s?(?:~|–|-)\s?\d){_UNIT})?"
    rf"|(?:목표|기준|권고|상한|하한|한계)(?:\s?(?:치|값|수치|혈압|혈당|범위))?(?:인|가|는|은|로|로\s삼은|의)?\s?"
    rf"(?:(?P<m>\d+(?:\.\d+)?)(?:/\d+)?(?!\d|\s?(?:~|–|-)\s?\d){_UNIT})?(?:\s?(?P<way_ko>미만|이하|이상|초과))?",
    re.IGNORECASE,
)
_ABOVE: Final = lazy_regex(
    r"\b(?:above|over|exceed(?:s|ed|ing)?|higher than|more than|past|beyond|tops?|up on)\b|넘|초과|웃도|웃돌|상회|높",
    re.IGNORECASE,
)
_BELOW: Final = lazy_regex(
    r"\b(?:below|under|less than|lower than|short of|beneath)\b|미만|이하|밑돌|밑도|아래|낮|하회|모자", re.IGNORECASE
)
_AS_WANTED: Final = lazy_regex(
    r"\bwhere (?:the (?:guidelines?|doctors?)|your (?:doctors?|team)|they|we|it) (?:wants?|should be|ought to be"
    r"|aims?|asks?|likes?)\b"
    r"|\b(?:as|just what) (?:the guidelines?|your doctors?|doctors) (?:wants?|asks? for|recommends?)\b|(?:원하는"
    r"|바라는|권하는)\s(?:대로|수준|만큼)",
    re.IGNORECASE,
)
"""That a goal is met, without naming it one."""
_MEETS: Final = lazy_regex(
    r"\b(?:meets?|met|meeting|reach(?:es|ed|ing)?|achiev(?:es|ed|ing)|within|inside|in|on|at|satisf(?:y|ies"
    r"|ied)|hits?|fulfils?)\s(?:\w+\s){0,2}GOAL\b"
    r"|GOAL\S{0,3}\s?(?:\S+\s)?(?:만족|달성|도달|들어[왔갔온가갑옵와맞]|부합|충족|안에|이내|지[키켰]|이루|맞[습는게])",
    re.IGNORECASE,
)
_NUMBER: Final = lazy_regex(r"\d")
_NOT: Final = lazy_regex(
    r"\b(?:not|never|yet to|fails?|failed|misses|missed|isn['’]t|hasn['’]t|far from|no longer|without)\b"
    r"|n['’]t\b|못|않|아니|벗어|안\s",
    re.IGNORECASE,
)


def require_side(sentence: str, values: Sequence[float], newest: float, goals: Sequence[Goal]) -> None:
    """``values`` are those of the readings that the sentence tells; without one it speaks of the newest."""
    found = _GOAL.search(sentence)
    value = values[-1] if values else newest
    if _AS_WANTED.search(sentence) and goals and _NOT.search(sentence) is None:
        _refuse(not _holds(value, goals), value)
    if found is None:
        return
    number = found["n"] or found["m"]
    named = float(number) if number else None
    if named in values:
        return
    if _SETS.search(sentence[found.end() :]) or (not values and _SETS_BEFORE.search(sentence[: found.start()])):
        return
    if not values and named is not None and not _OF_VALUE.search(sentence):
        return
    if named is None and not values and _NUMBER.search(sentence[found.end() :]):
        return
    rest = f"{sentence[: found.start()].rstrip()} GOAL{sentence[found.end() :]}"
    denied = _NOT.search(rest) is not None
    limits = [one for one in goals if named is None or one.value == named] or _of(found, named)
    if _MEETS.search(rest):
        _refuse(_holds(value, limits) is denied if limits else False, value)
        return
    # The words for a side stand on the same side of the goal as its verb.
    near = rest[max(0, rest.index("GOAL") - 24) : rest.index("GOAL") + 24]
    above, below = _ABOVE.search(near) is not None, _BELOW.search(near) is not None
    if above == below:
        return
    limit = named if named is not None else next((one.value for one in goals), None)
    if limit is None or len({one.value for one in goals}) > 1:
        return
    _refuse((value > limit if above else value < limit) is denied, value)


_SETS: Final = lazy_regex(r"^\S{0,2}(?:입니다|이다|이에요|예요|으로\s?(?:하|잡|정|두|삼|안내|권)|를\s?(?:권|두)|is\s)")
"""Words that only tell what the goal is."""
_SETS_BEFORE: Final = lazy_regex(
    r"아래로\s|낮추|줄이|\b(?:to reach|to get to|aim(?:ing)? for|advised|recommended|keep|bring|get)\b", re.IGNORECASE
)
_OF_VALUE: Final = lazy_regex(
    r"\b(?:is|are|was|were|has|have|meets?|met|reached|reaches|lies|sits|stays?|exceeds?|at|came|now)\b|습니다"
    r"|어요|아요|네요|으니|[고며]\s|지요|죠",
    re.IGNORECASE,
)


def _of(found: re.Match[str], limit: float | None) -> list[Goal]:
    way = (found["way"] or found["way_ko"] or "").casefold()
    if limit is None or not way:
        return []
    return [Goal("below" if way in ("below", "under", "less than", "at most", "미만", "이하") else "above", limit)]


def _holds(value: float, limits: Sequence[Goal]) -> bool:
    return all(meets(value, one.side, one.value) for one in limits)


def _refuse(wrong: bool, value: float) -> None:
    if wrong:
        raise OutputUnusable("wrong_against_goal", f"it is wrong against the goal: {value:g}")
