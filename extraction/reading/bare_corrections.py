"""A number that is put right by itself, where the readers doubt of what: "No it was 186, my grandson read it wrong".

Beside medicines and other values on record the learned readers leave such words alone. Where one value or dose on
record alone is so near that it can have been misread, it is that one; of several nobody can know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, SERIES_SLOTS, Content, SlotKind, Status
from extraction.reading.figures import Figure
from extraction.reading.items import Heard
from extraction.reading.measured_values import DIASTOLIC, SYSTOLIC
from extraction.reading.measuring import number_on_record
from extraction.reading.sheet import Sheet
from extraction.reading.slips import is_slip, nearer_half
from extraction.reading.understanding import Act, Understanding
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import unit_of_dose

_SURE: Final = 0.5
"""Doubt below which an utterance puts something right."""
_WIDEST: Final = 1.6
"""How far a misread number lies from the right one at most, as a factor."""
_MOVES: Final = (Operation.CHANGE, Operation.CORRECT, Operation.RETRACT, Operation.REVERT)
_WRONG: Final = re.compile(
    r"\b(?:wrong\w*|mis(?:read|heard|typed|took)|mistake|sorry|not|no|actually|should (?:be|say)|i meant?|typo|oops)\b"
    r"|아니|잘못|다시\s?보니|정정|틀[렸린]|착각|죄송|앗"
)


def with_bare_corrections(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the one value or dose on record that the only number of a correction can mean."""
    if not (_puts_right(understanding.acts) or is_slip(sheet.folded)) or any(
        one.operation in _MOVES for one in proposals
    ):
        return tuple(proposals)
    numbers = [one for one in sheet.figures if one.kind == "number" and one.quantity.value is not None]
    named = any(one.entry.kind in ("labs", "vitals", "medications", "drug_classes") for one in sheet.mentions)
    if named or len(numbers) != 1 or numbers[0].counter or _WRONG.search(sheet.folded) is None:
        return tuple(proposals)
    meant = _meant(numbers[0], heard)
    return tuple(proposals) if meant is None else (*proposals, _corrected(sheet, meant, numbers[0], extractor))


def _puts_right(acts: Sequence[Act]) -> bool:
    return any(act.kind == "correct" and act.doubt < _SURE for act in acts)


def _meant(figure: Figure, heard: Heard) -> Content | None:
    near = [one for one in heard.facts if _is_near(one, figure)]
    if len(near) > 1:
        # Digits that changed places were misread: 168 and 186.
        near = [one for one in near if _digits(number_on_record(one)) == _digits(figure.value)]
        near = near or _of_one_pressure(figure, heard)
    return near[0] if len(near) == 1 else None


def _of_one_pressure(figure: Figure, heard: Heard) -> list[Content]:
    """The half of the pressure on record that the number is far nearer to, where nothing else is near it."""
    close = [one for one in heard.facts if _is_near(one, figure)]
    halves = {one.concept.concept_id: one for one in reversed(close)}
    if len(close) != len(halves) or set(halves) != {SYSTOLIC, DIASTOLIC}:
        return []
    half = nearer_half(figure.value, number_on_record(halves[SYSTOLIC]), number_on_record(halves[DIASTOLIC]))
    return [halves[half]] if half is not None else []


def _is_near(fact: Content, figure: Figure) -> bool:
    number = number_on_record(fact)
    in_force = fact.slot in SERIES_SLOTS or (
        fact.slot is SlotKind.MEDICATIONS and fact.status in (Status.ACTIVE, None) and not schedule_of(fact.dose)
    )
    if not in_force or fact.subject != PATIENT or not number or number == figure.value or figure.value <= 0:
        return False
    return 1 / _WIDEST <= figure.value / number <= _WIDEST and figure.quantity.unit in (None, fact.unit)


def _digits(value: float | None) -> list[str]:
    return sorted(f"{value:g}".replace(".", "")) if value is not None else []


def _corrected(sheet: Sheet, fact: Content, figure: Figure, extractor: str) -> Proposal:
    quote, start, end = sheet.quote(figure.start, figure.end)
    content = Content(slot=fact.slot, concept=fact.concept)
    if fact.slot is SlotKind.MEDICATIONS:
        dose = f"{figure.value:g}{unit_of_dose(fact.dose or '')}"
        content = content.with_fields(dose=dose, status=Status.ACTIVE)
    else:
        content = content.with_fields(
            value=figure.value, value_stated=f"{figure.value:g}", unit=fact.unit, qualifier=fact.qualifier
        )
    return Proposal(
        operation=Operation.CORRECT, content=content,
        target=Target(slot=fact.slot, concept_id=fact.concept.concept_id), quote=quote, start=start, end=end,
        extractor=extractor,
    )  # fmt: skip
