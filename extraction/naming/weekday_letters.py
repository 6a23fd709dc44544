"""The letter of a weekday beside a date, which names nothing else: "8/1 토", "7월 4일(토)", "(화) 138/84", "2일 일".

Korean writes the days of the week by one letter each; 토 is also what is vomited and 수 a number. Behind a date, or in
brackets of its own, it is the day.
"""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex

LETTERS: Final = frozenset("월화수목금토일")
_DATE_BEFORE: Final = lazy_regex(
    r"(?:\d{1,2}\s?[/.월-]\s?\d{1,2}\s?일?|(?<!\d)\d{1,2}일|(?:그저께|그제|어제|오늘|내일|모레|엊그제))\s?[,(\[]?\s?$"
)
_ENDS: Final = lazy_regex(r"\s?[)\]]|[\s,.:~]|$|요일|욜")
_IN_BRACKETS: Final = lazy_regex(r"[(\[]\s?$")
_SPAN_BEFORE: Final = lazy_regex(r"(?<![가-힣])[월화수목금토일](?:요일)?\s?[~\-∼]\s?$")
_SPAN_BEHIND: Final = lazy_regex(r"(?:요일)?\s?[~\-∼]\s?[월화수목금토일](?![가-힣])")
_CLOSED: Final = lazy_regex(r"\s?[)\]]")
_WENT_ON: Final = lazy_regex(
    r"\s?(?:\d|[한두세네]|다섯|여섯|일곱|여덟|아홉|열|또|계속|여러)\s?(?:번|회|차례)|\s?[하했함]"
)
"""What tells that it was done or counted: "8/1 토 3번", "8/1 토함"."""


def is_weekday_letter(text: str, start: int, end: int) -> bool:
    """Whether what stands at [start, end) is the letter of a weekday beside a date or in brackets."""
    if text[start:end] not in LETTERS or _WENT_ON.match(text, end) is not None:
        return False
    if _SPAN_BEFORE.search(text, 0, start) is not None or _SPAN_BEHIND.match(text, end) is not None:
        # "월~토 3mg", "토-일": a stretch of days.
        return True
    if _IN_BRACKETS.search(text, 0, start) is not None and _CLOSED.match(text, end) is not None:
        return True
    return _DATE_BEFORE.search(text[max(0, start - 14) : start]) is not None and _ENDS.match(text, end) is not None
