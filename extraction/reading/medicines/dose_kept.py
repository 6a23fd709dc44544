"""A dose that stands after all that is told of it: "went up to 80 but is back to 40", "줄인대요 아직은 500".

The number on record is told last, as what is taken again or still. Then the other number is one of before or of a day
to come, and the dose on record stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_STILL: Final = lazy_regex(
    r"(?:다시|도로|원래대로|아직(?:은|도|까지는?)?|지금은|여전히)\s?$"
    r"|\b(?:back(?: down| up)? (?:to|on)|still(?: on| taking| at)?|for now(?: it'?s| on)?|again (?:on"
    r"|to))(?: the| my)? $"
)
_AHEAD: Final = 24
_MOVES: Final = frozenset({Operation.ASSERT, Operation.CHANGE, Operation.CORRECT})


def with_doses_kept(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which such a medicine is only spoken of."""
    return tuple(_kept(one, sheet, heard) for one in proposals)


def _kept(proposal: Proposal, sheet: Sheet, heard: Heard) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation not in _MOVES:
        return proposal
    known = next((one for one in heard.facts if _is_of(one, content)), None)
    number, told = number_of_dose(known.dose if known is not None else None), number_of_dose(content.dose)
    if known is None or None in (number, told) or number == told:
        return proposal
    named = [one.end for one in sheet.mentions if one.entry.kind in ("medications", "drug_classes")]
    for figure in sheet.figures:
        before = sheet.folded[max(0, figure.start - _AHEAD) : figure.start]
        others = any(one > figure.start for one in named) and len(named) > 1
        if figure.value == number and not others and _STILL.search(before) is not None:
            bare = Content(slot=known.slot, concept=known.concept, status=known.status)
            return proposal.with_fields(operation=Operation.MENTION, target=None, content=bare, doubt=None)
    return proposal


def _is_of(known: Content, content: Content) -> bool:
    own = known.slot is SlotKind.MEDICATIONS and known.subject == PATIENT and known.status in (None, Status.ACTIVE)
    return own and known.concept.concept_id == content.concept.concept_id
