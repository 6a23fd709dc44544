"""What stands in the holes of a talk: names, numbers and days, and the patterns that find them in an answer."""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from evaluation.recollections.scenes import DATA, Scene

AT: Final = datetime(2026, 6, 15, 10, tzinfo=ZoneInfo("Asia/Seoul"))
"""The moment of every talk."""

Row = Mapping[str, str]


@dataclass(slots=True)
class Filled:
    """What stands in the holes of one talk: words, and patterns that find them in an answer."""

    words: dict[str, str] = field(default_factory=dict)
    found: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)
    days: dict[str, date] = field(default_factory=dict)


_NUMBER: Final = r"(?<![\d.]){}(?!\d|\.\d)"
"""A number by itself, not a part of another."""
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONG_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip

_COUNTED: Final = (r"\bnone\b|\bno\b|없", r"\bone\b|\bonce\b|한", r"\btwo\b|\btwice\b|두", r"\bthree\b|\ball\b|세|모두")


def read_fills(path: Path = DATA / "fills.tsv") -> Mapping[str, Mapping[str, Sequence[Row]]]:
    """What may stand in holes, by language and kind of name."""
    found: dict[str, dict[str, list[Row]]] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.setdefault(row["language"], {}).setdefault(row["kind"], []).append(row)
    return found


def fill(language: str, fills: Mapping[str, Sequence[Row]], draw: random.Random) -> Filled:
    """Names, numbers and days for one talk."""
    made = Filled()
    medicines = draw.sample(list(fills["m"]), 3)
    for hole, row in zip(("m1", "m2", "m3"), medicines, strict=True):
        _name(made, hole, row)
        _dose(made, hole.replace("m", "o"), row["first"])
    if len({made.words[hole] for hole in ("o1", "o2", "o3")}) < len(medicines):
        return fill(language, fills, draw)
    _dose(made, "n1", medicines[0]["second"])
    for kind, holes in (("a", ("a1", "a2")), ("r", ("rel", "rel2")), ("w", ("why", "why2"))):
        for hole, row in zip(holes, draw.sample(list(fills[kind]), 2), strict=True):
            _name(made, hole, row)
    for kind, hole in (("c", "cond"), ("s", "sym"), ("x", "rx"), ("p", "op"), ("t", "test")):
        _name(made, hole, draw.choice(fills[kind]))
    test = next(row for row in fills["t"] if row["said"] == made.words["test"])
    _results(made, float(test["first"]), float(test["second"]), draw)
    _days(made, language, draw)
    _counts(made, language, draw)
    _pressures(made, draw)
    return made


def _name(made: Filled, hole: str, row: Row) -> None:
    made.words[hole] = row["said"]
    made.found[hole] = "|".join(re.escape(one) for one in row["known_as"].split("|"))


def _dose(made: Filled, hole: str, dose: str) -> None:
    made.words[hole] = dose
    made.found[hole] = _NUMBER.format(re.escape(dose.rstrip("mcg"))) + r"\s*m"


def _figure(made: Filled, hole: str, value: float) -> None:
    made.numbers[hole] = value
    made.words[hole] = f"{value:g}"
    made.found[hole] = _NUMBER.format(re.escape(f"{value:g}") + ("" if "." in f"{value:g}" else r"(?:\.0)?"))


def _results(made: Filled, first: float, step: float, draw: random.Random) -> None:
    places = 1 if step < 1 else 0
    at = draw.sample(range(-3, 4), 3)
    chosen = draw.choice([one for one in range(-3, 5) if one not in at])
    for hole, times in zip(("v1", "v2", "v3", "vx"), (*at, chosen), strict=True):
        _figure(made, hole, round(first + times * step, places) + 0.0)
    goal = round(first + draw.choice((-4, 5)) * step, places)
    _figure(made, "goal", goal)
    _figure(made, "goal2", round(goal + 0.5 * step * draw.choice((-1, 1)), places + 1))
    low_high = sorted(("v1", "v2", "v3"), key=lambda hole: made.numbers[hole])
    for hole, other in (("low", low_high[0]), ("high", low_high[-1])):
        made.found[hole] = made.found[other]
        made.numbers[hole] = float(other[1])
    _about(made, "mean", [made.numbers[one] for one in ("v1", "v2", "v3")])
    _about(made, "mean_mid", [made.numbers[one] for one in ("v1", "vx", "v3")])
    _about(made, "mean_last", [made.numbers[one] for one in ("v1", "v2", "vx")])
    for hole, one, other in (("diff", "v1", "v3"), ("diff_last", "v1", "vx"), ("diff12", "v1", "v2"),
                             ("diff_told", "v3", "vx")):  # fmt: skip
        _figure(made, hole, abs(round(made.numbers[other] - made.numbers[one], 2)))
    above = sum(made.numbers[one] > goal for one in ("v1", "v2", "v3"))
    made.found["above"] = rf"{_NUMBER.format(above)}|{_COUNTED[above]}"


