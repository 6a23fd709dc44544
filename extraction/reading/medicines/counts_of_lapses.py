"""Whether a count of days tells how long a medicine was left out, or is of something else told beside it: the day of a
pack or period, a date, how long a cold has lasted, when somebody is seen next.

A count is of the lapse where no clause of its own stands between, or where its clause holds nothing but the time.
"""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex

_GOES_ON_EN: Final = (
    r"(?:just|also|now|then|only|still|i|i'?ve|i'?m|im|he|she|we|they|it|it'?s|this|that'?s|the|my \w+ (?:is|was|has)"
    r"|have|has|had|been|was|were|am|is|got|get|took|take|forgot|missed|skipped|ran|left|stopped|haven'?t|hasn'?t|didn'?t"
    r"|should|do|can)"
)
_APART_EN: Final = (
    r"[.?!\n;:]|\b(?:but|so|then|because|cos|while|when|whilst|although|though)\b"
    rf"|(?:\band\b|&|\+|,|\s-)\s*(?:$|{_GOES_ON_EN}\b)"
)
_APART_KO: Final = (
    r"^[가-힣]{0,3},|(?<=[요다음함임데고서]),"
    r"|[가-힣]데(?:요|도)?(?=\s|$)|(?<=[가-힣])(?<!하)(?:고|구)요?\s|(?<=[가-힣])(?<!에)서\s|(?:지만|니까|면서)(?=\s|$)"
    r"|(?<=[가-힣])(?:[어아여해예에져]요|니다|[음함임됨])(?=\s)"
)
_APART: Final = lazy_regex(rf"{_APART_EN}|{_APART_KO}")
"""What parts clauses: punctuation, conjunctions, endings that go on."""
_TIME_ALONE: Final = lazy_regex(
    r"(?>\W|\b(?:it'?s|its|it|has|is|that'?s|thats|been|was|for|about|around|roughly|nearly|almost|over|now|already|since"
    r"|so far|altogether|in all|total|in a row|running|straight|the last|the past|last|past|must be|like|maybe|none"
    r"|nothing|without|off|them|any|meds|tablets|pills|or so|ago|and a half|and|then|so|i'?ve|i'?m|gone|day|days|of)\b"
    r"|이제|벌써|한(?=\s)|거의|대략|약(?=\s)|지금|오늘로|오늘까지|총|모두|다(?=\s)|그게|그런지|그런 지|못 먹은|안 먹은"
    r"|지(?=\s|\d)|일?째|동안|정도|쯤|이나|가량|넘게|넘었|째|간|되었|지났|됐|된|됨|돼|이?에요|예요|인데|는데|은데|이고|네|었|어요|어|요|이(?!고)|가"
    r"|음|습니다|입니다|임|전)*+"
)
_ORDINAL: Final = lazy_regex(r"\s?째|차")
_LASTS: Final = lazy_regex(
    r"[가-힣]{0,3}\s?(?:못|안)\s?\S|[가-힣]{0,3}고\s?(?:있|계)|[가-힣]{0,3}\s?(?:떨어|없|중단|끊)|지\s?(?:못|않|안)"
)
"""What lasts from day to day; a dose forgotten on "the third day" is of that day alone."""
_DATE_BEHIND: Final = lazy_regex(
    r"\s?[월화수목금토일]요|\s?[월화수목금토일]욜|에(?=\s)|날|자(?=\s)|\s?(?:뒤|후|이후|있다가|남)|치|분(?=\s)|짜리"
)
_DATE_AHEAD: Final = lazy_regex(r"\d\s?월\s?$")
_ANOTHERS_EN: Final = lazy_regex(
    r"\s?-?(?:\s?(?:course|supply|pack|break|cycle|late|early|overdue|trial|history|script|prescription|pregnan\w+|post|in(?=\s?[,.]|$)))\b"
)
_AHEAD_EN: Final = lazy_regex(
    r"\b(?:within|next|another|post[- ]?op|day|week|month|every|until|use condoms for|condoms for|a|an) $"
)


def is_of_the_lapse(text: str, count: tuple[int, int], lapse: tuple[int, int]) -> bool:
    """Whether the count of days at ``count`` tells how long what is told at ``lapse`` has lasted.

    Both are spans of ``text`` in lower case; a count within the words of the lapse is of it.
    """
    first, last = sorted((count, lapse))
    if _is_of_another(text, count) or _is_that_day(text, count, lapse):
        return False
    return not _is_apart(text, first[1], last[0]) or _is_alone(text, count)


def _is_of_another(text: str, count: tuple[int, int]) -> bool:
    start, end = count
    if _ANOTHERS_EN.match(text, end) is not None or _DATE_BEHIND.match(text, end) is not None:
        return True
    return (
        _AHEAD_EN.search(text[max(0, start - 20) : start]) is not None or _DATE_AHEAD.search(text[:start]) is not None
    )


def _is_that_day(text: str, count: tuple[int, int], lapse: tuple[int, int]) -> bool:
    """Whether an ordinal names the day on which a dose was forgotten."""
    ordinal = text[count[0] : count[1]].endswith("째") or _ORDINAL.match(text, count[1]) is not None
    return (
        ordinal
        and count[0] < lapse[0]
        and _LASTS.match(text, lapse[0]) is None
        and _LASTS.match(text, lapse[1]) is None
    )


def _is_apart(text: str, start: int, end: int) -> bool:
    return start < end and _APART.search(text[start:end]) is not None


def _is_alone(text: str, count: tuple[int, int]) -> bool:
    """Whether the clause around the count holds the time alone: "3 days now", "벌써 사흘 됐어요"."""
    start = max((one.end() for one in _APART.finditer(text, 0, count[0])), default=0)
    behind = _APART.search(text, count[1])
    end = behind.end() if behind is not None else len(text)
    return all(_TIME_ALONE.fullmatch(part) is not None for part in (text[start : count[0]], text[count[1] : end]))
