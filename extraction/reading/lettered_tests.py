"""Tests that laboratories write by one letter, as patients copy them ("K 5.3"): only beside a value is it one."""

from __future__ import annotations

import re
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention

_VALUE: Final = r"(?:\.\d{1,2}(?!\d|[.,]\d|\s?(?:mg|mcg|ug|iu|k|m|km|보|만|천)\b)|(?=\s?(?:[,;/\n](?!\d)|$)))"
"""A decimal, or a whole number that closes its entry."""
_LETTERS: Final = (
    ("potassium", re.compile(rf"(?<![\w.'-])(?<!\d\s)k(?=\s?[:=]?\s?[2-9]{_VALUE})")),
    ("phosphate", re.compile(rf"(?<![\w.'-])(?<!\d\s)p(?=\s?[:=]?\s?(?:1[0-2]|[1-9]){_VALUE})")),
)
_NAMED: Final = re.compile(r"(?:vit(?:amin)?s?\.?|비타민|special|omega|type|grade|stage)\s?$")
_REACH: Final = 12


def with_letters(folded: str, mentions: tuple[Mention, ...], lexicon: Lexicon) -> tuple[Mention, ...]:
    """``mentions`` of a text in lower case with the tests that single letters name, by start."""
    found = [
        Mention(lexicon.entry("labs", concept_id), match.start(), match.end(), match[0])
        for concept_id, pattern in _LETTERS
        for match in pattern.finditer(folded)
        if _NAMED.search(folded, max(0, match.start() - _REACH), match.start()) is None
    ]
    free = [one for one in found if not any(one.start < each.end and each.start < one.end for each in mentions)]
    return tuple(sorted((*mentions, *free), key=lambda one: one.start)) if free else mentions
