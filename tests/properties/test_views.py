"""One reducer, three lifecycles: live, kept and as of agree with each other, and with the oracle."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from agent.memory_search import MemorySearch
from domain.ledger import Fact
from domain.records import PatientRecords
from domain.values import ANY, IN_FORCE, SERIES_SLOTS, Polarity, SlotKind
from extraction.naming.mentions import Mention
from projections.live import LiveViews
from projections.patient_view import PROJECTIONS, PatientView
from projections.profile import PINNED_SLOTS
from projections.rebuild import rebuild
from projections.runner import ProjectionRunner
from retrieval import Tokenizer
from tests.builders import NOW
from tests.oracle import truth
from tests.properties.effort import EFFORT, for_all
from tests.properties.histories import PATIENTS, Step, histories, play, played


def live_fingerprints(records: PatientRecords) -> dict[str, dict[str, str]]:
    """By projection, the fingerprint of every patient's live view."""
    live = LiveViews(records, views=2)
    found = {patient_id: live.view(patient_id).fingerprints() for patient_id in PATIENTS}
    return {one.name: {patient_id: found[patient_id][one.name] for patient_id in PATIENTS} for one in PROJECTIONS}


@EFFORT
def test_kept_after_random_pages_and_restarts_is_live_is_as_of_is_the_oracle(examples: int) -> None:
    def holds(example: tuple[list[Step], list[int]]) -> None:
        history, pages = example
        with played([]) as (records, folder):
            views = folder / "views.db"
            for number, page in enumerate(pages):
                part = history[number :: len(pages)]
                play(records, part, first=1 + 100 * number)
                runner = ProjectionRunner(records, views, page_rows=page)
                for _ in range(page % 3):
                    runner.step()
            runner = ProjectionRunner(records, views, page_rows=pages[-1])
            runner.catch_up()
            expected = live_fingerprints(records)
            assert {one.name: runner.views.fingerprints(one.name) for one in PROJECTIONS} == expected
            head = records.head()
            for patient_id in PATIENTS:
                as_of = LiveViews(records).as_of(patient_id, position=head)
                assert {name: prints[patient_id] for name, prints in expected.items()} == as_of.fingerprints()
                known = truth(records.stream(patient_id))
                assert [fact.content for fact in as_of.profile.facts()] == [fact.content for fact in known.current()]

    for_all(examples, st.tuples(histories(), st.lists(st.integers(1, 9), min_size=1, max_size=3)), holds)


@EFFORT
def test_as_of_any_position_is_the_fold_of_the_prefix(examples: int) -> None:
    def holds(example: tuple[list[Step], float]) -> None:
        history, share = example
        with played(history) as (records, _):
            position = max(len(PATIENTS), round(share * records.head()))
            live = LiveViews(records)
            for patient_id in PATIENTS:
                live.view(patient_id)
                prefix = [event for event in records.stream(patient_id) if event.position <= position]
                folded = PatientView.fold(patient_id, prefix)
                view = live.as_of(patient_id, position=position)
                assert view.fingerprints() == folded.fingerprints()
                assert (view.version, view.position) == (folded.version, folded.position)
                moment = prefix[-1].recorded_at
                known = [event for event in records.stream(patient_id) if event.recorded_at <= moment]
                at = live.as_of(patient_id, known_at=moment)
                assert at.fingerprints() == PatientView.fold(patient_id, known).fingerprints()

    for_all(examples, st.tuples(histories(), st.floats(0, 1)), holds)


@EFFORT
def test_a_rebuild_finds_the_kept_views_identical(examples: int) -> None:
    def holds(example: tuple[list[Step], int]) -> None:
        history, page = example
        with played(history) as (records, folder):
            runner = ProjectionRunner(records, folder / "views.db", page_rows=page)
            runner.catch_up()
            before = {one.name: runner.views.fingerprint(one.name) for one in PROJECTIONS}
            outcomes = rebuild(records, folder / "views.db")
            assert all(outcome.identical for outcome in outcomes)
            assert {outcome.name: outcome.fingerprint for outcome in outcomes} == before
            assert {one.name: runner.views.fingerprint(one.name) for one in PROJECTIONS} == before

    for_all(examples, st.tuples(histories(), st.integers(1, 9)), holds)


@EFFORT
def test_a_live_view_read_between_steps_is_the_fold_of_everything(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        with played([]) as (records, _):
            live = LiveViews(records, views=2)
            for number, step in enumerate(history):
                play(records, [step], first=1 + number)
                view = live.view(step.patient_id)
                whole = PatientView.fold(step.patient_id, records.stream(step.patient_id))
                assert view.fingerprints() == whole.fingerprints()
                assert view.facts_changed_at == whole.facts_changed_at

    for_all(examples, histories(max_steps=8), holds)


@EFFORT
def test_what_readers_keep_between_reads_is_what_a_first_read_finds(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        search, at = MemorySearch(_Nothing(), Tokenizer(None), _alike), NOW + timedelta(days=3)
        with played([]) as (records, _):
            live = LiveViews(records)
            for number, step in enumerate(history):
                play(records, [step], first=1 + number)
                view = live.view(step.patient_id)
                fresh = PatientView.fold(step.patient_id, records.stream(step.patient_id))
                current = fresh.ledger.facts.values()
                for _ in range(2):
                    assert [*view.ledger.current()] == [fact for fact in current if fact.current]
                    assert view.profile.pinned() == tuple(fact for fact in current if _is_pinned(fresh, fact))
                    assert view.importance.present(at) == fresh.importance.present(at)
                    assert view.consolidated.present(at) == fresh.consolidated.present(at)
                    assert view.consolidated.present(at, _cosines) == fresh.consolidated.present(at, _cosines)
                    assert view.timeline.page(0, 3)[0] == fresh.timeline.histories()[:3]
                for query in ("hba1c 7.2", "medicine metformin 500", "안녕하세요"):
                    assert search.search(view, query, 5, at, "ko") == search.search(fresh, query, 5, at, "ko")

    for_all(examples, histories(max_steps=8), holds)


def _is_pinned(view: PatientView, fact: Fact) -> bool:
    """The rule of DESIGN.md 2.7, by looking at every fact."""
    content = fact.content
    if not fact.current or content.subject != "patient":
        return False
    if content.slot in SERIES_SLOTS:
        series = view.ledger.about(content.slot, content.concept.concept_id, content.subject)
        return max(series, key=lambda one: (one.clinical_day, one.version)) is fact
    if content.slot not in PINNED_SLOTS:
        return False
    whole = content.concept.concept_id == ANY or content.slot is SlotKind.ALLERGIES
    return whole or (content.polarity is Polarity.AFFIRMED and content.status in (None, *IN_FORCE))


class _Nothing:
    """Knows no concept."""

    name, version = "none", "1"

    def find(self, text: str) -> tuple[Mention, ...]:
        return ()


def _cosines(texts: Sequence[str]) -> Sequence[Sequence[float]]:
    return [[1.0 if one == other else 0.5 for other in texts] for one in texts]


def _alike(texts: Sequence[str], language: str) -> NDArray[np.float32]:
    return np.ones((len(texts), len(texts)), np.float32)
