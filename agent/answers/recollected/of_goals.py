"""What is asked of the patient's own goals: which one was set, and whether the latest value reaches it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.values.courses import Course, course_name, courses_of, reading_text, spoken_of
from agent.answers.values.personal_targets import (
    PersonalTarget,
    goal_facts,
    goal_limit,
    personal_target,
    told_goal,
)
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.reading.findings.goals import GOAL


def _against(consultation: Consultation) -> Part:
    """The latest value of each test asked about, against the goal that was set for it; nothing where none was set."""
    courses = courses_of(consultation.known, consultation.tests_asked())
    said = joined((_held(consultation, course) for course in courses), " ")
    if said.text or courses:
        return said
    return _which(consultation)


def _held(consultation: Consultation, course: Course) -> Part:
    words, known = consultation.words, consultation.known
    goals = [
        (fact, own)
        for fact in course.last.facts
        if (own := personal_target(known, fact.content.concept.concept_id, fact.content.qualifier)) is not None
    ]
    if not goals or len(goals) < len(course.last.facts):
        return Part()
    set_for = tuple(goal.fact for _, goal in goals)
    slots = {
        "name": course_name(words, course), "value": reading_text(words, course.last),
        "limit": goal_limit(set_for, words.language), "day": words.date(set_for[-1].day),
    }  # fmt: skip
    key = "met" if all(_holds(fact, goal) for fact, goal in goals) else "above" if _above(goals) else "below"
    ids = (*course.last.ids, *(fact.fact_id for fact in set_for))
    return Part(sentence(f"goal.{key}", words.language, **slots), ids, (), spoken_of((course.last,)))


def _holds(fact: Fact, goal: PersonalTarget) -> bool:
    return goal.target.holds(numeric(fact) or 0.0)


def _above(goals: list[tuple[Fact, PersonalTarget]]) -> bool:
    return any(goal.target.is_above(numeric(fact) or 0.0) for fact, goal in goals)


def _which(consultation: Consultation) -> Part:
    """The goal of each test named, else of the test in mind, else the only one that was set."""
    known = consultation.known
    named = consultation.request.tests
    meant = [facts for one in named or consultation.tests_in_mind() if (facts := goal_facts(known, one))]
    if not meant and not named:
        goals = [fact for fact in known.in_force(SlotKind.SOCIAL_HISTORY) if _is_goal(fact)]
        meant = [tuple(goals)] if len(goals) == 1 else []
    return told_goal(consultation, tuple(dict.fromkeys(fact for facts in meant for fact in facts)))


def _is_goal(fact: Fact) -> bool:
    return fact.content.concept.concept_id.startswith(GOAL)


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {"goal": _against, "goal_what": _which}
)
"""The composers of the kinds of goals."""
