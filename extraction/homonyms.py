"""Names that are also ordinary words, told apart by what stands beside them."""

from __future__ import annotations

import re
from typing import Final

from extraction.matcher import Candidate

_ITCHING: Final = re.compile(
    r"(?:눈|코|목|입|귀|혀|볼|잇몸|피부|두피|머리|온몸|몸|등|손|발|다리|팔|겨드랑이|사타구니)(?:\s?(?:안|속|주변|밑|구멍))?"
    r"(?:이|가|은|는|도|만|랑|하고)?\s?$|간질\s?$"
)
"""What stands before 간질 that itches, and is no epilepsy."""

_REACH: Final = 12


def is_ordinary(text: str, found: Candidate) -> bool:
    """Whether the words of a name mean something else where they stand."""
    if found.entry.concept_id != "epilepsy" or text[found.start : found.end] != "간질":
        return False
    before = text[max(0, found.start - _REACH) : found.start]
    return bool(_ITCHING.search(before)) or text.startswith("간질", found.end) or text.startswith("거리", found.end)
