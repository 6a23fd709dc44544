"""Tests that are written by one letter, one syllable or an organ ("K 5.3", "인 6.8", "heart 118").

Such a name is a test only beside a value that a patient can have of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Kind, Mention
from extraction.text.lazy_regex import lazy_regex

_VALUE: Final = r"(?:\.\d{1,2}(?!\d|[.,]\d|\s?(?:mg|mcg|ug|iu|k|m|km|보|만|천)\b)|(?=\s?(?:[,;/\n](?!\d)|$)))"
"""A decimal, or a whole number that closes its entry."""
_RATE: Final = (
    r"(?:[3-9]\d|1\d\d|2[0-2]\d)"
    r"(?![\d/%]|[.,]\d|\s?(?:%|percent|per cent|프로|퍼|years?|yrs?|세|살|년|대\b|m[lgm]\b|kg|kilos?|k?cal))"
)
"""A pulse: no share of the blood that a heart throws out, no age and no weight of it."""
_NAMES: Final[tuple[tuple[Kind, str, re.Pattern[str]], ...]] = (
    ("labs", "potassium", lazy_regex(rf"(?<![\w.'-])(?<!\d\s)k(?=\s?[:=]?\s?[2-9]{_VALUE})")),
    ("labs", "phosphate", lazy_regex(rf"(?<![\w.'-])(?<!\d\s)p(?=\s?[:=]?\s?(?:1[0-2]|[1-9]){_VALUE})")),
    ("labs", "phosphate", lazy_regex(r"(?<![\w가-힣])인(?=(?:은|이)?\s?(?:1[0-2]|[1-9])\.\d(?!\d))")),
    (
        "vitals",
        "heart_rate",
        lazy_regex(rf"(?<![\w가-힣])맥(?=(?:은|이|도|만|을)?\s?(?:[가-힣]{{1,6}}\s){{0,2}}{_RATE})"),
    ),
    ("vitals", "heart_rate", lazy_regex(rf"(?<![\w가-힣])심장(?=(?:은|이|도)?\s?(?:분당\s?)?{_RATE})")),
    (
        "vitals",
        "heart_rate",
        lazy_regex(rf"\bheart(?=(?:'?s| is| was| going)?(?: at| up to| down to| around| about| over)? {_RATE})"),
    ),
)  # fmt: skip
_CAPITALS: Final[tuple[tuple[Kind, str, re.Pattern[str]], ...]] = (
    ("labs", "potassium", lazy_regex(r"(?<=\d )K(?=[ :=]{0,3}[2-9]\.\d(?!\d))")),
    ("labs", "phosphate", lazy_regex(r"(?<=\d )P(?=[ :=]{0,3}(?:1[0-2]|[1-9])\.\d(?!\d))")),
    ("labs", "calcium", lazy_regex(r"(?<![\w.])Ca(?=[ :=]{0,3}(?:[4-9]|1[0-6])\.\d)")),
    ("labs", "magnesium", lazy_regex(r"(?<![\w.])Mg(?=[ :=]{0,3}\d\.\d)")),
)
"""In a row of results ("Na 139 K 3.2 Mg 1.4") the letter follows a number; its case says that it is no unit."""
_NAMED: Final = lazy_regex(r"(?:vit(?:amin)?s?\.?|비타민|special|omega|type|grade|stage)\s?$")
_REACH: Final = 12


def with_letters(text: str, folded: str, mentions: tuple[Mention, ...], lexicon: Lexicon) -> tuple[Mention, ...]:
    """``mentions`` with the tests that short names name, by start; ``folded`` is ``text`` in lower case."""
    found = [
        Mention(lexicon.entry(kind, concept_id), match.start(), match.end(), match[0])
        for words, names in ((folded, _NAMES), (text, _CAPITALS))
        for kind, concept_id, pattern in names
        for match in pattern.finditer(words)
        if _NAMED.search(folded, max(0, match.start() - _REACH), match.start()) is None
    ]
    free = [one for one in found if not _touches(one, mentions)]
    return tuple(sorted((*mentions, *free), key=lambda one: one.start)) if free else mentions


def _touches(one: Mention, others: Sequence[Mention]) -> bool:
    """Whether a name shares a character with any of ``others``."""
    return any(one.start < each.end and each.start < one.end for each in others)
