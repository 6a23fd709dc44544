"""Dose and frequency of a medicine that was read: what is taken at a time, or what is taken when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from domain.proposals import Proposal
from domain.values import Concept, Content, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import number_on_record
from extraction.reading.figures.written_doses import written_dose
from extraction.reading.items import Heard
from extraction.reading.medicines.tablets import counter_of_few, taken_at_once
from extraction.reading.settling import other_end
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_forms import FEW
from extraction.values.dose_schedules import (
    OTHER_DAYS,
    DoseSchedule,
    ScheduledDose,
    in_the_day,
    kind_of,
    schedule_of,
    with_part,
)
from extraction.values.dose_units import DOSE_UNITS, assumed_unit, number_of_dose, unit_of_dose
from extraction.values.measure_words import counter_of, with_unit
from extraction.values.schedule_words import is_every_day, times_told


def with_dose_taken(sheet: Sheet, heard: Heard, read: Read, proposal: Proposal, lexicon: Lexicon) -> Proposal:
    """The rules' proposal of a medicine with what is taken at a time; doses by the time of day stay as they are."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS:
        return proposal
    content = content.with_fields(frequency=_own_frequency(read, content.frequency))
    proposal = proposal.with_fields(content=content)
    told = any(one.schedule is not None for one in read.new)
    kept = not told and schedule_of(content.dose)
    if not read.new or kept:
        return proposal
    known = heard.facts[read.item.heard] if read.item.heard is not None else None
    taken = dose_taken(sheet, read, known, content.concept, lexicon)
    if taken["dose"] is None:
        return proposal
    changed = taken if told and taken["frequency"] is not None else {"dose": taken["dose"]}
    return proposal.with_fields(content=content.with_fields(**changed))


def _own_frequency(read: Read, heard: str | None) -> str | None:
    """How often by what was bound to the medicine: the rules take what stands nearest, and that may be another's."""
    outright = [one.code for one in read.frequencies if not one.weak]
    return outright[0] if outright and heard not in outright else heard


def dose_taken(
    sheet: Sheet, read: Read, known: Content | None, concept: Concept, lexicon: Lexicon
) -> dict[str, object]:
    """Dose and frequency of a medicine."""
    often = next((one.code for one in read.frequencies if not one.weak), None)
    often = often or next((one.code for one in read.frequencies), None)
    if (planned := _by_schedule(sheet, read, known, concept, lexicon)) is not None:
        dose_then, frequency = planned
        return {"dose": dose_then, "frequency": frequency if often in (None, _OF_ONE_DAY) else often}
    own = number_on_record(known) if known is not None else None
    dose = taken_at_once(read.new, sheet, lexicon.find("medications", concept.concept_id), own)
    if dose is not None and known is not None and own and _is_of_something_else(dose, read, known, own):
        dose = None
    if dose is not None and own is not None:
        dose = other_end(dose, own)
    assumed = assumed_unit(
        concept, known.dose if known is not None else None, lexicon, dose.value if dose is not None else None
    )
    return {"dose": written_dose(dose, assumed) if dose is not None else None, "frequency": often}


def _is_of_something_else(dose: Figure, read: Read, known: Content, own: float) -> bool:
    """Whether a bare number cannot be the dose of a medicine whose strength is on record.

    Of 20 mg on record "talked 2 her" and "round two" count no tablets: only what stands beside the name does.
    And nobody goes from 90 to 8 or from 2 to 250 in one step, but to correct what was noted wrongly.
    """
    bare = dose.quantity.unit is None and not dose.measure and not dose.quantity.parts and not dose.reckoned
    if not bare or dose.kind != "number" or counter_of(known.dose) or read.change == "correct":
        return False
    beside = read.item.named and 0 <= dose.start - read.item.end <= _BESIDE
    if dose.counter:
        return not beside
    return not 1 / _FURTHEST <= dose.value / own <= _FURTHEST and not beside


_BESIDE: Final = 2
_FURTHEST: Final = 8.0
"""Most by which a dose is moved at once, as a factor, where its unit is not said."""


