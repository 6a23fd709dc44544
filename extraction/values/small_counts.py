"""Small counts inside a fixed phrase ("이틀", "두세 번", "three times"): patterns to embed, and their reader."""

from __future__ import annotations

import re
from typing import Final

from extraction.values.korean_numbers import SPANS

_NATIVE: Final = {
    "하나": 1, "한": 1, "두": 2, "세": 3, "석": 3, "서": 3, "네": 4, "넉": 4, "다섯": 5, "여섯": 6, "일곱": 7,
    "여덟": 8, "아홉": 9, "열": 10, "열한": 11, "열두": 12, "스무": 20, "서른": 30,
}  # fmt: skip
_SINO_SPANS: Final = {"일이": (1, 2), "이삼": (2, 3), "삼사": (3, 4), "사오": (4, 5), "오륙": (5, 6)}
_SINO: Final = {char: value for value, char in enumerate("일이삼사오육칠팔구", start=1)}
_ENGLISH: Final = {
    "a couple of": 2, "couple of": 2, "a couple": 2, "couple": 2, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3,
    "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "fifteen": 15, "twenty": 20, "thirty": 30,
}  # fmt: skip

_DIGITS: Final = r"\d{1,4}(?:\s?[~-]\s?\d{1,3})?"


def _alternatives(words: list[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


KOREAN_COUNT: Final = (
    rf"(?:{_DIGITS}|{_alternatives([*SPANS, *_NATIVE, *_SINO_SPANS])}"
    r"|[일이삼사오육칠팔구]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구])"
)
"""A count before a Korean counter; embed it in a named group and read that with `read_count`."""

KOREAN_COUNT_ALONE: Final = rf"(?<![가-힣\d])(?<!\d\.){KOREAN_COUNT}"
"""The same where nothing in the pattern stands before it."""

ENGLISH_COUNT: Final = rf"(?:(?<!\d)(?<!\d\.){_DIGITS}|\b(?:{_alternatives(list(_ENGLISH))})\b)"
"""A count before an English noun."""

KOREAN_DAYS: Final = {
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "여드레": 8, "아흐레": 9, "열흘": 10,
    "보름": 15,
}  # fmt: skip
"""Native words for a number of days."""


def read_count(words: str) -> tuple[int, int]:
    """Return the lower and upper count that `words` (a match of one of the patterns) names.

    Raises ValueError for anything else.
    """
    cleaned = words.strip().lower()
    if digits := re.findall(r"\d+", cleaned):
        return min(low := int(digits[0]), high := int(digits[-1])), max(low, high)
    for spans in (SPANS, _SINO_SPANS):
        if cleaned in spans:
            return spans[cleaned]
    value = _NATIVE.get(cleaned) or _ENGLISH.get(cleaned) or _sino(cleaned)
    return value, value


def _sino(words: str) -> int:
    tens, ten, ones = words.rpartition("십")
    if not words or not {tens, ones} <= {"", *_SINO}:
        raise ValueError("not a small count")
    return (_SINO.get(tens, 1) * 10 if ten else 0) + _SINO.get(ones, 0)
