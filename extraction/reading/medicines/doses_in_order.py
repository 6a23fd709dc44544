"""Which dose is told of which medicine, by the order of their names: "A is 5mg and B 10mg", "5mg짜리 A"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.corrections.taking_back import is_denied
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.written_doses import written_dose
from extraction.reading.sheet import Sheet, is_goal
from extraction.values.dose_units import DOSE_UNITS
from extraction.values.quantities import find_quantities

_STRENGTHS: Final = frozenset({"mg", "ug", "g"})


def strengths(sheet: Sheet) -> tuple[Figure, ...]:
    """The figures that are strengths by their unit, in order."""
    told = {
        one.start: one for one in sheet.figures
        if one.quantity.unit in _STRENGTHS and one.quantity.value is not None and one.schedule is None
    }  # fmt: skip
    for quantity in find_quantities(sheet.text):
        # What "should be 5mg" is a goal of a test, and a dose of a medicine.
        if quantity.unit in _STRENGTHS and quantity.value is not None and is_goal(sheet.folded, quantity.start):
            told.setdefault(quantity.start, Figure(quantity))
    return tuple(told[start] for start in sorted(told))


def strength(figure: Figure) -> str:
    """A strength as the record writes it."""
    return written_dose(figure, "")


def names_of(sheet: Sheet, kinds: Sequence[str] = ("medications",)) -> tuple[Mention, ...]:
    """All mentions of medicines, in order."""
    return tuple(sorted((one for one in sheet.mentions if one.entry.kind in kinds), key=lambda one: one.start))


def told_in_order(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """The strengths told of each medicine, by concept id, the last word on each last.

    Names and strengths take turns: those behind each name are its own where a name comes first, and those before it
    where a strength does. A strength that is denied ("not 5mg") is none.
    """
    names = names_of(sheet)
    told = [one for one in strengths(sheet) if not is_denied(sheet.folded, (one.start, one.end))]
    if not names or not told:
        return {}
    found: dict[str, list[str]] = {}
    if names[0].start < told[0].start:
        bounds = [*(one.start for one in names[1:]), len(sheet.folded)]
        for name, end in zip(names, bounds, strict=True):
            own = [strength(one) for one in told if name.end <= one.start < end]
            found.setdefault(name.entry.concept_id, []).extend(own)
    else:
        starts = [0, *(one.end for one in names[:-1])]
        for name, start in zip(names, starts, strict=True):
            own = [strength(one) for one in told if start <= one.start < name.start]
            found.setdefault(name.entry.concept_id, []).extend(own)
    return {concept: tuple(own) for concept, own in found.items() if own}


def is_strength(dose: str | None) -> bool:
    """Whether a dose on record is one strength, and no schedule."""
    written = {DOSE_UNITS[one] for one in _STRENGTHS}
    return dose is not None and any(
        dose.endswith(unit) and dose[: -len(unit)].replace(".", "").isdigit() for unit in written
    )
