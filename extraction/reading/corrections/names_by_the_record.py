"""A medicine's name put right by two names, of which the record says which is the old one: "strike out A and write B".

The one that stands on record is taken back in its own clause, or told as said before; the other has never been told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Polarity, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.reading.corrections.taking_back import changed_by_another, is_name_taken_back
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.written_doses import written_dose
from extraction.reading.items import Heard
from extraction.reading.medicines.meant import others_spoken_of
from extraction.reading.sheet import Sheet
from extraction.values.dose_units import assumed_unit

_LONGEST: Final = 300
"""Characters of a text in which a correction is looked for; longer ones are pasted lists."""
_DOSE_REACH: Final = 24
"""Most characters between a medicine's name and its dose behind it."""


def with_names_put_right_by_the_record(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the medicine that is not on record takes the place of the one that is."""
    pair = _pair(sheet, heard)
    if pair is None or len(sheet.folded) > _LONGEST or others_spoken_of(sheet):
        return tuple(proposals)
    old, known, new = pair
    if sheet.dates or changed_by_another(sheet.folded):
        # What began or was changed at a time was true before.
        return tuple(proposals)
    dosed = _dose_behind(sheet, new) is not None
    if not is_name_taken_back(sheet.folded, (old.start, old.end), (new.start, new.end), dosed=dosed):
        return tuple(proposals)
    kept = [one for one in proposals if not _is_of(one, (known.concept.concept_id, new.entry.concept_id))]
    return (*kept, _corrected(sheet, known, new, proposals, lexicon, author))


def _pair(sheet: Sheet, heard: Heard) -> tuple[Mention, Content, Mention] | None:
    """The one medicine named that is taken by the record, and the one other that no record holds."""
    named: dict[str, Mention] = {}
    for one in sheet.mentions:
        if one.entry.kind == "medications":
            named.setdefault(one.entry.concept_id, one)
    taken = [
        (mention, fact)
        for mention in named.values()
        for fact in heard.facts
        if fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and fact.polarity is Polarity.AFFIRMED
        and fact.status in (None, Status.ACTIVE) and _is_named(mention, fact)
    ]  # fmt: skip
    on_record = {fact.concept.concept_id for fact in heard.facts}
    others = [one for one in named.values() if one not in [mention for mention, _ in taken]]
    fresh = [one for one in others if one.entry.concept_id not in on_record]
    if len(named) != 2 or len({fact.concept.concept_id for _, fact in taken}) != 1 or len(fresh) != 1:
        return None
    return taken[0][0], taken[0][1], fresh[0]


def _is_named(mention: Mention, fact: Content) -> bool:
    concept = fact.concept
    return concept.concept_id == mention.entry.concept_id or mention.entry.concept_id in concept.broader


def _dose_behind(sheet: Sheet, new: Mention) -> Figure | None:
    near = (one for one in sheet.figures if new.end <= one.start <= new.end + _DOSE_REACH and one.kind != "age")
    return next(near, None)


def _corrected(
    sheet: Sheet, known: Content, new: Mention, proposals: Sequence[Proposal], lexicon: Lexicon, author: str
) -> Proposal:
    concept = new.entry.concept(sheet.language)
    told = [
        one.content
        for one in proposals
        if one.content is not None and one.content.slot is SlotKind.MEDICATIONS
        and one.content.concept.concept_id == concept.concept_id and one.content.polarity is Polarity.AFFIRMED
    ]  # fmt: skip
    content = told[0] if told else Content(slot=SlotKind.MEDICATIONS, concept=concept, status=Status.ACTIVE)
    dose = _dose_behind(sheet, new)
    if content.dose is None and dose is not None:
        content = content.with_fields(dose=written_dose(dose, assumed_unit(concept, None, lexicon)))
    quote, start, end = sheet.quote(new.start, dose.end if dose is not None else new.end)
    return Proposal(
        operation=Operation.CORRECT, content=content,
        target=Target(slot=SlotKind.MEDICATIONS, concept_id=known.concept.concept_id), quote=quote, start=start,
        end=end, extractor=author,
    )  # fmt: skip


def _is_of(proposal: Proposal, ids: Sequence[str]) -> bool:
    content, target = proposal.content, proposal.target
    if content is not None and content.slot is SlotKind.MEDICATIONS:
        return content.concept.concept_id in ids
    return (
        proposal.operation in (Operation.RETRACT, Operation.REVERT) and target is not None and target.concept_id in ids
    )
