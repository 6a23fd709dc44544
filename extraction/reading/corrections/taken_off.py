"""An illness taken off the record: a relative's that was told as one's own, or one that the tests have ruled out.

"My father is the one with gout, I mixed that up" and "please take gout off my list, the tests say I don't have it" say
with any verb that what stands on record is not so. An illness that is said to be a relative's and not one's own is that
relative's, whether or not it stood on record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.reattribution import of_relative
from domain.values import PATIENT, Content, Polarity, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.corrections.denying_an_illness import (
    denies_another,
    denies_for_oneself,
    is_over,
    is_ruled_out,
    is_shared,
    is_taken_back,
)
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet

_LONGEST: Final = 300
"""Characters of a text in which an illness is looked for; longer ones tell more than one thing."""
_ILLNESSES: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.FAMILY_HISTORY})


def with_illnesses_taken_off(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the one illness that is named is a relative's instead, or withdrawn."""
    named = _illness(sheet)
    if named is None or len(sheet.folded) > _LONGEST or heard.patient_is:
        return tuple(proposals)
    known = _on_record(named, heard)
    kin = [one for one in sheet.mentions if one.entry.kind == "relatives"]
    if len(kin) > 1 and any(denies_another(sheet.folded, one.start, one.end) for one in kin):
        # "Not my brother, my sister has it": which of the family it is, and nothing of one's own.
        return tuple(one for one in proposals if not _takes_ones_own(one, named))
    relatives = {one.entry.concept_id for one in kin}
    if len(relatives) == 1 and kin[0].entry.extra.get("kin") == "1":
        if not _is_a_relatives(sheet, known, kin):
            return tuple(proposals)
        found = list(_given_to(sheet, named, known, kin[0], author))
    elif not relatives and known is not None and _is_withdrawn(sheet, named):
        found = [_withdrawn(sheet, named, known, None, author)]
    else:
        return tuple(proposals)
    return (*(one for one in proposals if not _is_of(one, named, known)), *found)


def _takes_ones_own(proposal: Proposal, named: Mention) -> bool:
    """Whether it withdraws the patient's own illness of that name, or whichever was spoken of."""
    target = proposal.target
    if target is None or proposal.operation not in (Operation.RETRACT, Operation.REVERT):
        return False
    own = target.slot is SlotKind.CONDITIONS and target.subject in (None, PATIENT)
    return own and target.concept_id in (None, named.entry.concept_id)


def _illness(sheet: Sheet) -> Mention | None:
    """The one illness that is named, where no medicine, test or other finding stands beside it."""
    named = [one for one in sheet.mentions if one.entry.kind == "conditions"]
    names = {one.entry.concept_id for one in named}
    broader = {broad for one in named for broad in one.entry.broader}
    own = [one for one in named if one.entry.concept_id not in broader]
    if not named or len(names - broader) != 1:
        return None
    return own[0]


def _on_record(named: Mention, heard: Heard) -> Content | None:
    own = [
        one
        for one in heard.facts
        if one.slot is SlotKind.CONDITIONS and one.subject == PATIENT and one.polarity is Polarity.AFFIRMED
        and one.status is not Status.RESOLVED
    ]  # fmt: skip
    same = [one for one in own if one.concept.concept_id == named.entry.concept_id]
    near = [
        one
        for one in own
        if one.concept.concept_id in named.entry.broader or named.entry.concept_id in one.concept.broader
    ]
    return next(iter(same or (near if len(near) == 1 else [])), None)


def _is_a_relatives(sheet: Sheet, known: Content | None, kin: Sequence[Mention]) -> bool:
    text = sheet.folded
    if any(denies_another(text, one.start, one.end) for one in kin) or is_shared(text) or is_over(text):
        return False
    return denies_for_oneself(text) or (known is not None and is_taken_back(text))


def _is_withdrawn(sheet: Sheet, named: Mention) -> bool:
    text = sheet.folded
    return not is_over(text) and is_ruled_out(text, named.start, named.end)


def _given_to(
    sheet: Sheet, named: Mention, known: Content | None, relative: Mention, author: str
) -> Sequence[Proposal]:
    whose = relative.entry.concept_id
    told = known or Content(slot=SlotKind.CONDITIONS, concept=named.entry.concept(sheet.language))
    theirs = of_relative(told, whose)
    quote, start, end = sheet.quote(min(named.start, relative.start), max(named.end, relative.end))
    found = [
        Proposal(
            operation=Operation.ASSERT, content=theirs, quote=quote, start=start, end=end, extractor=author
        )
    ] if theirs is not None else []  # fmt: skip
    return [*found, _withdrawn(sheet, named, told, whose, author)]


def _withdrawn(sheet: Sheet, named: Mention, known: Content, whose: str | None, author: str) -> Proposal:
    quote, start, end = sheet.quote(named.start, named.end)
    return Proposal(
        operation=Operation.RETRACT,
        target=Target(slot=known.slot, concept_id=known.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author, reattributed_to=whose,
    )  # fmt: skip


def _is_of(proposal: Proposal, named: Mention, known: Content | None) -> bool:
    """Whether it is another reading of what is said of this illness."""
    ids = {named.entry.concept_id, known.concept.concept_id if known is not None else named.entry.concept_id}
    content, target = proposal.content, proposal.target
    if proposal.operation in (Operation.RETRACT, Operation.REVERT) and target is not None:
        return target.concept_id in ids or target.concept_id is None
    if content is None or content.slot not in _ILLNESSES:
        return False
    whole = content.slot is not SlotKind.SYMPTOMS and content.concept.concept_id == "*"
    return content.concept.concept_id in ids or whole
