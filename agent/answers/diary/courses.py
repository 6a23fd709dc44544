"""One course of days as it is said: each day's value, and what comes of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.diary.asked import Asked
from agent.answers.diary.rows import COUNTED, Diary, Row
from agent.answers.record.known import numeric
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC
from agent.answers.values.told_courses import by_side, told_courses
from agent.words.figures import day_text, number, quantity, span_text
from agent.words.sentences import sentence
from domain.clinical_dates import days_apart
from domain.ledger import Fact
from domain.values import PATIENT
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

LEAST_DAYS: Final = 2
"""Days from which a course is one."""
_LESS_IS_BETTER: Final = frozenset({"pain"})


@dataclass(frozen=True, slots=True)
class Course:
    """One row as it is said: its name, the unit of its values, and the value of each day in order."""

    name: str
    kind: str
    values: Mapping[str, tuple[float, ...]]
    unit: str | None = None
    facts: tuple[str, ...] = ()
    better_low: bool | None = None
    """Whether less of it is better; None where that is not known."""
    named: bool = True
    """Whether it is called by a name of its own."""
    concept: str = ""
    readings: tuple[tuple[str, tuple[float, ...]], ...] = ()
    """Every reading with its day in order, where a day has several; ``values`` has the last of each day."""
    counter: str = ""
    """The Korean word that its things are counted by."""
    hours: tuple[str, ...] = ()
    """The hours of the readings as they were told, where they were."""
    turns: tuple[int, ...] = ()
    """The turns that told of it."""
    nights: frozenset[str] = frozenset()
    """The days whose value is that of the night that began on them."""

    @property
    def every(self) -> tuple[tuple[str, tuple[float, ...]], ...]:
        """Every value with its day, in order."""
        return self.readings or tuple(self.values.items())


def of_tests(consultation: Consultation, lines: Sequence[TurnLine]) -> list[Course]:
    """The tests of which readings of several days were told in these turns."""
    turns = {one.turn_number for one in lines}
    courses = []
    tests = [one for one in consultation.known.tests() if one != DIASTOLIC]
    for test, whole in ((one, row) for one in tests for row in _every(consultation, one)):
        series = [
            fact for fact in whole
            if fact.content.subject == PATIENT and any(one.turn_number in turns for one in fact.evidence)
            and numeric(fact) is not None
        ]  # fmt: skip
        lower = _by_reading(consultation.known.series(DIASTOLIC)) if test == SYSTOLIC else {}
        values: dict[str, tuple[float, ...]] = {}
        told: dict[str, tuple[str, str]] = {}
        facts: list[str] = []
        every: list[tuple[str, tuple[float, ...]]] = []
        every_told: list[tuple[str, tuple[str, str]]] = []
        for fact in series:
            # One half that was put right since stands in a later turn than the other.
            halves = lower.get(_reading_of(fact)) or next(
                (
                    each
                    for (day, _), each in lower.items()
                    if each and day == fact.clinical_day and len(series) == len(lower)
                ),
                [],
            )
            half = halves.pop(0) if halves else None
            read = tuple(value for one in (fact, half) if one is not None and (value := numeric(one)) is not None)
            values[fact.clinical_day] = read
            every.append((fact.clinical_day, read))
            stated = consultation.words.stated(fact.content)
            told[fact.clinical_day] = stated
            every_told.append((fact.clinical_day, stated))
            facts += [one.fact_id for one in (fact, half) if one is not None]
        if len(values) >= LEAST_DAYS:
            name = consultation.words.test(series[-1].content) if test != SYSTOLIC else consultation.pick(
                "혈압", "blood pressure"
            )  # fmt: skip
            unit = series[-1].content.unit
            units = {one[1] for _, one in every_told}
            if len(units) == 1 and (one := units.pop()):
                # Whoever tells pounds or millimoles hears them again.
                values, unit = {day: (float(each[0]),) for day, each in told.items()}, one
                every = [(day, (float(each[0]),)) for day, each in every_told]
            by = sorted({one.turn_number for fact in series for one in fact.evidence if one.turn_number in turns})
            courses.append(
                Course(
                    capital(name),
                    "test",
                    values,
                    unit,
                    tuple(facts),
                    concept=test,
                    readings=tuple(every),
                    turns=tuple(by),
                )
            )
    return courses


def _every(consultation: Consultation, test: str) -> Sequence[Sequence[Fact]]:
    """Every reading of a test, the several of one day among them; a row for each of its sides, a pressure's pairs."""
    series = consultation.known.series(test)
    if test == SYSTOLIC or not series:
        return (series,)
    if sides := by_side(consultation, test):
        return [one.facts for one in sides]
    told = next((one for one in told_courses(consultation, (test,), "trend") if series[-1] in one.facts), None)
    return (told.facts if told is not None and len(told.facts) > len(series) else series,)


def _by_reading(facts: Iterable[Fact]) -> dict[tuple[str, int], list[Fact]]:
    found: dict[tuple[str, int], list[Fact]] = {}
    for one in facts:
        found.setdefault(_reading_of(one), []).append(one)
    return found


