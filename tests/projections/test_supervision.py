"""What cannot be folded concerns its patient alone, and whatever else fails, the log is followed again."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from domain.commands import ErasePatient
from domain.errors import EventNotFolded, PatientErased
from domain.events import SlotReaffirmed
from domain.records import PatientRecords
from domain.store.mapper import encode
from projections.base import Projection
from projections.kept import Quarantined
from projections.live import LiveViews
from projections.patient_view import PROJECTIONS
from projections.profile import Profile, ProfileProjection
from projections.runner import ProjectionRunner
from tests.builders import NOW, PATIENT_ID, allergy, an_id, evidence, lab, recording, register
from tests.projections import poison

OTHER = an_id("other")
UNFOLDABLE = SlotReaffirmed(fact_id=an_id("nobody's"), evidence=evidence(), said_at=NOW)


class Tongueless(ProfileProjection):
    """Folds everything, and cannot write down a value above 10."""

    def rows(self, view: Profile, keys: Collection[str] | None = None) -> dict[str, bytes]:
        """The rows, unless one holds the value."""
        if any(fact.content.value == 11.0 for fact in view.facts()):
            raise OverflowError("too high")
        return super().rows(view, keys)


@pytest.fixture
def poisoned(database: Path, records: PatientRecords) -> PatientRecords:
    """A log in which the third event of one of two patients reaffirms a fact that there is not."""
    records.execute(register())
    records.execute(recording(lab(7.2)))
    poison.insert(database, (UNFOLDABLE.topic(), encode(UNFOLDABLE)), version=3)
    records.execute(register(OTHER, request="other"))
    return records


class TestAnEventThatCannotBeFolded:
    def test_fails_every_read_of_its_patient_by_name_and_none_of_another(self, poisoned: PatientRecords) -> None:
        live = LiveViews(poisoned)
        for _ in range(2):
            # Half an event stays in no memory: a second read does not go on behind it.
            with pytest.raises(EventNotFolded) as refused:
                live.view(PATIENT_ID)
            assert refused.value.details["position"] == "3" and refused.value.details["failure"] == "KeyError"
            with pytest.raises(EventNotFolded):
                poisoned.execute(recording(allergy(), request="again"))
        assert live.view(OTHER).version == 1

    def test_is_quarantined_by_patient_and_name(self, poisoned: PatientRecords, views: Path) -> None:
        runner = ProjectionRunner(poisoned, views)
        assert runner.catch_up() == 4
        assert runner.quarantined() == (Quarantined(3, PATIENT_ID, "KeyError"),)
        assert set(runner.views.fingerprints("profile")) == {PATIENT_ID, OTHER}

    def test_does_not_keep_its_patient_from_being_erased(self, poisoned: PatientRecords) -> None:
        erase = ErasePatient(request_id=an_id("erase"), patient_id=PATIENT_ID, now=NOW, key_fingerprint="")
        assert poisoned.execute(erase).version == 4
        with pytest.raises(PatientErased):
            LiveViews(poisoned).view(PATIENT_ID)


@pytest.mark.parametrize("page_rows", [1, 2, 3, 500])
@pytest.mark.parametrize("kept_before", [False, True])
def test_a_view_that_cannot_be_written_down_is_quarantined_at_the_event_from_which_on_it_cannot(
    records: PatientRecords, views: Path, page_rows: int, kept_before: bool
) -> None:
    projections: tuple[Projection[Any], ...] = (Tongueless(), *PROJECTIONS[1:])
    records.execute(register())
    records.execute(recording(lab(7.2), request="a"))
    if kept_before:
        ProjectionRunner(records, views, projections=projections).catch_up()
    records.execute(recording(lab(7.0, "2025-02-01"), request="b"))
    before = LiveViews(records).view(PATIENT_ID).fingerprints()
    records.execute(recording(lab(11.0, "2025-01-01"), request="c"))
    records.execute(recording(allergy(), request="d"))
    records.execute(register(OTHER, request="other"))
    runner = ProjectionRunner(records, views, projections=projections, page_rows=page_rows)
    assert runner.catch_up() == 6
    assert runner.quarantined() == (Quarantined(4, PATIENT_ID, "OverflowError"), Quarantined(5, PATIENT_ID, "parked"))
    for projection in projections:
        assert runner.views.fingerprints(projection.name)[PATIENT_ID] == before[projection.name]
        assert OTHER in runner.views.fingerprints(projection.name)


def test_the_projector_outlives_what_fails_and_says_so_meanwhile(records: PatientRecords, views: Path) -> None:
    with ProjectionRunner(records, views) as runner:
        assert runner.wait_for(records.execute(register()).position, timeout=30)
        assert runner.condition().running and not runner.condition().failure
        # Nothing but a path that no database can have stands in the way.
        for path in views.parent.glob("views.db*"):
            path.unlink()
        views.mkdir()
        position = records.execute(recording(lab(7.2))).position
        assert not runner.wait_for(position, timeout=0.5)
        condition = runner.condition()
        assert condition.running and condition.failure == "STORE_UNAVAILABLE" and condition.lag == 1

        views.rmdir()
        # No further event is needed for it to go on.
        assert runner.wait_for(position, timeout=30)
        stored = runner.views.read("profile", PATIENT_ID)
        assert stored is not None and stored[1] == position
        assert runner.condition().failure == "" and runner.condition().lag == 0


def test_a_runner_that_was_stopped_says_that_it_does_not_run(records: PatientRecords, views: Path) -> None:
    runner = ProjectionRunner(records, views)
    assert not runner.condition().running
    with runner:
        assert runner.condition().running
    assert not runner.condition().running
