"""One text looked through once for what both readers need: its numbers, dates, habits and pressures.

What they belong to, and which of them are no values, each reader decides by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from extraction.rules.cue_text import cue_text
from extraction.text.normalise import Normalised, normalise
from extraction.text.repetitions import without_repetitions
from extraction.text.spans import Spans
from extraction.values.blood_pressure import pressures_of
from extraction.values.clock_hours import clock_hours
from extraction.values.dates import DateMention, find_dates
from extraction.values.differences import is_difference, is_held_against
from extraction.values.frequencies import FrequencyMention, find_frequencies
from extraction.values.quantities import QuantityMention, find_quantities
from extraction.values.rhythm_days import without_days_of_a_rhythm
from extraction.values.spoken_numbers import NumberMention, find_numbers
from extraction.values.taper_steps import is_taper_step


@dataclass(frozen=True, slots=True)
class Scan:
    """A text and what stands in it; all spans refer to the normalised text."""

    original: str
    normalised: Normalised
    folded: str
    """The cue text, as long as the normalised one."""
    numbers: tuple[NumberMention, ...]
    """Every number, bare number words among them: as where a value is expected."""
    quantities: tuple[QuantityMention, ...]
    """Every number with its unit, but for those that tell by how much something moved."""
    pressures: tuple[tuple[int, int, int, int], ...]
    """As :func:`extraction.values.blood_pressure.find_blood_pressure` gives them."""
    frequencies: tuple[FrequencyMention, ...]
    dates: tuple[DateMention, ...]
    """Every date, but for those that a difference is held against ("작년보다")."""
    said_at: datetime
    time_zone: str

    @property
    def text(self) -> str:
        """The normalised text, without what only repeats itself."""
        return self.normalised.text


def scan(text: str, said_at: datetime, time_zone: str) -> Scan:
    """``text``, said at ``said_at`` (aware) by a patient who lives in ``time_zone`` (IANA); no text raises."""
    normalised = without_repetitions(normalise(text))
    plain = normalised.text
    folded = cue_text(plain)
    numbers = find_numbers(plain, lenient=True)
    measured = find_quantities(plain)
    hours = Spans(clock_hours(folded))
    found = find_dates(folded, said_at, time_zone)
    values = tuple(
        one
        for one in _behind_days(plain, measured, found)
        if not is_difference(folded, one.start, one.end, one.unit) and not hours.touch(one.start, one.end)
    )
    often = tuple(one for one in find_frequencies(plain) if not is_taper_step(folded, one.start, one.end))
    days = tuple(one for one in found if not is_held_against(folded, one.start, one.end))
    return Scan(
        text, normalised, folded, numbers, values, pressures_of(plain, numbers),
        often, without_days_of_a_rhythm(days, often, plain), said_at, time_zone,
    )  # fmt: skip


def _behind_days(
    text: str, measured: Sequence[QuantityMention], dates: Sequence[DateMention]
) -> Iterator[QuantityMention]:
    """``measured`` without ranges that begin with the number of a day: "May 8 - 130" and "change May 29 to 117"."""
    for one in measured:
        day = next((day for day in dates if day.start < one.end and one.start < day.end < one.end), None)
        if day is None or one.low is None:
            yield one
            continue
        shift = next((place for place in range(day.end, one.end) if text[place].isdigit()), one.end)
        rest = text[shift : one.end]
        yield from (replace(each, start=each.start + shift, end=each.end + shift) for each in find_quantities(rest))
