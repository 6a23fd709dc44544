"""How much of a listed medicine is taken at once, how often and when, as its entries tell it together.

A number is a strength, "half" and "two" say how many of it, and what differs by time or by day is kept with its time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain.timing import lies_within
from extraction.naming.mentions import Entry as Named
from extraction.reading.medicines.listed_entries import Entry
from extraction.reading.sheet import Sheet
from extraction.values.dose_schedules import GROUPS, DoseSchedule, ScheduledDose, kind_of
from extraction.values.dose_units import labelled_unit, unit_by_magnitude
from extraction.values.measure_words import measure_of, with_unit
from extraction.values.regimen_hours import through_the_day
from extraction.values.regimen_words import RegimenWord, is_told_of_nights

_WHENS: Final = {
    "MORN": "morning", "CM": "morning", "ACM": "morning", "PCM": "morning", "WAKE": "morning", "NOON": "noon",
    "CD": "noon", "ACD": "noon", "PCD": "noon", "AFT": "afternoon", "EVE": "evening", "CV": "evening",
    "ACV": "evening", "PCV": "evening", "NIGHT": "night", "HS": "bedtime",
}  # fmt: skip
_AT_MEALS: Final = frozenset({"AC", "C", "PC"})
_WEEKLY: Final = "weekly"
_PIECES: Final = frozenset({"", "tab", "cap", "piece", "packet"})
"""What a strength is told of: two of it are twice that. Of puffs and drops both are kept, "2 puff (50mcg)"."""


@dataclass(frozen=True, slots=True)
class Regimen:
    """How much of a medicine is taken at once, how often and when, as far as its entries tell it."""

    dose: str | None
    frequency: str | None
    codes: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    """Where its days and times stand: a weekday of a rhythm is no date."""


def regimen_of(sheet: Sheet, entries: Sequence[Entry], listed: int) -> Regimen:
    """What the ``entries`` of one medicine tell together; ``listed`` is how many entries of the text tell anything."""
    words = [word for one in entries for word in (*one.words, *(word for word in one.led if word.kind != "time"))]
    days = [word for one in entries for word in (*one.words, *one.led) if word.kind == "days"]
    timed = {id(one): in_order(one) for one in entries}
    times = [word for one in entries for word in timed[id(one)]]
    by_day = _by_day(entries)
    dose = _by_time(entries, timed) or by_day or _one_dose(sheet, entries, listed)
    days = [] if by_day is not None else days
    codes = dict.fromkeys(
        (*(code for word in days for code in word.codes), *(code for word in times for code in word.codes))
    )
    exact = tuple(one for one in codes if not any(other != one and lies_within(other, one) for other in codes))
    often = _often(words)
    if often is None and not days and any(word.kind == "hour" for one in entries for word in one.words) and not times:
        hours = [one for entry in entries for word in entry.words if word.kind == "hour" for one in word.numbers]
        often = _DAILY.get(len(hours)) if len(hours) > 1 else None
    return Regimen(
        dose, None if days and often == _WEEKLY else often, exact,
        tuple((word.start, word.end) for word in (*days, *times)),
    )  # fmt: skip


_DAILY: Final = {2: "BID", 3: "TID", 4: "QID"}


def in_order(entry: Entry) -> tuple[RegimenWord, ...]:
    """The times of an entry, its own or those that lead it, hours of the clock settled through the day.

    A time that leads a name and one behind it are both its own where something is taken at either.
    """
    own = [word for word in entry.words if word.kind in ("time", "hour")]
    led = [word for word in entry.led if word.kind in ("time", "hour")]
    amounts = [word.start for word in entry.words if word.kind in ("count", "half", "again")]
    again = any(word.kind == "again" for word in entry.words)
    both = (entry.is_led or again) and own and any(at < own[0].start for at in amounts) and not _refines(led, own)
    told = [*led, *own] if both else own or led
    open_ = [word for word in told if word.kind == "hour"]
    if not open_:
        return tuple(told)
    hours = [
        one for word in told
        for one in (word.numbers if word.kind == "hour" else [code for code in word.codes if ":" in code])
    ]  # fmt: skip
    named = [word for word in told if word.kind == "time" and not any(":" in code for code in word.codes)]
    settled = through_the_day(hours) if not named else None
    if settled is None and len(hours) == 1 and isinstance(hours[0], float) and hours[0] <= _AFTERNOON:
        # Nobody who says two o'clock and no more means the night.
        settled = (f"{int(hours[0]) + 12}:{round(hours[0] % 1 * 60):02d}",)
        return tuple(replace(word, kind="time", codes=settled) if word.kind == "hour" else word for word in told)
    if settled is None:
        return tuple(word for word in told if word.kind == "time")
    found, at = [], 0
    for word in told:
        count = len(word.numbers) if word.kind == "hour" else len(word.codes)
        found.append(replace(word, kind="time", codes=settled[at : at + count]))
        at += count
    return tuple(found)


_AFTERNOON: Final = 5
"""The last hour of which the afternoon is meant where nothing is said."""


def _refines(led: Sequence[RegimenWord], own: Sequence[RegimenWord]) -> bool:
    """Whether the times behind a name say more exactly what those before it say: "아침에 A 식후"."""
    codes = [code for word in own for code in word.codes]
    before = [code for word in led for code in word.codes]
    return all(code in _AT_MEALS or any(lies_within(code, one) for one in before) for code in codes)


def _often(words: Iterable[RegimenWord]) -> str | None:
    told = list(words)
    if any(word.kind == "need" for word in told):
        return "PRN"
    often = [word.codes[0] for word in told if word.kind == "often"]
    return often[0] if len(set(often)) == 1 else None


def _one_dose(sheet: Sheet, entries: Sequence[Entry], listed: int) -> str | None:
    """What is taken at each time: the strength, times how many of it where that is told; None where nobody tells."""
    strengths = [word for one in entries for word in one.words if word.kind == "strength"]
    nights = [word for word in strengths if is_told_of_nights(sheet.folded, word)]
    if any(word.numbers[0] < _NIGHTS_A_WEEK and listed < 2 for word in nights):
        return None
    if len(strengths) == 2 and len(counts_of(entries)) == 1 and len(strengths[1].numbers) == 1:
        whole, piece, number = strengths[0], strengths[1], counts_of(entries)[0].numbers[0]
        if whole.numbers == (piece.numbers[0] * number,):
            # "10mg on Fridays (2.5, four of them)" tells the same twice.
            return f"{whole.numbers[0]:g}{whole.unit or piece.unit or _unit(entries[0].mention.entry, whole.numbers)}"
    if any(word.unit == "%" for word in strengths) and any(word.unit != "%" for word in strengths):
        # Of a lotion of so many percent, millilitres are taken.
        strengths = [replace(word, unit="mL") for word in strengths if word.unit != "%"]
    told = {(word.numbers, word.unit) for word in strengths}
    counts = counts_of(entries)
    if len({(word.kind, word.numbers, word.unit) for word in counts}) > 1:
        return None
    if (
        not told
        and counts
        and counts[0].unit not in ("", "tab", "piece")
        and (measure := measure_of(counts[0].unit)) is not None
    ):
        return with_unit(f"{counts[0].numbers[0]:g}", f" {measure.several}")
    if len(told) != 1:
        return None
    numbers, unit = next(iter(told))
    named = entries[0].mention.entry
    many = counts[0].numbers[0] if counts else 1.0
    unit = unit or _unit(named, numbers)
    if not counts and not unit and numbers[0] < _FEW:
        return None
    if counts and counts[0].unit not in _PIECES:
        measure = measure_of(counts[0].unit)
        strength = "/".join(f"{one:g}" for one in numbers) + unit
        return None if measure is None else f"{with_unit(f'{many:g}', f' {measure.several}')} ({strength})"
    return "/".join(f"{round(one * many, 4):g}" for one in numbers) + unit


def counts_of(entries: Sequence[Entry]) -> list[RegimenWord]:
    """How many at a time the entries of a medicine tell."""
    return [word for one in entries for word in one.words if word.kind in ("count", "half")]


_FEW: Final = 5
"""Below this a bare number may count tablets, which the readers tell by the medicine."""
_NIGHTS_A_WEEK: Final = 8


def _by_time(entries: Sequence[Entry], timed: Mapping[int, Sequence[RegimenWord]]) -> str | None:
    """The amounts of a medicine that has another one at each time of the day; None where they are the same."""
    pairs: list[tuple[float, str, str]] = []
    strength = next((word for one in entries for word in one.words if word.kind == "strength"), None)
    for entry in entries:
        amounts = [word for word in entry.words if word.kind in ("strength", "count", "half")]
        counts = [word for word in amounts if word.kind != "strength"]
        if strength in amounts and counts and len(amounts) == len(counts) + 1:
            amounts = counts
        codes = [code for word in timed[id(entry)] for code in word.codes if code not in _AT_MEALS]
        if amounts and amounts[0] is strength and len(amounts) == len(codes) + 1:
            amounts = amounts[1:]
        if not codes or len(amounts) not in (1, len(codes)):
            return None
        for amount, code in zip(amounts * (len(codes) if len(amounts) == 1 else 1), codes, strict=True):
            paired = _amount(amount, strength if amount is not strength else None, entry.mention.entry)
            when = _WHENS.get(code, code if ":" in code else None)
            if paired is None or when is None:
                return None
            pairs.append((*paired, when))
    if len({when for *_, when in pairs}) < 2 or len({(one, unit) for one, unit, _ in pairs}) < 2:
        return None
    if len({when for *_, when in pairs}) != len(pairs) or len({unit for _, unit, _ in pairs}) != 1:
        return None
    parts = tuple(ScheduledDose(one, unit, when) for one, unit, when in pairs)
    return DoseSchedule(parts, 0, 0).written() if all(kind_of(one.when) for one in parts) else None


def _by_day(entries: Sequence[Entry]) -> str | None:
    """The amounts of a medicine that has another one on each of some days of the week; None where it has none."""
    if len(entries) != 1:
        return None
    words = entries[0].words
    strength = next((word for word in words if word.kind == "strength"), None)
    days = [word for word in words if word.kind == "days"]
    amounts = [word for word in words if word.kind in ("strength", "count", "half")]
    amounts = amounts[max(0, len(amounts) - len(days)) :]
    named = [code for word in days for code in word.codes]
    if len(days) < 2 or len(amounts) != len(days) or len(set(named)) != len(named):
        return None
    paired = [_amount(one, strength if one is not strength else None, entries[0].mention.entry) for one in amounts]
    told = [one for one in paired if one is not None]
    if len(told) != len(days) or len({unit for _, unit in told}) != 1 or len({one for one, _ in told}) < 2:
        return None
    whens = [word.unit or "/".join(code.capitalize() for code in word.codes) for word in days]
    return ", ".join(ScheduledDose(one, unit, GROUPS.get(when, when)).written()
                     for (one, unit), when in zip(told, whens, strict=True))  # fmt: skip


def _amount(word: RegimenWord, strength: RegimenWord | None, named: Named) -> tuple[float, str] | None:
    if word.kind == "strength":
        if len(word.numbers) > 1:
            return None
        return word.numbers[0], word.unit or _unit(named, word.numbers)
    if word.unit not in _PIECES:
        measure = measure_of(word.unit)
        return None if measure is None else (word.numbers[0], f" {measure.several}")
    if strength is None or len(strength.numbers) > 1:
        return word.numbers[0], " tab"
    return strength.numbers[0] * word.numbers[0], strength.unit or _unit(named, strength.numbers)


def _unit(named: Named, numbers: Sequence[float]) -> str:
    return unit_by_magnitude(named, numbers[0]) or labelled_unit(named)
