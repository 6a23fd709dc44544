"""The answer to a question for measured values, whichever tests it names, or the one that was last spoken of."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from agent.answers.asking.value_request import ValueRequest
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.changes import turn_changes
from agent.answers.values.comparison import compare, no_value
from agent.answers.values.values import answer_values
from domain.values import SlotKind


def values_asked(consultation: Consultation) -> Part:
    """The values asked for; that there are none where the tests named have none on record."""
    request = consultation.request.values or ValueRequest("latest")
    tests = consultation.tests_asked()
    slots = consultation.request.slots
    if not consultation.request.tests and SlotKind.VITALS in slots and SlotKind.LABS not in slots:
        tests = tuple(test for test in consultation.known.tests() if _is_vital(consultation, test)) or tests
    if (
        request.fold == "latest"
        and consultation.request.has("previous", "before_it")
        and _told_now(consultation, tests)
    ):
        # "TSH 1.6 today. What was it last time?" asks for the value before the one that it tells.
        request = replace(request, fold="previous")
    said = answer_values(consultation, request, tests)
    return said if said.text else no_value(consultation)


def _told_now(consultation: Consultation, tests: Collection[str]) -> bool:
    """Whether this turn recorded a value of one of ``tests``."""
    recorded = turn_changes(consultation).recorded
    return any(
        each in tests for one in recorded for each in (one.content.concept.concept_id, *one.content.concept.broader)
    )


def compared(consultation: Consultation) -> Part:
    """The change from one reading to another that the words name, else the last two of each test asked about."""
    request = consultation.request.values
    if request is None or request.fold != "difference":
        return compare(consultation)
    said = answer_values(consultation, request, consultation.tests_asked())
    return said if said.text else compare(consultation)


def _is_vital(consultation: Consultation, test: str) -> bool:
    series = consultation.known.series(test)
    return bool(series) and series[-1].content.slot is SlotKind.VITALS
