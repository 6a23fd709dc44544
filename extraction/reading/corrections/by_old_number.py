"""Which fact is meant, told by the number that it has: "put me up to 40 now, 20 wasn't doing anything".

Words that name nothing and say two numbers, one of which a single fact on record has, are of that fact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, SERIES_SLOTS, Content, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC
from extraction.reading.figures.measuring import number_on_record
from extraction.reading.figures.written_doses import written_dose
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import assumed_unit, number_of_dose

_NAMES: Final = frozenset({"medications", "drug_classes", "labs", "vitals"})
_MOVES: Final = frozenset({Operation.CHANGE, Operation.CORRECT, Operation.ASSERT, Operation.REVERT})
_WRONG: Final = lazy_regex(
    r"\b(?:wrong|typo|mistake|misread|mistyped|incorrect|not (?:right|correct)|should (?:be|say|read)|meant"
    r"|correct(?:ion|ed)?"
    r"|oops|sorry|where did you get)\b|^\W*no\b|잘못|오타|틀[렸린]|정정|고쳐|아니[고라]|말고"
)


def with_old_numbers(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the new number takes the place of the one that the words say was on record."""
    if any(one.entry.kind in _NAMES for one in sheet.mentions) or "?" in sheet.folded.rstrip()[-1:]:
        return tuple(proposals)
    numbers = [one for one in sheet.figures if one.kind in ("number", "count") and not one.quantity.parts]
    numbers = [one for one in numbers if not _is_a_place(sheet.folded, one)]
    owners: dict[str, Content] = {}
    for fact in heard.facts:
        own = _own(fact)
        if own is not None and any(one.value == own for one in numbers):
            owners.setdefault(fact.concept.concept_id, fact)
    if len(owners) != 1:
        return tuple(proposals)
    fact = next(iter(owners.values()))
    # "Number 5 should be 3.75, not 2.5": what has 2.5 is meant, and nothing else is 2.5 now.
    proposals = [one for one in proposals if not _is_of_another(one, fact)]
    if len(numbers) not in (2, 3):
        return tuple(proposals)
    new = [one for one in numbers if one.value != _own(fact)]
    if len({one.value for one in new}) != 1 or not 1 / _FAR <= new[0].value / (_own(fact) or 1.0) <= _FAR:
        return tuple(proposals)
    moved = [one for one in proposals if _takes(one, new[0].value)]
    right = [
        one for one in moved if one.content is not None and one.content.concept.concept_id == fact.concept.concept_id
    ]
    if right or not (moved or _WRONG.search(sheet.folded)):
        return tuple(proposals)
    operation = Operation.CORRECT if _WRONG.search(sheet.folded) else Operation.CHANGE
    return (*(one for one in proposals if one not in moved), _moved(sheet, fact, new[0], operation, lexicon, author))


_FAR: Final = 6.0
"""Most by which a number is moved or put right at once, as a factor."""


_PLACE_AHEAD: Final = lazy_regex(r"(?:\b(?:number|no\.?|item|line|entry|pill|tablet|medicine)\s|#)$")
_PLACE_BEHIND: Final = lazy_regex(r"\s?번(?:째)?\s?(?:은|는|이|가|약|거|것|꺼|항목|줄)")


def _is_a_place(text: str, number: Figure) -> bool:
    """Whether a number is that of an item of a list."""
    return _PLACE_AHEAD.search(text, 0, number.start) is not None or _PLACE_BEHIND.match(text, number.end) is not None


def _is_of_another(proposal: Proposal, fact: Content) -> bool:
    content, own = proposal.content, _own(fact)
    if content is None or proposal.operation not in (Operation.CHANGE, Operation.CORRECT):
        return False
    if content.slot is not fact.slot or content.concept.concept_id == fact.concept.concept_id:
        return False
    return own in (number_of_dose(content.dose), content.value)


def _own(fact: Content) -> float | None:
    if fact.concept.concept_id in (SYSTOLIC, DIASTOLIC):
        # The halves of a pressure are put right by their own words.
        return None
    if fact.subject != PATIENT or fact.status in (Status.STOPPED, Status.RESOLVED, Status.PLANNED):
        return None
    if fact.slot is SlotKind.MEDICATIONS:
        return number_of_dose(fact.dose)
    return number_on_record(fact) if fact.slot in SERIES_SLOTS else None


def _takes(proposal: Proposal, number: float) -> bool:
    content = proposal.content
    if content is None or proposal.operation not in _MOVES or proposal.doubt is not None:
        return False
    return number in (number_of_dose(content.dose), content.value)


def _moved(
    sheet: Sheet, fact: Content, number: Figure, operation: Operation, lexicon: Lexicon, author: str
) -> Proposal:
    quote, start, end = sheet.quote(number.start, number.end)
    target = Target(slot=fact.slot, concept_id=fact.concept.concept_id, subject=fact.subject, old=_own(fact))
    if fact.slot is SlotKind.MEDICATIONS:
        dose = written_dose(number, assumed_unit(fact.concept, fact.dose, lexicon, number.value))
        content = Content(slot=fact.slot, concept=fact.concept, dose=dose, status=Status.ACTIVE)
    else:
        content = Content(slot=fact.slot, concept=fact.concept, value=number.value, unit=fact.unit)
    return Proposal(
        operation=operation, content=content, target=target, quote=quote, start=start, end=end, extractor=author
    )
