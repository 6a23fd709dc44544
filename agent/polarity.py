"""What makes two near sentences say different things: their numbers, and whether something is negated or ended."""

from __future__ import annotations

import re

from extraction.text.lazy_regex import lazy_regex

_NEGATION = lazy_regex(
    r"없|않|아니|안 |못 |말고|마세요|끊|중단|금기|\b(no|not|never|without|stop|stopped|deny|denies|avoid|cannot)\b|n't",
    re.IGNORECASE,
)
_NUMBER = lazy_regex(r"\d+(?:[.,]\d+)?")


def numbers(text: str) -> tuple[str, ...]:
    """The numbers of a text as written, in their order."""
    return tuple(_NUMBER.findall(text))


def negations(text: str) -> int:
    """How often a text negates or ends something."""
    return len(_NEGATION.findall(text))
