"""A medicine that is called by when it is taken: "and the Sunday one?", "자기 전에 먹는 약은요", "the morning tablet".

The day and the time that were told of a medicine tell which it is; where no day was told, it is the one that is taken
once a week. A time of the day that was told of none, or of several, names no medicine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from domain.ledger import Fact
from domain.timing import DAYS, Timing, lies_within
from domain.values import Content
from extraction.text.lazy_regex import lazy_regex

_THING_EN: Final = r"(?:one|pill|tablet|medicine|med|capsule|injection|shot|jab)\b"
_THING_KO: Final = r"\s?(?:먹는|맞는|드시는)?\s?(?:약|거|것|주사|건)"
_WEEKDAY_EN: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_WEEKDAY: Final = lazy_regex(
    rf"\b(?P<en>{_WEEKDAY_EN})'?s? {_THING_EN}|(?P<ko>[월화수목금토일])요일(?:마다|에)?{_THING_KO}", re.IGNORECASE
)
_WEEKLY: Final = lazy_regex(
    rf"\b(?:weekly|once[- ]a[- ]week) {_THING_EN}|(?:일주일에\s?한\s?번|주\s?1회|매주){_THING_KO}", re.IGNORECASE
)
_AS_NEEDED: Final = lazy_regex(
    rf"\b(?:as[- ]needed|rescue) {_THING_EN}|필요할\s?때\s?(?:만\s?)?먹는\s?(?:약|거|것)", re.IGNORECASE
)
_TIMES: Final = (
    (("HS", "NIGHT"), lazy_regex(
        rf"\b(?:bedtime|night(?:ly|time)?) {_THING_EN}|(?:자기\s?전|밤|취침\s?전)(?:에)?{_THING_KO}", re.IGNORECASE
    )),
    (("MORN",), lazy_regex(rf"\b(?:morning|breakfast) {_THING_EN}|아침(?:에)?\s?(?:먹는|드시는)\s?(?:약"
                           rf"|거|것)", re.IGNORECASE)),
    (("NOON",), lazy_regex(rf"\b(?:lunch(?:time)?|midday) {_THING_EN}|점심(?:에)?{_THING_KO}", re.IGNORECASE)),
    (("EVE",), lazy_regex(
        rf"\b(?:evening|dinner|supper|tea-?time) {_THING_EN}|저녁(?:에)?\s?(?:먹는|드시는)\s?(?:약"
        rf"|거|것)", re.IGNORECASE
    )),
)  # fmt: skip
"""Times of the day by which a medicine is called, and the codes within which its own time lies."""


def called_by_time(text: str, taken: Sequence[Fact]) -> list[Fact]:
    """Those of the medicines that the words call by when they are taken; none where they call none so."""
    if (day := _WEEKDAY.search(text)) is not None:
        code = day["en"][:3].casefold() if day["en"] else DAYS["월화수목금토일".index(day["ko"])]
        dated = [fact for fact in taken if code in Timing.read(fact.content.timing).days]
        # Of one whose day nobody told it may be the day.
        return dated or [fact for fact in _weekly(taken) if not Timing.read(fact.content.timing).days]
    if _WEEKLY.search(text) is not None:
        return _weekly(taken)
    if _AS_NEEDED.search(text) is not None:
        return [fact for fact in taken if fact.content.frequency == "PRN"]
    places = next((places for places, said in _TIMES if said.search(text) is not None), ())
    return [fact for fact in taken if any(_is_at(fact.content, place) for place in places)]


def _weekly(taken: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in taken if fact.content.frequency in ("weekly", "QW")]


def _is_at(content: Content, place: str) -> bool:
    """Whether a medicine is taken at a place of the day, as its timing or its bedtime tells."""
    times = Timing.read(content.timing).times or (("HS",) if content.frequency == "QHS" else ())
    return any(lies_within(time, place) for time in times)


def times_called(text: str) -> Iterator[tuple[int, int]]:
    """Where the words call a medicine by its time of the day ("the morning tablet")."""
    for _, said in _TIMES:
        for one in said.finditer(text):
            yield one.span()