def _by_schedule(
    sheet: Sheet, read: Read, known: Content | None, concept: Concept, lexicon: Lexicon
) -> tuple[str, str | None] | None:
    """The whole dose and its frequency, where amounts differ by day or time: all told, or one of those on record."""
    told = next((one.schedule for one in read.new if one.schedule is not None), None)
    on_record = known.dose if known is not None else None
    if told is not None:
        amounts = tuple(part.amount for part in told.parts)
        bare = not any(part.unit for part in told.parts) and (
            on_record is None or (number_of_dose(on_record) or 0) > FEW
        )
        entry = lexicon.find("medications", concept.concept_id)
        counter = counter_of_few(amounts, entry, sheet.folded[told.start : told.end]) if bare else ""
        unit = f" {counter}" if counter else assumed_unit(concept, on_record, lexicon, amounts[0])
        return told.written(unit), told.frequency
    figure = next(iter(read.new), None)
    if figure is not None and known is not None and (whole := _in_parts(sheet, figure, known, concept)) is not None:
        return whole, known.frequency
    if figure is None or figure.quantity.value is None or known is None or read.change not in _REVISED:
        return None
    if is_every_day(sheet.folded):
        return None
    parts = schedule_of(on_record) or _every_day(known)
    unit = DOSE_UNITS.get(figure.quantity.unit or "", "")
    old = next((one.value for one in read.old), None)
    whens = {figure.when} if figure.when else {when for when, _ in times_told(sheet.folded)}
    fitting = [one for one in (with_part(parts, when, figure.quantity.value, unit) for when in sorted(whens)) if one]
    if not fitting and old is not None:
        whens = {part.when for part in parts if part.amount == old}
        fitting = [one for one in (with_part(parts, when, figure.quantity.value, unit) for when in whens) if one]
    return (fitting[0], known.frequency) if len(fitting) == 1 else None


def _in_parts(sheet: Sheet, figure: Figure, known: Content, concept: Concept) -> str | None:
    """A whole dose that a bare row of numbers tells, or that is told time by time, for a medicine on record.

    As many numbers as the schedule on record has parts are these parts anew ("back to ten and five"); and of "evening
    750, morning still 500" each is at its time.
    """
    unit = unit_of_dose(known.dose or "")
    parts = schedule_of(known.dose)
    numbers = [one for one in sheet.figures if one.kind == "number" and not one.quantity.parts]
    bare = [one for one in numbers if one.quantity.unit is None and one.schedule is None]
    for first in range(len(bare) - len(parts) + 1) if parts else ():
        row = bare[first : first + len(parts)]
        if any(one.start == figure.start for one in row) and _is_row(sheet, row):
            if len({one.value for one in row}) == 1:
                return with_unit(f"{row[0].value:g}", unit)
            return ", ".join(replace(part, amount=one.value).written() for one, part in zip(row, parts, strict=True))
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in ("medications", "drug_classes")}
    timed = {one.when: one for one in reversed(bare) if one.when and kind_of(one.when) == "times"}
    if parts or figure.when not in timed or len(timed) < 2 or not named <= {concept.concept_id}:
        return None
    told = sorted(timed.values(), key=lambda one: in_the_day(one.when))
    told_parts = tuple(ScheduledDose(one.value, unit, one.when) for one in told)
    return DoseSchedule(told_parts, told[0].start, told[-1].end).written()


def _is_row(sheet: Sheet, row: Sequence[Figure]) -> bool:
    between = [sheet.folded[one.end : other.start] for one, other in pairwise(row)]
    return all(_JOINT.fullmatch(one) is not None for one in between)


_JOINT: Final = lazy_regex(r"\s?(?:[,/]|and|하고|이랑|랑)\s?|\s")


_REVISED: Final = ("change", "correct", "revert")
_OF_ONE_DAY: Final = "weekly"
"""What a weekday alone would mean, which a schedule names for another reason."""
_DAILY: Final = frozenset({"QD", "QHS"})


def _every_day(known: Content) -> tuple[ScheduledDose, ...]:
    """A dose taken every day as a schedule that a day may be excepted from; empty for any other."""
    amount = number_of_dose(known.dose)
    plain = amount is not None and known.dose == f"{amount:g}{unit_of_dose(known.dose or '')}"
    if amount is None or not plain or known.frequency not in _DAILY:
        return ()
    return (ScheduledDose(amount, unit_of_dose(known.dose or ""), OTHER_DAYS),)
