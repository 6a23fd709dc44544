"""One number, one owner: "she cut it to one a day", "sorry, misread it, 6.8" move one fact on record and no more.

The learned readers weigh each fact that the conversation spoke of by itself, so words that name none can move several:
a corrected uric acid became the dose of a tablet, and a rhythm that of three medicines. Such words are of what was
spoken of last; of medicines that none of the agent's last words point out one alone is meant, and it is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log
from typing import Final

from domain.proposals import Doubt, Operation, Proposal
from domain.values import SERIES_SLOTS, Content, SlotKind, Status
from extraction.reading.asking.asked import sentence_around
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC
from extraction.reading.figures.measuring import number_on_record
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_MOVES: Final = (Operation.CHANGE, Operation.CORRECT)
_OWNERS: Final = (*SERIES_SLOTS, SlotKind.MEDICATIONS)
_SEVERAL: Final = lazy_regex(
    r"\b(?:both|all(?! (?:right|good|the time))|each|every one|the two|the three|them|these|those|pair)\b"
    r"|둘\s?(?:다|모두)|두\s?(?:개|가지|약)|셋\s?다|모두|전부|각각|(?<![가-힣])다\s?(?:같이|함께|줄|늘|올|바꾸|바꿨|하루)|약들"
)
"""Words that speak of more than one thing."""
_RIGHT_BEHIND: Final = 6
"""Most characters between a name and a number that can only be its own."""
_PRESSURE: Final = frozenset({SYSTOLIC, DIASTOLIC})


def with_one_owner(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which what is told without a name moves one fact alone."""
    proposals = [one for one in proposals if not _is_of_another(one, sheet)]
    moving = [one for one in proposals if _moves_unnamed(one, sheet)]
    if len({_owner(one) for one in moving}) < 2 or _SEVERAL.search(sheet.folded) is not None:
        return tuple(proposals)
    kept = list(proposals)
    while moving:
        rivals = [one for one in moving if _shares(one, moving[0])]
        moving = [one for one in moving if one not in rivals]
        if len({_owner(one) for one in rivals}) > 1:
            moved = [one for one in rivals if not _leaves_all(one, heard)] or rivals
            kept = _settled([one for one in kept if one not in rivals or one in moved], moved, heard)
    return tuple(kept)


def _moves_unnamed(proposal: Proposal, sheet: Sheet) -> bool:
    content = proposal.content
    if content is None or proposal.operation not in _MOVES or content.slot not in _OWNERS:
        return False
    if content.status in (Status.STOPPED, Status.ON_HOLD, Status.PLANNED) or _told(content) == (None, None, None):
        return False
    return not _is_named(proposal, content, sheet)


