"""Which of the values of a test is meant by what is said of it: its place, its number, two days, a limit, its like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.asking.value_request import Limit, ValueRequest, Window
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.values.comparison import judged_value
from agent.answers.values.courses import Course, Reading, course_name, reading_text, spoken_of
from agent.answers.values.told_courses import told_courses
from agent.answers.values.values import answer_values
from agent.words.sentences import sentence
from extraction.values.spoken_numbers import find_numbers

_PAIR: Final = 2


def _judged(consultation: Consultation) -> Part:
    """How the latest value stands; nothing where none is on record."""
    return judged_value(consultation) if _courses(consultation) else Part()


def _since_last(consultation: Consultation) -> Part:
    """The change from the value before to the latest, or from the day that the words name."""
    asked = consultation.request.values
    window = asked.window if asked is not None else None
    request = ValueRequest("difference", window, None, None if window is not None else _PAIR)
    return answer_values(consultation, request, consultation.tests_asked())


def _between(consultation: Consultation) -> Part:
    """The change from the first to the second day that the words name."""
    days = [one.value for one in consultation.request.dates]
    if len(set(days)) < _PAIR:
        return Part()
    request = ValueRequest("difference", Window(min(days), max(days)))
    return answer_values(consultation, request, consultation.tests_asked())


def _above(consultation: Consultation) -> Part:
    """How many values lay beyond the limit that the words name, above it unless they say below."""
    asked = consultation.request.values
    limit = asked.limit if asked is not None else None
    if limit is None:
        number = next(_numbers(consultation), None)
        limit = Limit(">", number) if number is not None else None
    if limit is None:
        return Part()
    return answer_values(consultation, ValueRequest("count", None, limit), consultation.tests_asked())


def _nth(consultation: Consultation) -> Part:
    """The value at a place of the row."""
    place = consultation.request.ordinal
    if place is None:
        return Part()
    said = []
    for course in _courses(consultation):
        at = place - 1 if place > 0 else place
        if not -len(course.readings) <= at < len(course.readings):
            return Part()
        said.append(_told(consultation, course, course.readings[at]))
    return joined(said, " ")


def _which_day(consultation: Consultation) -> Part:
    """The day on which it was the number that the words name."""
    wanted = set(_numbers(consultation))
    said = [
        _told(consultation, course, reading)
        for course in _courses(consultation)
        for reading in course.readings
        if reading.value in wanted
    ]
    return joined(said, " ")


def _told(consultation: Consultation, course: Course, reading: Reading) -> Part:
    words = consultation.words
    slots = {"name": course_name(words, course), "value": reading_text(words, reading)}
    return Part(sentence("value.one", words.language, **slots), reading.ids, (), spoken_of((reading,)))


def _courses(consultation: Consultation) -> tuple[Course, ...]:
    return told_courses(consultation, consultation.tests_asked())


def _numbers(consultation: Consultation) -> Iterator[float]:
    """The numbers that the words name, but those of a date or a name."""
    request = consultation.request
    spans = [(one.start, one.end) for one in request.dates] + [(one.start, one.end) for one in request.mentions]
    for one in find_numbers(request.plain):
        if not any(start < one.end and one.start < end for start, end in spans):
            yield float(one.value)


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        "judged": _judged,
        "since_last": _since_last,
        "between": _between,
        "above": _above,
        "nth": _nth,
        "which_day": _which_day,
    }
)
"""The composers of the kinds that mean one value, or two, of a row."""
