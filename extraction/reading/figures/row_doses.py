"""A dose that is no further value of the test told before it: "TSH 5.1. Levothyroxine from 50 to 75"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Proposal
from domain.values import SlotKind
from extraction.reading.asking.asked import sentence_around
from extraction.reading.figures.figures import Figure
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_NUMBERED: Final = lazy_regex(r"\d+ of \d+")


def figure_of(proposal: Proposal, sheet: Sheet) -> Figure | None:
    """The last figure of the words of a proposal that is its value; None where none is."""
    value = proposal.content.value_stated if proposal.content is not None else None
    if proposal.start is None or proposal.end is None or value is None:
        return None
    own = [one for one in sheet.figures if f"{one.value:g}" == value]
    within = [one for one in own if proposal.start <= sheet.quote(one.start, one.end)[1] < proposal.end]
    return within[-1] if within else None


def is_behind_a_medicine(sheet: Sheet, figure: Figure, row: Sequence[Figure]) -> bool:
    """Whether a medicine is named between a bare number and the value of the test before it: the row was over there."""
    before = max((one.end for one in row if one.end <= figure.start), default=None)
    if before is None or figure.quantity.unit_stated:
        return False
    tests = [one for one in sheet.mentions if one.entry.kind in ("labs", "vitals") and one.end <= figure.start]
    medicines = [
        one for one in sheet.mentions
        if one.entry.kind == "medications" and before <= one.start < figure.start
        and not any(one.end <= test.start for test in tests)
    ]  # fmt: skip
    # "...and they started levothyroxine 25. In May it was 4.9": what has a day of its own goes on with the test.
    return any(not any(one.end <= day.start and day.end <= figure.start for day in sheet.dates) for one in medicines)


def is_of_a_medicine(sheet: Sheet, figure: Figure) -> bool:
    """Whether a medicine is what is named last before a bare number in its sentence, or follows it at once."""
    if figure.quantity.unit_stated:
        return False
    start, _ = sentence_around(sheet.folded, figure.start)
    named = [
        one for one in sheet.mentions
        if one.entry.kind in ("labs", "vitals", "medications") and start <= one.start < figure.start
    ]  # fmt: skip
    behind = any(
        one.entry.kind == "medications" and figure.end <= one.start <= figure.end + _AT_ONCE for one in sheet.mentions
    )
    return behind or (bool(named) and max(named, key=lambda one: one.start).entry.kind == "medications")


_AT_ONCE: Final = 2


def unnumbered(proposal: Proposal) -> Proposal:
    """A value without its number among several of its day."""
    content = proposal.content
    if content is None or not _NUMBERED.fullmatch(content.qualifier or ""):
        return proposal
    return proposal.with_fields(content=content.with_fields(qualifier=None))


def without_values_as_doses(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the dose of a medicine that is a value in the unit of a test: "calpol 37.8", a fever."""
    values = {
        f"{one.value:g}" for one in sheet.figures
        if one.again or (one.kind == "number" and one.quantity.unit in _NO_DOSES and one.quantity.unit_stated)
    }  # fmt: skip
    if not values:
        return tuple(proposals)
    return tuple(
        one.with_fields(content=one.content.with_fields(dose=None))
        if one.content is not None
        and one.content.slot is SlotKind.MEDICATIONS
        and one.content.dose
        and (number := number_of_dose(one.content.dose)) is not None
        and f"{number:g}" in values
        else one
        for one in proposals
    )


_NO_DOSES: Final = frozenset({"Cel", "[degF]", "/min", "mg/dL", "mmol/L", "L/min", "mm[Hg]"})
"""Units in which no medicine is given by itself."""
