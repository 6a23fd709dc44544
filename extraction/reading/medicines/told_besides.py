"""A medicine told besides those that were told: "one more, ramipril 5mg", "please add it to my list".

What is added with a dose of its own is as sure as what it is added to, and a wish to have it noted tells it. A number
word without a unit is no dose of a medicine that nobody names: "besides those two", "not one", "that one".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.corrections.taking_back import asked_in, is_denied
from extraction.reading.items import Heard
from extraction.reading.medicines.doses_in_order import is_strength, names_of, told_in_order
from extraction.reading.medicines.meant import is_unnamed, on_record, others_spoken_of
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 300
_ADDED: Final = lazy_regex(
    r"\b(?:add(?:ed|ing)?|also|as well|too|one more|another|in addition|besides|on top of|plus|forgot\w*"
    r"|left (?:it |that |one )?out"
    r"|leave out|omitted|missed|slipped my mind|didn'?t mention|never mentioned|neglected|overlooked"
    r"|note (?:that|down)|put down"
    r"|include)\b"
    r"|추가|깜[빡박]|빠[뜨트]|빼먹|까먹|잊|누락|하나\s?더|한\s?가지\s?더|더\s?있|말고도?"
    r"|도\s?(?:\S{1,8}\s)?(?:있|먹|복용)|넣어|같이\s?먹|말(?:을|씀)?\s?(?:안|못)"
)
_WISHED: Final = lazy_regex(
    r"\b(?:can|could|would|will) (?:you|i|we)(?: please| kindly)? (?:please )?(?:add|put|note|include|write|jot"
    r"|record)\b"
    r"|\bplease (?:add|put|note|include|write|jot|record)\b|추가|넣어|적어|기록해"
)
_DOUBTED: Final = lazy_regex(
    r"\b(?:if|whether|might|maybe|perhaps|unsure|not sure|think|thinking of|consider\w*|used to|stopped|came off"
    r"|offered|suggest\w*"
    r"|recommend\w*|allerg\w*|from (?:tomorrow|next)|going to|will start|reminder|alarm)\b"
    r"|아마|인지|것\s?같|혹시|지도\s?모|려고|예정|끊|중단|예전|알레르기|알러지|알림"
)
_BARE: Final = frozenset(
    {"one", "two", "three", "four", "1", "2", "3", "4", "한", "두", "세", "하나", "둘", "셋", "one more"}
)


def with_what_is_told_besides(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the medicines that are added as sure, and without number words as doses of unnamed ones."""
    kept = [one for one in proposals if not _is_number_word(one, sheet, heard)]
    text = sheet.folded
    if len(text) > _LONGEST or not on_record(heard) or not _ADDED.search(text) or _DOUBTED.search(text):
        return tuple(kept)
    asks = asked_in(text)
    wished = _WISHED.search(text) is not None
    if (asks and not wished) or others_spoken_of(sheet):
        return tuple(kept)
    known = {one.concept.concept_id for one in heard.facts}
    dosed = told_in_order(sheet)
    added = [
        one for one in names_of(sheet)
        if one.entry.concept_id in dosed and one.entry.concept_id not in known
        and not is_denied(text, (one.start, one.end))
    ]  # fmt: skip
    kept = [_sure(one, added) for one in kept]
    told = {one.content.concept.concept_id for one in kept if one.content is not None}
    missing = [one for one in added if one.entry.concept_id not in told] if wished else []
    return (*kept, *(_asserted(sheet, one, dosed[one.entry.concept_id][-1], author) for one in missing))


def _is_number_word(proposal: Proposal, sheet: Sheet, heard: Heard) -> bool:
    """Whether it takes a bare number for the dose of a medicine that nobody names and that has a strength."""
    content = proposal.content
    if content is None or content.dose is None or proposal.operation not in (Operation.CORRECT, Operation.CHANGE):
        return False
    if proposal.quote.strip().casefold() not in _BARE or not is_unnamed(proposal, sheet):
        return False
    return any(one.concept.concept_id == content.concept.concept_id and is_strength(one.dose) for one in heard.facts)


def _sure(proposal: Proposal, added: Sequence[Mention]) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation is not Operation.ASSERT:
        return proposal
    doubted = (
        content.certainty is Certainty.UNCERTAIN and content.polarity is Polarity.AFFIRMED and proposal.doubt is None
    )
    ours = any(one.entry.concept_id == content.concept.concept_id for one in added) and content.subject == PATIENT
    if not doubted or not ours or content.dose is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(certainty=Certainty.CONFIRMED))


def _asserted(sheet: Sheet, name: Mention, dose: str, author: str) -> Proposal:
    quote, start, end = sheet.quote(name.start, name.end)
    content = Content(
        slot=SlotKind.MEDICATIONS, concept=name.entry.concept(sheet.language), status=Status.ACTIVE, dose=dose
    )
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=author)
