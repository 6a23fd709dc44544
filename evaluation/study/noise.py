"""Noise of a hurried patient: fillers, dropped particles, lost spaces, slips of the finger and figures in words.

Names and figures keep their letters: noise tests how a text is read, and must not change what is true. Every draw comes
from the caller's generator, so that a seed fixes the text.
"""

from __future__ import annotations

import random
import string
from collections.abc import Mapping

from evaluation.study.particles import with_particle
from evaluation.study.patients import InvalidStudy
from evaluation.study.vocabulary import Language

FILLERS: Mapping[Language, tuple[str, ...]] = {
    "ko": ("음, ", "어… ", "그러니까 ", "저기, ", "아 맞다, "),
    "en": ("Um, ", "Well, ", "Uh, ", "So, ", "OK, "),
}
DROPPED_PARTICLE, SPOKEN_FIGURE, SLIP, FILLER = 0.4, 0.4, 0.5, 0.6
"""How likely each kind is, where it can occur; set by hand."""

_SINO = ("영", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구")
_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def spoken(figure: str, language: Language) -> str:
    """A figure below 1,000 with at most one point, in words: 7.4 is "칠 점 사" or "seven point four"."""
    whole, point, decimals = figure.partition(".")
    words = _sino(int(whole)) if language == "ko" else _english(int(whole))
    if not point:
        return words
    digits = _SINO if language == "ko" else _ONES
    tail = " ".join(digits[int(digit)] for digit in decimals)
    return f"{words} {'점' if language == 'ko' else 'point'} {tail}"


def _sino(number: int) -> str:
    if number < 10:
        return _SINO[number]
    text = ""
    for value, name in ((100, "백"), (10, "십")):
        digit, number = divmod(number, value)
        if digit:
            text += ("" if digit == 1 else _SINO[digit]) + name
    return text + (_SINO[number] if number else "")


def _english(number: int) -> str:
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    hundreds, rest = divmod(number, 100)
    return f"{_ONES[hundreds]} hundred" + (f" {_english(rest)}" if rest else "")


def noisy(wording: str, values: Mapping[str, str], language: Language, chance: random.Random) -> str:
    """A wording filled as a hurried patient would type it. Raises InvalidStudy for a field without a value."""
    parts = [chance.choice(FILLERS[language])] if chance.random() < FILLER else []
    slip = chance.random() < SLIP
    for literal, name, _, _ in string.Formatter().parse(wording):
        if slip and (changed := _slip(literal, language, chance)) != literal:
            literal, slip = changed, False
        parts.append(literal)
        if name is None:
            continue
        field, bar, particle = name.partition("|")
        value = values.get(field)
        if not value:
            raise InvalidStudy(f"A wording names {field}, which has no value.")
        if field.endswith("_unit") and chance.random() < SPOKEN_FIGURE:
            value = _in_words(value, language)
        # 으로/로 carries the meaning of a change of dose; the others can be missed.
        dropped = particle != "으로/로" and chance.random() < DROPPED_PARTICLE
        parts.append(with_particle(value, particle) if bar and not dropped else value)
    return "".join(parts)


def _in_words(value: str, language: Language) -> str:
    figure = value.rstrip("%").split(" ")[0]
    unit = value[len(figure) :]
    if unit == "%":
        unit = " 퍼센트" if language == "ko" else " percent"
    return spoken(figure, language) + unit


def _slip(literal: str, language: Language, chance: random.Random) -> str:
    """One slip within a literal: in Korean a lost space between two words, in English two letters in turn."""
    if language == "ko":
        hangul = ["가" <= character <= "힣" for character in literal]
        gaps = [at for at in range(1, len(literal) - 1) if literal[at] == " " and hangul[at - 1] and hangul[at + 1]]
        if not gaps:
            return literal
        at = chance.choice(gaps)
        return literal[:at] + literal[at + 1 :]
    words = literal.split(" ")
    long_ones = [index for index, word in enumerate(words) if len(word) > 5 and word.isalpha() and word.islower()]
    if not long_ones:
        return literal
    index = chance.choice(long_ones)
    at = chance.randrange(1, len(words[index]) - 2)
    word = words[index]
    words[index] = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return " ".join(words)
