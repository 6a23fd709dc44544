"""A value that somebody else measured of the speaker: "아내가 혈압 재줬는데 150 나왔어요".

A person named before a test makes the models guess that the value is that one's. Who measures for somebody is not who
is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import in_range
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_MEASURED: Final = lazy_regex(
    r"(?:[은는을를이가])?\s?(?:재|측정해|체크해|봐)\s?(?:줬|주셨|줘서|주셔서|주니|주더니|준\s?(?:거|게|결과))"
)
_TOOK_MINE: Final = lazy_regex(r"\b(?:took|checked|measured|tested|did|does|checks|takes) my (?:\w+ )?$")
_GUESS: Final = 0.5
"""Doubt from which a test was set aside by hardly more than a guess."""
_REACH: Final = 32
"""Most characters between a test's name and its value."""
_ENDS: Final = ".;!?\n"


def with_values_measured_for(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with the one number behind a test that somebody measured for the speaker as its value."""
    bound = {figure.start for read in reads for figure in (*read.new, *read.old)}
    return [_measured(read, sheet, bound) if read.role == "other" else read for read in reads]


def _measured(read: Read, sheet: Sheet, bound: set[int]) -> Read:
    item, text = read.item, sheet.folded
    if not item.named or item.kind not in ("labs", "vitals") or item.entry is None or read.doubt < _GUESS:
        return read
    if _MEASURED.match(text, item.end) is None and _TOOK_MINE.search(text[: item.start]) is None:
        return read
    free = [one for one in sheet.figures if _stands_behind(one, item.end, text) and one.start not in bound]
    if len(free) != 1 or not in_range(item.entry, free[0].quantity):
        return read
    return replace(read, role=item.kind, state="current", change="assert", certain=True, new=(free[0],))


def _stands_behind(figure: Figure, end: int, text: str) -> bool:
    between = text[end : figure.start]
    near = end <= figure.start <= end + _REACH and not any(mark in between for mark in _ENDS)
    return near and figure.kind == "number" and not figure.counter
