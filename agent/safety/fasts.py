"""Fasts that words speak of: of a night before a blood test, ordered for a procedure, or chosen, as religion asks."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_FAST: Final = lazy_regex(
    r"금식|굶|단식|라마단|공복"
    r"|\b(?:fast(?:ing|s)?(?! (?:sugar|food|acting|heart|breath|glucose|pulse))|nil by mouth|no food|nothing to eat"
    r"|not (?:to )?eat|can'?t eat|without (?:food|eating)|empty stomach|ramadan|yom kippur|nirjala|ekadashi|lent)\b",
    re.IGNORECASE,
)
_CHOSEN: Final = lazy_regex(
    r"단식|라마단|금식|\b(?:ramadan|yom kippur|nirjala|ekadashi|navratri|karva|lent|fast(?:ing|s)?)\b", re.IGNORECASE
)
_ORDERED: Final = lazy_regex(
    r"내시경|수술|시술|조영|CT|씨티|검사|\b\w*oscop(?:y|ies)\b"
    r"|\b(?:operation|surgery|procedure|op|scan|anaesthetic|anesthesia|bowel prep|barium|angiogra\w+)\b",
    re.IGNORECASE,
)
_BLOOD_TEST: Final = lazy_regex(
    r"피\s?검사|혈액\s?검사|채혈|공복\s?혈당"
    r"|\b(?:blood (?:test|draw|work)|fasting (?:sugar|glucose|bloods?|labs?|test|insulin))\b",
    re.IGNORECASE,
)


def speaks_of_fast(text: str) -> bool:
    """Whether words speak of going without food."""
    return _FAST.search(text) is not None


def is_of_a_night(text: str) -> bool:
    """Whether a fast is one of a night before a blood test, for which only the hour of breakfast changes."""
    return _BLOOD_TEST.search(text) is not None


def is_ordered_fast(text: str) -> bool:
    """Whether a fast is one that a test or procedure asks for: nobody is to be told not to keep it."""
    return speaks_of_fast(text) and (_ORDERED.search(text) is not None or is_of_a_night(text))


def is_chosen_fast(text: str) -> bool:
    """Whether a fast is one of religion or choice."""
    return _CHOSEN.search(text) is not None and not is_ordered_fast(text)
