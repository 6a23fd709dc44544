"""Whether words want the record put together for somebody: a list for the fridge, a note for the clinic, a
read-out.
"""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_CARD: Final = lazy_regex(
    r"(?:정리|요약)(?:\s?좀|해|하)|쫙\s?뽑|뽑아\s?(?:줘|주)|메모\s?(?:좀|짧게|해|로)|시간표|적어\s?(?:줘|주(?!신|셨|시는))"
    r"|(?<!단위도 같이 )써\s?(?:줘|주(?!신|셨|시는))|보여\s?(?:줄|주게|줄라)"
    r"|(?:뭐|뭐라|무슨\s?말|어떻게)(?:라고)?\s?(?:할지|해야|말해)|목록(?:으로|을|만)|전달할|인계|접수할\s?때"
    r"|\b(?:hand.?over|summar(?:y|ise|ize)|sum (?:it |this )?up|recap|time ?table|schedule of)\b"
    r"|\b(?:list|bullets?|note|lines?|something short|write|put (?:it|that|this"
    r"|them))\b[^.?!]{0,40}\b(?:for (?:me|the|my|him|her|them)|on a|his|her|my|read|say|tablets|hand)"
    r"|what (?:do|shall|should) (?:i|we) (?:say|tell)|(?:quick|short|little) list|list it\b"
    r"|what am i (?:actually )?(?:on|taking)"
    r"|\b(?:so )?what (?:am|is|are) (?:i|he|she) (?:on|taking)\b|what (?:he|she|i) takes? now",
    re.IGNORECASE,
)
_NOT_CARD: Final = lazy_regex(
    r"조심할\s?것|주의할\s?것|단계|할\s?일|순서|가지|두\s?줄|한\s?(?:문장|줄)|계획|(?<!시간)표로|왜"
    r"|plan\b|steps?\b|in (?:one|a) sentence|as a table|\bwhy\b",
    re.IGNORECASE,
)
_SUBJECT: Final = lazy_regex(
    r"약|먹는|복용|수치|알레르기|병원|의사|진료|구급|응급|접수|간호|의원|클리닉|선생|검사|내\s?기록"
    r"|med|tablet|drug|pill|take|on\b|allerg|doctor|nurse|gp\b|clinic|paramedic|crew|desk|team|fridge|level"
    r"|have and when|changed|tell them|say",
    re.IGNORECASE,
)


_TO_SOMEBODY: Final = lazy_regex(
    r"구급|접수|병원에(?!서)|의사|간호|선생님께|보여\s?(?:줄|주|줄라)|안\s?먹은|빼고|못\s?먹는|hand|paramedic"
    r"|crew|desk|nurse|for (?:him|her|them)"
    r"|not to have|can'?t have|mustn'?t",
    re.IGNORECASE,
)


def for_somebody(text: str) -> bool:
    """Whether a list is meant for somebody else, or for what must not be taken: more than the slots that are
    named.
    """
    return bool(_TO_SOMEBODY.search(text))


def wants_card(text: str) -> bool:
    """Whether the record is to be put together to be shown or said to somebody."""
    return bool(_CARD.search(text) and _SUBJECT.search(text) and not _NOT_CARD.search(text))