def _is_of_another(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether the number by which a medicine that nobody named would move stands right behind something else."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or not _moves_unnamed(proposal, sheet):
        return False
    number = number_of_dose(content.dose)
    if number is None or content.frequency is not None:
        return False
    figures = [one for one in sheet.figures if one.quantity.value == number]
    behind = (one for one in sheet.mentions if one.entry.kind in ("labs", "vitals", "symptoms", "conditions"))
    ends = [one.end for one in behind]
    return bool(figures) and all(any(0 <= one.start - end <= _RIGHT_BEHIND for end in ends) for one in figures)


def _is_named(proposal: Proposal, content: Content, sheet: Sheet) -> bool:
    """Whether its concept is named anywhere, or a medicine or a class of medicines in its sentence."""
    if any(one.entry.concept_id == content.concept.concept_id for one in sheet.mentions):
        return True
    quote = proposal.quote.casefold()
    at = max(sheet.folded.find(quote), 0) if quote else 0
    start, end = sentence_around(sheet.folded, at)
    return content.slot is SlotKind.MEDICATIONS and any(
        start <= one.start < end and one.entry.kind in ("medications", "drug_classes") for one in sheet.mentions
    )


def _owner(proposal: Proposal) -> str:
    """The concept that a proposal moves; the two halves of a pressure are one."""
    assert proposal.content is not None
    concept = proposal.content.concept.concept_id
    return "blood_pressure" if concept in _PRESSURE else concept


def _told(content: Content) -> tuple[float | str | None, float | None, str | None]:
    return content.value, number_of_dose(content.dose), content.frequency


def _shares(one: Proposal, other: Proposal) -> bool:
    """Whether two rest on the same number, or both tell how often by the same words."""
    assert one.content is not None
    assert other.content is not None
    numbers = {_told(one.content)[0], _told(one.content)[1]} & {_told(other.content)[0], _told(other.content)[1]}
    often = one.content.frequency is not None and one.content.frequency == other.content.frequency
    both_taken = one.content.slot is other.content.slot is SlotKind.MEDICATIONS
    return bool(numbers - {None}) or often or both_taken


def _leaves_all(proposal: Proposal, heard: Heard) -> bool:
    """Whether a medicine is on record with just what is told of it."""
    content = proposal.content
    known = next((one for one in heard.facts if content is not None and one.concept == content.concept), None)
    if content is None or known is None or content.slot is not SlotKind.MEDICATIONS:
        return False
    return number_of_dose(content.dose) in (None, number_of_dose(known.dose)) and content.frequency in (
        None,
        known.frequency,
    )


def _settled(proposals: list[Proposal], rivals: Sequence[Proposal], heard: Heard) -> list[Proposal]:
    owner, sure = _meant(rivals, heard)
    own = [one for one in rivals if _owner(one) == owner]
    merged = {id(one): _with_all_told(one, rivals) for one in own if _is_taken(one)}
    found = []
    for one in proposals:
        if one in rivals and _owner(one) != owner:
            continue
        one = merged.get(id(one), one)
        if one in merged.values() and not sure:
            one = one.with_fields(doubt=Doubt.UNSURE_READING)
        found.append(one)
    return found


def _meant(rivals: Sequence[Proposal], heard: Heard) -> tuple[str, bool]:
    """Whose the words are, and whether what was spoken of last leaves no other."""
    owners = list(dict.fromkeys(_owner(one) for one in sorted(rivals, key=lambda one: _place(one, heard))))
    pointed_at = {"blood_pressure" if one in _PRESSURE else one for one in heard.pointed_at}
    pointed = [one for one in owners if one in pointed_at]
    if len(pointed) == 1:
        return pointed[0], True
    tests = {_owner(one) for one in rivals if not _is_taken(one)}
    meant = (pointed or owners)[0]
    if tests and any(one.operation is Operation.CORRECT for one in rivals):
        # What was misread is near to what is right: 6.3 for 6.8, and no 5 mg.
        near = [one for one in rivals if _owner(one) in (pointed or owners)]
        meant = _owner(min(near, key=lambda one: _apart(one, heard)))
    return meant, meant in tests or len(owners) == 1


def _apart(proposal: Proposal, heard: Heard) -> float:
    """How far the number is from that on record, as the logarithm of their ratio."""
    content = proposal.content
    assert content is not None
    told = content.value if isinstance(content.value, float) else number_of_dose(content.dose)
    known = (number_on_record(one) for one in heard.facts if one.concept.concept_id == content.concept.concept_id)
    return min((abs(log(told / one)) for one in known if told and one and told > 0 < one), default=inf)


def _place(proposal: Proposal, heard: Heard) -> int:
    assert proposal.content is not None
    concept = proposal.content.concept.concept_id
    known = (place for place, one in enumerate(heard.facts) if one.concept.concept_id == concept)
    return next(known, len(heard.facts))


def _is_taken(proposal: Proposal) -> bool:
    return proposal.content is not None and proposal.content.slot is SlotKind.MEDICATIONS


def _with_all_told(proposal: Proposal, rivals: Sequence[Proposal]) -> Proposal:
    """The owner's proposal with how often as it was read of another: words of one thing are all of it."""
    content = proposal.content
    assert content is not None
    often = next((one.content.frequency for one in rivals if one.content and one.content.frequency), None)
    if content.frequency is not None or often is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(frequency=often))
