"""What a medicine is for, told with it: "콩코르는 천식 약이에요", "통풍 때문에 먹어요".

An illness that somebody takes a medicine for is had, and the words for a medicine of that illness name no second one.
How often is told once beside the one medicine that is told is how often that one is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Certainty, Polarity, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.corrections.taking_back import asked_in
from extraction.reading.medicines.doses_in_order import names_of
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_IS_IT: Final = lazy_regex(r"\s?(?:이|으?로(?!\s?바)|임|입니다|예요|이에요|이야|야|인데|이고|\.|$)")
_FOR: Final = lazy_regex(
    r"\s?(?:치료|증상|병)?\s?(?:때문|땜|으?로\s?(?:인해|처방)|위해|에\s?(?:먹|쓰|좋))|\s?(?:치료|조절)\s?(?:용"
    r"|목적|약)"
)
_DOUBTED: Final = lazy_regex(
    r"의심|혹시|것\s?같|같아|지도\s?모|아마|인지|걱정|예방|무서|끊|중단|아니|그만|안\s?먹|\b(?:suspect|might|may"
    r"|maybe|perhaps|prevent)"
)


def with_what_it_is_told_for(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` of one medicine with what it is for as had, and no second one by the words for it."""
    taken = [one for one in proposals if _is_taken(one, sheet)]
    named = names_of(sheet)
    if len({one.entry.concept_id for one in named}) != 1 or not taken or asked_in(sheet.folded):
        return tuple(proposals)
    if _DOUBTED.search(sheet.folded) is not None:
        return tuple(proposals)
    kept = [one for one in proposals if not _is_kind_of_use(one, sheet)]
    return tuple(_as_often(_had(one, sheet), sheet, named[0]) for one in kept)


def _is_taken(proposal: Proposal, sheet: Sheet) -> bool:
    content = proposal.content
    told = content is not None and content.slot is SlotKind.MEDICATIONS and content.subject == PATIENT
    active = content is not None and content.status in (None, Status.ACTIVE) and content.polarity is Polarity.AFFIRMED
    named = content is not None and any(one.entry.concept_id == content.concept.concept_id for one in names_of(sheet))
    return told and active and named and proposal.operation is Operation.ASSERT


def _is_kind_of_use(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether it takes "천식 약" for a medicine of its own beside the one that is said to be it."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.dose is not None:
        return False
    own = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    # In English what a medicine is for makes no name of it: "a blue inhaler and a brown one" are two.
    classes = [one for one in own if one.entry.kind == "drug_classes" and not one.surface.isascii()]
    return any(_IS_IT.match(sheet.folded, one.end) is not None for one in classes) and len(classes) == len(own)


def _had(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.CONDITIONS or content.certainty is not Certainty.UNCERTAIN:
        return proposal
    if content.subject != PATIENT or content.polarity is not Polarity.AFFIRMED or proposal.doubt is not None:
        return proposal
    own = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if not any(_FOR.match(sheet.folded, one.end) is not None for one in own):
        return proposal
    return proposal.with_fields(content=content.with_fields(certainty=Certainty.CONFIRMED, status=Status.ACTIVE))


def _as_often(proposal: Proposal, sheet: Sheet, name: Mention) -> Proposal:
    """The one medicine with the one rhythm that stands before its name in another sentence."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.frequency is not None:
        return proposal
    codes = {one.code for one in sheet.frequencies if not one.weak}
    others = [one for one in sheet.mentions if one.entry.kind not in ("medications", "drug_classes")]
    ahead = [one for one in sheet.frequencies if one.end <= name.start]
    if len(codes) != 1 or others or not ahead or _TAKEN.search(sheet.folded, ahead[0].end, name.start) is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(frequency=ahead[0].code))


_TAKEN: Final = lazy_regex(r"먹는|복용하는|드시는|먹고|\b(?:take|taking|have|tablet|pill|medicine)\b")
