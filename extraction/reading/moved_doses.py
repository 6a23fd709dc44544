"""Doses that are moved without a name: "She put me up to 100 mcg", "병원에서 100으로 올리래요".

Beside other news the learned readers leave the medicine alone that only the record names. Where one medicine in force
can mean the number, by its unit and by how far it is from its dose, it is that one; of several nobody can know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.asked import asked, sentences
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import number_of_dose, unit_of_dose
from extraction.values.measure_words import with_unit

_MOVED_EN: Final = re.compile(
    r"\b(?:put|moved|bumped|upped|raised|increased|cut|dropped|lowered|reduced|took|taken|brought)"
    r" (?:me|him|her|it|that|(?:my|the|his|her) dose)(?: back)?(?: up| down)? to (?P<n>\d+(?:\.\d+)?)"
    r" ?(?P<unit>mcg|micrograms?|mg|g|units?)?(?![\w%/])(?! ?(?:kg|kilos?|lbs?|pounds?|lit\w+|times|days|weeks"
    r"|tablets|pills|puffs))"
)
_MOVED_KO: Final = re.compile(
    r"(?<![\d./])(?P<n>\d+(?:\.\d+)?)\s?(?P<unit>mcg|마이크로(?:그램)?|mg|밀리(?:그램|그람)?|미리|단위)?\s?(?:짜리)?으?로\s?"
    r"(?:올[려렸리]|늘[려렸리]|줄[여였이]|낮[춰췄추]|높[여였이]|증량|감량)"
)
_UNITS: Final = (("mcg", ("mc", "micro", "마이크로")), ("mg", ("mg", "밀리", "미리")), ("units", ("unit", "단위")))
_TESTS: Final = frozenset({"labs", "vitals"})
_TAKEN: Final = frozenset({"medications", "drug_classes"})
_FURTHEST: Final = 4.0
"""Most by which a dose is moved at once, as a factor."""


def with_moved_doses(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str) -> tuple[Proposal, ...]:
    """``proposals`` with the dose of the one medicine on record that a number without a name can mean."""
    told = {one.content.concept.concept_id for one in proposals if one.content is not None}
    told |= {one.target.concept_id for one in proposals if one.target is not None and one.target.concept_id}
    found = next(_moved(sheet, heard, extractor, told), None)
    return tuple(proposals) if found is None else (*proposals, found)


def _moved(sheet: Sheet, heard: Heard, extractor: str, told: set[str]) -> Iterator[Proposal]:
    text = sheet.folded
    supposed = list(asked(text))
    for start, end in sentences(text):
        match = (_MOVED_KO if sheet.language == "ko" else _MOVED_EN).search(text, start, end)
        if match is None or any(first <= match.start() < last for first, last in supposed):
            continue
        if any(start <= one.start < end and one.entry.kind in _TAKEN for one in sheet.mentions):
            continue
        if any(start <= one.start < match.end() and one.entry.kind in _TESTS for one in sheet.mentions):
            continue
        number = float(match["n"])
        meant = [one for one in heard.facts if _can_mean(one, number, match["unit"] or "")]
        if len(meant) == 1 and meant[0].concept.concept_id not in told:
            yield _change(sheet, meant[0], number, (match.start("n"), match.end()), extractor)


def _can_mean(fact: Content, number: float, unit: str) -> bool:
    own = number_of_dose(fact.dose)
    in_force = fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and fact.status in (Status.ACTIVE, None)
    if not in_force or not own or schedule_of(fact.dose) or number == own:
        return False
    written = next((name for name, begins in _UNITS if unit.startswith(begins)), "")
    near = 1 / _FURTHEST <= number / own <= _FURTHEST
    return near and (not written or unit_of_dose(fact.dose or "").strip().startswith(written))


def _change(sheet: Sheet, fact: Content, number: float, place: tuple[int, int], extractor: str) -> Proposal:
    quote, start, end = sheet.quote(*place)
    content = Content(
        slot=fact.slot,
        concept=fact.concept,
        status=Status.ACTIVE,
        dose=with_unit(f"{number:g}", unit_of_dose(fact.dose or "")),
    )
    return Proposal(
        operation=Operation.CHANGE, content=content,
        target=Target(slot=fact.slot, concept_id=fact.concept.concept_id), quote=quote, start=start, end=end,
        extractor=extractor,
    )  # fmt: skip
