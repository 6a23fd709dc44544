"""Whatever happens to a patient: the ledger is consistent, and says what the oracle says."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st

from domain.events import Recorded
from domain.ledger import Ledger
from domain.patient import fold
from domain.store.mapper import decode, encode
from projections.patient_view import PROJECTIONS, PatientView
from projections.shared_fold import SharedFold
from tests.oracle import truth
from tests.properties.effort import EFFORT, for_all
from tests.properties.histories import PATIENTS, Step, histories, play, played


def agrees_with_oracle(ledger: Ledger, events: tuple[Recorded, ...]) -> None:
    """Values, mentions, ends and disputes are those that the plain reading of the events gives."""
    known = truth(events)
    assert [(fact.fact_id, fact.content, fact.mentions, fact.ended or "") for fact in ledger.facts.values()] == [
        (fact.fact_id, fact.content, fact.mentions, fact.ended) for fact in known.facts
    ]
    assert [fact.fact_id for fact in ledger.current()] == [fact.fact_id for fact in known.current()]
    assert {fact.fact_id for fact in ledger.current() if fact.disputed} == known.disputed()


@EFFORT
def test_facts_are_those_of_the_oracle_at_every_event(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        with played(history) as (records, _):
            for patient_id in PATIENTS:
                events = records.stream(patient_id)
                for end in range(1, len(events) + 1):
                    agrees_with_oracle(fold(patient_id, events[:end]).ledger, events[:end])

    for_all(examples, histories(), holds)


@EFFORT
def test_two_current_facts_of_one_key_are_always_in_dispute(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        with played(history) as (records, _):
            for patient_id in PATIENTS:
                ledger = fold(patient_id, records.stream(patient_id)).ledger
                keys = Counter(fact.key for fact in ledger.current())
                assert all(fact.disputed for fact in ledger.current() if keys[fact.key] > 1)
                questions = {fact.question_id for fact in ledger.facts.values() if fact.disputed}
                assert questions == set(ledger.disputes)

    for_all(examples, histories(), holds)


@EFFORT
def test_streams_are_whole_and_time_never_runs_back(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        with played(history) as (records, _):
            rows = records.rows(0, 10_000)
            assert [row.id for row in rows] == list(range(1, len(rows) + 1))
            for patient_id in PATIENTS:
                events = records.stream(patient_id)
                assert [event.version for event in events] == list(range(1, len(events) + 1))
                assert [event.recorded_at for event in events] == sorted(event.recorded_at for event in events)
                assert len({event.event_id for event in events}) == len(events)

    for_all(examples, histories(), holds)


@EFFORT
def test_every_event_is_read_as_it_was_written(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        with played(history) as (records, _):
            for patient_id in PATIENTS:
                for event in records.stream(patient_id):
                    assert decode(event.payload.topic(), encode(event.payload)) == event.payload

    for_all(examples, histories(), holds)


@EFFORT
def test_the_same_history_makes_the_same_log(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        with played(history) as (once, _), played([]) as (again, _):
            play(again, history)
            assert once.rows(0, 10_000) == again.rows(0, 10_000)

    for_all(examples, histories(), holds)


@EFFORT
def test_answers_are_marked_when_what_they_rest_on_falls(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        with played(history) as (records, _):
            for patient_id in PATIENTS:
                events = records.stream(patient_id)
                view = PatientView.fold(patient_id, events)
                marks = truth(events).answers
                for turn, given in view.answers.given.items():
                    assert [fact_id for fact_id, _ in given.invalidated] == marks[turn]
                    fallen = {one for one in given.facts_used if view.ledger.facts[one].ended not in (None, "changed")}
                    assert fallen <= {fact_id for fact_id, _ in given.invalidated}

    for_all(examples, histories(), holds)


@EFFORT
def test_views_folded_together_are_what_each_is_alone_whatever_rows_were_taken_between(examples: int) -> None:
    def holds(example: tuple[list[Step], float]) -> None:
        history, share = example
        with played(history) as (records, _):
            for patient_id in PATIENTS:
                events = records.stream(patient_id)
                cut = round(share * len(events))
                together = SharedFold(patient_id, PROJECTIONS)
                stored: list[dict[str, bytes]] = [{} for _ in PROJECTIONS]
                for number, event in enumerate(events):
                    fact_ids = together.apply(event)
                    for projection, view, rows in zip(PROJECTIONS, together.views, stored, strict=True):
                        if number <= cut:
                            rows.clear()
                            rows.update(projection.rows(view))
                        elif isinstance(event.payload, projection.handles):
                            keys = set(projection.changed(event, fact_ids, view))
                            found = projection.rows(view, keys)
                            assert found.keys() <= keys
                            rows.update(found)
                            for gone in keys - found.keys():
                                rows.pop(gone, None)
                for projection, rows in zip(PROJECTIONS, stored, strict=True):
                    alone = projection.empty(patient_id)
                    for event in events:
                        alone = projection.apply(alone, event)
                    assert rows == projection.rows(alone)

    for_all(examples, st.tuples(histories(), st.floats(0, 1)), holds)


@EFFORT
def test_a_copy_is_a_patient_view_of_its_own(examples: int) -> None:
    def holds(example: tuple[list[Step], float]) -> None:
        history, share = example
        with played(history) as (records, _):
            for patient_id in PATIENTS:
                events = records.stream(patient_id)
                cut = round(share * len(events))
                view = PatientView.fold(patient_id, events[:cut])
                copy, before = view.copy(), view.fingerprints()
                for event in events[cut:]:
                    copy.apply(event)
                assert view.fingerprints() == before
                assert copy.fingerprints() == PatientView.fold(patient_id, events).fingerprints()

    for_all(examples, st.tuples(histories(), st.floats(0, 1)), holds)
