"""The answer to what is asked of days: each row day by day with what comes of it, as it was told and put right.

Readings of tests are taken from the record, what was counted or rated from the words. A row is reckoned whole: the sum
of what is counted, how far it is from the first, the highest and the lowest day, the mean where it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.diary.alarming import Alarm, alarming_courses
from agent.answers.diary.asked import Asked, asked_of_days, asks_of_days, spans_asked
from agent.answers.diary.courses import LEAST_DAYS, Course, capital, course_said, of_rows, of_tests, value_said
from agent.answers.diary.halves import halves_said, is_in_two
from agent.answers.diary.rows import COUNTED, Diary, Row
from agent.answers.diary.series import read_diary
from agent.answers.diary.sides import side_put_right
from agent.answers.diary.whole import is_whole, within_asked
from agent.answers.following.references import present
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.remembered import lapses_told, which_first
from agent.answers.remembered.remembered import remembered_alone
from agent.words.figures import day_text, span_text
from agent.words.sentences import sentence
from domain.clinical_dates import days_apart
from domain.ledger import CORRECTED, Fact, local_day
from domain.values import SERIES_SLOTS
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_MOST_ROWS: Final = 5
_QUOTED: Final = 70
_QUOTED_WHOLE: Final = 200
"""Characters of a turn that are quoted in a note, and where its words stand for what is not reckoned."""
_REACH: Final = timedelta(days=62)
_MOST_BETWEEN: Final = 10
_MOST_BETWEEN_COUNTS: Final = 31
"""Most days between two entries of a diary, and of what is counted day by day."""
_NOTED_OVER: Final = timedelta(days=14)
"""Days of which a note is written though nothing was counted."""
_MOST_TURNS: Final = 40
"""How far back a diary is read, in time and in turns."""


@dataclass(frozen=True, slots=True)
class DaysTold:
    """What days that were told come to: the account that is asked for, and what is alarming in their course."""

    account: Part = field(default_factory=Part)
    alarms: tuple[Alarm, ...] = ()
    named: tuple[str, ...] = ()
    """The rows of the account that the words which ask call by their names."""
    noted: Part = field(default_factory=Part)
    """What this turn entered in the rows, where nothing is asked: what is said instead of that nothing was recorded."""

    @property
    def is_urgent(self) -> bool:
        """Whether the course sends to care today or at once."""
        return any(one.level in ("now", "today") for one in self.alarms)


_DAYS_APART: Final = 3
"""Days on which something was said, from which an account of them is given: two sittings are no diary."""
_RECKONED: Final = frozenset[Asked]({"total", "average", "extreme", "change", "better"})
_NOTE: Final = frozenset[Asked]({"note"})


def told_over_days(consultation: Consultation) -> DaysTold:
    """The account of the days and its alarms; empty where nothing was told of several days in this conversation."""
    lines = _lines(consultation)
    text = consultation.request.text
    asked = asked_of_days(text) if not which_first.is_part(text) else frozenset[Asked]()
    if lapses_told.lapses_told(consultation).text:
        # Doses that were left out stand in no row: what was taken is no count of them.
        asked = frozenset[Asked]()
    days = len({_day(consultation, one) for one in lines})
    counted = "total" in asked and _counts_within_days(diary_of(consultation, lines))
    if days < LEAST_DAYS and not counted:
        # What is told in one sitting is the record's to answer: values by their days, sums, lists.
        return DaysTold()
    if days < _DAYS_APART and not counted:
        asked = frozenset[Asked]()
    if len(consultation.request.slots) > 1 or (asked == _NOTE and consultation.request.slots):
        # "Sort out my diagnoses and medicines" wishes for a summary of the record.
        asked = frozenset[Asked]()
    diary = diary_of(consultation, lines)
    if not _is_a_diary(consultation, diary, lines):
        return DaysTold()
    account = _account(consultation, diary, lines, asked)
    if not account.text and not _tells(consultation, diary):
        return DaysTold()
    noted = Part() if account.text else _noted(consultation, diary)
    named = tuple(one.name for one in diary.rows if account.text and _is_called(one.name, text.casefold()))
    return DaysTold(account, alarming_courses(consultation, diary, lines), named, noted)


def _is_called(name: str, text: str) -> bool:
    return len(name) > 1 and name.casefold().removesuffix("s") in text


def _counts_within_days(diary: Diary) -> bool:
    """Whether one sitting told a count for each of several days, or one day was told on and on."""
    return any(
        (one.kind == "tablets" and one.concept_id and len(one.by_day) > 1) or _is_told_on(one) for one in diary.rows
    )


def _is_told_on(row: Row) -> bool:
    """Whether several turns, or a list of hours, add to a row; what is taken as tablets has limits of its own."""
    return (row.kind == "measure" and len(row.entries) > 1) or (
        row.kind in _ADDED_UP and len({one.turn for one in row.entries}) > 1
    )


_ADDED_UP: Final = frozenset({"times", "things", "puffs", "measure"})


def _is_a_diary(consultation: Consultation, diary: Diary, lines: Sequence[TurnLine]) -> bool:
    """Whether half of what was said before, and more, told of a day: a talk of other things is answered otherwise."""
    told = set(diary.turns)
    for fact in _readings(consultation, lines):
        told |= {one.turn_number for one in fact.evidence if one.turn_number is not None}
    return _is_half(consultation, told, lines)


def _goes_on(consultation: Consultation, diary: Diary, courses: Sequence[Course], lines: Sequence[TurnLine]) -> bool:
    """Whether half of what was said before, and more, went on with what is told of several days."""
    told = {
        one.turn for row in diary.rows if _is_kept(row.by_day, _MOST_BETWEEN_COUNTS) or _is_told_on(row)
        for one in row.entries
    }  # fmt: skip
    told |= {turn for one in diary.findings.values() if _is_kept(one.days) for turn in one.turns}
    facts = consultation.ledger.facts
    for fact_id in (each for one in courses if _is_kept(one.values) for each in one.facts):
        told |= {one.turn_number for one in facts[fact_id].evidence if one.turn_number is not None}
    return _is_half(consultation, told, lines)


def _is_kept(days: Collection[str], most: int = _MOST_BETWEEN) -> bool:
    """Whether days are several and follow each other as those of a diary do."""
    told = sorted(set(days))
    gaps = [days_apart(first, last) for first, last in pairwise(told)]
    return bool(gaps) and max(gaps) <= most


def _is_half(consultation: Consultation, told: Collection[int], lines: Sequence[TurnLine]) -> bool:
    now = consultation.situation.question.turn_number
    before = {one.turn_number for one in lines if one.turn_number != now}
    return 2 * len(before.intersection(told)) >= len(before)


def _noted(consultation: Consultation, diary: Diary) -> Part:
    now, language = consultation.situation.question.turn_number, consultation.words.language
    told = []
    for row, course in zip(diary.rows, of_rows(consultation, diary), strict=True):
        days = dict.fromkeys(one.day for one in row.entries if one.turn == now)
        if now in diary.unheard and any(sum(one.day == day for one in row.entries) > 1 for day in days):
            # Two counts of one day that nobody said to add up.
            continue
        told += [
            f"{course.name} {value_said(course, course.values[day], language)} ({day_text(day, language)})"
            for day in days
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
    every = (*of_tests(consultation, lines), *of_rows(consultation, diary))
    courses = within_asked(consultation, _chosen(every, asked), asked)
    findings = _findings(consultation, diary, asked, courses)
    if _is_of_another(consultation, diary, courses):
        return Part()
    near = consultation.situation.question.said_at - lines[0].said_at <= _NOTED_OVER
    if not _goes_on(consultation, diary, courses, lines) and not ("note" in asked and near):
        return Part()
    is_of_one = len(asked) == 1 and (bool(_named(consultation)) or ("note" in asked and not near))
    if is_of_one and not _sums_what_is_counted(consultation, courses, asked) and remembered_alone(consultation).text:
        # One thing asked of what is named is answered from the record in fewer words.
        return Part()
    quotes = _quotes(consultation, diary, lines) if "note" in asked else []
    if not (courses or findings or len(quotes) > 0) or not _is_needed(courses, asked, findings):
        return Part()
    language = consultation.words.language
    whole = is_whole(consultation, diary, courses, lines, asked)
    parted = whole and is_in_two(consultation.request.text)
    if not whole:
        quotes = quotes or _quotes(consultation, diary, lines, _QUOTED_WHOLE)
        findings = []
    # Over a part nothing is shown as a row: a day that is missing there looks like one on which nothing was.
    shown = courses if whole else [one for one in courses if "note" in asked and one.kind == "test"]
    parts = [Part(sentence("diary.head", language))] if shown or findings or whole else []
    parts += [Part(course_said(consultation, one, asked, whole=whole and not parted), one.facts) for one in shown]
    parts += [Part(one) for one in findings]
    if parted and _RECKONED.intersection(asked):
        halves = halves_said(consultation, courses, lines) or [sentence("diary.split", language)]
        parts += [Part(one) for one in halves]
    parts += [Part(sentence("diary.unsure", language))] if not whole and asked != _NOTE else []
    parts += [Part(one) for one in quotes]
    if side := side_put_right(lines):
        parts.append(Part(sentence("diary.side", language, side=side)))
    if "days" in asked and whole and (span := _span(courses, language)):
        parts.append(Part(span))
    if any(one.kind in COUNTED and len(one.values) > 1 for one in shown):
        parts.append(Part(sentence("diary.untold", language)))
    parts.append(Part(_outlook(courses, asked, language) if whole else ""))
    if _CARRIES_ON.search(consultation.request.text) is not None:
        parts.append(Part(sentence("diary.carry_on", language)))
    return joined(parts)


def _sums_what_is_counted(consultation: Consultation, courses: Sequence[Course], asked: Collection[Asked]) -> bool:
    """Whether a sum of what was counted day by day is asked for by its name: one dose on record cannot be added up."""
    named = {one.concept_id for one in _named(consultation)}
    return "total" in asked and any(
        one.kind in COUNTED and one.concept in named and len(one.values) >= LEAST_DAYS for one in courses
    )


_CARRIES_ON: Final = lazy_regex(
    r"계속\s?(?:먹|써|쓰|맞|드|복용)|그대로\s?(?:먹|묵|써|쓰|맞)|끊어도|줄여도|늘려도|올려도|\b(?:carry on"
    r"|keep (?:taking|on|going)"
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
    if len(days) < LEAST_DAYS:
        return ""
    count = days_apart(days[0], days[-1]) + 1
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
    if pressure is not None and len(pressure.values) > LEAST_DAYS:
        pairs = [value for value in pressure.values.values() if len(value) > 1]
        if sum(one[0] for one in pairs) / len(pairs) >= 135 or sum(one[1] for one in pairs) / len(pairs) >= 85:
            return sentence("diary.home_pressure", language)
    return ""


def diary_of(consultation: Consultation, lines: Sequence[TurnLine]) -> Diary:
    """The rows of what was told in these turns."""
    recorded = {
        (one.turn_number or 0, each)
        for fact in _readings(consultation, lines)
        for one in fact.evidence
        for each in _numbers(fact)
    }
    return read_diary(lines, consultation.finder, consultation.ledger.time_zone, consultation.words.language, recorded)


def _readings(consultation: Consultation, lines: Sequence[TurnLine]) -> list[Fact]:
    """The values that these turns told; what others told costs them nothing."""
    facts = consultation.ledger.facts
    told = dict.fromkeys(fact_id for one in lines for fact_id in one.fact_ids)
    return [facts[one] for one in told if one in facts and facts[one].content.slot in SERIES_SLOTS]


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


def _chosen(courses: Sequence[Course], asked: Collection[Asked]) -> list[Course]:
    """The courses of several days; beside them what was counted on one day, where it is asked how many in all."""
    several = [one for one in courses if len(one.values) >= LEAST_DAYS]
    of_rows = [one for one in several if one.kind != "test"]
    beside = [
        one for one in courses
        if len(one.values) == 1 and one.kind in ("tablets", "things", "times") and one.name and one.named
    ]  # fmt: skip
    if not several and "total" in asked:
        several = [one for one in courses if one.kind == "measure" or (one.kind in _ADDED_UP and len(one.turns) > 1)]
        return [*several, *(one for one in courses if one.kind == "things" and one not in several)] if several else []
    return [*several, *(beside if of_rows and {"total", "note", "days"} & set(asked) else ())][:_MOST_ROWS]


def _is_needed(courses: Sequence[Course], asked: Collection[Asked], findings: Sequence[str]) -> bool:
    """Whether no shorter answer does: one thing asked of the readings of one test is answered from the record."""
    if "note" in asked or findings or any(one.kind != "test" for one in courses):
        return True
    return (
        len(asked) > 1 or any(len(one.values) > LEAST_DAYS for one in courses) or bool({"days", "change"} & set(asked))
    )


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
        wanted = (counts and len(days) >= LEAST_DAYS) or (is_named and bool({"days", "total"} & set(asked)))
        if days and wanted and not (rated and "pain" in concept) and one.name.casefold() not in shown:
            listed = ", ".join(day_text(day, language) for day in days)
            rows.append(
                sentence(
                    "diary.finding",
                    language,
                    name=capital(one.name),
                    listed=listed,
                    span=span_text(len(days), language),
                )
            )
    return rows[: LEAST_DAYS + 1]


_COUNTED: Final = ("spells", "attacks", "absences", "seizures", "fits", "episodes", "stools", "hypos")


def _quotes(consultation: Consultation, diary: Diary, lines: Sequence[TurnLine], longest: int = _QUOTED) -> list[str]:
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
        short = words if len(words) <= longest else f"{words[:longest].rsplit(' ', 1)[0]} …"
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
