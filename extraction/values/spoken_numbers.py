"""Numbers in digits, Korean words (Sino-Korean and native) and English words, with where they stand.

Korean number words hide in ordinary ones ("이 약", "일주일", "만약", "백혈구"), so outside a window where a value is
expected a number word counts only with a counter or unit after it, as a decimal, or as a place-value compound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.english_numbers import english_numbers
from extraction.values.korean_numbers import native_numbers, sino_numbers

_DIGITS = lazy_regex(
    r"(?<![A-Za-z0-9])(?<!\d\.)(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?!\.\d)"
    r"|(?:^|(?<=[\s(~=:<>,/]))\.\d{1,4}(?![\d.]|\s?(?:일|월|년|시|주|개월|번|살|세|명|회))"
)
"""Also without the nought before the point ("creatinine .9"), where no point can end a sentence before a count."""
_SIGN = lazy_regex(
    r"(?:(?:(?<![^\s(:=,])(?<!\d\s)(?<!%\s))[-−]|(?<![A-Za-z가-힣])(?:minus|마이[너나]스)\s?)\Z",
    re.IGNORECASE,
)
"""A sign before digits; not a dash between two numbers, nor a hyphen within a word."""
_LONGEST_SIGN = 8
_ORDINAL = lazy_regex(r"(?:st|nd|rd|th)\b|\s?번째|형(?!제)", re.IGNORECASE)
_DECIMAL_COMMA = lazy_regex(
    r"(?<![\w.,/-])\d{1,2},\d{1,2}(?=\s?(?:%|°|mmol|mg|g/|kg|cm|m\b|mm|l\b|u\b|mcg|도|밀리|킬로|키로|프로|퍼센트|[.;!?)]|$)|\s[a-z])(?!\s?(?:and|or|to)\b)",
    re.IGNORECASE,
)
"""A comma before one or two decimals, as much of the world writes it: a unit or the end of the words follows."""
_SPOKEN_POINT = lazy_regex(r"(?:\s?점\s?|\spoint\s)(\d+)(?!\d)", re.IGNORECASE)
_AND_A_HALF = lazy_regex(r"\s?(?:and|&)\s(?:a\s)?half\b|\s?[½](?!\d)", re.IGNORECASE)
_MYRIADS = lazy_regex(
    r"\s?(백만|십만|만|천|백)(?=\s?(?:단위|유닛|밀리|미리|마이크로|개|원|보|걸음|나왔|나오|나와|정도|넘|이상|이하|미만|밖에|$|[^\w\s])"
    r"|이(?:고|에요|었|라|래|네|나|죠|지|야)|입니|인데|래요)"
)
_MYRIADS_AND_MORE = lazy_regex(r"\s?만\s?(?:(\d)\s?천\s?(?:(\d)\s?백)?|(\d)\s?백)(?![0-9])")
"""What follows the myriads of a number in digits: "4만2천", "23만 1천 5백"."""
_MYRIAD_VALUES = {"백": 100, "천": 1000, "만": 10_000, "십만": 100_000, "백만": 1_000_000}
_SCALED = lazy_regex(r"\s?(thousand|million|억)(?![a-z가-힣])", re.IGNORECASE)
"""What counts digits by the thousand and more, as cells and viruses are told: "2.1 million", "1억"."""
_SCALES = {"thousand": 1000, "million": 1_000_000, "억": 100_000_000}
_MAX_DIGITS = 15
"""Longer runs are card or telephone numbers; a float would not hold them exactly either."""


@dataclass(frozen=True, slots=True)
class NumberMention:
    """A number and its span; `high` is set for a spoken span such as "두세" (2 to 3), where `value` is the lower."""

    value: int | float
    start: int
    end: int
    digits: bool
    high: int | float | None = None


@remembered
def find_numbers(
    text: str, start: int = 0, end: int | None = None, *, lenient: bool = False
) -> tuple[NumberMention, ...]:
    """Return the numbers in text[start:end], in order and without overlaps; spans refer to `text`.

    `lenient` is for a window where a value is expected (after a test's name, in the answer to "what was it?"): there a
    bare number word with a copula or particle counts too ("백육이었어요", "팔십구").
    """
    stop = len(text) if end is None else min(end, len(text))
    offset = max(0, start)
    source = normalise(text[offset:stop])
    mentions = []
    for mention in _non_overlapping(_candidates(source.text, lenient)):
        first, last = source.span(mention.start, mention.end)
        if _is_copula(text, first + offset, last + offset):
            continue
        mentions.append(replace(mention, start=first + offset, end=last + offset))
    return tuple(mentions)


def _is_copula(text: str, start: int, end: int) -> bool:
    """Whether "이" stands right behind a word: "안압이요" names the pressure and no two."""
    return text[start:end] == "이" and start > 0 and "가" <= text[start - 1] <= "힣"


def _candidates(text: str, lenient: bool) -> Iterator[NumberMention]:
    yield from _digit_numbers(text)
    for read in (sino_numbers, native_numbers):
        for value, high, start, end in read(text, lenient):
            yield NumberMention(value, start, end, digits=False, high=high)
    for value, start, end in english_numbers(text, lenient):
        yield NumberMention(value, start, end, digits=False)


def _digit_numbers(text: str) -> Iterator[NumberMention]:
    decimals = {match.start(): match for match in _DECIMAL_COMMA.finditer(text)}
    behind = {match.start() + match[0].index(",") + 1 for match in decimals.values()}
    for match in _DIGITS.finditer(text):
        if match.start() in behind:
            continue
        written, end = match[0].replace(",", ""), match.end()
        if match.start() in decimals:
            written, end = decimals[match.start()][0].replace(",", "."), decimals[match.start()].end()
        if len(written) > _MAX_DIGITS or _ORDINAL.match(text, end) or _names_a_type(text, match.start()):
            continue
        if "." not in written and (point := _SPOKEN_POINT.match(text, end)):
            written, end = f"{written}.{point[1]}"[:_MAX_DIGITS], point.end()
        value: int | float = float(written) if "." in written else int(written)
        start = match.start()
        if isinstance(value, int) and (half := _AND_A_HALF.match(text, end)):
            value, end = value + 0.5, half.end()
        if sign := _SIGN.search(text, max(0, start - _LONGEST_SIGN), start):
            value, start = -value, sign.start()
        if more := _MYRIADS_AND_MORE.match(text, end):
            rest = 1000 * int(more[1] or 0) + 100 * int(more[2] or more[3] or 0)
            value, end = value * 10_000 + rest, more.end()
        elif scale := _SCALED.match(text, end):
            value, end = _scaled(value, scale[1]), scale.end()
        elif myriads := _MYRIADS.match(text, end):
            value, end = value * _MYRIAD_VALUES[myriads[1]], myriads.end()
        yield NumberMention(value, start, end, digits=True)


def _scaled(value: int | float, scale: str) -> int | float:
    """A number of thousands or more, whole where it comes out so: 2.1 million is 2100000."""
    number = round(value * _SCALES[scale.lower()], 3)
    return int(number) if float(number).is_integer() else number


def _names_a_type(text: str, start: int) -> bool:
    before = text[max(0, start - 5) : start].casefold()
    return before.endswith(("type ", "제"))


def _non_overlapping(mentions: Iterator[NumberMention]) -> Iterator[NumberMention]:
    reached = 0
    for mention in sorted(mentions, key=lambda m: (m.start, -m.end)):
        if mention.start >= reached:
            yield mention
            reached = mention.end
