from __future__ import annotations

from datetime import timedelta
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import PatientErased, Recorded, SlotReaffirmed
from domain.values import Content
from projections.base import HEAD
from projections.consolidated import Consolidated, ConsolidatedProjection
from projections.patient_view import PROJECTIONS, PatientView
from tests.builders import (
    NOW,
    PATIENT_ID,
    allergy,
    condition,
    corrected,
    evidence,
    lab,
    later,
    recorded,
    registered,
    symptom,
)
from tests.specs import history

PROJECTION = ConsolidatedProjection()


def folded(events: tuple[Recorded, ...]) -> Consolidated:
    view = PROJECTION.empty(PATIENT_ID)
    for event in events:
        view = PROJECTION.apply(view, event)
    return view


def stored(view: Consolidated) -> list[dict[str, Any]]:
    rows = PROJECTION.rows(view)
    assert orjson.loads(rows.pop(HEAD)) == {"patient_id": PATIENT_ID}
    return [orjson.loads(row) for _, row in sorted(rows.items())]


def test_headache_said_in_turns_1_3_and_5_is_one_item_of_frequency_3() -> None:
    again = [
        SlotReaffirmed(fact_id="f", evidence=evidence(turn), said_at=later(hours=turn), turn_number=turn)
        for turn in (3, 5)
    ]
    view = folded(history(registered(), recorded("f", symptom(), turn=1), *again))
    (item,) = view.present(later(hours=5))
    assert item.cluster.mentions == 3
    assert item.weight == 1.0
    assert item.importance == pytest.approx(1.3)


def test_items_come_by_falling_importance_and_name_their_events() -> None:
    events = history(
        registered(),
        recorded("old", lab(7.8, "2024-12-02")),
        recorded("allergy", allergy()),
        recorded("new", lab(6.9, "2025-03-03")),
    )
    view = folded(events)
    first, second = view.present(NOW)
    assert first.cluster.representative.fact_id == "allergy"
    assert [fact.fact_id for fact in second.cluster.members] == ["old", "new"]
    assert {events[1].event_id, events[3].event_id} <= set(second.cluster.event_ids)


def test_a_corrected_value_is_in_no_item() -> None:
    view = folded(history(registered(), recorded("wrong", lab(7.2)), corrected("right", lab(6.9), "wrong")))
    (item,) = view.present(NOW)
    assert [fact.fact_id for fact in item.cluster.members] == ["right"]


def test_the_stored_form_lists_the_items() -> None:
    told = (recorded("a", lab(7.8, "2024-12-02")), recorded("b", lab(6.9)), recorded("c", condition("gout")))
    assert stored(folded(history(registered(), *told))) == [
        {
            "slot": "conditions",
            "name": "gout",
            "representative": "c",
            "won": "only",
            "mentions": 1,
            "members": ["c"],
            "questions": [],
            "trend": "",
        },
        {
            "slot": "labs",
            "name": "hba1c",
            "representative": "b",
            "won": "latest",
            "mentions": 2,
            "members": 2,
            "questions": [],
            "trend": "falling",
        },
    ]


def test_an_erased_patient_has_no_items() -> None:
    events = history(registered(), recorded("a", lab(7.8)), PatientErased(request_id="r", certificate_hash="-"))
    assert stored(folded(events)) == stored(PROJECTION.empty(PATIENT_ID))


def test_it_is_one_of_the_patient_views_and_shares_their_ledger() -> None:
    assert PROJECTION.name in {one.name for one in PROJECTIONS}
    events = history(registered(), recorded("a", lab(7.8)), recorded("b", condition()))
    view = PatientView.fold(PATIENT_ID, events)
    assert view.consolidated.ledger is view.ledger
    assert view.fingerprints()["consolidated"] == PROJECTION.fingerprint(folded(events))
    assert view.copy().consolidated.ledger is not view.ledger


CONTENTS = st.one_of(
    st.builds(lab, st.just(7.0), st.sampled_from(("2025-03-09", "2025-01", None))),
    st.builds(condition, st.sampled_from(("gout", "asthma"))),
    st.builds(symptom, st.sampled_from(("headache", "nausea"))),
    st.builds(allergy, st.sampled_from(("penicillin", "latex"))),
)


@given(st.lists(CONTENTS, max_size=6), st.integers(0, 5_000), st.integers(1, 5_000))
def test_importance_only_falls_as_time_goes_on(contents: list[Content], hours: int, more: int) -> None:
    view = folded(history(registered(), *(recorded(f"f{n}", content) for n, content in enumerate(contents))))
    at = NOW + timedelta(hours=hours)
    before = {item.cluster: item for item in view.present(at)}
    for item in view.present(at + timedelta(hours=more)):
        assert 0 <= item.importance <= before[item.cluster].importance <= 1 + 0.1 * item.cluster.mentions
        assert 0 <= item.weight <= 1
