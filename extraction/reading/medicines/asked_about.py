"""Medicines that are only asked about: "do I still take it?", "아직 먹는다고 했는지 봐 줘요".

A question about whether something is taken begins nothing anew that has ended, in whatever form it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Content, SlotKind, Status
from extraction.reading.asking.asked import sentence_around
from extraction.reading.corrections.taking_back import asked_in, requested
from extraction.reading.items import Heard
from extraction.reading.medicines.meant import on_record
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_WONDERS: Final = lazy_regex(
    r"\b(?:ask(?:s|ed|ing)?(?: me)?|wonder\w*|check\w*|see|know|remember|tell (?:me|them|her|him)|sure"
    r"|remind me) (?:if|whether|why)\b"
    r"|\bwhether (?:or not )?(?:i|he|she)\b|\bbecause of what\b"
    r"|(?:는|은|던|건|인|한|을|ㄹ)지(?:\s?(?:좀|를|도|만))?(?:\s|[.,!]|$)(?!\s?(?:\d|한\s|두\s|세\s|오래|꽤"
    r"|벌써))|[했였았었]나요?\W*(?:\s|$)|[았었했였]더라(?:고?요)?\W*$"
    r"|던가요?\W*$|[었았했]지요?\?|는\s?건가"
)
"""Questions within other words, and those to oneself."""
_MOVES: Final = (Operation.CHANGE, Operation.CORRECT, Operation.ASSERT)


def wonders(text: str) -> bool:
    """Whether words ask within others, or oneself, whether or why something is so."""
    return _WONDERS.search(text) is not None


def without_beginnings_asked_about(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without what stands in a question and would begin a medicine anew that has ended."""
    text = sheet.folded
    asks = asked_in(text)
    if (not asks and not wonders(text)) or requested(text):
        return tuple(proposals)
    known = {one.concept.concept_id: one for one in on_record(heard)}
    return tuple(one for one in proposals if not _is_asked(one, sheet, known, asks))


def _is_asked(proposal: Proposal, sheet: Sheet, known: dict[str, Content], asks: Sequence[tuple[int, int]]) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation not in _MOVES:
        return False
    fact = known.get(content.concept.concept_id)
    if fact is None or content.dose is not None or content.frequency is not None or content.timing is not None:
        return False
    if fact.status is not Status.STOPPED or content.status is Status.STOPPED:
        return False
    place = next((one.start for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), None)
    if place is None:
        return wonders(sheet.folded)
    first, last = sentence_around(sheet.folded, place)
    return any(start <= place < end for start, end in asks) or wonders(sheet.folded[first:last])
