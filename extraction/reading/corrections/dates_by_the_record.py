"""The day of a reading put right by two days, of which the record says which is the old one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, SERIES_SLOTS, Content, Precision
from extraction.reading.corrections.taking_back import asked_in, puts_right, takes_back_plainly
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC
from extraction.reading.figures.measuring import number_on_record
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import GUESS, Understanding
from extraction.values.dates import DateMention

_LONGEST: Final = 400
"""Characters of a text in which a correction is looked for; longer ones are pasted sheets."""
_DAY: Final = len("2020-05-17")


def with_days_put_right_by_the_record(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the day that is not on record takes the place of the one of a reading that is."""
    days = {one.value: one for one in sheet.dates if len(one.value) == _DAY}
    if len(days) != len({one.value for one in sheet.dates}) or len(days) != 2 or len(sheet.folded) > _LONGEST:
        return tuple(proposals)
    series = _series(sheet, heard)
    standing = [one for one in series if one.valid_from in days]
    concepts = {one.concept.concept_id for one in standing}
    if len(concepts) != 1 or len({one.valid_from for one in standing}) != 1:
        return tuple(proposals)
    fact = standing[0]
    new = next(one for value, one in days.items() if value != fact.valid_from)
    if not _is_put_right(sheet, understanding, proposals, fact, new):
        return tuple(proposals)
    kept = [one for one in proposals if not _is_of(one, fact)]
    return (*kept, _corrected(sheet, fact, new, author))


def _series(sheet: Sheet, heard: Heard) -> list[Content]:
    """The readings of the tests that the words name; where they name none, those that have a number said."""
    own = [one for one in heard.facts if one.slot in SERIES_SLOTS and one.subject == PATIENT]
    own = [one for one in own if one.concept.concept_id not in (SYSTOLIC, DIASTOLIC)]
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in ("labs", "vitals")}
    if named:
        return [one for one in own if one.concept.concept_id in named or not named.isdisjoint(one.concept.broader)]
    said = {one.value for one in sheet.figures}
    return [one for one in own if number_on_record(one) in said]


def _is_put_right(
    sheet: Sheet, understanding: Understanding, proposals: Sequence[Proposal], fact: Content, new: DateMention
) -> bool:
    """Whether the words put the day right, and tell no other value: that would be another reading."""
    dated = [(one.start, one.end) for one in sheet.dates]
    told = [
        one.value
        for one in sheet.figures
        if one.kind == "number" and not any(start <= one.start < end for start, end in dated)
    ]
    if any(one != number_on_record(fact) and one >= 3 for one in told):
        return False
    old = next(one for one in sheet.dates if one.value == fact.valid_from)
    heard_so = any(one.kind in ("correct", "revert") and one.doubt <= GUESS for one in understanding.acts)
    moved = any(one.operation is Operation.CORRECT and _is_of(one, fact) for one in proposals)
    plainly = takes_back_plainly(sheet.folded, (old.start, old.end), (new.start, new.end), asked_in(sheet.folded))
    return plainly or heard_so or moved or puts_right(sheet.folded)


def _is_of(proposal: Proposal, fact: Content) -> bool:
    content, target = proposal.content, proposal.target
    named = content.concept.concept_id if content is not None else target.concept_id if target is not None else None
    return named in (fact.concept.concept_id, None)


def _corrected(sheet: Sheet, fact: Content, new: DateMention, author: str) -> Proposal:
    quote, start, end = sheet.quote(new.start, new.end)
    return Proposal(
        operation=Operation.CORRECT,
        content=Content(slot=fact.slot, concept=fact.concept, valid_from=new.value, precision=Precision(new.precision)),
        target=Target(
            slot=fact.slot, concept_id=fact.concept.concept_id, subject=fact.subject, date=fact.valid_from
        ),
        quote=quote, start=start, end=end, extractor=author, fields=("date",),
    )  # fmt: skip
