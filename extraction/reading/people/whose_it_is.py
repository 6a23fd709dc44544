"""Whose a fact is that somebody tells of another: a friend's medicine, a husband's headache, a sister's reading.

A record is of one patient. Whoever is no kin is never that one. What is said not to be one's own settles it. A relative
who is told of beside facts of whoever speaks is a bystander; where nothing is on record, a carer may be speaking:
years, a question on that one's behalf or several facts make that likely, one bare sentence does not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from domain.proposals import Operation, Proposal
from domain.reattribution import of_relative
from domain.values import PATIENT, SlotKind
from extraction.reading.asking.asked import sentences
from extraction.reading.items import Heard
from extraction.reading.medicines.listed_owners import others_medicines
from extraction.reading.people.holders_en import holder_en
from extraction.reading.people.holders_ko import holder_ko
from extraction.reading.people.persons import CARED_FOR, OUTSIDER, SELF, TREATING, Person, persons
from extraction.reading.people.set_apart import says_not_own
from extraction.reading.people.speaking_for import is_spoken_for, is_told_beside, may_be, patient_of, told_of_oneself
from extraction.reading.sheet import Sheet

_HELD: Final = frozenset({
    SlotKind.MEDICATIONS, SlotKind.SYMPTOMS, SlotKind.CONDITIONS, SlotKind.LABS, SlotKind.VITALS, SlotKind.ALLERGIES,
    SlotKind.PROCEDURES,
})  # fmt: skip
_TOLD: Final = frozenset({Operation.ASSERT, Operation.CHANGE, Operation.CORRECT, Operation.REMIND})
_SMALL: Final = frozenset({"child"})
_YOUNG: Final = frozenset({"child", "son", "daughter", "grandchild", "niece", "nephew"})
_OPENING: Final = frozenset({SlotKind.ALLERGIES, SlotKind.SYMPTOMS, SlotKind.VITALS, SlotKind.MEDICATIONS})
_SHEET: Final = 700
"""Characters beyond which a text is a pasted sheet, of one patient."""

Holder = Callable[[str, Sequence[Person], tuple[int, int], tuple[int, int]], Person | None]


def with_whose_it_is(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with what is another's as that one's family history, or left out where it has no place there."""
    own = [one for one in proposals if _is_held(one)]
    people = persons(sheet, _beside(heard)) if own and len(sheet.folded) <= _SHEET else ()
    if not any(one.who not in (SELF, TREATING) for one in people):
        return tuple(proposals)
    holders = {id(one): _holder(one, sheet, people) for one in own}
    oneself = _tells_of_oneself(own, holders, sheet)
    several = len({_what(one) for one in own}) > 1
    others: dict[int, Person] = {}
    apart = says_not_own(sheet.folded, 0, len(sheet.folded))
    two_lists = bool(others_medicines(sheet, heard))
    for one in own:
        holder = holders[id(one)]
        if two_lists and one.content is not None and one.content.slot is SlotKind.MEDICATIONS:
            # Where both are listed, what is another's was left out by its own words.
            continue
        if holder is None or (_opens_for_a_child(one, holder, heard) and not apart):
            continue
        if _is_another(holder, sheet, heard, oneself=oneself, several=several):
            others[id(one)] = holder
    found = [_as_of(one, others[id(one)]) if id(one) in others else one for one in proposals]
    gone = [sheet.normalised.span(one.start, _behind_name(one.end, sheet)) for one in others.values()]
    left = len(others) == len(own)
    return tuple(one for one in found if one is not None and not (left and _is_read_from(one, gone)))


def _beside(heard: Heard) -> frozenset[str]:
    """The relatives of whom things stand on record beside the patient's own."""
    return frozenset(one.subject for one in heard.facts if is_told_beside(heard, one.subject)) - {PATIENT}


def _tells_of_oneself(own: Sequence[Proposal], holders: Mapping[int, Person | None], sheet: Sheet) -> bool:
    """Whether whoever speaks is the patient by these very words: as much is told of that one as of anybody else.

    A value proves nothing, for who measures says so too: "I got 150 over 90 this morning".
    """
    places = told_of_oneself(sheet.folded)
    mine, others = set(), set()
    for one in own:
        holder, at = holders[id(one)], _folded(one, sheet)[0]
        if holder is not None and holder.who == SELF:
            measured = one.content is not None and one.content.slot in (SlotKind.LABS, SlotKind.VITALS)
            if not measured and any(start <= at < end for start, end in places):
                mine.add(_what(one))
        elif holder is not None:
            others.add(_what(one))
    return bool(mine) and len(mine) >= len(others)


