"""Numbers that are put right in the same breath: "my sugar was 130, no wait, 140", "80, I mean 90", "130 아니 140".

The words between the two are closed, and nothing but them stands there; the first number was never meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_SLIP: Final = (
    r"(?:no|nope|nah|wait|hang on|hold on|sorry|i mean(?:t)?|actually|make (?:that|it)|scratch that|strike that|rather"
    r"|correction|oops|whoops|er+|err|um+|uh|my mistake|my bad|typo|it was|it's|is|was|that's|not that|well|oh"
    r"|let me see|let me check|i misread|i misspoke|excuse me|pardon)"
)
_TAKES_BACK: Final = lazy_regex(
    r"\b(?:no|nope|nah|wait|hang on|hold on|sorry|i meant?|actually|make (?:that|it)|scratch that|strike that"
    r"|correction|oops|whoops|my mistake|my bad|typo|or rather|i misread|i misspoke)\b"
)
_EN: Final = lazy_regex(rf"[\s,.;:!?-]*(?:(?:or )?{_SLIP}[\s,.;:!?-]+)+(?:an? )?")
_KO: Final = lazy_regex(
    r"(?:[이가은는]?(?:에요|예요|요|였어요|였나|이었나|인가|였는데))?[\s,.;!~ㅋㅎ-]*(?:아\s?|어\s?|앗\s?|참\s?|에\s?)?"
    r"(?:아니(?:다|요|지|야|에요|예요|고|네|구나)?|아뇨|아녜요|잠깐만?|잘못|정정)[\s,.;!~]*(?:만요?[\s,]*)?"
)
"""Words that take the number before them back, and nothing else."""
_LONGEST: Final = 40


def repaired(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with the number that was meant in the place of each that was taken back where it stood."""
    meant = _meant(sheet)
    return [_with_meant(read, meant) for read in reads] if meant else list(reads)


def standing_figures(sheet: Sheet) -> tuple[Figure, ...]:
    """The figures of an utterance without those that were taken back where they stood."""
    slips = _meant(sheet)
    return tuple(one for one in sheet.figures if one.start not in slips)


def _meant(sheet: Sheet) -> Mapping[int, Figure]:
    """By where a number begins that was taken back at once, the one that was meant."""
    figures = sorted({one.start: one for one in sheet.figures}.values(), key=lambda one: one.start)
    found: dict[int, Figure] = {}
    for at, (slip, right) in enumerate(pairwise(figures)):
        if not slip.end < right.start <= slip.end + _LONGEST or not is_taken_back(sheet.folded[slip.end : right.start]):
            continue
        if slip.kind == "diastolic" and right.kind == "systolic" and 0 < at < len(figures) - 2:
            found[figures[at - 1].start], found[slip.start] = right, figures[at + 2]
        elif (slip.kind in _PRESSURES) == (right.kind in _PRESSURES):
            found[slip.start] = right
    return found


_PRESSURES: Final = frozenset({"systolic", "diastolic"})


def is_taken_back(between: str) -> bool:
    """Whether the words ``between`` two numbers take the first back and nothing else."""
    if _KO.fullmatch(between) is not None:
        return True
    return _EN.fullmatch(between) is not None and _TAKES_BACK.search(between) is not None


def _with_meant(read: Read, meant: Mapping[int, Figure]) -> Read:
    slips = [one for one in read.new if one.start in meant]
    if not slips:
        return read
    kept = [one for one in read.new if one.start not in meant]
    taken = {one.start for one in kept}
    # A number that stood apart was taken for somebody's years; here it is what the first one was.
    right = [replace(meant[one.start], kind=one.kind) for one in slips if meant[one.start].start not in taken]
    new = sorted((*kept, *right), key=lambda one: one.start)
    old = {one.start: one for one in (*read.old, *slips)}
    return replace(read, new=tuple(new), old=tuple(old.values()))
