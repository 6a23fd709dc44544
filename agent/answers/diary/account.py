"""The answer to what is asked of days: each row day by day with what comes of it, as it was told and put right.

Readings of tests are taken from the record, what was counted or rated from the words. A row is reckoned whole: the sum of
what is counted, how far it is from the first, the highest and the lowest day, the mean where it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.diary.alarming import Alarm, alarming_courses
from agent.answers.diary.asked import Asked, asked_of_days, asks_of_days, spans_asked
from agent.answers.diary.series import Diary, Row, read_diary
from agent.answers.diary.sides import side_put_right
from agent.answers.following.references import present
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.remembered import which_first
from agent.answers.remembered.remembered import remembered_alone
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC
from agent.words.figures import day_text, number, quantity, span_text
from agent.words.sentences import sentence
from domain.ledger import CORRECTED, Fact, local_day
from domain.values import PATIENT, SERIES_SLOTS
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_LEAST_DAYS: Final = 2
_MOST_ROWS: Final = 5
_SUMMED: Final = frozenset({"tablets", "puffs", "times", "things"})
_LESS_IS_BETTER: Final = frozenset({"pain"})
_QUOTED: Final = 70
_REACH: Final = timedelta(days=62)
_MOST_BETWEEN: Final = 10
"""Most days between two entries of a diary."""
_NOTED_OVER: Final = timedelta(days=14)
"""Days of which a note is written though nothing was counted."""
_MOST_TURNS: Final = 40
"""How far back a diary is read, in time and in turns."""


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


@dataclass(frozen=True, slots=True)
class DaysTold:
    """What days that were told come to: the account that is asked for, and what is alarming in their course."""

    account: Part = Part()
    alarms: tuple[Alarm, ...] = ()
    noted: Part = Part()
    """What this turn entered in the rows, where nothing is asked: what is said instead of that nothing was recorded."""

    @property
    def is_urgent(self) -> bool:
        """Whether the course sends to care today or at once."""
        return any(one.level in ("now", "today") for one in self.alarms)


def told_over_days(consultation: Consultation) -> DaysTold:
    """The account of the days and its alarms; empty where nothing was told of several days in this conversation."""
    lines = _lines(consultation)
    text = consultation.request.text
    asked = asked_of_days(text) if not which_first.is_part(text) else frozenset[Asked]()
    apart = len({_day(consultation, one) for one in lines}) >= _LEAST_DAYS
    if not apart and not asked:
        return DaysTold()
    diary = diary_of(consultation, lines)
    if not _is_a_diary(consultation, diary, lines):
        return DaysTold()
    if not apart and len({one.day for row in diary.rows for one in row.entries}) < _LEAST_DAYS:
        return DaysTold()
    account = _account(consultation, diary, lines, asked)
    if not account.text and not _tells(consultation, diary):
        return DaysTold()
    noted = Part() if account.text or not apart else _noted(consultation, diary)
    return DaysTold(account, alarming_courses(consultation, diary, lines), noted)


def _is_a_diary(consultation: Consultation, diary: Diary, lines: Sequence[TurnLine]) -> bool:
    """Whether half of what was said before, and more, told of a day: a talk of other things is answered otherwise."""
    told = set(diary.turns)
    for fact in consultation.ledger.facts.values():
        if fact.content.slot in SERIES_SLOTS:
            told |= {one.turn_number for one in fact.evidence if one.turn_number is not None}
    return _is_half(consultation, told, lines)


def _goes_on(consultation: Consultation, diary: Diary, courses: Sequence[Course], lines: Sequence[TurnLine]) -> bool:
    """Whether half of what was said before, and more, went on with what is told of several days."""
    told = {one.turn for row in diary.rows if _is_kept(row.by_day) for one in row.entries}
    told |= {turn for one in diary.findings.values() if _is_kept(one.days) for turn in one.turns}
    facts = consultation.ledger.facts
    for fact_id in (each for one in courses if _is_kept(one.values) for each in one.facts):
        told |= {one.turn_number for one in facts[fact_id].evidence if one.turn_number is not None}
    return _is_half(consultation, told, lines)


def _is_kept(days: Collection[str]) -> bool:
    """Whether days are several and follow each other as those of a diary do."""
    told = sorted(set(days))
    gaps = [_apart(first, last) for first, last in pairwise(told)]
    return bool(gaps) and max(gaps) <= _MOST_BETWEEN


def _apart(first: str, last: str) -> int:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def _is_half(consultation: Consultation, told: Collection[int], lines: Sequence[TurnLine]) -> bool:
    now = consultation.situation.question.turn_number
    before = {one.turn_number for one in lines if one.turn_number != now}
    return 2 * len(before.intersection(told)) >= len(before)


def _noted(consultation: Consultation, diary: Diary) -> Part:
    now, language = consultation.situation.question.turn_number, consultation.words.language
    told = []
    for row, course in zip(diary.rows, _of_rows(consultation, diary), strict=True):
        days = dict.fromkeys(one.day for one in row.entries if one.turn == now)
        told += [
            f"{course.name} {_value(course, course.values[day], language)} ({day_text(day, language)})" for day in days
        ]
    return Part(sentence("diary.noted", language, listed=", ".join(told))) if told else Part()


def _tells(consultation: Consultation, diary: Diary) -> bool:
    """Whether this turn tells an entry of a row, or a value of a test."""
    now = consultation.situation.question.turn_number
    rows = any(one.turn == now for row in diary.rows for one in row.entries)
    return rows or bool(consultation.tests_told())


def _account(consultation: Consultation, diary: Diary, lines: Sequence[TurnLine], asked: Collection[Asked]) -> Part:
    if not asked:
        return Part()
    courses = _chosen((*_of_tests(consultation, lines), *_of_rows(consultation, diary)), asked)
    findings = _findings(consultation, diary, asked, courses)
    if _is_of_another(consultation, diary, courses):
        return Part()
    near = consultation.situation.question.said_at - lines[0].said_at <= _NOTED_OVER
    if not _goes_on(consultation, diary, courses, lines) and not ("note" in asked and near):
        return Part()
    is_of_one = len(asked) == 1 and (bool(_named(consultation)) or ("note" in asked and not near))
    if is_of_one and remembered_alone(consultation).text:
        # One thing asked of what is named is answered from the record in fewer words.
        return Part()
    quotes = _quotes(consultation, diary, lines) if "note" in asked else []
    if not (courses or findings or len(quotes) > 0) or not _is_needed(courses, asked, findings):
        return Part()
    language = consultation.words.language
    parts = [Part(sentence("diary.head", language))]
    parts += [Part(_said(consultation, one, asked), one.facts) for one in courses]
    parts += [Part(one) for one in (*findings, *quotes)]
    if side := side_put_right(lines):
        parts.append(Part(sentence("diary.side", language, side=side)))
    if "days" in asked and (span := _span(courses, language)):
        parts.append(Part(span))
    if any(one.kind in _SUMMED for one in courses):
        parts.append(Part(sentence("diary.untold", language)))
    parts.append(Part(_outlook(courses, asked, language)))
    if _CARRIES_ON.search(consultation.request.text) is not None:
        parts.append(Part(sentence("diary.carry_on", language)))
    return joined(parts)


_CARRIES_ON: Final = lazy_regex(
    r"계속\s?(?:먹|써|쓰|맞|드|복용)|그대로\s?(?:먹|묵|써|쓰|맞)|끊어도|줄여도|늘려도|올려도|\b(?:carry on|keep (?:taking|on|going)"
    r"|keep it up|do i stop|should i stop|can i stop|stop (?:it|them|taking))\b"
)
"""Words that ask whether a medicine is to be gone on with."""


def _is_of_another(consultation: Consultation, diary: Diary, courses: Sequence[Course]) -> bool:
    """Whether what is named beside the ask is of no row, so that it asks of something that was told otherwise."""
    named = _named(consultation)
    told = {one.concept for one in courses} | set(diary.findings)
    return bool(named) and not any(
        {one.concept_id, *one.broader} & told or _is_kind_of(one.concept_id, told) for one in named
    )


def _named(consultation: Consultation) -> list[Entry]:
    """What is named right beside the words that ask."""
    request = consultation.request
    text = request.plain or request.text
    asks = spans_asked(text)
    return [
        one.entry
        for one in request.mentions
        if one.entry.kind in _NAMED and any(_is_beside(text, one.start, one.end, *ask) for ask in asks)
    ]


def _is_beside(text: str, start: int, end: int, first: int, last: int) -> bool:
    low, high = (end, first) if end <= first else (last, start)
    if start < last and first < end:
        return True
    return high - low <= _BESIDE and _PARTED.search(text, low, high) is None


_BESIDE: Final = 16
_PARTED: Final = lazy_regex(r"[.,;?!\n]|\band\b|고\s")


def _is_kind_of(concept_id: str, told: Collection[str]) -> bool:
    return any(one.endswith(f"_{concept_id}") or concept_id.endswith(f"_{one}") for one in told if one)


_NAMED: Final = frozenset({"medications", "drug_classes", "labs", "vitals", "conditions"})


def _span(courses: Sequence[Course], language: str) -> str:
    days = sorted({day for one in courses for day in one.values})
    if len(days) < _LEAST_DAYS:
        return ""
    count = (date.fromisoformat(days[-1]) - date.fromisoformat(days[0])).days + 1
    return sentence(
        "diary.span", language, first=day_text(days[0], language), last=day_text(days[-1], language), days=count
    )


def _outlook(courses: Sequence[Course], asked: Collection[Asked], language: str) -> str:
    """Whether it goes better or worse, by the row that is rated, and when to be seen."""
    if not {"better", "change", "note", "extreme"} & set(asked):
        return ""
    for one in courses:
        values = [each[0] for each in one.values.values()]
        if one.better_low is not None and len(values) > 1 and values[-1] != values[0]:
            better = (values[-1] < values[0]) is one.better_low
            return sentence("diary.getting_better" if better else "diary.getting_worse", language)
    pressure = next((one for one in courses if any(len(value) > 1 for value in one.values.values())), None)
    if pressure is not None and len(pressure.values) > _LEAST_DAYS:
        pairs = [value for value in pressure.values.values() if len(value) > 1]
        if sum(one[0] for one in pairs) / len(pairs) >= 135 or sum(one[1] for one in pairs) / len(pairs) >= 85:
            return sentence("diary.home_pressure", language)
    return ""


def diary_of(consultation: Consultation, lines: Sequence[TurnLine]) -> Diary:
    """The rows of what was told in these turns."""
    recorded = {
        (one.turn_number or 0, each)
        for fact in consultation.ledger.facts.values()
        if fact.content.slot in SERIES_SLOTS
        for one in fact.evidence
        for each in _numbers(fact)
    }
    return read_diary(lines, consultation.finder, consultation.ledger.time_zone, consultation.words.language, recorded)


def _numbers(fact: Fact) -> tuple[float, ...]:
    found = [one for one in (numeric(fact),) if one is not None]
    stated = fact.content.value_stated or ""
    if stated.replace(".", "", 1).isdigit():
        found.append(float(stated))
    return tuple(found)


def _lines(consultation: Consultation) -> list[TurnLine]:
    """The turns of this conversation of the last weeks up to this one, the oldest first."""
    question, tiers = consultation.situation.question, consultation.situation.view.tiers
    now = tiers.lines.get(question.turn_number)
    conversation = now.conversation_id if now is not None else None
    every = {**tiers.told, **tiers.lines}
    found = (
        every[turn]
        for turn in sorted(every)
        if turn <= question.turn_number and (conversation is None or every[turn].conversation_id == conversation)
    )
    return [one for one in found if question.said_at - one.said_at <= _REACH][-_MOST_TURNS:]


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
        told: dict[str, tuple[str, str]] = {}
        facts: list[str] = []
        for fact in series:
            half = lower.get(fact.clinical_day)
            values[fact.clinical_day] = tuple(
                value for one in (fact, half) if one is not None and (value := numeric(one)) is not None
            )
            told[fact.clinical_day] = consultation.words.stated(fact.content)
            facts += [one.fact_id for one in (fact, half) if one is not None]
        if len(values) >= _LEAST_DAYS:
            name = consultation.words.test(series[-1].content) if test != SYSTOLIC else consultation.pick(
                "혈압", "blood pressure"
            )  # fmt: skip
            unit = series[-1].content.unit
            units = {one[1] for one in told.values()}
            if len(units) == 1 and (one := units.pop()):
                # Whoever tells pounds or millimoles hears them again.
                values, unit = {day: (float(each[0]),) for day, each in told.items()}, one
            courses.append(Course(_capital(name), "test", values, unit, tuple(facts), concept=test))
    return courses


def _of_rows(consultation: Consultation, diary: Diary) -> list[Course]:
    found = []
    for row in diary.rows:
        if row.entries:
            better = True if row.name in _LESS_IS_BETTER else None
            better = False if row.name in ("mood", "sleep") else better
            by_day = row.by_day
            values = {day: (value,) for day, value in by_day.items()}
            found.append(
                Course(_name(consultation, row), row.kind, values, None, (), better, bool(row.name), row.concept_id)
            )
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


def _chosen(courses: Sequence[Course], asked: Collection[Asked]) -> list[Course]:
    """The courses of several days; beside them what was counted on one day, where it is asked how many in all."""
    several = [one for one in courses if len(one.values) >= _LEAST_DAYS]
    of_rows = [one for one in several if one.kind != "test"]
    beside = [
        one for one in courses
        if len(one.values) == 1 and one.kind in ("tablets", "things") and one.name and one.named
    ]  # fmt: skip
    return [*several, *(beside if of_rows and {"total", "note"} & set(asked) else ())][:_MOST_ROWS]


def _is_needed(courses: Sequence[Course], asked: Collection[Asked], findings: Sequence[str]) -> bool:
    """Whether no shorter answer does: one thing asked of the readings of one test is answered from the record."""
    if "note" in asked or findings or any(one.kind != "test" for one in courses):
        return True
    return (
        len(asked) > 1 or any(len(one.values) > _LEAST_DAYS for one in courses) or bool({"days", "change"} & set(asked))
    )


def _said(consultation: Consultation, course: Course, asked: Collection[Asked]) -> str:
    language = consultation.words.language
    days = list(course.values)
    listed = ", ".join(f"{day_text(day, language)} {_value(course, course.values[day], language)}" for day in days)
    sums = course.kind in _SUMMED and bool({"total", "note"} & set(asked))
    said = [_total(course, language)] if sums and len(days) > 1 else []
    if not sums or {"change", "better"} & set(asked):
        said.append(_moved(consultation, course))
    if len(days) > 2 or "extreme" in asked:
        said.append(_extremes(course, language))
    if course.kind == "test" and len(days) > 2 and _BY_STEPS.search(consultation.request.text) is not None:
        said.append(_steps(course, language))
    if course.kind == "test":
        said.append(_beyond(course, consultation.request.text, language))
    if "average" in asked and len(days) > 1:
        said.append(_mean(course, language))
    rest = " ".join(one for one in said if one)
    return sentence("diary.row", language, name=course.name, listed=listed, rest=rest).rstrip()


_BY_STEPS: Final = lazy_regex(
    r"(?:많이|적게|크게)\s?(?:늘|줄|빠|올|내|떨)|\b(?:biggest|largest|smallest|most|least) (?:drop|rise|jump|fall|gain|loss"
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
        f"{day_text(day, language)} {value[0]:g}" for day, value in course.values.items()
        if (value[0] < limit if under else value[0] > limit)
    ]  # fmt: skip
    if not found:
        return ""
    key = "diary.under" if under else "diary.over"
    return sentence(key, language, limit=f"{limit:g}", times=_times(len(found), language), listed=", ".join(found))


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
    return sentence("diary.total", language, total=count, span=span_text(had, language))


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
    said = sentence(key, language, size=size, span=span_text(apart, language))
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
    columns = list(
        zip(
            *(one for one in course.values.values() if len(one) == len(next(iter(course.values.values())))), strict=True
        )
    )
    means = [sum(column) / len(column) for column in columns]
    if len(means) > 1:
        mean = "/".join(f"{one:.0f}" for one in means)
    else:
        mean = _value(course, (round(means[0], 1),), language)
    return sentence("diary.mean", language, mean=mean, span=span_text(len(columns[0]), language))


def _findings(
    consultation: Consultation, diary: Diary, asked: Collection[Asked], courses: Sequence[Course]
) -> list[str]:
    """What was had, with the days on which it was told: what the question names, or all that no row counts, where it is
    asked how often.
    """
    language = consultation.words.language
    named = consultation.request.concepts("symptoms", "conditions")
    counts = "total" in asked and not any(
        one.kind == "times" or one.name.casefold().endswith(_COUNTED) for one in courses
    )
    shown = {one.name.casefold() for one in courses}
    rated = any(one.better_low for one in courses)
    rows = []
    for concept, one in diary.findings.items():
        days = sorted(day for day in one.days if day <= consultation.known.today)
        is_named = any(concept == each or concept.endswith(f"_{each}") for each in named)
        wanted = (counts and len(days) >= _LEAST_DAYS) or (is_named and bool({"days", "total"} & set(asked)))
        if days and wanted and not (rated and "pain" in concept) and one.name.casefold() not in shown:
            listed = ", ".join(day_text(day, language) for day in days)
            rows.append(
                sentence(
                    "diary.finding",
                    language,
                    name=_capital(one.name),
                    listed=listed,
                    span=span_text(len(days), language),
                )
            )
    return rows[: _LEAST_DAYS + 1]


_COUNTED: Final = ("spells", "attacks", "absences", "seizures", "fits", "episodes", "stools", "hypos")


def _quotes(consultation: Consultation, diary: Diary, lines: Sequence[TurnLine]) -> list[str]:
    """What was said each day in the patient's own words, for the note: nothing is lost that no row holds.

    What was put right since stands beside them: nobody hears a wrong number again without the right one.
    """
    language = consultation.words.language
    now = consultation.situation.question.turn_number
    said = []
    for line in lines:
        words = " ".join(line.question.split())
        if line.turn_number == now:
            words = " ".join(one for one in _SENTENCES.split(words) if not asks_of_days(one)).strip(" ,.")
        if not words or (asks_of_days(words) and line.turn_number == now):
            continue
        short = words if len(words) <= _QUOTED else f"{words[:_QUOTED].rsplit(' ', 1)[0]} …"
        mended = "".join(
            sentence("diary.mended", language, old=old, new=new)
            for old, new in _mended(consultation, diary, line)
            if old in short
        )
        said.append(f"{day_text(_day(consultation, line), language)} “{short}”{mended}")
    return [sentence("diary.words", language, listed="; ".join(said))] if len(said) > 1 else []


_SENTENCES: Final = lazy_regex(r"(?<=[.!?])\s+")


def _mended(consultation: Consultation, diary: Diary, line: TurnLine) -> list[tuple[str, str]]:
    """The numbers of a turn that were put right since, with the right ones."""
    found = [
        (f"{one.was:g}", f"{one.value:g}")
        for row in diary.rows for one in row.entries if one.was is not None and one.turn == line.turn_number
    ]  # fmt: skip
    facts = consultation.ledger.facts
    for fact in facts.values():
        told = any(one.turn_number == line.turn_number for one in fact.evidence)
        instead = present(consultation.ledger, fact.fact_id) if told and fact.ended == CORRECTED else None
        if instead is not None and fact.content.slot in SERIES_SLOTS:
            old, new = numeric(fact), numeric(instead)
            if old is not None and new is not None:
                found.append((f"{old:g}", f"{new:g}"))
    return found
