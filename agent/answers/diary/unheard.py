"""The numbers of what was told that no row and no reading took in: over them nothing is added up.

A sum, a mean or a highest day of part of what was told is wrong without looking so. Days, hours of the clock, ages,
strengths and lengths count nothing and are none of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.diary_amounts import Amount

_NUMBER: Final = lazy_regex(
    r"(?<![\d.,:/a-z-])\d+(?:[.,]\d+)*"
    r"|\b(?:once|twice|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple|a few|several|a dozen)\b"
    r"|\b(?:got|had|have|took|another|just|only|with|and|plus) one\b(?! of\b)|^\s*(?:another|one)\b(?! of\b)"
    r"|(?<![가-힣])(?:한|두|세|석|서|네|넉|다섯|여섯|일곱|여덟|아홉|열|스무|반|서너|두어|너댓|대여섯|몇)\s?"
    r"(?:번|알|개|잔|장|컵|병|포|봉|대|모금|칙|차례|사발|그릇|공기|시간|정|캡슐)"
    r"|(?:^|(?<=[\s.,]))또(?=\s)"
)
_COUNTS_NOTHING: Final = lazy_regex(
    r"(?<![\d/])(?:1[0-2]|0?[1-9])/(?:3[01]|[12]\d|0?[1-9])(?![\d/])(?=에|부터|까지|\s?(?:어제|오늘|그제)|\s?\(?[월화수목금토일](?![가-힣]))"
    r"|\b\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|o'?clock)\b|\b\d{1,2}:\d\d\b|\d{1,2}시(?!간)(?:\s?\d{1,2}분|\s?반)?"
    r"|(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두)\s?시(?!간)(?:\s?반)?|\b(?:19|20)\d\d\b"
    r"|\b(?:at|by|til|till|until|from|since|gone|before|after) \d{1,2}(?![\d./%]| ?(?:times|pads|puffs|tabs|of))\b"
    r"|\d+(?:\.\d+)?\s?(?:mg|mcg|µg|ug|ml|mls|g|kg|lbs?|cm|mm|oz|%|units?|iu|miles?|floors?|yo|y/o"
    r"|미리|밀리|그램|킬로|키로|단위|층|살|세(?![가-힣])|살짜리|만원|원|명|분\s?거리|인분)(?![a-z])"
    r"|\b\d+(?:\.\d+)?\s?(?:mins?|minutes?|secs?|seconds?|hours?|hrs?|days?|weeks?|wks?|months?|years?|yrs?)(?: or so)?"
    r" (?:ago|later|after|before|early|late|old)\b|\bim \d{2}\b|\bi'?m \d{2}\b|\bday \d+\b"
    r"|\d+\s?(?:분|시간|일|주|개월|달|년)\s?(?:전|후|뒤|만에|째|동안|간|쯤\s?(?:뒤|후|전))|\d+\s?(?:월|일|년|주차|회차|차(?![가-힣]))"
    r"|\d+\s?(?:분(?![가-힣]{2})|mins?\b|minutes?\b|secs?\b)(?:쯤|정도|은|만에)?"
    r"|\b(?:\d+|one|two|three|four|five|six|a couple of|a few|several)[ -]?(?:days?|weeks?|wks?|months?|years?|yrs?)\b"
    r"|\b(?:one|two|three) (?:of us|doors?)\b|(?:하루|일주일|한\s?달)에?\s?(?:한|두|세|네|\d)\s?번(?:씩)?"
    r"|\b(?:once|twice|two|three|four|\d)(?: times)? (?:a|per|each) (?:day|week|night|month)\b"
)
_PUT_RIGHT: Final = lazy_regex(
    r"아니[고라]|정정|오타|잘못|틀[린렸]|착각|취소|빼(?:자|줘|고|야)"
    r"|\b(?:actually|i meant?|typo|mistake|wrong|scratch that|oops|mis(?:read|typed|took|heard|counted)"
    r"|should (?:be|have|say)|not \d+|take (?:that|it) (?:out|off|back)|doesn'?t count)\b"
)


def unheard_numbers(masked: str, said: str, heard: Sequence[Amount], mentions: Sequence[Mention]) -> Iterator[str]:
    """The words of the numbers in one sentence that are in none of ``heard``.

    ``masked`` is the sentence with what counts nothing blanked out, as long as ``said``.
    """
    spans = [(one.start, one.end) for one in heard] + [(one.start, one.end) for one in mentions]
    spans += [match.span() for match in _COUNTS_NOTHING.finditer(said)]
    if heard and _OF_A_WEEK.search(said) is not None:
        yield said
    for one in heard:
        if is_rate(said, one):
            # So many a day is no count of one day.
            yield said[one.start : one.end]
    for match in _NUMBER.finditer(masked):
        if any(start < match.end() and match.start() < end for start, end in spans):
            continue
        if match[0].strip().startswith(("또", "another", "one")) and heard:
            continue
        if not _is_strength(masked, match.start(), mentions):
            yield match[0].strip()


_A_DAY: Final = lazy_regex(r"[a-z ]{0,14}?\s(?:a|per|each|every) (?:day|night|week)\b|\s?씩")
_OF_A_WEEK: Final = lazy_regex(
    r"\b(?:this|last|past|the|all) (?:week|weekend|month)\b"
    r"|이번\s?주|지난\s?주|저번\s?주|주말|한\s?주|일주일|이번\s?달|지난\s?달"
)
"""What is told of a week is no count of the day on which it is told."""
_DAILY: Final = lazy_regex(r"^(?:하루|매일)")
_EACH_DAY: Final = lazy_regex(r"(?:하루|매일|일주일|날마다)에?\s?(?:\S{1,6}\s)?$")


def is_rate(said: str, amount: Amount) -> bool:
    """Whether an amount is told as so many a day, of no one day."""
    within = _DAILY.search(said[amount.start : amount.end]) is not None
    return within or _A_DAY.match(said, amount.end) is not None or _EACH_DAY.search(said[: amount.start]) is not None


def _is_strength(text: str, start: int, mentions: Sequence[Mention]) -> bool:
    """Whether a number right behind the name of a medicine is its strength."""
    return (
        any(one.entry.kind in ("medications", "drug_classes") and 0 <= start - one.end <= 1 for one in mentions)
        and text[start : start + 2].isdigit()
    )


def is_put_right(text: str) -> bool:
    """Whether words surely take back, or put right, what was told."""
    return _PUT_RIGHT.search(text) is not None
