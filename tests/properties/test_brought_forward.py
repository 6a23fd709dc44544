"""What is brought forward over changes is what would be read afresh, whenever it was last read."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from agent.answers.record.known import Known
from agent.nodes.extract import lately_spoken_of
from domain.consolidation import clusters_of, consolidate
from domain.ledger import Ledger
from domain.values import ANY, PATIENT, SERIES_SLOTS, Polarity, SlotKind
from projections.consolidated import ConsolidatedProjection
from projections.patient_view import PatientView
from tests.builders import NOW
from tests.properties.effort import EFFORT, for_all
from tests.properties.histories import PATIENTS, Step, histories, played


def all_read(view: PatientView) -> dict[str, Any]:
    """Everything that readers keep between two moments."""
    ledger, known = view.ledger, Known(view.ledger, "2025-03-09")
    concepts = sorted({fact.content.concept.concept_id for fact in ledger.facts.values()})
    return {
        "current": [tuple(ledger.current(slot)) for slot in (None, *SlotKind)],
        "about": [ledger.about(slot, one, "patient") for slot in SlotKind for one in concepts],
        "latest": [ledger.latest(slot, one, "mother") for slot in SlotKind for one in concepts],
        "ended": ledger.ended(),
        "series": {key: one for key, one in sorted(ledger.series().items(), key=str)},
        "clusters": clusters_of(ledger),
        "pinned": view.profile.pinned(),
        "leading": [fact.fact_id for fact in view.importance.leading(NOW)],
        "freshest": view.consolidated.present(NOW),
        "spoken of": lately_spoken_of(view),
        "comparable": [known.series(one) for one in concepts],
        "tests": (known.tests(), [known.tests_named(one) for one in concepts]),
    }


def plain(ledger: Ledger) -> dict[str, Any]:
    """The same by its definition, fact by fact."""
    current = [fact for fact in ledger.facts.values() if fact.current]
    return {
        "current": [
            tuple(
                sorted(
                    (fact for fact in current if slot in (None, fact.content.slot)),
                    key=lambda fact: fact.version,
                )
            )
            for slot in (None, *SlotKind)
        ],
        "ended": tuple(
            sorted((fact for fact in ledger.facts.values() if not fact.current), key=lambda fact: fact.version)
        ),
        "clusters": consolidate(current),
    }


@EFFORT
def test_what_was_read_is_brought_forward_as_it_would_be_read_afresh(examples: int) -> None:
    def holds(example: tuple[list[Step], list[int]]) -> None:
        history, pauses = example
        with played(history) as (records, _):
            for patient_id in PATIENTS:
                view, left = PatientView(patient_id), list(pauses)
                for event in records.stream(patient_id):
                    view.apply(event)
                    left[0] -= 1
                    if left[0] > 0 or view.registered is None:
                        continue
                    left.append(left.pop(0) + pauses[0])
                    fresh = PatientView.fold(patient_id, records.stream(patient_id, up_to_version=view.version))
                    found = all_read(view.copy())
                    assert found == all_read(fresh)
                    assert {name: found[name] for name in plain(fresh.ledger)} == plain(fresh.ledger)
                    assert found["leading"] == [one.fact.fact_id for one in view.importance.present(NOW)]

    for_all(examples, st.tuples(histories(), st.lists(st.integers(1, 6), min_size=1, max_size=3)), holds)


@EFFORT
def test_a_row_of_a_cluster_is_that_of_the_whole_view(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        projection = ConsolidatedProjection()
        with played(history) as (records, _):
            for patient_id in PATIENTS:
                view = PatientView.fold(patient_id, records.stream(patient_id)).consolidated
                rows = projection.rows(view)
                assert projection.rows(view, list(rows)) == rows

    for_all(examples, histories(), holds)


@EFFORT
def test_comparable_values_are_those_of_the_latest_kind_and_unit(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        with played(history) as (records, _):
            for patient_id in PATIENTS:
                ledger = PatientView.fold(patient_id, records.stream(patient_id)).ledger
                known = Known(ledger, "2025-03-09")
                for test in known.tests():
                    values = known.series(test)
                    days = [(fact.clinical_day, fact.version) for fact in values]
                    assert days == sorted(days)
                    assert all(
                        fact.current
                        and fact.content.slot in SERIES_SLOTS
                        and fact.content.concept.concept_id == test != ANY
                        and fact.content.subject == PATIENT
                        and fact.content.polarity is Polarity.AFFIRMED
                        and (fact.content.qualifier, fact.content.unit)
                        == (values[-1].content.qualifier, values[-1].content.unit)
                        for fact in values
                    )
                    questions = [fact.question_id for fact in values if fact.disputed]
                    assert len(questions) == len(set(questions))

    for_all(examples, histories(), holds)