def _reading_of(fact: Fact) -> tuple[str, int]:
    """The day and the turn of a reading: a day may have several."""
    return fact.clinical_day, min((one.turn_number or 0 for one in fact.evidence), default=0)


def of_rows(consultation: Consultation, diary: Diary) -> list[Course]:
    """The rows of the diary as courses."""
    found = []
    for row in diary.rows:
        if row.entries:
            better = True if row.name in _LESS_IS_BETTER else None
            better = False if row.name in ("mood", "sleep") else better
            by_day = row.by_day
            values = {day: (value,) for day, value in by_day.items()}
            # What is rated several times a day is a rating each; one day's counts are shown as they were told.
            apart = (
                len(by_day) == 1 or row.kind == "measure" or (row.kind == "score" and len(row.entries) > len(by_day))
            )
            told = row.by_day_and_turn
            each = tuple((one.day, (one.value,)) for one in told) if apart else ()
            found.append(
                Course(
                    _name(consultation, row), row.kind, values, row.unit or None, (), better, bool(row.name),
                    row.concept_id, readings=each, counter=row.counter,
                    hours=tuple(one.hour for one in told) if row.kind == "measure" else (),
                    turns=tuple(sorted({one.turn for one in row.entries})),
                    nights=frozenset(one.day for one in row.entries if one.night),
                )
            )  # fmt: skip
    return found


def _name(consultation: Consultation, row: Row) -> str:
    known = {"pain", "mood", "sleep", "lasted", "puffs"}
    if row.name in known:
        return sentence(f"diary.{row.name}", consultation.words.language)
    if not row.name or row.name == row.counter:
        key = row.kind if row.kind in ("tablets", "times", "measure") else "things"
        return sentence(f"diary.{key}", consultation.words.language)
    return capital(row.name)


def capital(name: str) -> str:
    """An English name as it stands at the head of a line."""
    return name[:1].upper() + name[1:] if name.isascii() else name


def course_said(consultation: Consultation, course: Course, asked: Collection[Asked], *, whole: bool = True) -> str:
    """The line of a course: its days, and what comes of them as far as it is asked.

    ``whole`` is whether all that was told is in it: over a part nothing is reckoned.
    """
    language = consultation.words.language
    listed = _listed(course, language)
    if not whole:
        return sentence("diary.row", language, name=course.name, listed=listed, rest="").rstrip()
    many = len(course.every) > 1
    slept = course.kind == "hours" and "total" in asked and _HOURS_IN_ALL.search(consultation.request.text) is not None
    sums = slept or (course.kind in COUNTED and bool({"total", "note"} & set(asked)))
    said = [_total(course, language)] if sums and many else []
    if not sums or {"change", "better"} & set(asked):
        said.append(_moved(consultation, course))
    if (len(course.values) > 2 or "extreme" in asked) and (len(course.values) > 1 or course.kind == "test"):
        said.append(_extremes(course, language))
    if course.kind == "test" and len(course.values) > 2 and _BY_STEPS.search(consultation.request.text) is not None:
        said.append(_steps(course, language))
    if course.kind == "test":
        said.append(_beyond(course, consultation.request.text, language))
    if "average" in asked and many:
        said.append(_mean(course, language))
    rest = " ".join(one for one in said if one)
    return sentence("diary.row", language, name=course.name, listed=listed, rest=rest).rstrip()


_HOURS_IN_ALL: Final = lazy_regex(r"\b(?:total|altogether|in all|sum|add\w*)\b|총|모두|합[쳐해하]|다\s?해서|통틀어")
"""Words that ask for a sum of hours, which otherwise nobody adds up over nights."""


def _listed(course: Course, language: str) -> str:
    """Each value, the first of a day with its day."""
    told = ""
    said = []
    hours = course.hours or ("",) * len(course.every)
    for hour, (day, value) in zip(hours, course.every, strict=True):
        words = f"{hour} {value_said(course, value, language)}".strip()
        said.append(words if day == told else f"{_day_said(course, day, language)} {words}")
        told = day
    return ", ".join(said)


def _day_said(course: Course, day: str, language: str) -> str:
    text = day_text(day, language)
    return sentence("diary.night", language, day=text) if day in course.nights else text


_BY_STEPS: Final = lazy_regex(
    r"(?:많이|적게|크게)\s?(?:늘|줄|빠|올|내|떨)|\b(?:biggest|largest|smallest|most|least) (?:drop|rise|jump"
    r"|fall|gain|loss"
    r"|change)|\b(?:drop|gain|los|rise|fell)\w* (?:the )?(?:most|least)"
)
_LIMIT: Final = lazy_regex(
    r"(?P<u>\d{1,3}(?:\.\d)?)\s?(?:밑|아래|미만|이하)|\b(?:below|under|less than) (?P<v>\d{1,3}(?:\.\d)?)"
    r"|(?P<o>\d{1,3}(?:\.\d)?)\s?(?:넘|이상|초과|위로)|\b(?:above|over|more than) (?P<w>\d{1,3}(?:\.\d)?)"
)