def _about(made: Filled, hole: str, values: Sequence[float]) -> None:
    """The mean, as exactly as anybody would say it."""
    mean = sum(values) / len(values)
    kinds = {f"{mean:.2f}", f"{mean:.1f}", f"{round(mean, 2):g}", f"{round(mean, 1):g}"}
    if mean > 20:
        kinds.add(f"{round(mean)}")
    made.found[hole] = "|".join(_NUMBER.format(re.escape(one)) for one in sorted(kinds))


def _days(made: Filled, language: str, draw: random.Random) -> None:
    today = AT.date()
    last = today - timedelta(days=draw.randint(4, 12))
    second = last - timedelta(days=draw.randint(8, 25))
    first = second - timedelta(days=draw.randint(8, 25))
    days = {"d1": first, "d2": second, "d3": last, "d4": today - timedelta(days=draw.randint(1, 3))}
    days["dx"] = last - timedelta(days=draw.choice((-2, 1, 2, 3)))
    for hole, day in days.items():
        made.days[hole] = day
        made.found[hole] = _day_pattern(day)
        made.words[hole] = f"{day.month}월 {day.day}일" if language == "ko" else draw.choice(
            (f"{day.day} {_LONG_MONTHS[day.month - 1]}", f"{_MONTHS[day.month - 1]} {day.day}",
             f"{_LONG_MONTHS[day.month - 1]} {day.day}")
        )  # fmt: skip
    for hole in ("high", "low"):
        made.found[f"{hole}_day"] = made.found[f"d{made.numbers[hole]:g}"]
    made.found["days"] = _NUMBER.format(f"(?:{(today - first).days}|{(today - first).days + 1})")
    made.found["days2"] = _NUMBER.format(f"(?:{(today - second).days}|{(today - second).days + 1})")
    made.found["gap"] = _NUMBER.format(f"{(last - first).days}")


def _day_pattern(day: date) -> str:
    month = f"(?:{_MONTHS[day.month - 1]}|{_LONG_MONTHS[day.month - 1]})"
    return (
        rf"(?<!\d){day.day}(?:st|nd|rd|th)? (?:of )?{month}|{month} {day.day}(?!\d)|"
        rf"(?<!\d){day.month}월 {day.day}일|{day.isoformat()}"
    )


def _counts(made: Filled, language: str, draw: random.Random) -> None:
    month = draw.randint(1, 4)
    made.words["month"] = f"{month}월" if language == "ko" else _LONG_MONTHS[month - 1]
    made.found["month"] = rf"{_MONTHS[month - 1]}|(?<!\d){month}월|2026-{month:02}"
    year, cigarettes = draw.randint(1998, 2023), draw.randint(3, 9)
    for hole, value in (
        ("year", year), ("year2", year + draw.choice((-2, -1, 1))), ("cigs", cigarettes),
        ("cigs2", cigarettes + draw.choice((4, 6, 8))),
    ):  # fmt: skip
        _figure(made, hole, value)
    for hole, ends, doses, count in (
        ("n", "course_end", "course_doses", draw.choice((5, 7))),
        ("n2", "course_end2", "course_doses2", draw.choice((10, 14))),
    ):
        _figure(made, hole, count)
        made.found[ends] = _day_pattern(made.days["d3"] + timedelta(days=count - 1))
        made.found[doses] = _NUMBER.format(count * 3)


def _pressures(made: Filled, draw: random.Random) -> None:
    tops, lows = draw.sample(range(118, 172), 3), draw.sample(range(72, 99), 3)
    for hole, top, low in zip(("b1", "b2", "b3"), tops, lows, strict=True):
        made.words[hole] = f"{top}/{low}"
        made.found[hole] = f"{top}/{low}"
    made.found["bhigh_day"] = made.found[f"d{tops.index(max(tops)) + 1}"]
    means = [{f"{sum(each) / 3:.1f}", f"{round(sum(each) / 3)}", f"{sum(each) // 3}"} for each in (tops, lows)]
    made.found["bmean"] = "|".join(f"{top}(?:[.]0)?/{low}" for top in sorted(means[0]) for low in sorted(means[1]))


def settle(scene: Scene, fills: Mapping[str, Sequence[Row]], filled: Filled, draw: random.Random) -> None:
    """A course is one of an antibiotic and begins lately."""
    if any(kind == "t.course" for kind, _ in scene.steps):
        _name(filled, "m1", draw.choice(fills["b"]))
        filled.words["d1"], filled.found["d1"] = filled.words["d3"], filled.found["d3"]
