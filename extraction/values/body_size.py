"""Height in feet and inches, weight in pounds and ounces or stones: "5'7 and 160 pounds", "six foot two", "7lb 4oz"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.quantities import QuantityMention
from extraction.values.spoken_numbers import find_numbers

_FEET: Final = lazy_regex(
    r"(?<![\d.'])(?:(?P<feet>[3-7])|(?P<said>\b(?:three|four|five|six|seven)\b)(?=[\s-]?(?:feet|foot|ft)\b))"
    r"[\s-]?(?:'|’|′|\s?ft\.?\s?|\s?(?:feet|foot)\s?)\s?"
    r"(?:(?P<inches>1[01]|\d)|(?P<said_inches>\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven)\b))?(?:\"|”|″"
    r"|''|\s?in(?:ches)?\b)?(?![\d'])(?!\s?(?:away|apart|under|deep|long|wide|of|up|above|below|down|from|off"
    r"|behind|ahead|in the air"
    r"|across|drop|ladder)\b)"
)
_NO_STATURE: Final = lazy_regex(
    r"\b(?:fell|fall|falls|fallen|falling|dropp?(?:ed|s)?|jump\w*|within|at least|every|each|least|climb\w*"
    r"|walk\w*|swim|swam)\s(?:\w+\s){0,2}$"
)
"""What stands before feet that are a way or a depth."""
_INCHES_A_FOOT: Final = 12
_POUND: Final = "[lb_av]"
KILOGRAMS_A_POUND: Final = 0.45359237
"""The international pound of 1959."""
_BESIDE: Final = lazy_regex(r"[\s,.;]*(?:and |at |weigh(?:ing)? |i'm |i am |about |around )*")
_CONFIDENCE: Final = 0.7
"""As of every test that is implied and not named."""


_METRES: Final = lazy_regex(
    r"(?<![\w.])(?:(?:1|one|일)\s?m(?![a-z])|(?:1|one|일|a)\s?(?:met(?:re|er)s?\b|미터))\s?(?:and )?", re.IGNORECASE
)
_DECIMAL_METRES: Final = lazy_regex(
    r"(?<![\w./])(?P<metres>1\.[3-9]\d?|2\.[01]\d?)\s?(?:m(?![a-z0-9²^])|met(?:re|er)s?\b|미터)"
)


def heights(text: str) -> tuple[QuantityMention, ...]:
    """The heights of the cue text: in feet and inches, in inches; in metres and centimetres ("1 m 68"), in these."""
    return (*_in_feet(text), *_in_metres(text))


_STONES: Final = lazy_regex(
    r"(?<![\d./])(?P<stones>[4-9]|[1-3]\d)\s?(?:st|stones?)\b(?:,? (?:and )?(?P<half>a half|½)"
    r"|,?\s?(?P<pounds>1[0-3]|\d)(?:\s?(?:lbs?|pounds?))?(?![\d./]|\s?(?:am|pm|mg|st\b)))?"
)
_ORDINALS: Final = frozenset({21, 31})
_POUNDS_A_STONE: Final = 14


def stones(text: str) -> tuple[QuantityMention, ...]:
    """The weights of the cue text in stones and pounds, in pounds: "12st 4", "eleven and a half stone" stays apart."""
    found = []
    for match in _STONES.finditer(text):
        whole = int(match["stones"])
        if whole in _ORDINALS and not match["pounds"] and "stone" not in match[0]:
            continue
        pounds = float(whole * _POUNDS_A_STONE + int(match["pounds"] or 0) + (7 if match["half"] else 0))
        found.append(QuantityMention(pounds, None, None, None, _POUND, True, match.start(), match.end()))
    return tuple(found)


_POUNDS: Final = lazy_regex(
    r"(?<![\d./])(?P<pounds>\d{1,2})\s?-?(?:lbs?|pounds?)\b\.?,?\s?(?:and\s|&\s)?(?P<ounces>1[0-5]|\d)(?P<part>\.\d)?\s?-?(?:oz|ounces?)\b"
)
_OUNCES_A_POUND: Final = 16


def pounds_and_ounces(text: str) -> tuple[QuantityMention, ...]:
    """The weights of the cue text that are told in pounds and ounces, in pounds: "7lb 4oz" is one weight."""
    return tuple(
        QuantityMention(
            int(match["pounds"]) + float(match["ounces"] + (match["part"] or "")) / _OUNCES_A_POUND,
            None, None, None, _POUND, True, match.start(), match.end(),
        )
        for match in _POUNDS.finditer(text)
    )  # fmt: skip


def _in_metres(text: str) -> Iterator[QuantityMention]:
    for match in _DECIMAL_METRES.finditer(text):
        centimetres = round(float(match["metres"]) * _CENTIMETRES, 1)
        yield QuantityMention(centimetres, None, None, None, "cm", True, match.start(), match.end())
    for match in _METRES.finditer(text):
        rest = find_numbers(text, match.end(), match.end() + _SPOKEN, lenient=True)
        if rest and rest[0].start == match.end() and 10 <= rest[0].value <= 99 and float(rest[0].value).is_integer():
            yield QuantityMention(
                float(_CENTIMETRES + rest[0].value), None, None, None, "cm", True, match.start(), rest[0].end
            )


_SPOKEN: Final = 24
"""Characters in which the centimetres of a height stand."""

_CENTIMETRES: Final = 100


_WORDS: Final = "one two three four five six seven eight nine ten eleven".split()


def _count(told: str | None) -> int:
    """The number that digits or a word tell; 0 for none."""
    return 0 if told is None else int(told) if told.isdigit() else _WORDS.index(told) + 1


def _in_feet(text: str) -> tuple[QuantityMention, ...]:
    return tuple(
        QuantityMention(
            float(
                _count(match["feet"] or match["said"]) * _INCHES_A_FOOT
                + _count(match["inches"] or match["said_inches"])
            ),
            None, None, None, "[in_i]", True, match.start(), match.end(),
        )
        for match in _FEET.finditer(text)
        if (match["inches"] or match["said"] or not match[0].rstrip().endswith(("'", "’", "′")))
        and _NO_STATURE.search(text, 0, match.start()) is None
    )  # fmt: skip


def sized(
    text: str, quantities: Sequence[QuantityMention], tall: Sequence[QuantityMention], lexicon: Lexicon
) -> Iterator[Mention]:
    """Mentions of height before each of the heights ``tall``, and of weight before pounds told right beside one."""
    height, weight = lexicon.entry("vitals", "body_height"), lexicon.entry("vitals", "body_weight")
    for one in tall:
        yield Mention(height, one.start, one.start, "", _CONFIDENCE, "implied")
        for other in quantities:
            first, second = sorted((one, other), key=lambda each: each.start)
            if other.unit == _POUND and _BESIDE.fullmatch(text, first.end, second.start):
                yield Mention(weight, other.start, other.start, "", _CONFIDENCE, "implied")
