"""Times of the words, a month by its bare name and a year among them: "since January", "in March last year", "in 2019".

A month that names no year is the last one of that name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_OLD_BEHIND: Final = lazy_regex(r"^\s?(?:부터|에|경|쯤)?\s?(?:이|가|은|는)?\s?(?:아니|말고)")
_OLD_BEFORE: Final = lazy_regex(r"\b(?:not|instead of|rather than)\s(?:in |since |from |on |the )?$")
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH: Final = lazy_regex(
    rf"\b(?:{'|'.join(one for one in _MONTHS if one != 'may')})\b"
    r"|(?:(?<=in )|(?<=not )|(?<=since )|(?<=was )|(?<=last )|(?<=meant )|(?<=from )|(?<=of ))may\b"
)
_YEAR: Final = lazy_regex(r"(?<![\d./-])(?:19|20)\d\d(?!\d|[./-]\d)")
_SAYS_YEAR: Final = lazy_regex(r"(?:19|20)\d\d|작년|재작년|지난해|올해|금년|\d\s?년|last year|this year|years? ago")


@dataclass(frozen=True, slots=True)
class TimeTold:
    """A date of the words: ``value`` a partial ISO date, ``yearless`` where the words name no year."""

    value: str
    start: int
    end: int
    yearless: bool = False
    old: bool = False

    def matches(self, known: str) -> bool:
        """Whether a date on record is this one, as far as the words go."""
        if self.yearless:
            return known[4:7] == self.value[4:7] and len(known) > 4
        return known.startswith(self.value) or self.value.startswith(known)


def times_told(sheet: Sheet) -> Iterator[TimeTold]:
    """The times that the words name, in order; ``old`` where they deny one ("not May")."""
    text = sheet.folded
    found = [
        TimeTold(one.value, one.start, one.end, _SAYS_YEAR.search(one.words.casefold()) is None) for one in sheet.dates
    ]
    for match in _MONTH.finditer(text):
        if not any(one.start < match.end() and match.start() < one.end for one in found):
            month = _MONTHS.index(match[0]) + 1
            found.append(TimeTold(f"{sheet.day[:4]}-{month:02d}", match.start(), match.end(), yearless=True))
    for match in _YEAR.finditer(text):
        if not any(one.start < match.end() and match.start() < one.end for one in found):
            found.append(TimeTold(match[0], match.start(), match.end()))
    for one in _with_years(sorted(found, key=lambda each: each.start)):
        old = _OLD_BEHIND.match(text[one.end :]) or _OLD_BEFORE.search(text[: one.start])
        yield replace(one, old=old is not None)


def _with_years(times: Sequence[TimeTold]) -> Iterator[TimeTold]:
    """The dates, where a month and the year behind it ("March last year") are one."""
    taken = -1
    for at, one in enumerate(times):
        behind = times[at + 1] if at + 1 < len(times) else None
        if at == taken:
            continue
        if behind is not None and one.yearless and len(behind.value) == 4 and behind.start - one.end <= 4:
            taken = at + 1
            yield TimeTold(behind.value + one.value[4:], one.start, behind.end)
            continue
        yield one
