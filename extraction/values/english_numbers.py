"""English number words, also as people read out values ("one thirty-two" is 132, "six point oh" is 6.0)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_UNITS: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS: Final = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
_SCALES: Final = ("hundred", "thousand")
_WORD: Final = lazy_regex(r"[a-z]+", re.IGNORECASE)
_GAP: Final = lazy_regex(r"[ -]")
_FRACTION: Final = lazy_regex(r" and (a half|a quarter|three quarters)\b", re.IGNORECASE)
_FRACTIONS: Final = {"a half": 0.5, "a quarter": 0.25, "three quarters": 0.75}
_DIGIT_WORD: Final = "one|two|three|four|five|six|seven|eight|nine|zero|oh"
_SPELLED: Final = lazy_regex(rf"\b(?:{_DIGIT_WORD})(?:-(?:{_DIGIT_WORD})){{2,}}\b", re.IGNORECASE)
"""Digits read out one by one ("one-two-five"): they spell a number that was said before."""
_HALF_COUNTED: Final = lazy_regex(
    r"\bhalf (?:a |an )?(?=tab|pill|pack|sachet|glass|cup|bottle|scoop|spoon|teaspoon|tablespoon"
    r"|unit|gram\b|milligram)",
    re.IGNORECASE,
)
_A_GRAM: Final = lazy_regex(r"\b(?:to|on|of|now|takes?|taking|at) (a)(?= gram\b)", re.IGNORECASE)
_ROUND: Final = lazy_regex(
    r"(?<!in )\bthe (hundreds?|thousand|fives|tens|twenties|thirties|forties|fifties)\b(?! of| and| to)", re.IGNORECASE
)
"""Strengths by their round number: "upped to the thousand", "on the tens now"; ages and ranges stand behind "in"."""
_A_POINT: Final = lazy_regex(r"\b(?:this|that|the|a|some|my|your|no|which|any|every|main) $", re.IGNORECASE)
_ROUND_VALUES: Final = {
    "hundred": 100, "hundreds": 100, "thousand": 1000, "fives": 5, "tens": 10, "twenties": 20, "thirties": 30,
    "forties": 40, "fifties": 50,
}  # fmt: skip
_COUNTED: Final = lazy_regex(
    r"[ -](?:percent|%|milli|micro|gram|mg|mcg|unit|tablet|tab\b|pill|capsule|puff|inhalation|drop|spray|squirt"
    r"|spritz|patch|packet|sachet|pump|scoop|spoon|teaspoon|tablespoon|tsp|tbsp|time|day|week"
    r"|month|year"
    r"|hour|minute|drink|glass|cup|bottle|beer|pint|can|mug|shot|seltzer|cider|wine"
    r"|coffee|latte|flat white|espresso|tea\b"
    r"|cigarette|smoke|fag|cigar|joint|pack|degree|kilo|pound|centi|meter|metre|over\b)",
    re.IGNORECASE,
)


_OFTEN: Final = lazy_regex(r" times? (?:a|per|each|every|daily|in a) ?(?:day|night|week)?", re.IGNORECASE)
"""Behind a number word that says how often: "three hundred three times a day" is no 303."""


def english_numbers(text: str, lenient: bool) -> Iterator[tuple[int | float, int, int]]:
    """Yield value, start, end of the number words of normalised `text`.

    A lone "one", "zero" or "a" counts only before something that is counted, and "one" also in a lenient window.
    """
    for half in _HALF_COUNTED.finditer(text):
        yield 0.5, half.start(), half.start() + len(half[0].rstrip())
    for gram in _A_GRAM.finditer(text):
        yield 1, gram.start(1), gram.end(1)
    for strength in _ROUND.finditer(text):
        yield _ROUND_VALUES[strength[1].lower()], strength.start(1), strength.end(1)
    reached = 0
    for word in _WORD.finditer(text):
        if word.start() >= reached and word[0].lower() == "point" and not _A_POINT.search(text[: word.start()][-12:]):
            decimals, stop = _read_decimals(text, word.end())
            if decimals:
                yield float(f"0.{decimals}"), word.start(), stop
                reached = stop
                continue
        if word.start() < reached or not _may_open(text, word):
            continue
        if spelled := _SPELLED.match(text, word.start()):
            reached = spelled.end()
            continue
        value, end = _read(text, word.start())
        if end == word.end() and word[0].lower() in ("one", "zero", "a"):
            counted = bool(_COUNTED.match(text, end))
            if word[0].lower() == "a" or not (counted or lenient):
                continue
        reached = end
        yield value, word.start(), end


def _may_open(text: str, word: re.Match[str]) -> bool:
    lower = word[0].lower()
    if text[word.start() - 1 : word.start()].isdigit() or text[word.end() : word.end() + 1].isdigit():
        return False
    if lower == "a":
        following = _next_word(text, word.end())
        return following is not None and following[0].lower() in _SCALES
    return lower in _UNITS or lower in _TENS


def _next_word(text: str, end: int) -> re.Match[str] | None:
    return _WORD.match(text, end + 1) if _GAP.match(text, end) else None


def _read(text: str, start: int) -> tuple[int | float, int]:
    whole, end = _read_whole(text, start)
    point = _next_word(text, end)
    if point is not None and point[0].lower() in ("point", "dot", "comma"):
        decimals, stop = _read_decimals(text, point.end())
        if decimals:
            return float(f"{whole}.{decimals}"), stop
    if fraction := _FRACTION.match(text, end):
        return whole + _FRACTIONS[fraction[1].lower()], fraction.end()
    return whole, end


def _read_whole(text: str, start: int) -> tuple[int, int]:
    word = _WORD.match(text, start)
    total, section, room, end = 0, 0, 1000, start
    while word is not None:
        lower = word[0].lower()
        if lower == "a" and end == start:
            section, room = 0, 1000
        elif lower == "hundred" and section < 100:
            section, room = max(section, 1) * 100, 100
        elif lower == "thousand" and total == 0:
            total, section, room = max(section, 1) * 1000, 0, 1000
        elif (room == 100 or (total and not section)) and lower in _UNITS and _OFTEN.match(text, word.end()):
            break
        else:
            added = _add(lower, section, room, end == start)
            if added is None:
                break
            section, room = added
        end = word.end()
        word = _after_and(text, end) if room >= 100 and (section or total) else _next_word(text, end)
    return total + section, end


def _add(word: str, section: int, room: int, first: bool) -> tuple[int, int] | None:
    """Add `word` to `section` where it may hold a part below `room`; None when it starts another number.

    After a lone unit the next part is read out as hundreds ("one thirty-two", "one oh five").
    """
    read_out = room == 1 and 1 <= section <= 9
    if word in _TENS:
        if room >= 100:
            return section + _TENS[word], 10
        return (section * 100 + _TENS[word], 10) if read_out else None
    if word == "oh" and read_out:
        return section * 100, 10
    if word not in _UNITS:
        return None
    value = _UNITS[word]
    if value >= 10:
        if room >= 100:
            return section + value, 0
        return (section * 100 + value, 0) if read_out else None
    if room == 10 and value > 0:
        return section + value, 0
    if room >= 100 and (first or value > 0):
        return section + value, 1 if first else 0
    return None


def _after_and(text: str, end: int) -> re.Match[str] | None:
    word = _next_word(text, end)
    if word is not None and word[0].lower() == "and":
        following = _next_word(text, word.end())
        if following is not None and (following[0].lower() in _UNITS or following[0].lower() in _TENS):
            return following
        return None
    return word


_HOURS_AFTER: Final = lazy_regex(r"[\s-](?:hours?|hrs?)\s(?:after|later|post|from)\b", re.IGNORECASE)


def _read_decimals(text: str, end: int) -> tuple[str, int]:
    digits, tens = "", False
    while len(digits) < 6 and (word := _next_word(text, end)) is not None:
        lower = word[0].lower()
        if lower in _TENS and not digits:
            digits, tens = str(_TENS[lower]), True
        elif tens and 1 <= _UNITS.get(lower, 0) <= 9:
            return digits[0] + str(_UNITS[lower]), word.end()
        elif not tens and (lower in _UNITS or lower == "oh"):
            if digits and _HOURS_AFTER.match(text, word.end()) is not None:
                # "Nine point four two hours after tea" is 9.4, two hours after it.
                break
            digits += str(_UNITS.get(lower, 0))
        else:
            break
        end = word.end()
    return digits, end