def _times(count: int, language: str) -> str:
    return f"{count}번" if language == "ko" else f"{count} time{'' if count == 1 else 's'}"


def _steps(course: Course, language: str) -> str:
    """How far it moved from each day to the next."""
    days = list(course.values)
    steps = []
    for first, last in pairwise(days):
        change = round(course.values[last][0] - course.values[first][0], 2)
        steps.append(f"{day_text(first, language)}~{day_text(last, language)} {change:+g}")
    return sentence("diary.steps", language, listed=", ".join(steps))


def _beyond(course: Course, text: str, language: str) -> str:
    """How many of the readings lie below, or above, a limit that the words name."""
    match = _LIMIT.search(text)
    if match is None:
        return ""
    under = match["u"] or match["v"]
    limit = float(under or match["o"] or match["w"])
    found = [
        f"{day_text(day, language)} {value[0]:g}" for day, value in course.every
        if (value[0] < limit if under else value[0] > limit)
    ]  # fmt: skip
    if not found:
        return ""
    key = "diary.under" if under else "diary.over"
    return sentence(key, language, limit=f"{limit:g}", times=_times(len(found), language), listed=", ".join(found))


def value_said(course: Course, value: Sequence[float], language: str) -> str:
    """A value of a course in words."""
    if course.kind == "test":
        if len(value) > 1:
            return "/".join(number(one, course.unit) for one in value)
        return quantity(value[0], course.unit)
    if course.kind == "score":
        return f"{value[0]:g}/10"
    if course.counter and language == "ko":
        return f"{value[0]:g}{course.counter}"
    if course.kind == "measure":
        return f"{value[0]:g} {course.unit or ''}".rstrip()
    key = f"diary.unit.{course.kind}"
    return sentence(key, language, count=f"{value[0]:g}")


def _total(course: Course, language: str) -> str:
    values = [one[0] for _, one in course.every]
    count = value_said(course, (round(sum(values), 2),), language)
    if len(course.values) < LEAST_DAYS:
        return sentence("diary.sum", language, total=count, count=_times(len(values), language))
    had = sum(1 for one in course.values.values() if one[0] > 0)
    said = sentence("diary.total", language, total=count, span=span_text(had, language))
    months: dict[str, float] = {}
    for day, value in course.every:
        months[day[:_MONTH]] = months.get(day[:_MONTH], 0.0) + value[0]
    if len(months) < LEAST_DAYS:
        return said
    listed = ", ".join(
        f"{day_text(one, language)} {value_said(course, (whole,), language)}" for one, whole in months.items()
    )
    return f"{said} {sentence('diary.months', language, listed=listed)}"


_MONTH: Final = len("2026-01")


def _moved(consultation: Consultation, course: Course) -> str:
    language, days = consultation.words.language, list(course.values)
    if len(days) < LEAST_DAYS:
        return ""
    first, last = course.every[0][1], course.every[-1][1]
    apart = days_apart(days[0], days[-1])
    change = round(last[0] - first[0], 2)
    size = value_said(course, tuple(abs(round(b - a, 2)) for a, b in zip(first, last, strict=False))[:1], language)
    if course.kind == "score":
        size = f"{abs(change):g}"
    if len(first) > 1 and len(last) > 1:
        size = f"{abs(round(last[0] - first[0])):g}/{abs(round(last[1] - first[1])):g}"
    key = "diary.same" if not change else ("diary.up" if change > 0 else "diary.down")
    said = sentence(key, language, size=size, span=span_text(apart, language))
    if course.better_low is None or not change:
        return said
    better = (change < 0) is course.better_low
    return f"{said} {sentence('diary.better' if better else 'diary.worse', language)}"


def _extremes(course: Course, language: str) -> str:
    values = [value[0] for _, value in course.every]
    most, least = max(values), min(values)
    if most == least:
        return ""
    of_most, of_least = (
        ", ".join(dict.fromkeys(_day_said(course, day, language) for day, value in course.every if value[0] == one))
        for one in (most, least)
    )
    high = value_said(course, next(value for _, value in course.every if value[0] == most), language)
    low = value_said(course, next(value for _, value in course.every if value[0] == least), language)
    return sentence("diary.extremes", language, high=high, of_high=of_most, low=low, of_low=of_least)


def _mean(course: Course, language: str) -> str:
    each = [one for _, one in course.every]
    columns = list(zip(*(one for one in each if len(one) == len(each[0])), strict=True))
    means = [sum(column) / len(column) for column in columns]
    if len(means) > 1:
        mean = "/".join(f"{one:.0f}" for one in means)
    else:
        mean = value_said(course, (round(means[0], 1 if course.kind == "test" else 2),), language)
    if len(columns[0]) > len(course.values):
        return sentence("diary.mean_of", language, mean=mean, count=_times(len(columns[0]), language))
    return sentence("diary.mean", language, mean=mean, span=span_text(len(columns[0]), language))
