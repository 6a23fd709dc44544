"""How often a dose is lowered or raised, which is not how often it is taken: "dropping 5 a week, every Wednesday"."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_REACH: Final = 48
_STEPS: Final = (
    r"(?:dropp?\w*|reduc\w+|lower\w*|cut(?:ting)?|taper\w*|decreas\w+|increas\w+|rais\w+"
    r"|(?:com|go)(?:e|ing|es) (?:down|up)|step\w* (?:down|up))"
)
_AMOUNT: Final = r"(?:\d+(?:\.\d+)?|one|two|five|ten|half)\s?(?:mg|mcg|milligrams?)?"
_EACH: Final = r"\s(?:a|per|each|every) (?:week|fortnight|month|day|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_BEFORE: Final = lazy_regex(
    rf"\b{_STEPS}\s(?:it\s|me\s|the dose\s)?(?:by\s)?(?:{_AMOUNT}(?:{_EACH})?)?[\s,]*$", re.IGNORECASE
)
_AMOUNT_KO: Final = (
    r"(?P<ko>\d+(?:\.\d+)?)\s?(?:mg|밀리그램|밀리|미리|mcg|단위|알)?\s?씩\s?(?:줄|감량|내[리려]|낮|올|늘|증량)"
)
_BEHIND_KO: Final = lazy_regex(rf"\s?(?:마다\s?)?{_AMOUNT_KO}")


def is_taper_step(text: str, start: int, end: int) -> bool:
    """Whether the rhythm at [start, end) of ``text`` is that of the steps in which a dose is changed."""
    if _BEHIND_KO.match(text, end) is not None:
        return True
    return _BEFORE.search(text[max(0, start - _REACH) : start]) is not None
