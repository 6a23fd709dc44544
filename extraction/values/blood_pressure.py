"""Blood pressure pairs: "138/86", "138에 86", "백육십이 다시 팔십삼", "138 over 86"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.spoken_numbers import NumberMention, find_numbers

SYSTOLIC: Final = (60, 280)
DIASTOLIC: Final = (30, 160)
"""mm[Hg] between which a reading of a living, talking patient lies; beyond them the pair is something else."""

_JOINT: Final = lazy_regex(r"\s?(?:mm\s?Hg)?\s?(?:/|에|다시|대|over|on|-)\s?", re.IGNORECASE | re.ASCII)
_UPPER: Final = (
    r"(?:수축기\s?(?:혈압)?|(?:위|윗|최고|높은)\s?(?:쪽|혈압|숫자|수치|값|거|것)?"
    r"|(?:the )?(?:top|upper|higher|systolic|first)(?: (?:number|one|figure|value|reading|side|pressure))?)"
)
_LOWER: Final = (
    r"(?:이완기\s?(?:혈압)?|(?:아래|아랫|최저|낮은|밑)\s?(?:쪽|혈압|숫자|수치|값|거|것)?"
    r"|(?:the )?(?:bottom|lower|diastolic|second|below|underneath)"
    r"(?: (?:number|one|figure|value|reading|side|pressure))?)"
)
_IS: Final = r"(?:은|는|이|가|로|에)?(?: ?(?:is|was|of|at|reads?|:|=))?\s?"
_THEN: Final = (
    r"\s?(?:mm\s?Hg)?(?:이고요?|고요?|이며|며|이|이에요|예요|이었고|였고|에|하고|랑|이랑)?\s?[,;/.]?\s?"
    r"(?:and |with |그리고 )?"
)
_LABELLED_JOINT: Final = lazy_regex(rf"{_THEN}{_LOWER}{_IS}", re.IGNORECASE | re.ASCII)
_UPPER_BEHIND: Final = lazy_regex(
    rf"\s?(?:mm\s?Hg )?(?:(?:on|at|for|as) )?{_UPPER}(?:,|, and| and| with| over)? ", re.IGNORECASE | re.ASCII
)
_LOWER_BEHIND: Final = lazy_regex(
    rf"\s?(?:mm\s?Hg )?(?:(?:on|at|for|as) )?(?:the )?{_LOWER}\b", re.IGNORECASE | re.ASCII
)
"""The two numbers each before its name: "118 on top and 75 at the bottom"."""
_TOLD_TOGETHER: Final = lazy_regex(
    r"\s?(?:이?랑|하고|와|과|에다가?|이고|그리고|,| and| then| by)\s?", re.IGNORECASE | re.ASCII
)
_BEFORE: Final = 48
"""Characters before two numbers told together in which the pressure is named."""
_LEAST_TOP, _LEAST_BOTTOM = 80, 40
"""mm[Hg] from which on two numbers that are only told together are a pressure."""
_OTHER_UNIT: Final = lazy_regex(
    r"\s?(?:%|mg|mcg|ug|μg|g\b|U\b|kg|cm|단위|밀리|미리|마이크로|퍼센트|프로|킬로|세\b|살|년|월(?!요|욜)|일(?!요|욜|\s?\d{2,3}\s?/)|회|번|개|/\s?\d"
    r"|units?\b|years?\b)",
    re.IGNORECASE | re.ASCII,
)
_OWN_UNIT: Final = lazy_regex(r"\s?mm\s?Hg", re.IGNORECASE | re.ASCII)
_PRESSURE_WORD: Final = lazy_regex(r"혈압|\bbp\b|pressure|수축기|systolic", re.IGNORECASE | re.ASCII)
_WHOLE_MIX: Final = 100
"""Premixed insulins are named by two shares of one hundred (70/30, 75/25)."""


@remembered
def find_blood_pressure(text: str) -> tuple[tuple[int, int, int, int], ...]:
    """Return (systolic, diastolic, start, end) of every pair in `text`, in mm[Hg], in order."""
    source = normalise(text)
    pairs = pressures_of(source.text, find_numbers(source.text, lenient=True))
    return tuple((upper, lower, *source.span(start, end)) for upper, lower, start, end in pairs)


def pressures_of(text: str, numbers: Sequence[NumberMention]) -> tuple[tuple[int, int, int, int], ...]:
    """The same among the ``numbers`` of normalised ``text``, bare number words among them."""
    pairs = []
    previous_used = False
    # "The lower one is 91" counts nothing.
    told = [one for one in numbers if one.digits or one.value != 1]
    for first, second in pairwise(told):
        used, previous_used = previous_used, False
        if used or not _is_pair(text, first, second):
            continue
        unit = _OWN_UNIT.match(text, second.end)
        pairs.append((int(first.value), int(second.value), first.start, unit.end() if unit else second.end))
        previous_used = True
    return tuple(pairs)


def in_range(number: float, *, upper: bool) -> bool:
    """Whether ``number`` in mm[Hg] can be the upper or the lower value of a talking patient."""
    low, high = SYSTOLIC if upper else DIASTOLIC
    return low <= number <= high


def _is_pair(text: str, first: NumberMention, second: NumberMention) -> bool:
    top, bottom = first.value, second.value
    if not (isinstance(top, int) and isinstance(bottom, int)) or first.high or second.high:
        return False
    if not (in_range(top, upper=True) and in_range(bottom, upper=False) and top > bottom):
        return False
    joint = _JOINT.fullmatch(text, first.end, second.start)
    if joint is None:
        return _is_labelled(text, first, second) or _is_told_together(text, first, second)
    if _OTHER_UNIT.match(text, second.end) or text[max(0, first.start - 1) : first.start] in ("/", "-"):
        return False
    loose = joint[0].strip() in ("-", "on", "대") or top + bottom == _WHOLE_MIX
    return not loose or bool(_PRESSURE_WORD.search(text, 0, first.start))


def _is_labelled(text: str, first: NumberMention, second: NumberMention) -> bool:
    if _LABELLED_JOINT.fullmatch(text, first.end, second.start):
        return True
    named = _UPPER_BEHIND.fullmatch(text, first.end, second.start) is not None
    return named and _LOWER_BEHIND.match(text, second.end) is not None


def _is_told_together(text: str, first: NumberMention, second: NumberMention) -> bool:
    """Two numbers joined by no more than "and" or a space, where the pressure or its meter is named before them."""
    if _is_bare_pair(text, first, second):
        return True
    if first.value < _LEAST_TOP or second.value < _LEAST_BOTTOM or first.value - second.value < _LEAST_BETWEEN:
        return False
    if not _TOLD_TOGETHER.fullmatch(text, first.end, second.start) or _OTHER_UNIT.match(text, second.end):
        return False
    before = text[max(0, first.start - _BEFORE) : first.start]
    named = _PRESSURE_WORD.search(before)
    return named is not None and _APART.search(before, named.end()) is None


_APART: Final = lazy_regex(r"[.!?;\n]|\d|약|\b(?:pills?|tablets?|medicines?|meds|tablets?)\b")
"""What parts the name of the pressure from two numbers: the end of a sentence, another number, a medicine for it."""


_PRESSURE_RIGHT_BEFORE: Final = lazy_regex(
    r"(?:혈압(?:계[에로가]?)?|\bbp|blood pressure)(?:[은이가도]|\s?(?:was|is|of|:))?\s?"
    r"(?:오늘\s|지금\s|아침에?\s|today\s|now\s)?$",
    re.IGNORECASE | re.ASCII,
)
_LEAST_BETWEEN: Final = 15
"""mm[Hg] between the two numbers of a pressure that nothing but a space joins."""


def _is_bare_pair(text: str, first: NumberMention, second: NumberMention) -> bool:
    """Two numbers with only a space between them, right behind the word: "혈압 150 95 나왔어요"."""
    if text[first.end : second.start] != " " or first.value - second.value < _LEAST_BETWEEN:
        return False
    if _OTHER_UNIT.match(text, second.end) is not None:
        return False
    return _PRESSURE_RIGHT_BEFORE.search(text[: first.start]) is not None
