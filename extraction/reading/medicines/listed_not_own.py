"""What was read of other entries, or of an hour, an age or a year, for the dose and rhythm of a listed medicine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.values import Content
from extraction.reading.figures.figures import Figure
from extraction.reading.medicines.listed_entries import Entry
from extraction.reading.medicines.times_told import ALL
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import number_of_dose


def without_others_words(content: Content, own: Sequence[Entry], others: Sequence[Entry], sheet: Sheet) -> Content:
    """A content without the amount, the day and the rhythm that are told of another entry alone."""
    amount = number_of_dose(content.dose)
    told = [one.start for one in sheet.figures if one.value == amount]
    if told and _are_of(told, others) and not _are_of(told, own, some=True):
        content = content.with_fields(dose=None)
    if not told and amount is not None and (amount in _YEARS or amount in _hours(own)):
        content = content.with_fields(dose=None)
    hours = [word for one in (*own, *others) for word in (*one.words, *one.led) if word.kind in ("time", "hour")]
    inside = all(any(word.start <= at < word.end for word in hours) for at in told)
    if told and inside and not schedule_of(content.dose):
        # "Yasmin at 9pm" is no dose of nine.
        content = content.with_fields(dose=None)
    if told and all(_OF_TIME.match(sheet.folded, one.end) is not None or _is_a_year(one) for one in sheet.figures
                    if one.value == amount):  # fmt: skip
        content = content.with_fields(dose=None)
    shared = ALL.search(_SIDES.sub(" ", sheet.folded)) is not None
    if shared or not all(one.parted and one.words for one in own):
        return content
    days = [one.start for one in sheet.dates if one.value == content.valid_from]
    if days and _are_of(days, others) and not _are_of(days, own, some=True):
        content = content.with_fields(valid_from=None, precision=None)
    often = [one.start for one in sheet.frequencies if one.code == content.frequency]
    led = any(word.kind in ("need", "often") for one in own for word in one.led)
    if often and not led and _are_of(often, others) and not _are_of(often, own, some=True):
        content = content.with_fields(frequency=None)
    return content


_OF_TIME: Final = lazy_regex(r"\s?(?:살|세\s?(?:때|부터)|years? old|yrs? old|yo\b|년(?:도)?(?:부터|에)?(?![가-힣]))")
_YEARS: Final = range(2001, 2036)


def _hours(entries: Sequence[Entry]) -> set[float]:
    """The hours of the clock at which the medicine of these entries is taken, as people say them."""
    told = [word for one in entries for word in one.words if word.kind in ("time", "hour")]
    hours = {float(code[:2]) % 12 for word in told for code in word.codes if ":" in code}
    return hours | {float(int(one)) for word in told for one in word.numbers}


def _is_a_year(figure: Figure) -> bool:
    """Whether a number without a unit is the year since when: "nexplanon 2024"; "vitamin D 2000" is none."""
    return figure.quantity.unit is None and figure.value in _YEARS


_SIDES: Final = lazy_regex(r"\bboth (?:my |the )?(?:eyes|sides|ears|nostrils|knees|legs|feet|arms|hands|hips)\b")


def _are_of(places: Sequence[int], entries: Sequence[Entry], *, some: bool = False) -> bool:
    within = (any(one.start <= at < one.end or any(word.start <= at < word.end for word in one.led) for one in entries)
              for at in places)  # fmt: skip
    return any(within) if some else all(within)
