"""How many parts an answer may have: "two things only", "세 가지로", any number up to nine."""

from __future__ import annotations

from typing import Final

from agent.answers.asking.value_request import Masked

_COUNTS_KO: Final = {
    "하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "넷": 4, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7,
    "여덟": 8, "아홉": 9,
}  # fmt: skip
_ALONE_KO: Final = {"하나만": 1, "둘만": 2, "셋만": 3, "넷만": 4}
_COUNTERS_KO: Final = ("가지", "개만", "개로", "개의", "개", "단계", "항목")
_PERIODS_KO: Final = ("월", "년", "피", "비", "입")
"""What a counter that follows counts instead: "세 개월" are months, "세 개피" cigarettes."""
_COUNTS_EN: Final = {
    "one": 1, "two": 2, "couple": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
}  # fmt: skip
_COUNTED_EN: Final = frozenset({
    "things", "thing", "steps", "step", "points", "point", "items", "tips", "actions", "ways", "ideas", "measures",
    "suggestions", "of",
})  # fmt: skip
_BETWEEN_EN: Final = frozenset({"more", "simple", "small", "easy", "quick", "main", "key", "most", "important"})


def items_asked(masked: Masked) -> int | None:
    """How many parts are wanted; None where no number of parts is named."""
    return _in_english(masked.words.split()) or _in_korean(masked.compact)


def _in_english(words: list[str]) -> int | None:
    for at, word in enumerate(words):
        count = _COUNTS_EN.get(word) or (int(word) if word.isdecimal() and len(word) == 1 else None)
        follows = next((one for one in words[at + 1 : at + 4] if one not in _BETWEEN_EN), "")
        if words[at - 1 : at] in (["step"], ["number"]):
            # "Step 1, step 2 and step 3" names each of them.
            continue
        # "One of my medicines" is a name left out, no number of parts.
        if count and follows in _COUNTED_EN and not (follows == "of" and count == 1):
            return count
    return None


def _in_korean(text: str) -> int | None:
    alone = next((count for word, count in _ALONE_KO.items() if word in text), None)
    if alone is not None:
        return alone
    for counter in _COUNTERS_KO:
        at = text.find(counter)
        while at > 0:
            before, after = text[:at], text[at + len(counter) :]
            if not after.startswith(_PERIODS_KO):
                spelt = next((count for word, count in _COUNTS_KO.items() if before.endswith(word)), None)
                digit = before[-1].isdecimal() and not before[-2:-1].isdecimal() and not before[-2:-1] == "."
                if spelt or digit:
                    return spelt or int(before[-1]) or None
            at = text.find(counter, at + 1)
    return None
