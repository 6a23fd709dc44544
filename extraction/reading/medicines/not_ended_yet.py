"""Ends that may come and have not: "the doctor may take me off it in August", "다음 달에 끊을 수도 있어요".

What may, might or could end is taken until then; what a doctor has said to end is not. An end told beside it in words
of its own stays one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind, Status
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_ENDING: Final = (
    r"(?:stop(?:ping)?|tak(?:e|ing) (?:me|him|her|us)? ?off|com(?:e|ing) off|get(?:ting)? off|go(?:ing)? off"
    r"|quit(?:ting)?"
    r"|drop(?:ping)?|giv(?:e|ing) (?:\w+ )?up|discontinu(?:e|ing)|wean\w*)"
)
_TO_COME: Final = lazy_regex(
    r"\b(?:may|might|could|would|going to|plan(?:s|ning)? to|hop(?:es?|ing) to|thinking (?:of|about)|talk(?:ing"
    r"|ed) about"
    rf"|considering|whether to|if i) (?:\w+ ){{0,3}}?{_ENDING}\b"
    r"|(?:끊|중단|그만|빼|멈추)\S{0,4}?(?:을|를|할|둘|먹을|뺄)\s?(?:수도|수\s?있|지도|예정|생각|계획|까)"
    r"|(?:끊|중단하|그만\s?먹|빼)(?:을까|려고\s?(?:해|하|합))"
)
_HAS: Final = lazy_regex(
    r"\b(?:stopped|quit (?:it|the|my|in)|came off|took (?:me|him|her) off|gave (?:\w+ )?up|dropped|discontinued"
    r"|been off|no longer"
    r"|not tak\w+|any ?more)\b|끊었|끊은|중단했|그만뒀|그만\s?먹었|뺐|안\s?먹"
)


def without_ends_to_come(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the ends of medicines in words that only let them come."""
    if _TO_COME.search(sheet.folded) is None or _HAS.search(sheet.folded) is not None:
        return tuple(proposals)
    return tuple(one for one in proposals if not _is_end(one))


def _is_end(proposal: Proposal) -> bool:
    content = proposal.content
    ends = content is not None and content.slot is SlotKind.MEDICATIONS and content.status is Status.STOPPED
    return ends and proposal.operation in (Operation.CHANGE, Operation.CORRECT)
