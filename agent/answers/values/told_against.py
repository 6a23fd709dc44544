"""A value told now, judged, and held against the one before it where that is asked: "134/84 today. Better?"."""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.values.comparison import changes_of, judged_tests
from agent.answers.values.movement import asks_better
from agent.answers.values.told import judge_told, told_values


def judge_and_compare_told(consultation: Consultation) -> Part:
    """Each value told in the question against its criterion, then against the value before it if that is asked."""
    return joined((judge_told(consultation), _told_beside(consultation), _against_before(consultation)))


def _told_beside(consultation: Consultation) -> Part:
    """The other values that the words name and this turn put on record: "112/70, pulse 66. Is that too low?"."""
    told = {one.concept_id for one in told_values(consultation.request)}
    named = {test for name in consultation.request.tests for test in consultation.known.tests_named(name)}
    return judged_tests(consultation, [test for test in consultation.tests_told() if test in named - told])


def _against_before(consultation: Consultation) -> Part:
    request = consultation.request
    if not request.has("compare", "previous") and not asks_better(request.text):
        return Part()
    # Both numbers of a pressure were asked about where one is.
    tests = dict.fromkeys(one.concept_id for one in told_values(request))
    return changes_of(consultation, [test for test in tests if len(consultation.known.series(test)) > 1])
