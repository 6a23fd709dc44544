"""Medicines that somebody means to take: "나프록센을 드시려고 해요", "about to take some ibuprofen".

Whoever means to take something does not take it yet. What is asked of it ("can she?") is answered; on record it is
planned.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind, Status, Temporality
from extraction.reading.sheet import Sheet

_MEANS_EN: Final = re.compile(
    r"\b(?:want(?:s|ed|ing)?|wanna|going|gonna|plan\w*|hop(?:es|ing)|thinking (?:of|about)|about|tempted"
    r"|consider\w*|might|intend\w*"
    r"|fanc(?:y|ies)|would like|'d like)\b(?:\s(?:to|of|on|about))?"
    r"(?:\s(?:try|trying|take|taking|start|starting|have|having|use|using|give|giving|get|getting|buy|buying))?"
    r"(?:\s(?:me|him|her|them|some|an?|the|my|her|his|more|one|two|of|these|those|that|this|couple))*\s$"
)
_MEANS_KO: Final = re.compile(
    r"(?:이?랑|하고|도|만)?(?:을|를)?\s?(?:[가-힣0-9]{1,6}\s){0,3}[가-힣]{0,5}"
    r"(?:으?려(?:고|는|구|던|다가)(?!\s?처방)|[가-힣]까\s?(?:하|해|싶|생각|고민|봐)|고\s?싶|예정|계획|작정|볼까|보려)"
)
_CLAUSE, _BEHIND = 30, 8
"""Characters before a name, and behind what is meant, in which the words about it stand."""
_TAKEN_SINCE: Final = re.compile(r"먹고\s?있|드시고\s?(?:있|계)|먹었|드셨|복용\s?중|시작했|말았|관[뒀두]")


def with_intentions(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which a medicine that is told for the first time, and only meant to be taken, is planned."""
    return tuple(_planned(one, sheet) for one in proposals)


def _planned(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.status is not Status.ACTIVE:
        return proposal
    if proposal.operation not in (Operation.ASSERT, Operation.CHANGE) or content.dose is not None:
        return proposal
    named = next((one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), None)
    if named is None or not _is_meant(sheet, named.start, named.end):
        return proposal
    return proposal.with_fields(
        operation=Operation.ASSERT,
        target=None,
        content=content.with_fields(status=Status.PLANNED, temporality=Temporality.FUTURE),
    )


def _is_meant(sheet: Sheet, start: int, end: int) -> bool:
    text = sheet.folded
    if sheet.language == "ko":
        match = _MEANS_KO.match(text, end)
        return match is not None and _TAKEN_SINCE.search(text, end, match.end() + _BEHIND) is None
    return _MEANS_EN.search(text[max(0, start - _CLAUSE) : start]) is not None
