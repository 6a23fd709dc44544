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
    r"|drop(?:ping)?|bin(?:ning)?|ditch(?:ing)?|chuck(?:ing)?|pack(?:ing)? in|jack(?:ing)? in"
    r"|giv(?:e|ing) (?:\w+ )?up|discontinu(?:e|ing)|wean\w*)"
)
_STOPPING: Final = (
    r"(?:stopping|quitting|binning|ditching|dropping|chucking|coming off|packing in|giving up|jacking in)"
)
_MEANT_KO: Final = r"(?:으려|으면|겠|을래|을게|을거|을건|을까|을라)"
"""What is meant or supposed, in the endings of a verb."""
_TO_COME: Final = lazy_regex(
    r"\b(?:may|might|could|would|going to|plan(?:s|ning)? to|hop(?:es?|ing) to|thinking (?:of|about)|talk(?:ing"
    r"|ed) about"
    r"|considering|whether to|if i|gonna|going to|about to|'ll|will|shall|should|can|want to|wanna|tempted to|like to"
    rf"|let me|have to|need to|reckon(?: i)?|thinking i'?(?:ll|d)) (?:\w+ ){{0,3}}?{_ENDING}\b"
    rf"|(?:\b(?:i'?m|i am|am|we'?re)(?: \w+)?|(?:^|[.,;!?\n])) ?{_STOPPING}\b(?! (?:\w+ ){{0,3}}?(?:as of|since) )"
    r"|\b(?:going|goes|off) (?:straight )?in(?:to)? the (?:bin|trash|toilet|rubbish)\b|\bif (?:i|he|she|this|it)\b"
    r"|\b(?:after|once|when) (?:this|the|my) (?:pack|box|bottle|strip|course|prescription|month|week)\b"
    rf"|(?:끊|그만\s?먹|안\s?먹|끊어\s?버리)(?:{_MEANT_KO}|는다|을)|끊어\s?버[릴린]"
    r"|(?:중단|스톱|스탑)(?:할|하려|하겠|하면|한다)"
    r"|뺄|빼려|빼겠|그만\s?(?:둘|두려|두겠|드실)|관[둘]|관두려|멈출|멈추려|버릴\s?(?:거|것|게|래|까|려)"
    r"|(?:끊|중단|그만|빼|멈추)\S{0,4}?(?:을|를|할|둘|먹을|뺄)\s?(?:수도|수\s?있|지도|예정|생각|계획|까)"
    r"|(?:끊|중단하|그만\s?먹|빼)(?:을까|려고\s?(?:해|하|합))"
)
_HAS: Final = lazy_regex(
    r"\b(?:stopped|quit (?:it|the|my|in)|came off|took (?:me|him|her) off|gave (?:\w+ )?up|dropped|discontinued"
    r"|been off|no longer|went (?:off|cold turkey)|as of (?:yesterday|last)"
    r"|not tak\w+|any ?more)\b|끊었|끊은|끊음|끊고(?!\s?싶)|끊어서|끊으[라래]|[빼떼][라래]"
    r"|중단했|그만뒀|그만\s?먹었|뺐|안\s?먹"
)


def without_ends_to_come(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the ends of medicines in words that only let them come."""
    if not only_to_come(sheet.folded):
        return tuple(proposals)
    return tuple(one for one in proposals if not _is_end(one))


def only_to_come(text: str) -> bool:
    """Whether words let an end come, or mean or ask it, and tell none outside of that."""
    told, coming = _TO_COME.subn(" ", text)
    return coming > 0 and _HAS.search(told) is None


def _is_end(proposal: Proposal) -> bool:
    content = proposal.content
    ends = content is not None and content.slot is SlotKind.MEDICATIONS and content.status is Status.STOPPED
    return ends and proposal.operation in (Operation.CHANGE, Operation.CORRECT)