def _is_held(proposal: Proposal) -> bool:
    content = proposal.content
    return (
        content is not None
        and content.slot in _HELD
        and content.subject == PATIENT
        and proposal.operation in _TOLD
        and proposal.start is not None
    )


def _what(proposal: Proposal) -> str:
    """What is told; the two halves of a pressure are one."""
    assert proposal.content is not None
    return proposal.content.concept.concept_id.replace("diastolic", "").replace("systolic", "")


def _is_read_from(proposal: Proposal, places: Sequence[tuple[int, int]]) -> bool:
    """Whether a detail of the person was read from the very words for another: "my wife", "my friend Dave"."""
    at = proposal.start
    told = proposal.content is not None and proposal.content.slot is SlotKind.DEMOGRAPHICS
    return told and at is not None and any(start <= at < end for start, end in places)


def _behind_name(end: int, sheet: Sheet) -> int:
    """The end of a word behind one who is named, which may be that one's name."""
    behind = sheet.folded.find(" ", end + 1)
    return behind if behind >= 0 else len(sheet.folded)


def _holder(proposal: Proposal, sheet: Sheet, people: Sequence[Person]) -> Person | None:
    place = _folded(proposal, sheet)
    inside = next((one for one in people if one.who == OUTSIDER and one.start <= place[0] < one.end), None)
    if inside is not None:
        # "동창" is a schoolmate here, and no chilblains.
        return inside
    bounds = list(sentences(sheet.folded))
    within = next((one for one in bounds if one[0] <= place[0] < one[1]), (0, len(sheet.folded)))
    holder: Holder = holder_ko if sheet.language == "ko" else holder_en
    found = holder(sheet.folded, people, place, within)
    if found is not None:
        return found
    behind = next((later for now, later in pairwise(bounds) if now == within), None)
    if behind is None or not says_not_own(sheet.folded, *behind):
        return None
    # "The ramipril 10. That's not mine, it's my dad's."
    named = [one for one in people if within[0] <= one.start < behind[1] and one.who not in (SELF, TREATING)]
    return named[0] if named else None


def _folded(proposal: Proposal, sheet: Sheet) -> tuple[int, int]:
    """Where in the folded text the words of a proposal stand."""
    starts, ends = sheet.normalised.starts, sheet.normalised.ends
    first = bisect_left(starts, proposal.start or 0)
    last = bisect_left(ends, proposal.end or 0) + 1
    named = [one for one in sheet.mentions if first <= one.start < last and one.entry.kind != "relatives"]
    own = [one for one in named if proposal.content and one.entry.concept_id == proposal.content.concept.concept_id]
    name = next(iter(own or named), None)
    return (name.start, name.end) if name else (first, min(max(first + 1, last), len(sheet.folded)))


def _is_another(holder: Person, sheet: Sheet, heard: Heard, *, oneself: bool, several: bool) -> bool:
    """Whether whoever holds a thing is not the patient."""
    if holder.who in (SELF, TREATING, CARED_FOR):
        return False
    if holder.who == OUTSIDER:
        return True
    patient = patient_of(sheet, heard)
    if patient:
        return not may_be(holder.who, patient)
    if is_spoken_for(sheet, heard):
        return False
    if oneself:
        return True
    if says_not_own(sheet.folded, 0, len(sheet.folded)):
        # "It's not me, it's my mum: she takes ..." opens a record for her.
        return heard.speaker_is or not several
    if heard.speaker_is or is_told_beside(heard, holder.who):
        return True
    if heard.facts:
        return False
    carer = several or "?" in sheet.folded or any(one.kind == "age" for one in sheet.figures)
    return holder.who not in _SMALL and not carer


def _opens_for_a_child(proposal: Proposal, holder: Person, heard: Heard) -> bool:
    """Whether it is what a record may be opened with: whoever tells a child's fever or allergy speaks for the child."""
    content = proposal.content
    return content is not None and content.slot in _OPENING and holder.who in _YOUNG and not heard.facts


def _as_of(proposal: Proposal, holder: Person) -> Proposal | None:
    content = proposal.content
    assert content is not None
    if not holder.is_kin or proposal.operation is not Operation.ASSERT:
        return None
    told = of_relative(content, holder.who)
    return None if told is None else proposal.with_fields(content=told)
