"""Numbers of an utterance that may be values or doses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from extraction.reading.people.told_ages import ToldAge
from extraction.values.dose_schedules import DoseSchedule
from extraction.values.dose_units import DOSE_UNITS
from extraction.values.measure_words import measure_of
from extraction.values.quantities import QuantityMention

FigureKind = Literal["number", "count", "age", "systolic", "diastolic"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that may be a value or a dose.

    ``counter`` names what is counted in a dose by number ("tab", "puff", "drop"), ``measure`` by what word that is
    written ("cup" of what is drunk); ``spoken`` marks number words that are numbers only where one is expected
    ("백육이었어요"). ``schedule`` is a whole dose that differs by day or time,
    whose first amount is the number; ``when`` the day or time that stands beside a single one ("8 at night").
    ``reckoned`` marks what stands nowhere in the words: half of what is on record; ``again`` a value told once more
    behind what was taken for it ("39.2, gave calpol, now 38.4").
    """

    quantity: QuantityMention
    kind: FigureKind = "number"
    counter: str = ""
    measure: str = ""
    spoken: bool = False
    schedule: DoseSchedule | None = None
    when: str = ""
    reckoned: bool = False
    again: bool = False

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.quantity.start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.quantity.end

    @property
    def value(self) -> float:
        """The number, or the lower end of a range."""
        return self.quantity.value if self.quantity.value is not None else self.quantity.low or 0.0


def with_when(figure: Figure, schedules: Sequence[DoseSchedule]) -> Figure:
    """The figure with the day or time that stands beside it alone."""
    for schedule in schedules:
        if len(schedule.parts) == 1 and schedule.start <= figure.start and figure.end <= schedule.end:
            return replace(figure, when=schedule.parts[0].when)
    return figure


def scheduled(schedule: DoseSchedule) -> Figure:
    """A schedule as one figure: its first amount, with all of it behind."""
    first = schedule.parts[0]
    unit = next((code for code, written in DOSE_UNITS.items() if written == schedule.unit), None)
    quantity = QuantityMention(
        first.amount, None, None, None, unit, unit is not None, schedule.start, schedule.end
    )  # fmt: skip
    counted = measure_of(schedule.unit) if unit is None else None
    return Figure(
        quantity, counter=counted.counter if counted else "", measure=counted.one if counted else "", schedule=schedule
    )


def told_age(age: ToldAge) -> Figure:
    """An age as a figure, below the years with its unit."""
    return Figure(
        QuantityMention(age.value, None, None, None, age.unit or None, bool(age.unit), age.start, age.end), "age"
    )
