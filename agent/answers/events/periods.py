"""What a sentence tells of a period on each of its days: that it began, that it ended, or that it was no period."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

from agent.answers.events.days import NamedDay
from extraction.text.lazy_regex import lazy_regex

Mark = Literal["start", "end", "spotting"]
_MARKS: Final[tuple[tuple[Mark, re.Pattern[str]], ...]] = (
    ("spotting", lazy_regex(
        r"비[침친쳤치]|갈색|묻[어은었]|착상혈|부정\s?출혈|\bspot(?:ted|ting|s)?\b|\bbrown(?:ish)?\b"
        r"|\bonly (?:a )?(?:light|smear|streak)|\bfalse start\b"
        r"|\bnot (?:a |my )?(?:real |proper )?period\b|\bdidn'?t count\b", re.IGNORECASE)),
    ("end", lazy_regex(r"끝[났나남이]|끝(?=[.,\s]|$)|마쳤|멎|종료|\b(?:ended|finish\w*|stopped|over|done"
                       r"|gone)\b|까지", re.IGNORECASE)),
    ("start", lazy_regex(
        r"시작|터[졌짐지]|첫\s?날|왔|오늘부터|부터|걸[렸림]|함(?=[.,\s]|$)|했|\b(?:start\w*|began|begun|came"
        r"|come|arriv\w*|got|first day|day (?:1|one)|showed|due on)\b",
        re.IGNORECASE)),
)  # fmt: skip
LAST_ONE: Final = lazy_regex(
    r"\blmp\b|\b(?:last|previous) (?:menstrual )?period\b|(?:마지막|최종|지난)\s?(?:번\s?)?(?:생리|월경)", re.IGNORECASE
)
LASTED: Final = lazy_regex(
    r"\d{1,2}일\s?(?:간|동안|했|함|하고|정도|째)|\b(?:lasted|for) (?:\w+ )?\d{1,2} days?\b", re.IGNORECASE
)
_LISTS: Final = lazy_regex(r"[\s,.·/~!]|그리고|하고|이랑|and|on|the|생리|월경|날짜|기록|은|는|일|periods?|my|dates?|:")


def period_marks(sentence: str, days: Sequence[NamedDay]) -> tuple[tuple[str | None, Mark], ...]:
    """Each day with what it is told to be; the day is None where none is named and the telling itself is the day."""
    if not days:
        found = _first(sentence)
        return ((None, found),) if found is not None and _HABIT.search(sentence) is None else ()
    marked: list[tuple[str | None, Mark]] = []
    for place, one in enumerate(days):
        following = days[place + 1].start if place + 1 < len(days) else len(sentence)
        before = sentence[days[place - 1].end if place else 0 : one.start]
        behind = sentence[one.end : following]
        mark = _of(before, behind, korean=_is_korean(sentence))
        if mark is not None:
            marked.append((one.day, mark))
    if not marked and _LISTS.sub("", _without(sentence, days)) == "":
        return tuple((one.day, "start") for one in days)
    listed = all(_LISTS.sub("", sentence[one.end : other.start]) == "" for one, other in pairwise(days))
    if listed and marked and {mark for _, mark in marked} == {"start"}:
        # "6/2, 6/30, 7/27 시작": the verb stands once for all of a list.
        return tuple((one.day, "start") for one in days)
    return tuple(marked)


_HABIT: Final = lazy_regex(
    r"규칙|마다|보통|평소|\b(?:usually|regular|irregular|every|always|late|due|should|supposed)\b|늦"
    r"|안\s?(?:해|왔|나|하)|예정|아직",
    re.IGNORECASE,
)


def _is_korean(text: str) -> bool:
    return any("가" <= one <= "힣" for one in text)


def _of(before: str, behind: str, *, korean: bool) -> Mark | None:
    """In Korean the verb stands behind its day, in English mostly before it."""
    if korean:
        return _first(behind) or ("start" if _RIGHT_BEFORE.search(before) is not None else None)
    return _last(before) or _first(behind)


_RIGHT_BEFORE: Final = lazy_regex(r"(?:시작|첫\s?날)\S{0,3}\s?$")


def _first(text: str) -> Mark | None:
    found = [(match.start(), mark) for mark, words in _MARKS if (match := words.search(text)) is not None]
    if any(mark == "spotting" for _, mark in found):
        return "spotting"
    return min(found)[1] if found else None


def _last(text: str) -> Mark | None:
    found = [(match.end(), mark) for mark, words in _MARKS for match in words.finditer(text)]
    return max(found)[1] if found else None


def _without(sentence: str, days: Sequence[NamedDay]) -> str:
    for one in reversed(days):
        sentence = f"{sentence[: one.start]}{sentence[one.end :]}"
    return sentence
