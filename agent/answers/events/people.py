"""Of whom a sentence tells, where it says so: the days of two people are no one series."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_PEOPLE: Final = lazy_regex(
    r"엄마|어머니|아빠|아버지|남편|아내|와이프|할머니|할아버지|아들|딸|형(?=[이은가도]|님)|누나|언니|오빠"
    r"|동생|손[자녀]|시어머니|장모|아기|애기"
    r"|\b(?:mum|mom|mother|dad|father|husband|wife|hubby|gran\w*|nan|son|daughter|brother|sister|partner"
    r"|boyfriend|girlfriend|baby|kid)\b",
    re.IGNORECASE,
)
_KNOWS: Final = lazy_regex(
    r"(?:엄마|어머니|아빠|아버지|남편|아내|와이프|언니|누나)\S{0,3}\s(?:말|얘기|기억|알|적|물어)|\b(?:wife"
    r"|husband|mum|mom|sister|partner|daughter|son)\b(?:'s)? (?:says?|said|reckons?|knows?|thinks?"
    r"|remembers?|told|reminded|wants?|asked|drove|found|saw|was there)",
    re.IGNORECASE,
)


SELF: Final = "self"
_SELF: Final = lazy_regex(
    r"(?<![가-힣])(?:나[는도만]?|내가|내|저는|저도|제가|제)(?=\s)|\b(?:i|i'm|i've|my"
    r"|me|mine)\b",
    re.IGNORECASE,
)


def people_in(sentence: str) -> frozenset[str]:
    """The relatives that a sentence tells of, not those that only know or say something; else oneself, where said."""
    found = frozenset(one[0].casefold() for one in _PEOPLE.finditer(_KNOWS.sub(" ", sentence)))
    return found or (frozenset({SELF}) if _SELF.search(sentence) is not None else frozenset())
