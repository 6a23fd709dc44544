"""Medicines, illnesses and complaints of people who are told by their names: "me: amlodipine. Husband Derek apixaban".

Where at least two people of a talk were named, or one beside whoever speaks, what stands behind a name is that one's,
until the next is named. A record has one patient: of the others it keeps the medicine as theirs, the illness as the
family's, and nothing as the patient's own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final

from domain.ages import AGE
from domain.proposals import Operation, Proposal
from domain.reattribution import of_relative
from domain.speaking_for import GENDER, NAME
from domain.values import PATIENT, Content, SlotKind
from extraction.reading.items import Heard
from extraction.reading.people.named_people import AS_MONTHS, UNKNOWN, names_told
from extraction.reading.people.persons import OUTSIDER, SELF
from extraction.reading.people.readings_apart import Find, is_another_person
from extraction.reading.people.readings_of_people import Marker, markers_in
from extraction.reading.people.speaking_for import patient_of
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_HELD: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.ALLERGIES})
_LONGEST: Final = 500
_LEAST: Final = 2
_FOR: Final = lazy_regex(r"[^.!?;\n]{0,24}?\bfor (?:my |our )?$")
_BEGINS: Final = lazy_regex(r"(?:^|[.!?;:,\n]\s*|\band\s|\bthe\s|\bmy\s|\bour\s|글고\s|근데\s|그리고\s|우리\s)$")
"""What stands before a name with which something new is told."""


def with_things_apart(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], find: Find) -> tuple[Proposal, ...]:
    """``proposals`` with what is told behind the name of another as that one's."""
    if len(sheet.folded) > _LONGEST or len(sheet.text) != len(sheet.folded):
        return tuple(proposals)
    if not any(_is_held(one) or _is_name(one) for one in proposals):
        return tuple(proposals)
    before = [(text, tuple(find(text))) for text in (normalise(one).text for one in heard.said_before)]
    earlier, names = names_told(before), names_told([*before, (sheet.text, sheet.mentions)])
    people = markers_in(sheet.folded, sheet.mentions, names)
    self_told = any(_is_ones_own(one, sheet, people) for one in proposals)
    # Who was told of as kin before, on a record of one's own, needs nobody beside: "Frank takes warfarin".
    known = bool(heard.facts) and not heard.patient_is and any(who != UNKNOWN for who in earlier.values())
    if len(names) < (1 if self_told or known else _LEAST) or not any(one.name for one in people):
        return tuple(proposals)
    patient = patient_of(sheet, heard)
    taken_for = {str(one.content.value).casefold() for one in proposals if _is_name(one) and one.content is not None}
    # Who was told of before beside others, or beside whoever speaks, is none whom a name makes the patient now.
    own: set[str] = set() if self_told else taken_for - set(earlier)
    siblings = _told_as_others(heard, proposals)
    kept: list[Proposal] = []
    for one in proposals:
        if self_told and _is_sex_of(one, sheet, people):
            continue
        if _is_name(one) and one.content is not None:
            name = str(one.content.value).casefold()
            other = name in siblings if siblings else name in names and name not in own
            if not (other and is_another_person(_named(names, name), heard, patient)):
                kept.append(one)
            continue
        holder = _holder(one, sheet, people) if _is_held(one) else None
        if holder is not None and siblings:
            # Who of the children is the patient was settled by their names and ages.
            sibling = siblings.get(holder.name)
            holder = Marker(sibling, holder.start, holder.end, holder.name) if sibling is not None else None
        if holder is None or holder.name in own or not is_another_person(holder, heard, patient):
            kept.append(one)
        elif one.operation is Operation.ASSERT and one.content is not None:
            told = _as_of(one.content, holder)
            kept += [one.with_fields(content=told)] if told is not None else []
    if any(_is_name(one) for one in proposals) and not any(_is_name(one) for one in kept):
        # Whose name is another's, that one's are the years and the sex told with it.
        kept = [one for one in kept if not _is_of_the_person(one)]
    return tuple(kept)


def _is_of_the_person(proposal: Proposal) -> bool:
    content = proposal.content
    return content is not None and content.subject == PATIENT and content.concept.concept_id in (AGE, GENDER)


def _told_as_others(heard: Heard, proposals: Sequence[Proposal]) -> Mapping[str, str]:
    """The names, in lower case, that stand for others than the patient on record or by these words, with whose."""
    told = (*heard.children, *(one.content for one in proposals if one.content is not None))
    return {
        str(one.value).casefold(): one.subject
        for one in told
        if one.concept.concept_id == NAME and one.subject != PATIENT
    }


def _is_sex_of(proposal: Proposal, sheet: Sheet, people: Sequence[Marker]) -> bool:
    """Whether the patient's sex was read from the word for somebody with a name of his own."""
    content = proposal.content
    if content is None or content.concept.concept_id != GENDER or content.subject != PATIENT or proposal.start is None:
        return False
    place = bisect_left(sheet.normalised.starts, proposal.start)
    return any(one.start <= place < one.end and one.name and one.who != SELF for one in people)


def _is_ones_own(proposal: Proposal, sheet: Sheet, people: Sequence[Marker]) -> bool:
    """Whether whoever speaks tells a thing of himself or herself: who is only introduced may speak for another."""
    if not _is_held(proposal) or proposal.start is None:
        return False
    place = bisect_left(sheet.normalised.starts, proposal.start)
    before = [one for one in people if one.start <= place]
    return bool(before) and before[-1].who == SELF


def _named(names: Mapping[str, str], name: str) -> Marker:
    return Marker(names.get(name, UNKNOWN), 0, 0, name)


def _is_name(proposal: Proposal) -> bool:
    content = proposal.content
    return content is not None and content.concept.concept_id == NAME and content.subject == PATIENT


def _is_held(proposal: Proposal) -> bool:
    content = proposal.content
    asserts = proposal.operation in (Operation.ASSERT, Operation.CHANGE)
    return content is not None and content.slot in _HELD and content.subject == PATIENT and asserts


def _holder(proposal: Proposal, sheet: Sheet, people: Sequence[Marker]) -> Marker | None:
    """The named one behind whose name something stands, where that one opens what is told; None of anybody else."""
    content = proposal.content
    if proposal.start is None or content is None:
        return None
    first = bisect_left(sheet.normalised.starts, proposal.start)
    last = bisect_left(sheet.normalised.ends, proposal.end or proposal.start) + 1
    own = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id
           and first <= one.start < last]  # fmt: skip
    place = own[0].start if own else first
    behind = next((one for one in people if one.start > place), None)
    if behind is not None and behind.name and _FOR.fullmatch(sheet.folded, place, behind.start) is not None:
        return behind
    before = [one for one in people if one.end <= place and one.who != OUTSIDER]
    if not before:
        return None
    opening = next(
        (one for one in reversed(before) if one.who == SELF or _BEGINS.search(sheet.folded, 0, one.start)), None
    )
    # "Two miscarriages before Ewan, and pre-eclampsia with him": who is named in passing opens nothing.
    return opening if opening is not None and opening.name and opening.who != SELF else None


def _as_of(content: Content, holder: Marker) -> Content | None:
    who = holder.who if holder.who != UNKNOWN else "relative"
    if holder.name.capitalize() in AS_MONTHS:
        # "April: levothyroxine" is of April, and since no month.
        content = content.with_fields(valid_from=None, precision=None)
    if content.slot is SlotKind.MEDICATIONS:
        return content.with_fields(subject=who, qualifier=holder.name.capitalize())
    return of_relative(content, who)
