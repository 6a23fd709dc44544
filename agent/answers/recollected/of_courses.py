"""When a course of a medicine ends, and how many doses it comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.course_end import Course, courses_of, told_ends
from agent.answers.part import Part, joined
from agent.answers.recollected.meant import medicines_meant
from agent.words.sentences import sentence
from domain.timing import times_a_day

_DAY: Final = len("2026-01-31")


def _courses(consultation: Consultation) -> tuple[Course, ...]:
    return tuple(courses_of(medicines_meant(consultation), consultation.situation.view))


def _last(consultation: Consultation) -> Part:
    courses = _courses(consultation)
    return told_ends(consultation, courses) if courses else Part()


def _total(consultation: Consultation) -> Part:
    return joined(_doses(consultation, one) for one in _courses(consultation))


def _doses(consultation: Consultation, course: Course) -> Part:
    """Doses of a day times days; nothing where how often it is taken on a day was not told."""
    words, fact = consultation.words, course.fact
    a_day, since = times_a_day(fact.content.frequency), fact.content.valid_from or fact.day
    if a_day is None or len(since) != _DAY:
        return Part()
    days = (date.fromisoformat(course.last) - date.fromisoformat(since)).days + 1
    if days < 1:
        return Part()
    said = sentence(
        "own.doses", words.language, total=a_day * days, name=words.name(fact.content), days=days,
        often=words.frequency(fact.content.frequency or ""),
    )  # fmt: skip
    return Part(said, (fact.fact_id,), (), medicines_spoken((fact,)))


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {"course_last": _last, "course_total": _total}
)
"""The composers of the kinds of courses."""
