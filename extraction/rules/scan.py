"""One text looked through once for what both readers need: its numbers, dates, habits and pressures.

What they belong to, and which of them are no values, each reader decides by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    values = tuple(
        one
        for one in measured
        if not is_difference(folded, one.start, one.end, one.unit) and not hours.touch(one.start, one.end)
    )
    found = find_dates(folded, said_at, time_zone)
    often = find_frequencies(plain)
    days = tuple(one for one in found if not is_held_against(folded, one.start, one.end))
    return Scan(
        text, normalised, folded, numbers, values, pressures_of(plain, numbers),
        often, without_days_of_a_rhythm(days, often, plain), said_at, time_zone,
    )  # fmt: skip
