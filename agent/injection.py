"""Words that give orders to the machine: in a document they are no knowledge, and said they are no patient's statement.

This is the outer wall only. What keeps memory and policy safe is that documents are never extracted from, that facts
come from the patient's words and are decided by the aggregate, and that prompts fence both as data.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from extraction.port import Reading
from extraction.text.lazy_regex import lazy_regex

_ORDERS: Final = (
    # "ignore all previous instructions", "이전 지시를 모두 무시하고"; never a clinician's: patients do ignore those
    r"\b(?:ignore|disregard|override|bypass|forget (?:all|any|every|your|the|previous|prior))\b"
    r"(?![^.\n]{0,40}\b(?:doctor|nurse|clinician|pharmacist|hospital|clinic|label)\b)"
    r"[^.\n]{0,40}\b(?:instructions?|prompts?|rules?|guidelines?|above)\b",
    r"(?:이전|위|앞|기존|모든|지금까지)(?![^.\n]{0,14}(?:의사|선생|병원|간호|약사|의료|처방))"
    r"[^.\n]{0,14}(?:지시|명령|규칙|지침|프롬프트|안내)[^.\n]{0,10}(?:무시|잊|폐기|취소|따르지)",
    # the machinery by its names
    r"\bsystem\s*(?:prompt|message)\b|\bhidden instructions?\b|\b(?:developer|administrator|admin|root|god)\s+mode\b",
    r"시스템\s*(?:프롬프트|메모리)|숨겨진\s*(?:명령|지시|지침)|(?:개발자|관리자)\s*(?:모드|권한)|프롬프트를",
    r"<\s*/?\s*(?:system|facts|documents|utterance|conversation|instructions)\s*>|\[/?(?:system|inst)\]|<\|",
    r"^\s*(?:system|assistant|시스템|어시스턴트)\s*:|\{\s*\"(?:role|op)\"",
    r"\bdrop\s+table\b|\bdelete\s+from\b|\binsert\s+into\b|\bupdate\s+\w+\s+set\b",
    # the reader addressed as a machine
    r"\byou are now\b[^.\n]{0,30}\b(?:model|ai|assistant|mode|dan)\b|\bas an ai\b|\b(?:dear|every|any) assistant\b",
    r"\b(?:call|use|run) the (?:tool|function)\b|삭제\s*도구|도구 \w+를",
    r"(?:너|당신)(?:는|은) (?:이제|지금부터)|(?:AI|인공지능|챗봇|어시스턴트|언어 모델)(?:에게|야|는|은)\b",
)
_ORDER: Final = lazy_regex("|".join(f"(?:{order})" for order in _ORDERS), re.IGNORECASE | re.MULTILINE)


# Whoever claims to be more than a patient in order to change or see a record: both must be there, for directors and
# developers fall ill too.
_AUTHORITY: Final = lazy_regex(
    r"\b(?:i am|i'm|my role is|as)\s+(?:(?:the|an?|your)\s+)?(?:\w+\s+)?"
    r"(?:developer|administrator|admin|root|director|operator|authori[sz]ed)\b"
    r"|\bpassword\b|비밀번호|(?:나는|저는|내가|제가)[^.\n]{0,12}(?:개발자|관리자|병원장|운영자)|(?:이름|역할)이 root",
    re.IGNORECASE,
)
_ACT: Final = lazy_regex(
    r"\b(?:delete|remove|erase|wipe|invalidate|retract(?:ed)?|show|list|set|order|skip)\b"
    r"|삭제|지워|지우|빼|무효|보여|초기화|건너뛰",
    re.IGNORECASE,
)


def gives_orders(text: str) -> bool:
    """Whether a text speaks to the machine that reads it, instead of about medicine or about the speaker."""
    return _ORDER.search(text) is not None


def claims_authority(text: str) -> bool:
    """Whether a speaker asks, as somebody with power over the service, for a record to be changed or shown."""
    return _AUTHORITY.search(text) is not None and _ACT.search(text) is not None


def believed(reading: Reading, text: str) -> Reading:
    """``reading``, with nothing for memory where ``text`` gives orders; the utterance itself is kept in any case.

    A patient who is misunderstood loses one turn's facts, is told so, and can say them plainly; an order that is
    obeyed may lose an allergy.
    """
    return replace(reading, proposals=()) if gives_orders(text) or claims_authority(text) else reading
