"""The answer to what is asked of days: each row day by day with what comes of it, as it was told and put right.

Readings of tests are taken from the record, what was counted or rated from the words. A row is reckoned whole: the sum of
what is counted, how far it is from the first, the highest and the lowest day, the mean where it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.diary.asked import Asked, asked_of_days
from agent.answers.diary.series import Diary, Row, read_diary
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC
from agent.words.figures import day_text, number, quantity
from agent.words.sentences import sentence
from domain.ledger import Fact, local_day
from domain.values import PATIENT, SERIES_SLOTS
from projections.tiers import TurnLine

_LEAST_DAYS: Final = 2
_MOST_ROWS: Final = 5
_SUMMED: Final = frozenset({"tablets", "puffs", "times", "things"})
_LESS_IS_BETTER: Final = frozenset({"pain", "lasted", "times"})
_QUOTED: Final = 70


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


def told_over_days(consultation: Consultation) -> Part:
    """The account of the days; empty where nothing of the kind is asked, or nothing was told on several days."""
    asked = asked_of_days(consultation.request.text)
    lines = _lines(consultation)
    if not asked or len({_day(consultation, one) for one in lines}) < _LEAST_DAYS:
        return Part()
    diary = diary_of(consultation)
    courses = _chosen(consultation, (*_of_tests(consultation, lines), *_of_rows(consultation, diary)))
    findings = _findings(consultation, diary, asked, courses)
    if not courses and not findings:
        return Part()
    if not _is_needed(courses, asked, findings):
        return Part()
    said = [Part(_said(consultation, one, asked), one.facts) for one in courses]
    told = list(findings)
    if "note" in asked:
        told += _quotes(consultation, lines)
    lasting = joined((*said, *(Part(one) for one in told)))
    words = consultation.words.language
    parts = [Part(sentence("diary.head", words)), lasting]
    if side := _side(lines, words):
        parts.append(Part(side))
    if any(one.kind in _SUMMED for one in courses):
        parts.append(Part(sentence("diary.untold", words)))
    return joined(parts)


def diary_of(consultation: Consultation) -> Diary:
    """The rows of what was told in this conversation, this turn with it."""
    recorded = {
        (one.turn_number or 0, each)
        for fact in consultation.ledger.facts.values()
        if fact.content.slot in SERIES_SLOTS
        for one in fact.evidence
        for each in _numbers(fact)
    }
    lines = _lines(consultation)
    return read_diary(
        lines, consultation.finder, consultation.ledger.time_zone, consultation.words.language, recorded
    )


def _numbers(fact: Fact) -> tuple[float, ...]:
    found = [one for one in (numeric(fact),) if one is not None]
    stated = fact.content.value_stated or ""
    if stated.replace(".", "", 1).isdigit():
        found.append(float(stated))
    return tuple(found)


def _lines(consultation: Consultation) -> list[TurnLine]:
    """The turns of this conversation up to this one, the oldest first."""
    question, tiers = consultation.situation.question, consultation.situation.view.tiers
    now = tiers.lines.get(question.turn_number)
    conversation = now.conversation_id if now is not None else None
    every = {**tiers.told, **tiers.lines}
    return [
        every[turn] for turn in sorted(every)
        if turn <= question.turn_number and (conversation is None or every[turn].conversation_id == conversation)
    ]  # fmt: skip


def _day(consultation: Consultation, line: TurnLine) -> str:
    return local_day(line.said_at, consultation.ledger.time_zone)


def _of_tests(consultation: Consultation, lines: Sequence[TurnLine]) -> list[Course]:
    """The tests of which readings of several days were told in these turns."""
    turns = {one.turn_number for one in lines}
    courses = []
    for test in consultation.known.tests():
        if test == DIASTOLIC:
            continue
        series = [
            fact for fact in consultation.known.series(test)
            if fact.content.subject == PATIENT and any(one.turn_number in turns for one in fact.evidence)
            and numeric(fact) is not None
        ]  # fmt: skip
        lower = {one.clinical_day: one for one in consultation.known.series(DIASTOLIC)} if test == SYSTOLIC else {}
        values: dict[str, tuple[float, ...]] = {}
        facts: list[str] = []
        for fact in series:
            half = lower.get(fact.clinical_day)
            values[fact.clinical_day] = tuple(
                value for one in (fact, half) if one is not None and (value := numeric(one)) is not None
            )
            facts += [one.fact_id for one in (fact, half) if one is not None]
        if len(values) >= _LEAST_DAYS:
            name = consultation.words.test(series[-1].content) if test != SYSTOLIC else consultation.pick(
                "혈압", "blood pressure"
            )  # fmt: skip
            courses.append(Course(_capital(name), "test", values, series[-1].content.unit, tuple(facts)))
    return courses


def _of_rows(consultation: Consultation, diary: Diary) -> list[Course]:
    found = []
    for row in diary.rows:
        if row.entries:
            better = True if row.kind in ("minutes",) or row.name in _LESS_IS_BETTER else None
            better = False if row.name in ("mood", "sleep") else better
            by_day = row.by_day
            values = {day: (value,) for day, value in by_day.items()}
            found.append(Course(_name(consultation, row), row.kind, values, None, (), better))
    return found


def _name(consultation: Consultation, row: Row) -> str:
    known = {"pain", "mood", "sleep", "lasted", "puffs"}
    if row.name in known:
        return sentence(f"diary.{row.name}", consultation.words.language)
    if not row.name:
        key = row.kind if row.kind in ("tablets", "times") else "things"
        return sentence(f"diary.{key}", consultation.words.language)
    return _capital(row.name)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:] if name.isascii() else name


def _chosen(consultation: Consultation, courses: Sequence[Course]) -> list[Course]:
    """The courses of several days, and what is counted beside them; those named in the question alone where any is."""
    several = [one for one in courses if len(one.values) >= _LEAST_DAYS]
    beside = [one for one in courses if len(one.values) == 1 and one.kind in ("tablets", "things", "times") and several]
    return [*several, *beside][:_MOST_ROWS]


def _is_needed(courses: Sequence[Course], asked: Collection[Asked], findings: Sequence[str]) -> bool:
    """Whether no shorter answer does: one thing asked of the readings of one test is answered from the record."""
    if "note" in asked or findings or any(one.kind != "test" for one in courses):
        return True
    return len(asked) > 1 or any(len(one.values) > _LEAST_DAYS for one in courses) or "days" in asked


def _said(consultation: Consultation, course: Course, asked: Collection[Asked]) -> str:
    language = consultation.words.language
    days = list(course.values)
    listed = ", ".join(f"{day_text(day, language)} {_value(course, course.values[day], language)}" for day in days)
    said = [_total(course, language)] if course.kind in _SUMMED and len(days) > 1 else []
    if course.kind not in _SUMMED or {"change", "better"} & set(asked):
        said.append(_moved(consultation, course))
    if len(days) > 2 or "extreme" in asked:
        said.append(_extremes(course, language))
    if "average" in asked and len(days) > 1:
        said.append(_mean(course, language))
    rest = " ".join(one for one in said if one)
    return sentence("diary.row", language, name=course.name, listed=listed, rest=rest).rstrip()


def _value(course: Course, value: Sequence[float], language: str) -> str:
    if course.kind == "test":
        if len(value) > 1:
            return "/".join(number(one, course.unit) for one in value)
        return quantity(value[0], course.unit)
    if course.kind == "score":
        return f"{value[0]:g}/10"
    key = f"diary.unit.{course.kind}"
    return sentence(key, language, count=f"{value[0]:g}")


def _total(course: Course, language: str) -> str:
    values = [one[0] for one in course.values.values()]
    count = sentence(f"diary.unit.{course.kind}", language, count=f"{sum(values):g}")
    had = sum(1 for one in values if one > 0)
    return sentence("diary.total", language, total=count, days=had)


def _moved(consultation: Consultation, course: Course) -> str:
    language, days = consultation.words.language, list(course.values)
    if len(days) < _LEAST_DAYS:
        return ""
    first, last = course.values[days[0]], course.values[days[-1]]
    apart = (date.fromisoformat(days[-1]) - date.fromisoformat(days[0])).days
    change = round(last[0] - first[0], 2)
    size = _value(course, tuple(abs(round(b - a, 2)) for a, b in zip(first, last, strict=False))[:1], language)
    if course.kind == "score":
        size = f"{abs(change):g}"
    if len(first) > 1 and len(last) > 1:
        size = f"{abs(round(last[0] - first[0])):g}/{abs(round(last[1] - first[1])):g}"
    key = "diary.same" if not change else ("diary.up" if change > 0 else "diary.down")
    said = sentence(key, language, size=size, days=apart)
    if course.better_low is None or not change:
        return said
    better = (change < 0) is course.better_low
    return f"{said} {sentence('diary.better' if better else 'diary.worse', language)}"


def _extremes(course: Course, language: str) -> str:
    by_value = {day: value[0] for day, value in course.values.items()}
    most, least = max(by_value.values()), min(by_value.values())
    if most == least:
        return ""
    of_most = ", ".join(day_text(day, language) for day, value in by_value.items() if value == most)
    of_least = ", ".join(day_text(day, language) for day, value in by_value.items() if value == least)
    high = _value(course, next(value for value in course.values.values() if value[0] == most), language)
    low = _value(course, next(value for value in course.values.values() if value[0] == least), language)
    return sentence("diary.extremes", language, high=high, of_high=of_most, low=low, of_low=of_least)


def _mean(course: Course, language: str) -> str:
    columns = list(zip(*(one for one in course.values.values() if len(one) == len(next(iter(course.values.values())))), strict=True))
    means = [sum(column) / len(column) for column in columns]
    if len(means) > 1:
        mean = "/".join(f"{one:.0f}" for one in means)
    else:
        mean = _value(course, (round(means[0], 1),), language)
    return sentence("diary.mean", language, mean=mean, count=len(columns[0]))


def _findings(
    consultation: Consultation, diary: Diary, asked: Collection[Asked], courses: Sequence[Course]
) -> list[str]:
    """What was had on several days, counted by days, where that is asked and no row counts it."""
    if not {"total", "days", "note"} & set(asked):
        return []
    language = consultation.words.language
    counted = {one.name for one in courses if one.kind == "times"}
    rows = []
    for one in diary.findings.values():
        days = sorted(day for day in one.days if day <= consultation.known.today)
        if len(days) >= _LEAST_DAYS and _capital(one.name) not in counted:
            listed = ", ".join(day_text(day, language) for day in days)
            rows.append(sentence("diary.finding", language, name=_capital(one.name), listed=listed, count=len(days)))
    return rows[:_LEAST_DAYS + 1]


def _quotes(consultation: Consultation, lines: Sequence[TurnLine]) -> list[str]:
    """What was said each day in the patient's own words, for the note: nothing is lost that no row holds."""
    language = consultation.words.language
    now = consultation.situation.question.turn_number
    said = []
    for line in lines:
        words = " ".join(line.question.split())
        if asked_of_days(words) and line.turn_number == now:
            continue
        short = words if len(words) <= _QUOTED else f"{words[:_QUOTED].rsplit(' ', 1)[0]} …"
        said.append(f"{day_text(_day(consultation, line), language)} “{short}”")
    return [sentence("diary.words", language, listed="; ".join(said))] if said else []


def _side(lines: Sequence[TurnLine], language: str) -> str:
    return ""
