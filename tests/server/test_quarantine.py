"""One event that cannot be folded: its patient is named and refused, and everybody else is served."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from typer.testing import CliRunner

from clients import AnamnesisClient, InvalidRequest, ServiceError, TurnFailed
from domain.events import Recorded, SlotReaffirmed, event_id_at
from protos.anamnesis.v1 import fact_pb2
from server.__main__ import application
from server.composition import Knowledge
from server.data_directory import DataDirectory
from tests.builders import NOW, PATIENT_ID, an_id, evidence, lab, recording, register
from tests.server.running import running_server

OTHER = an_id("other")
UNFOLDABLE = SlotReaffirmed(fact_id=an_id("nobody's"), evidence=evidence(), said_at=NOW)


def test_of_one_patient_leaves_all_others_served_and_is_named(tmp_path: Path, knowledge: Knowledge) -> None:
    data = tmp_path / "data"
    DataDirectory(data).prepare()
    with DataDirectory(data).records() as records:
        records.execute(register())
        records.execute(recording(lab(7.2)))
        event_id = event_id_at(PATIENT_ID, 3)
        records.append((Recorded(PATIENT_ID, version=3, event_id=event_id, recorded_at=NOW, payload=UNFOLDABLE),))
        records.execute(register(OTHER, request="other"))

    with running_server(data, knowledge) as address, AnamnesisClient(address) as client:
        with pytest.raises(ServiceError) as refused:
            client.profile(PATIENT_ID)
        assert refused.value.reason == "EVENT_NOT_FOLDED"
        assert client.say(OTHER, "I have a headache").text
        # The views follow the log in the background: they are waited for, and stand beyond the event.
        listed = client.projections()
        while min(one.position for one in listed.projections) < listed.position:
            listed = client.projections()
        assert [(one.patient_id, one.position, one.reason) for one in listed.quarantined] == [
            (PATIENT_ID, 3, "KeyError")
        ]
        assert client.profile(OTHER).facts

    told = CliRunner().invoke(application(), ["doctor", "--data", str(data)], prog_name="anamnesis")
    found = " ".join(told.stdout.split())
    assert told.exit_code == 1
    assert f"{PATIENT_ID} from position 3 on: KeyError" in found and OTHER not in found


DATES = ("0001-01-01", "1879-12-31", "2201", "9999-12-31", "2025-02-30", "2025-13", "٢٠٢٥", "2025-3-9")


@pytest.mark.parametrize("field", ["valid_from", "valid_to"])
@pytest.mark.parametrize("day", DATES)
def test_a_date_that_is_none_or_out_of_reach_is_refused_by_its_field(
    client: AnamnesisClient, patient: str, field: str, day: str
) -> None:
    fact = fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_LABS, name="HbA1c", number=7.2)
    setattr(fact, field, day)
    with pytest.raises(InvalidRequest, match=rf"facts\[0\]\.{field} .* from 1880 to 2200"):
        client.record(patient, [fact])
    assert client.profile(patient).version == 1


@pytest.mark.parametrize("day", ["1880", "1880-01-01", "2024-02-29", "2200-12-31"])
def test_a_date_at_the_edge_is_kept_and_read_in_every_zone(client: AnamnesisClient, day: str) -> None:
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        patient = client.register_patient(locale="en", time_zone=zone)
        client.record(patient, [fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_LABS, name="HbA1c", number=7.2, valid_from=day)])
        assert [fact.valid_from for fact in client.profile(patient).facts] == [day]


@pytest.mark.parametrize("seconds", [-62_135_596_800, 253_402_300_799, 7_289_654_400, -2_840_140_801])
def test_a_moment_out_of_reach_is_refused_wherever_it_is_sent(
    client: AnamnesisClient, patient: str, seconds: int
) -> None:
    moment = Timestamp(seconds=seconds)
    with pytest.raises(InvalidRequest, match="valid_at is not a moment of the years 1880 to 2200"):
        client.profile(patient, as_of=fact_pb2.AsOf(valid_at=moment))
    with pytest.raises(TurnFailed, match="said_at is not a moment of the years 1880 to 2200"):
        client.say(patient, "I have a headache", said_at=moment.ToDatetime(tzinfo=UTC))
    assert client.profile(patient).version == 1
