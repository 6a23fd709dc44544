"""Which patients there are is not told by what a refusal costs: each reads the same of the log and of the keyring."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from clients import NotFound
from server.composition import Knowledge
from tests.server.principals import Ward, ward
from tests.server.running import running_server

PATIENT = "PATIENT"


class _Traced:
    """Every statement that this process's SQLite runs, with its values, over connections opened from now on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.statements: list[str] = []
        connect = sqlite3.connect

        def traced(*args: Any, **named: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*args, **named)
            connection.set_trace_callback(self.statements.append)
            return connection

        monkeypatch.setattr(sqlite3, "connect", traced)

    def about_patients(self) -> list[str]:
        """The reads of patients' rows and keys since the last question."""
        read = [one for one in self.statements if "originator_id = '" in one or "FROM patient_keys" in one]
        self.statements.clear()
        return read


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> _Traced:
    return _Traced(monkeypatch)


@pytest.fixture
def place(statements: _Traced, tmp_path: Path, knowledge: Knowledge) -> Iterator[Ward]:
    with ward(tmp_path, knowledge) as place:
        pass
    # Begun anew, so that no key is in memory of a patient whom nobody asked for since.
    with running_server(tmp_path, knowledge) as address:
        yield replace(place, address=address)


@pytest.mark.parametrize("principal", ["clinician", "granted clinician", "patient", "auditor"])
def test_a_refusal_reads_as_much_whoever_the_patient_is(statements: _Traced, place: Ward, principal: str) -> None:
    with place.client("foreign clinician") as client:
        gone = client.register_patient(locale="en")
    with place.client("chief operator", "HSYSADMIN") as client:
        client.erase(gone)
    out_of_reach = {"foreign": place.foreign, "erased": gone}
    if principal in ("granted clinician", "patient"):
        out_of_reach["not granted"] = place.other

    def used() -> None:
        """From now on the keys of those who are there are in memory, for whoever reaches them."""
        for reader, one in (("foreign clinician", place.foreign), ("clinician", place.other)):
            with place.client(reader) as client:
                client.profile(one)

    def cost_of(patient: str) -> list[str]:
        with place.client(principal) as client:
            statements.about_patients()
            with pytest.raises(NotFound):
                list(client.accesses(patient)) if principal == "auditor" else client.profile(patient)
        return [one.replace(patient, PATIENT) for one in statements.about_patients()]

    nobody = cost_of(str(uuid4()))
    # Asked again: what was read once must not be quicker the next time for one of them alone.
    for before in (None, None, used):
        if before is not None:
            before()
        assert {who: cost_of(patient) for who, patient in out_of_reach.items()} == dict.fromkeys(out_of_reach, nobody)
        assert cost_of(str(uuid4())) == nobody
    assert [PATIENT in one for one in nobody] == [True, True]


def test_who_reaches_a_patient_is_answered_from_memory(statements: _Traced, place: Ward) -> None:
    with place.client("clinician") as client:
        client.profile(place.own)
        statements.about_patients()
        client.profile(place.own)

    # What the service does beside it for all patients reads their keys together, and names none.
    read = [one for one in statements.about_patients() if "FROM patient_keys" in one]
    assert [one for one in read if place.own in one] == []
