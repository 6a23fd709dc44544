"""What is asked of the values of a test that were told: which one, or what comes of all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Final

from agent.answers.asking.value_cues import Fold
from agent.answers.asking.value_request import ValueRequest, Window, period_named
from agent.answers.consultation import Consultation
from agent.answers.following.forms import in_form
from agent.answers.part import Part, joined
from agent.answers.values.comparison import dispute_note, judged_value
from agent.answers.values.courses import Course, course_name, reading_text, spoken_of
from agent.answers.values.movement import asks_better, movement
from agent.answers.values.told_courses import told_courses
from agent.answers.values.values import answer_values
from agent.words.sentences import sentence
from domain.values import SERIES_SLOTS


def _folded(fold: Fold, consultation: Consultation) -> Part:
    """The fold of the values of the test that is asked about, over the time that the words name."""
    asked = consultation.request.values
    if _names_others(consultation):
        return Part()
    if fold in _OF_COURSE and consultation.request.has("previous") and not consultation.request.has("first_words"):
        # "Than last time" holds the latest against the one before it.
        return Part()
    judges, better = consultation.situation.intent.name == "judge", asks_better(consultation.request.text)
    if (judges and fold not in _JUDGED) or (better and fold == "latest"):
        return Part()
    if asked is not None and asked.window is not None and asked.fold == "difference" != fold:
        # How far it moved from one day to another is no question for the highest.
        return Part()
    request = replace(asked, fold=fold) if asked is not None else ValueRequest(fold)
    if asked is not None and (asked.newest is not None or asked.fold in _SAID):
        # "The difference of the last two", "my best": what is wanted stands in the words.
        request = asked
    tests = consultation.tests_asked()
    courses = told_courses(consultation, tests, fold)
    if fold == "trend" and any(_is_one_of_several(course, request.window) for course in courses):
        return Part()
    if request.fold == "trend" and courses and all(len(one.readings) <= _SERIES for one in courses):
        # The way of two values is their difference, told of each part of a pressure.
        request = replace(request, fold="difference")
    said = answer_values(consultation, request, tests)
    if fold == "trend" and better and said.text:
        said = joined((said, *(_moved(consultation, one) for one in courses)), " ")
    if fold in _OF_COURSE:
        last = (fact for course in courses for fact in course.last.facts)
        said = joined((said, *(dispute_note(consultation, fact) for fact in last)), " ") if said.text else said
    # "Is my sugar all right?" sounds like a question for its course, and asks for a judgement.
    said = joined((said, judged_value(consultation))) if judges and said.text else said
    return in_form(consultation, said)


def _names_others(consultation: Consultation) -> bool:
    """Whether something is named that is no test, and no test is: "how have my medicines changed?"."""
    request = consultation.request
    others = request.concepts("medications", "drug_classes") or set(request.slots) - SERIES_SLOTS
    return bool(others) and not request.tests


def _is_one_of_several(course: Course, window: Window | None) -> bool:
    """Whether the time that the words name, as the day of what they tell, holds too little of a course to be one."""
    if window is None or len(course.readings) < _SERIES:
        return False
    within = islice((one for one in course.readings if window.holds(one.day)), _SERIES)
    return len(list(within)) < _SERIES


def _moved(consultation: Consultation, course: Course) -> Part:
    """Which way the latest went from the first."""
    return movement(consultation, course.readings[0].facts, course.last.facts)


_SERIES: Final = 2
"""Readings from which on there is a course."""
_OF_COURSE: Final[frozenset[Fold]] = frozenset({"difference", "trend", "all"})
"""Folds of the way from the first value to the last."""
_SAID: Final[frozenset[Fold | None]] = frozenset({"best", "worst"})
"""Folds that the reader of kinds does not tell apart."""
_JUDGED: Final[frozenset[Fold]] = frozenset({"latest", "trend"})
"""Folds that words which ask for a judgement may sound like."""


def _on_date(consultation: Consultation) -> Part:
    """The value of the day that the words name; of no day, nothing."""
    window = _window(consultation)
    if window is None or asks_better(consultation.request.text):
        return Part()
    return answer_values(consultation, ValueRequest(None, window), consultation.tests_asked())


def _window(consultation: Consultation) -> Window | None:
    """The time that the words name, though they hold what asks for no value ("may I know")."""
    request = consultation.request
    if request.values is not None and request.values.window is not None:
        return request.values.window
    return period_named(request.plain, request.mentions, request.dates)


def _when_last(consultation: Consultation) -> Part:
    """The day on which it was measured last, with the value."""
    courses = told_courses(consultation, consultation.tests_asked())
    return joined((_measured_last(consultation, course) for course in courses), " ")


def _measured_last(consultation: Consultation, course: Course) -> Part:
    words, last = consultation.words, course.last
    if last.facts[0].content.valid_from is None:
        # The day of telling stands in for its own, and is marked as such.
        return answer_values(consultation, ValueRequest("latest"), course.concept_ids)
    value = reading_text(words, last).rpartition("(")[0].strip()
    slots = {"name": course_name(words, course), "day": words.date(last.day), "value": value}
    text = sentence("value.measured_last", words.language, **slots)
    return Part(text, last.ids, (), spoken_of((last,)))


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        "latest": partial(_folded, "latest"),
        "first": partial(_folded, "first"),
        "highest": partial(_folded, "highest"),
        "lowest": partial(_folded, "lowest"),
        "average": partial(_folded, "average"),
        "count": partial(_folded, "count"),
        "before_last": partial(_folded, "previous"),
        "diff": partial(_folded, "difference"),
        "trend": partial(_folded, "trend"),
        "all": partial(_folded, "all"),
        "when_last": _when_last,
        "on_date": _on_date,
    }
)
"""The composers of the kinds of values."""
