"""How often something happened, as a clause counts it: "twice", "two today", "세 번"; hours count nothing."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.diary_amounts import small_number

_COUNT: Final = lazy_regex(
    r"(?<![\d.:/])(?P<n>\d{1,2}|한|두|세|네|다섯|여섯)\s?(?:번|차례|회)(?!째)|(?<![\d.:/])\b(?P<e>once|twice"
    r"|thrice|(?<!since )(?<!at )(?<!from )(?<!about )(?<!around )(?<!by )(?:one|two|three|four|five|six|\d{1,2})"
    r"(?= (?:times|today|tonight|yesterday|this|last|of them|attacks?|episodes?|seizures?|migraines?|headaches?|falls?"
    r"|on|more|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\b)|(?:two|three|four)(?=[.,!]|$))",
    re.IGNORECASE,
)
_ONCE: Final = {"once": 1, "twice": 2, "thrice": 3}


def count_told(sentence: str) -> int | None:
    """The number of times that words tell; None where they tell none."""
    match = _COUNT.search(sentence)
    if match is None:
        return None
    word = (match["n"] or match["e"]).lower()
    return _ONCE.get(word) or int(small_number(word)) or None
