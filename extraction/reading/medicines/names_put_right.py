"""The name of a medicine put right by the right one alone: "misread the name, it's Crestor".

What takes the place of the medicine that was just told has never been told itself, and the words speak of a wrong name
or of what stands on the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Polarity, SlotKind, Status
from extraction.reading.corrections.taking_back import asked_in, is_denied, requested
from extraction.reading.items import Heard
from extraction.reading.medicines.meant import is_named_by, is_taken, medicines_named, on_record, others_spoken_of
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 200
_WRONG_NAME: Final = lazy_regex(
    r"\b(?:wrong|mis\w+|mix\w*|confus\w*|mistake\w*|correct\w*|chang\w*|other"
    r"|different)\b[^.;!?]{0,30}\b(?:names?|called|medicine|one"
    r"|tablets?|pills?|drug)\b"
    r"|\b(?:names?|medicine|tablets?|pills?|drug)\b[^.;!?]{0,30}\b(?:wrong|mis\w+|mixed|confus\w*|mistake\w*"
    r"|incorrect)\b"
    r"|\b(?:make|meant|mean) (?:that|it|to say)\b|\b(?:box|packet|label|bottle)\b[^.;!?]{0,20}\b(?:says|reads|is"
    r"|it'?s)\b"
    r"|이름\S{0,3}\s?(?:\S{1,5}\s)?(?:잘못|틀[렸린려]|헷갈|착각|정정|바꿔|고쳐)|(?:상자|박스|약통|약갑|곽"
    r"|봉투)\S{0,3}\s?(?:\S{1,6}\s){0,2}?\S{0,12}(?:이?라고|적혀|써|쓰여)"
)
_BESIDES: Final = lazy_regex(
    r"\b(?:also|as well|too|another|one more|add\w*|forgot|besides|start\w*|switch\w*|doctor|gp|from (?:now|today))\b"
    r"|[가-힣]도\s|추가|깜[빡박]|하나\s?더|처방|시작|부터"
)


def with_names_put_right(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which the one medicine that is told by a wrong name takes the place of the one just told."""
    text = sheet.folded
    named = medicines_named(sheet)
    if len(named) != 1 or len(text) > _LONGEST or others_spoken_of(sheet):
        return tuple(proposals)
    name = named[0]
    known = on_record(heard)
    last = [one for one in known if is_taken(one) and one.concept.concept_id in heard.of_last_turn]
    if len(last) != 1 or any(is_named_by(name, one) for one in known) or is_denied(text, (name.start, name.end)):
        return tuple(proposals)
    if _WRONG_NAME.search(text) is None or _BESIDES.search(text) or (asked_in(text) and not requested(text)):
        return tuple(proposals)
    target = Target(slot=SlotKind.MEDICATIONS, concept_id=last[0].concept.concept_id)
    return tuple(_in_its_place(one, name.entry.concept_id, target) for one in proposals)


def _in_its_place(proposal: Proposal, concept_id: str, target: Target) -> Proposal:
    content = proposal.content
    told = (
        content is not None and content.slot is SlotKind.MEDICATIONS and content.subject == PATIENT
        and content.concept.concept_id == concept_id and content.polarity is Polarity.AFFIRMED
        and content.status in (None, Status.ACTIVE)
    )  # fmt: skip
    if not told or proposal.operation not in (Operation.ASSERT, Operation.CHANGE, Operation.CORRECT):
        return proposal
    return proposal.with_fields(operation=Operation.CORRECT, target=target)
