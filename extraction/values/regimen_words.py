"""The words by which people tell how a listed medicine is taken: "40 nights", "200 x3", "두 알 아침저녁", "half a 10".

Behind its name stand, in any order, the strength, how many of it, how often, when and for what need. They are read one
by one up to the first word that is none of them: whatever stands behind that may be told of something else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from domain.timing import DAYS
from extraction.values import regimen_patterns as patterns
from extraction.values.dose_schedules import OTHER_DAYS
from extraction.values.frequencies import FrequencyMention
from extraction.values.korean_numbers import sino_numbers
from extraction.values.measure_words import measure_at
from extraction.values.regimen_hours import hours_at
from extraction.values.small_counts import read_count
from extraction.values.times_of_day import TimeMention, find_times

Kind = Literal[
    "strength", "half", "count", "often", "time", "hour", "days", "need", "all", "again", "ended", "mark", "other",
    "link", "same",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class RegimenWord:
    """One word of a regimen: a strength or count with its ``numbers`` and ``unit``, or ``codes`` of when or how often.

    A ``mark`` is what parts two of them: a comma, "먹고", or, where it is ``weak``, "and". An ``hour`` is one of which
    nobody says whether it is before noon, ``all`` tells of every medicine before it, and ``other`` is any other word.
    """

    kind: Kind
    start: int
    end: int
    numbers: tuple[float, ...] = ()
    unit: str = ""
    codes: tuple[str, ...] = ()
    outright: bool = False
    """Of a strength: its unit, "the" or a plural tells that it is one ("the 50s")."""
    weak: bool = False


@dataclass(frozen=True, slots=True)
class RegimenText:
    """A text in lower case with what was found in it: recurring times, frequencies, and numbers in words by their
    start, each with its end.
    """

    text: str
    times: tuple[TimeMention, ...]
    frequencies: tuple[FrequencyMention, ...]
    spelled: Mapping[int, tuple[int, float]]
    illnesses: Mapping[int, int] = field(default_factory=dict)
    """Where illnesses are named, by their starts: what a medicine is for stands between the words of its regimen."""

    def words(self, start: int, end: int) -> tuple[RegimenWord, ...]:
        """The words of a stretch, those of a regimen and, as "other", those that are none."""
        at, found = start, list[RegimenWord]()
        while True:
            while at < end and self.text[at].isspace():
                at += 1
            if at >= end:
                return tuple(found)
            word = self._word(at, end, beside=not found) or self._passed_over(at, start, end, found)
            if word is None:
                word = RegimenWord("other", at, max(at + 1, patterns.OTHER.match(self.text, at, end).end()))  # type: ignore[union-attr]
            if word.kind != "link":
                found.append(word)
            at = word.end

    def _passed_over(self, at: int, start: int, end: int, found: Sequence[RegimenWord]) -> RegimenWord | None:
        """A word that tells nothing of a regimen and parts nothing of it; None for any other."""
        if self.illnesses.get(at, end + 1) <= end:
            return RegimenWord("link", at, self.illnesses[at])
        span = patterns.SPAN.match(self.text, at, end)
        if (
            span is not None
            and not self.text[span.end() : end].strip()
            and end < len(self.text)
            and self.text.startswith("since", at)
        ):
            # "Since starting amlodipine" leads up to the name.
            span = None
        if span is not None and span.end() > at:
            return RegimenWord("link", at, span.end())
        parts = found and found[-1].kind == "mark" and found[-1].end <= at
        if (
            parts
            and patterns.ANOTHER.match(self.text, at, end) is not None
            and not self.text[found[-1].end : at].strip()
        ):
            return None
        for pattern in (patterns.LINK, patterns.PARTICLE):
            if (link := pattern.match(self.text, at, end)) is not None and link.end() > at:
                return RegimenWord("link", at, link.end())
        colon = patterns.COLON.match(self.text, at, end) if at == start else None
        return RegimenWord("link", at, colon.end()) if colon is not None else None

    def _word(self, at: int, end: int, *, beside: bool) -> RegimenWord | None:
        text = self.text
        if (every := patterns.ALL.match(text, at, end)) is not None:
            return RegimenWord("all", at, every.end(), unit="both" if every["both"] else "")
        time = next((one for one in self.times if one.start == at and one.end <= end), None)
        if (now_and_then := patterns.NOW_AND_THEN.match(text, at, end)) is not None:
            return RegimenWord("need", at, now_and_then.end(), codes=("PRN",))
        if (working := patterns.WORKING_DAYS.match(text, at, end)) is not None:
            return RegimenWord("days", at, working.end(), codes=DAYS[:5])
        if (rest := patterns.REST.match(text, at, end)) is not None:
            return RegimenWord("days", at, rest.end(), unit=OTHER_DAYS)
        if (same := patterns.SAME_TIME.match(text, at, end)) is not None:
            return RegimenWord("same", at, same.end())
        left_out = patterns.EXCEPT.match(text, at, end)
        if left_out is not None:
            day = next((one for one in self.times if one.is_day and one.start == left_out.end()), None)
            if day is not None:
                return RegimenWord("days", at, day.end, codes=tuple(one for one in DAYS if one not in day.codes))
        hours = hours_at(text, at, end)
        if hours is not None and (time is None or len(hours[0]) > 1):
            return RegimenWord("hour", at, hours[1], numbers=hours[0])
        if time is not None and time.is_day and (out := patterns.LEFT_OUT.match(text, time.end, end)) is not None:
            return RegimenWord("days", at, out.end(), codes=tuple(one for one in DAYS if one not in time.codes))
        if time is not None and time.codes == ("CV",) and patterns.MIDDAY_DINNER.match(text, at) is not None:
            return RegimenWord("time", at, time.end, codes=("CD",))
        if time is not None:
            return RegimenWord("days" if time.is_day else "time", at, time.end, codes=time.codes)
        if (quarter := patterns.QUARTER.match(text, at, end)) is not None:
            return RegimenWord("half", at, quarter.end(), (0.25,))
        if (half := patterns.HALF.match(text, at, end)) is not None and half.end() > at:
            return RegimenWord("half", at, half.end(), (0.5,))
        often = next((one for one in self.frequencies if one.start == at and one.end <= end and not one.weak), None)
        if often is not None and any(one.is_day and one.start < often.end and at < one.end for one in self.times):
            # "On Mondays and Fridays" is told by its days.
            often = None
        inner = next((one.start for one in self.times if often is not None and at < one.start < often.end), None)
        if often is not None and inner is not None and not self.text[inner - 1].isalpha():
            # "1일1회 아침식후" tells how often and when.
            return RegimenWord("often", at, inner, codes=(often.code,))
        if often is not None:
            return RegimenWord("need" if often.code == "PRN" else "often", at, often.end, codes=(often.code,))
        if (told := _in_sino(text, at, end, beside=beside)) is not None:
            return told
        for read in (_counted, _often, _strength, _other):
            if (word := read(text, at, end)) is not None:
                return word
        if at in self.spelled and self.spelled[at][0] <= end:
            last, value = self.spelled[at]
            if (unit := patterns.UNIT_BEHIND.match(text, last)) is not None:
                return RegimenWord("strength", at, unit.end(), (value,), patterns.UNITS[unit["unit"]], outright=True)
            return RegimenWord("count" if value < patterns.FEW else "strength", at, last, (value,))
        if (most := patterns.LIMIT.match(text, at, end)) is not None:
            return RegimenWord("need", at, most.end(), codes=("PRN",))
        if patterns.LINK.match(text, at, end) is not None or patterns.NO_NEED.match(text, at, end) is not None:
            return None
        need = patterns.NEED.match(text, at, end)
        return RegimenWord("need", at, need.end(), codes=("PRN",)) if need is not None else None


def recurring_times(text: str) -> tuple[TimeMention, ...]:
    """The days and times of the day of a text in which medicines are listed: there a weekday is one of every week."""
    found = find_times(text, weekly=True)
    return tuple(
        replace(one, start=one.end - len(text[one.start : one.end].lstrip()),
                end=one.start + len(text[one.start : one.end].rstrip(". \n")))
        for one in found if patterns.AM_PM.match(text, one.start) is None
    )  # fmt: skip


def _strength(text: str, at: int, end: int) -> RegimenWord | None:
    match = patterns.STRENGTH.match(text, at, end)
    if match is None or (not match["unit"] and patterns.NO_STRENGTH.match(text, match.end())):
        return None
    if patterns.GOES_ON.match(text, match.end()) is not None:
        return None
    if not match["unit"] and not match["m"] and float(match["n"]) in patterns.YEARS:
        return None
    if (moved := patterns.MOVED_TO.match(text, match.end(), end)) is not None:
        # "75 먹다 5월에 88로": what it was moved to is taken.
        return RegimenWord(
            "strength",
            at,
            moved.end(),
            (float(moved["n"]),),
            patterns.UNITS.get(match["unit"] or "", ""),
            outright=True,
        )
    numbers = tuple(float(one) * (patterns.THOUSAND if match["k"] else 1) for one in (match["n"], match["m"]) if one)
    outright = bool(match["unit"] or match["the"] or match["many"])
    return RegimenWord(
        "strength", at, match.end(), numbers, patterns.UNITS.get(match["unit"] or "", ""), outright=outright
    )


def _in_sino(text: str, at: int, end: int, *, beside: bool) -> RegimenWord | None:
    """A strength in Sino-Korean words, with its unit or, of two syllables and more, right ``beside`` its name."""
    match = patterns.SINO.match(text, at, end)
    if match is None:
        return None
    read = next((one for one in sino_numbers(text[at : match.end()], lenient=True) if one[2] == 0), None)
    if read is None:
        return None
    value, last = float(read[0]), at + read[3]
    unit = patterns.UNIT_BEHIND.match(text, last, end)
    piece = patterns.PIECE_OF.match(text, unit.end() if unit is not None else last, end)
    if (
        unit is None
        and piece is None
        and not (beside and last - at > 1 and patterns.NOT_IN_A_WORD.match(text, last) is not None)
    ):
        return None
    stop = piece.end() if piece is not None else unit.end() if unit is not None else last
    return RegimenWord(
        "strength", at, stop, (value,), patterns.UNITS[unit["unit"]] if unit is not None else "", outright=True
    )


def is_told_of_nights(text: str, strength: RegimenWord) -> bool:
    """Whether a bare number stands before "nights": the strength of what is taken then, or how many nights."""
    return not strength.unit and patterns.NIGHTS.match(text, strength.end) is not None


def _counted(text: str, at: int, end: int) -> RegimenWord | None:
    if (more := patterns.AND_A_HALF.match(text, at, end)) is not None:
        told = more["n"] or more["e"] or more["m"]
        whole = int(told) if told.isdigit() else read_count("두" if told == "둘" else told)[0]
        return RegimenWord("count", at, more.end(), (whole + 0.5,), "tab")
    if (word := patterns.COUNT_WORD.match(text, at, end)) is not None:
        told = word["n"] or word["m"] or {"하나": "1", "둘": "2", "셋": "3"}[word["k"]]
        return RegimenWord("count", at, word.end(), (float(read_count(told)[0]),))
    match = patterns.COUNTED.match(text, at, end)
    if match is None:
        return None
    measure = measure_at(text, match.end())
    low = float(match["n"]) if match["n"].replace(".", "").isdigit() else read_count(match["n"].replace("둘", "두"))[0]
    if measure is not None and low >= patterns.FEW and patterns.ONE_PIECE.match(text, match.end()) is not None:
        # "Ramipril 10 capsule", "Norspan 20 patch": many would not be told as one.
        return None
    if measure is not None and measure[1] <= end:
        last = measure[1] + (1 if text[measure[1] : measure[1] + 1] == "씩" else 0)
        return RegimenWord("count", at, last, (float(low),), measure[0].counter)
    if (breath := patterns.BREATHS.match(text, match.end(), end)) is not None:
        return RegimenWord("count", at, breath.end(), (float(low),), "puff")
    if (piece := patterns.PIECE.match(text, match.end(), end)) is not None:
        return RegimenWord("count", at, piece.end(), (float(low),), "piece")
    return None


def _often(text: str, at: int, end: int) -> RegimenWord | None:
    if (each_time := patterns.SO_MANY_SO_OFTEN.match(text, at, end)) is not None:
        return RegimenWord("count", at, each_time.end("n"), (float(each_time["n"]),), "tab")
    if (of_each := patterns.SO_MANY_OF.match(text, at, end)) is not None:
        return RegimenWord("count", at, of_each.end(), (float(read_count(of_each["n"])[0]),))
    match = patterns.OFTEN.match(text, at, end)
    if match is None:
        return None
    if match["x"]:
        many = int(match["x"].strip("x "))
    elif match["k"]:
        many = int(match["k"]) if match["k"].isdigit() else read_count(match["k"])[0]
    else:
        word = match["n"].split()[0]
        many = {"once": 1, "twice": 2, "thrice": 3}.get(word) or read_count(word)[0]
    code = patterns.DAILY.get(many)
    numbers = (float(many),) if match["x"] else ()
    return RegimenWord("often", at, match.end(), numbers, codes=(code,)) if code else None


def _other(text: str, at: int, end: int) -> RegimenWord | None:
    if (meal := patterns.MEALS.match(text, at, end)) is not None:
        return RegimenWord("time", at, meal.end(), codes=(_meal_code(meal),))
    if (bed := patterns.BED.match(text, at, end)) is not None:
        return RegimenWord("time", at, bed.end(), codes=("HS",))
    if (half := patterns.HALF_DAYS.match(text, at, end)) is not None:
        return RegimenWord(
            "time", at, half.end(), codes=({"a": "MORN", "m": "MORN", "n": "NIGHT"}.get(half["half"][0], "EVE"),)
        )
    if (time := patterns.KO_TIMES.match(text, at, end)) is not None and time["word"] in patterns.KO_CODES:
        return RegimenWord("time", at, time.end(), codes=(patterns.KO_CODES[time["word"]],))
    if (ended := patterns.ENDED.match(text, at, end)) is not None:
        return RegimenWord("ended", at, ended.end())
    if (again := patterns.AGAIN.match(text, at, end)) is not None:
        return RegimenWord("again", at, again.end())
    if (mark := patterns.MARK.match(text, at, end)) is not None:
        return RegimenWord("mark", at, mark.end(), weak=mark["weak"] is not None)
    return None


def _meal_code(meal: re.Match[str]) -> str:
    if not meal["meal"]:
        return "C"
    # Who has dinner and then tea has it at noon.
    return "CD" if meal["midday"] is not None else patterns.MEAL_CODES[meal["meal"][0]]


def as_count(word: RegimenWord) -> RegimenWord:
    """A bare strength as so many of the strength before it."""
    return replace(word, kind="count")
