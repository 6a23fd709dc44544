"""How many of the newest readings are meant: "the last two HbA1c", "최근 세 번", not "the last two weeks"."""

from __future__ import annotations

from typing import Final

from agent.answers.asking.value_cues import TEST

_FEWEST: Final = 2
_MOST: Final = 20
_NEWEST_EN: Final = frozenset({"last", "latest", "recent", "newest", "past"})
_COUNTS_EN: Final = {
    "two": 2, "couple": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_BETWEEN_EN: Final = frozenset({"a", "most", "of", "the", "my", "TEST"})
"""Words that may stand between the two: "the last couple of", "the most recent three", "my last HbA1c, two of them"."""
_OTHERWISE_EN: Final = frozenset({
    "day", "days", "week", "weeks", "weekend", "weekends", "month", "months", "year", "years", "hour", "hours",
    "night", "nights", "minutes", "mornings", "evenings", "DATE", "percent", "mg", "kg", "pills", "tablets", "doses",
    "meals", "questions", "answers", "messages", "things",
})  # fmt: skip
"""What else may be counted: a span of time, an amount, what was said."""
_NEWEST_KO: Final = ("최근", "마지막", "지난", "최신", "직전")
_COUNTS_KO: Final = {
    "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10,
}  # fmt: skip
_BETWEEN_KO: Final = ("에나온", "에잰", "에한", "으로", "의", "에", TEST, "검사", "결과", "수치", "값", "측정", ",")
_COUNTERS_KO: Final = ("번", "개", "회", "차례", "건", "가지", "검사", "결과", "수치", "값", TEST)
_OTHERWISE_KO: Final = ("개월", "개년", "번째", "회차", "개째")
"""A span of time, and an order ("the second"), which begin as a counter does."""


def newest_asked(words: str, compact: str) -> int | None:
    """The number of newest readings asked for, two or more; None where none is named.

    ``words`` and ``compact`` are those of :class:`agent.answers.asking.value_request.Masked`.
    """
    count = _in_english(words.split()) or _in_korean(compact)
    return count if count is not None and _FEWEST <= count <= _MOST else None


def _in_english(words: list[str]) -> int | None:
    for at, word in enumerate(words):
        count = _COUNTS_EN.get(word) or (int(word) if word.isdecimal() and len(word) < len("100") else None)
        if count is None:
            continue
        before = next((one for one in reversed(words[:at]) if one not in _BETWEEN_EN), "")
        after = [one for one in words[at + 1 :] if one not in _BETWEEN_EN]
        counted = after[1:2] if after and after[0] in _NEWEST_EN else after[:1]
        newest = before in _NEWEST_EN or (bool(after) and after[0] in _NEWEST_EN)
        if newest and not _OTHERWISE_EN.intersection(counted):
            return count
    return None


def _in_korean(text: str) -> int | None:
    for newest in _NEWEST_KO:
        at = text.find(newest)
        while at >= 0:
            count = _counted(_without_leading(text[at + len(newest) :]))
            if count is not None:
                return count
            at = text.find(newest, at + 1)
    return None


def _without_leading(text: str) -> str:
    while (lead := next((one for one in _BETWEEN_KO if text.startswith(one)), None)) is not None:
        text = text.removeprefix(lead)
    return text


def _counted(text: str) -> int | None:
    """The number that ``text`` begins with, where readings are what it counts."""
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    spelt = next((one for one in _COUNTS_KO if text.startswith(one)), "")
    rest = text.removeprefix(digits or spelt)
    if not (digits or spelt) or rest.startswith(_OTHERWISE_KO) or not rest.startswith(_COUNTERS_KO):
        return None
    return int(digits) if digits else _COUNTS_KO[spelt]
