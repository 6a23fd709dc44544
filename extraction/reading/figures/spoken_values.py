"""Number words that are numbers only where a value is expected: after a test's name, or in reply to "how high?"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.quantities import QuantityMention
from extraction.values.spoken_numbers import find_numbers
from extraction.values.units import unit_at

_WINDOW: Final = 40
"""Characters after a test's name in which a bare number word is its value."""
_THE_ONE: Final = lazy_regex(r"one (?:from|before|after|has|had|was|that|which)\b")
"""What stands for a reading and is no number."""
_ROW: Final = 120
"""Characters after it in which one of two digits or more is: a row of values by their days."""
_LEAST_OF_A_ROW: Final = 10

_PARTICLE: Final = lazy_regex(r"[이가은는](?=\s)")
_SENTENCE_END: Final = lazy_regex(r"[.?!](?:\s|$)")


def spoken_values(text: str, mentions: Sequence[Mention], *, everywhere: bool) -> Iterator[QuantityMention]:
    """The bare number words of ``text`` behind tests that it names, or anywhere."""
    windows = [(0, len(text), len(text))] if everywhere else _windows(text, mentions)
    for start, near, end in windows:
        for number in find_numbers(text, start, end, lenient=True):
            if number.start >= near and number.value < _LEAST_OF_A_ROW and float(number.value).is_integer():
                continue
            if number.value == 1 and _THE_ONE.match(text, number.start):
                continue
            if number.digits or number.high is not None or not _opens(text, number.start):
                continue
            unit = unit_at(text, number.end, float(number.value))
            code, stop = (unit.code, unit.end) if unit else (None, number.end)
            yield QuantityMention(float(number.value), None, None, None, code, unit is not None, number.start, stop)


def _opens(text: str, start: int) -> bool:
    """A number word does not lean on digits or a unit: "이" in "138이었어요" is the copula."""
    return start == 0 or text[start - 1] == " " or "가" <= text[start - 1] <= "힣" or text[start - 1] in "(/,"


def _windows(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[int, int, int]]:
    for at, mention in enumerate(mentions):
        if mention.entry.kind in ("labs", "vitals"):
            following = mentions[at + 1].start if at + 1 < len(mentions) else len(text)
            end = min(mention.end + _ROW, following)
            stop = _SENTENCE_END.search(text, mention.end, end)
            particle = _PARTICLE.match(text, mention.end)
            last = stop.start() if stop else end
            yield particle.end() if particle else mention.end, min(mention.end + _WINDOW, last), last
