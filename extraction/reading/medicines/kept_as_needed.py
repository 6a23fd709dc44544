"""What is taken as needed stays so, however often it was needed: "using my inhaler every day almost", "거의 매일 써요".

How often a reliever or a painkiller is used tells how the illness is, and is no new schedule. It is one where somebody
set it: "the doctor told me to take it every day now".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

AS_NEEDED: Final = "PRN"

_SET: Final = lazy_regex(
    r"\b(?:told|tells|said|says|asked|wants|prescribed|put (?:me|him|her)|has me|have me|switched|changed|moved|now on"
    r"|instead|from now on|regular(?:ly)?|supposed to|meant to|should|must|doctor|dr|doc|gp|nurse|pharmacist|consultant"
    r"|specialist|increased|not as needed|no longer as needed|scheduled)\b"
    r"|의사|의원|병원|약사|선생|교수|처방|바꾸|바꿔|바뀌|바뀐|래요|래(?=[\s.,]|$)|으라|하라|라고|규칙적|정해|앞으로|이제부터|말고|아니라|변경|늘리"
)
_TELLS: Final = (Operation.CHANGE, Operation.ASSERT, Operation.CORRECT)


def with_as_needed_kept(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without a schedule in place of "as needed" where only a use is told."""
    needed = {
        one.concept.concept_id: one for one in heard.facts
        if one.slot is SlotKind.MEDICATIONS and one.subject == PATIENT and one.frequency == AS_NEEDED
    }  # fmt: skip
    if not needed or _SET.search(sheet.folded) is not None:
        return tuple(proposals)
    kept = (_kept(one, needed) for one in proposals)
    return tuple(one for one in kept if one is not None)


def _kept(proposal: Proposal, needed: dict[str, Content]) -> Proposal | None:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation not in _TELLS:
        return proposal
    known = needed.get(content.concept.concept_id)
    if known is None or content.frequency in (None, AS_NEEDED) or content.status is not Status.ACTIVE:
        return proposal
    if content.dose in (None, known.dose):
        return None
    return proposal.with_fields(content=content.with_fields(frequency=None))
