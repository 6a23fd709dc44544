"""Which words between two names of a list belong to the one before them, and which lead the one behind.

"콩코르 2.5 하나 먹고 저녁에 리피토 10": what a mark or a verb of taking parts from a name and nothing parts from
the next one leads that. Where nothing parts them, times lead where times have led before, and where a time was told
already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from extraction.values.regimen_words import RegimenWord

if TYPE_CHECKING:
    from extraction.reading.medicines.listed_entries import Entry

Words = tuple[RegimenWord, ...]

_WHEN: Final = ("time", "hour", "days", "need", "often")
_AT_MEALS: Final = frozenset({"AC", "C", "PC"})


def leading(words: Sequence[RegimenWord]) -> Words:
    """The times at the end of ``words``, which lead the name behind them."""
    at = len(words)
    while at and (words[at - 1].kind in _WHEN or (words[at - 1].kind == "mark" and words[at - 1].weak)):
        at -= 1
    return tuple(one for one in words[at:] if one.kind != "mark")


def parted(gap: Sequence[RegimenWord], *, is_led: bool, is_last: bool) -> tuple[Words, Words]:
    """The words between two names: those of the one before, and those that lead the one behind.

    ``is_led``: whether a time leads the name before. Behind the last name nothing is led.
    """
    first = next((at for at, one in enumerate(gap) if one.kind == "other"), None)
    if is_last:
        return _up_to(gap, first), ()
    last = max((at for at, one in enumerate(gap) if one.kind == "other" or _parts(one)), default=-1)
    tail = gap[last + 1 :]
    at = len(tail)
    while at and (tail[at - 1].kind in _WHEN or (tail[at - 1].kind == "mark" and at < len(tail))):
        at -= 1
    times, before = tail[at:], gap[: last + 1 + at]
    if last < 0 or at:
        # How often it is taken is told of the name before, where nothing parts it from that.
        often = next((place for place, one in enumerate(times) if one.kind != "often"), len(times))
        before, times = (*before, *times[:often]), times[often:]
    if not times:
        return _up_to(gap, first), ()
    told = any(one.kind in ("time", "hour", "often", "days", "need") for one in before)
    if (last >= 0 and not at) or is_led or told:
        return _up_to(before, first), tuple(one for one in times if one.kind != "mark")
    weak = max((place for place, one in enumerate(times) if one.kind == "mark"), default=-1)
    if weak > 0:
        # "A in the morning and at night B".
        return _up_to((*before, *times[:weak]), first), tuple(times[weak + 1 :])
    return _up_to(gap, first), ()


def _parts(word: RegimenWord) -> bool:
    return word.kind == "mark" and not word.weak


def _up_to(words: Sequence[RegimenWord], other: int | None) -> Words:
    """The words before the first that is none of a regimen; what stands with that behind a mark is told of it."""
    if other is None or other >= len(words):
        return tuple(words)
    told = words[:other]
    marks = [at for at, one in enumerate(told) if _parts(one)]
    if marks and not any(one.kind == "all" for one in told[marks[-1] :]) and not _is_counted(told[marks[-1] :]):
        told = told[: marks[-1]]
    return (*told, *_told_apart(words[other:], told))


def _told_apart(words: Sequence[RegimenWord], before: Sequence[RegimenWord]) -> Words:
    """How many at a time, told together behind other words: "오메가3는 딸이 사줘서 점심에 두 알"."""
    if any(one.kind in (*_WHEN, "count", "half") for one in before):
        return ()
    runs: list[list[RegimenWord]] = [[]]
    for one in words:
        if one.kind == "other":
            runs.append([])
        else:
            runs[-1].append(one)
    for run in runs:
        if _is_counted(run):
            return tuple(one for one in run if one.kind != "strength")
    return ()


def _is_counted(words: Sequence[RegimenWord]) -> bool:
    """Whether it is told how many are taken when: so speaks a regimen, whatever stands beside it."""
    kinds = {one.kind for one in words}
    return not kinds.isdisjoint({"count", "half"}) and not kinds.isdisjoint({"time", "hour", "days", "often"})


def with_its_place(lead: Words, shared: Words) -> Words:
    """A lead that tells only of meals, beside the part of the day that was told before: "아침에 ..., 밥 먹고 ..."."""
    codes = {code for one in lead for code in one.codes}
    if codes and codes <= _AT_MEALS:
        return (*(one for one in shared if one.kind == "time" and not set(one.codes) <= _AT_MEALS), *lead)
    return lead


def shared_back(entries: Sequence[Entry], text: str) -> list[Entry]:
    """The entries with the times that one of them tells for those before it: "A, B and C, all in the morning"."""
    found = list(entries)
    for at, one in enumerate(entries):
        every = next((word for word in one.words if word.kind == "all"), None)
        times = tuple(word for word in one.words if word.kind in ("time", "hour", "days", "often"))
        if not times or one.is_led:
            continue
        if every is not None and not (every.unit and len(times) > 1 and times[-1].end <= every.start):
            low = at - 1 if every.unit else 0
        elif at and not entries[at - 1].parted and times[0].start > one.mention.end and times[0].kind == "time":
            low = at - 1
        else:
            continue
        for place in range(max(low, 0), at):
            if not any(word.kind in _WHEN for word in (*found[place].words, *found[place].led)):
                found[place] = replace(found[place], led=times)
    return found
