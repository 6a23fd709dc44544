"""Every access leaves a line, the lines hold together, and what stands out in them is named."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from clients import NotAuthenticated, NotFound, NotPermitted, Unavailable
from domain.errors import LogCorrupted
from server.__main__ import application
from server.access_log.entries import Access, access
from server.access_log.journal import AccessJournal, AccessLogCut
from server.access_log.review import review
from server.app import serving
from server.authentication.principal import LOCAL, Principal, Role
from server.authorize import RULES, Action
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.settings import Settings
from tests.server.principals import SECRET, Ward, ward
from tests.server.running import running_server

KEY = b"k" * 32
NOON = datetime(2026, 11, 2, 3, tzinfo=UTC)
"""Noon in Seoul."""
SAID = "I have had a burning stomach since Tuesday."


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Ward]:
    with ward(tmp_path_factory.mktemp("ward"), knowledge) as place:
        yield place


def _command(data: Path, *words: str) -> tuple[int, str]:
    ran = CliRunner().invoke(application(), [*words, "--data", str(data)])
    return ran.exit_code, ran.stdout


def _report(data: Path, patient: str) -> list[dict[str, Any]]:
    code, out = _command(data, "access", "report", patient, "--json")
    assert code == 0
    told: list[dict[str, Any]] = json.loads(out)
    return told


def test_a_days_accesses_are_told_to_the_patient_and_reviewed(place: Ward) -> None:
    before = len(_report(place.data, place.own))
    with place.client("patient") as client:
        client.say(place.own, SAID)
    with place.client("clinician", "TREAT") as client:
        client.profile(place.own)
        client.export(place.own)
    with place.client("emergency clinician", "ETREAT") as client:
        client.profile(place.other)
    with place.client("foreign clinician") as client, pytest.raises(NotFound):
        client.profile(place.own)
    with place.client("researcher") as client, pytest.raises(NotPermitted):
        client.profile(place.own)
    with place.client("chief auditor") as client:
        assert any(client.events())

    told = _report(place.data, place.own)[before:]

    steps = [(one["principal"], one["method"], one["purpose"], one["outcome"]) for one in told]
    assert steps == [
        ("patient", "ConversationService/Converse", "PATRQT", "OK"),
        ("clinician", "MemoryService/GetProfile", "TREAT", "OK"),
        ("clinician", "MemoryService/ExportRecord", "TREAT", "OK"),
        ("foreign clinician", "MemoryService/GetProfile", "TREAT", "PATIENT_NOT_FOUND"),
        ("researcher", "MemoryService/GetProfile", "HRESCH", "NOT_PERMITTED"),
        ("chief auditor", "AuditService/ListEvents", "HCOMPL", "OK"),
        (told[-1]["principal"], "command access report", "HOPERAT", "OK"),
    ]
    assert {one["peer"] for one in told} == {"127.0.0.1", "local"}
    assert [one["patient_id"] for one in told[-2:]] == ["*", place.own]
    code, out = _command(place.data, "access", "review", "--json")
    found = {(one["kind"], one["who"]) for one in json.loads(out)["findings"]}
    assert code == 0 and json.loads(out)["faults"] == []
    assert ("emergency access", "emergency clinician") in found
    assert ("taken away by MemoryService/ExportRecord", "clinician") in found
    assert ("everybody's data by AuditService/ListEvents", "chief auditor") in found


def test_who_made_a_patient_known_stands_in_that_patients_report(place: Ward) -> None:
    with place.client("foreign clinician") as client, pytest.raises(Exception, match="registered already"):
        client.register_patient(place.own, locale="en")

    told = [one for one in _report(place.data, place.own) if one["method"] == "MemoryService/RegisterPatient"]

    assert [(one["principal"], one["outcome"]) for one in (told[0], told[-1])] == [
        ("clinician", "OK"),
        ("foreign clinician", "ALREADY_REGISTERED"),
    ]


def test_a_patient_asks_the_service_who_has_seen_the_record(place: Ward) -> None:
    with place.client("foreign clinician") as client, pytest.raises(NotFound):
        client.profile(place.own)
    with place.client("clinician", "TREAT") as client:
        client.profile(place.own)
        client.profile(place.other)
    with place.client("patient") as client:
        told = list(client.accesses(place.own))
        again = list(client.accesses(place.own))
        with pytest.raises(NotFound):
            list(client.accesses(place.other))

    shown = [(one.principal, one.role, one.method, one.outcome) for one in told[-2:]]
    assert shown == [
        # That somebody of another tenant tried is told; by which name that one goes there is not.
        ("", "clinician", "MemoryService/GetProfile", "PATIENT_NOT_FOUND"),
        ("clinician", "clinician", "MemoryService/GetProfile", "OK"),
    ]
    assert again[: len(told)] == told and again[-1].method == "AuditService/ListAccesses"
    # The two lists and the command that asks now have left a line each.
    assert len(told) == len(_report(place.data, place.own)) - 3


def test_nothing_that_was_said_stands_in_the_access_log(place: Ward) -> None:
    sentence = "Zebra-coloured tablets make me dizzy"
    with place.client("agent") as client:
        client.say(place.own, sentence)
        with pytest.raises(Exception, match="not a UUID"):
            client.profile(sentence)
        with pytest.raises(Exception, match="not a UUID"):
            client.register_patient(request_id=sentence)

    content = b"".join(path.read_bytes() for path in place.data.glob("access*"))
    assert b"ConversationService/Converse" in content
    assert not any(word.encode() in content for word in ("Zebra", "dizzy", SECRET))


def test_who_is_not_recognised_leaves_a_line_but_a_flood_does_not_fill_the_disk(place: Ward) -> None:
    from clients import AnamnesisClient, Credentials

    with AnamnesisClient(place.address, credentials=Credentials(token="ana_0_0")) as client:
        for _ in range(150):
            with pytest.raises(NotAuthenticated):
                client.profile(place.own)

    with closing(_journal(place.data)) as journal:
        refused = [one.access for one in journal.entries() if one.access.outcome == "NOT_AUTHENTICATED"]
    assert 1 <= len(refused) <= 100
    assert {(one.principal, one.patient_id) for one in refused} == {("", "")}


def _journal(data: Path) -> AccessJournal:
    directory = DataDirectory(data)
    with closing(directory.seal()) as seal:
        return AccessJournal(data, seal.keyring.access_key)


@pytest.mark.parametrize(
    ("words", "method"),
    [
        (("sql", "SHOW TABLES"), "command sql"),
        (("replay", "PATIENT"), "command replay"),
        (("rebuild", "--verify"), "command rebuild"),
    ],
)
def test_commands_on_the_files_leave_a_line_with_their_user(place: Ward, words: tuple[str, ...], method: str) -> None:
    given_words = [place.other if word == "PATIENT" else word for word in words]
    assert _command(place.data, *given_words)[0] == 0

    last = [one for one in _report(place.data, place.other) if one["method"] == method][-1]
    assert last["role"] == "local" and last["principal"] and last["peer"] == "local"
    assert last["patient_id"] == (place.other if "PATIENT" in words else "*")


def test_a_line_that_cannot_be_written_means_that_nothing_is_given(tmp_path: Path, knowledge: Knowledge) -> None:
    from clients import AnamnesisClient

    with running_server(tmp_path, knowledge) as address, AnamnesisClient(address, timeout=3) as client:
        patient = client.register_patient(locale="en")
        with closing(sqlite3.connect(tmp_path / "access.db")) as other:
            other.execute("ALTER TABLE accesses RENAME TO gone")
            with pytest.raises(Unavailable) as raised:
                client.profile(patient)
            assert raised.value.reason == "ACCESS_NOT_RECORDED"
            other.execute("ALTER TABLE gone RENAME TO accesses")
        assert client.profile(patient).version == 1


def test_without_settings_a_local_caller_is_recorded_too(tmp_path: Path, knowledge: Knowledge) -> None:
    from clients import AnamnesisClient

    with running_server(tmp_path, knowledge) as address, AnamnesisClient(address) as client:
        patient = client.register_patient(locale="en")
        client.profile(patient)
    assert [(one["role"], one["method"]) for one in _report(tmp_path, patient)] == [
        ("local", "MemoryService/RegisterPatient"),
        ("local", "MemoryService/GetProfile"),
        ("local", "command access report"),
    ]


def _entry(number: int, **changed: Any) -> Access:
    fields: dict[str, Any] = {"patient_id": str(uuid4()), "purpose": "TREAT", **changed}
    moment = fields.pop("at", NOON + timedelta(minutes=number))
    who = fields.pop("who", Principal("dr", Role.CLINICIAN))
    return access(moment, who, "10.0.0.7", "MemoryService/GetProfile", fields.pop("action", Action.READ), **fields)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[AccessJournal]:
    with closing(AccessJournal(tmp_path, KEY)) as journal:
        journal.append([_entry(number) for number in range(20)])
        yield journal


def test_what_is_written_is_read_and_the_chain_holds(journal: AccessJournal) -> None:
    found = list(journal.entries())

    assert [one.seq for one in found] == list(range(1, 21))
    assert journal.verify().faults == ()
    of_one = list(journal.entries(patient_id=found[3].access.patient_id))
    assert [one.seq for one in of_one] == [4]


@pytest.mark.parametrize("statement", ["UPDATE accesses SET principal = 'x'", "DELETE FROM accesses WHERE seq = 20"])
def test_the_file_itself_refuses_to_be_changed(journal: AccessJournal, tmp_path: Path, statement: str) -> None:
    with closing(sqlite3.connect(tmp_path / "access.db")) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    seq=st.integers(1, 20), at=st.integers(0, 10_000), kind=st.sampled_from(("flip", "drop", "cut", "swap", "index"))
)
def test_whoever_changes_the_file_in_spite_of_that_is_found(
    tmp_path_factory: pytest.TempPathFactory, seq: int, at: int, kind: str
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    with closing(AccessJournal(folder, KEY)) as journal:
        journal.append([_entry(number) for number in range(20)])
    with closing(sqlite3.connect(folder / "access.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER accesses_update")
        connection.execute("DROP TRIGGER accesses_delete")
        content = connection.execute("SELECT content FROM accesses WHERE seq = ?", (seq,)).fetchone()[0]
        if kind == "flip":
            place = at % len(content)
            changed = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
            connection.execute("UPDATE accesses SET content = ? WHERE seq = ?", (changed, seq))
        elif kind == "drop":
            connection.execute("DELETE FROM accesses WHERE seq = ?", (seq,))
        elif kind == "cut":
            connection.execute("DELETE FROM accesses WHERE seq >= ?", (seq,))
        elif kind == "swap":
            other = seq % 20 + 1
            second = connection.execute("SELECT content FROM accesses WHERE seq = ?", (other,)).fetchone()[0]
            connection.execute("UPDATE accesses SET content = ? WHERE seq = ?", (second, seq))
            connection.execute("UPDATE accesses SET content = ? WHERE seq = ?", (content, other))
        else:
            connection.execute("UPDATE accesses SET patient_id = '' WHERE seq = ?", (seq,))

    with closing(AccessJournal(folder, KEY)) as journal:
        assert journal.verify().faults


def test_a_log_that_was_cut_stops_the_service_until_somebody_takes_note(tmp_path: Path, knowledge: Knowledge) -> None:
    from clients import AnamnesisClient

    with running_server(tmp_path, knowledge) as address, AnamnesisClient(address) as client:
        patient = client.register_patient(locale="en")
        client.profile(patient)
    with closing(sqlite3.connect(tmp_path / "access.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER accesses_delete")
        connection.execute("DELETE FROM accesses")
    # Commands that go on writing to it do not hide the cut.
    for _ in range(4):
        assert _command(tmp_path, "access", "verify")[0] == 3

    async def start() -> None:
        async with serving(Settings(address="127.0.0.1:0", data=tmp_path), load=lambda _: knowledge):
            raise AssertionError("it serves")

    import asyncio

    with pytest.raises(AccessLogCut):
        asyncio.run(start())
    assert _command(tmp_path, "access", "verify", "--accept")[0] == 0
    with running_server(tmp_path, knowledge) as address, AnamnesisClient(address) as client:
        assert client.profile(patient)


def test_what_is_older_than_has_to_be_kept_goes_and_the_chain_goes_on(journal: AccessJournal, tmp_path: Path) -> None:
    gone = journal.remove_before(NOON + timedelta(minutes=5))
    journal.append([_entry(30)])

    assert gone == 5
    assert [one.seq for one in journal.entries()] == list(range(6, 22))
    assert (journal.verify().removed_up_to, journal.verify().faults) == (5, ())
    assert journal.remove_before(NOON + timedelta(days=1)) == 16
    assert journal.verify().faults == ()
    journal.append([_entry(31)])
    assert [one.seq for one in journal.entries()] == [22]
    with closing(sqlite3.connect(tmp_path / "access.db", isolation_level=None)) as connection:
        connection.execute("UPDATE removed SET seq = 20 WHERE seq = 21")
    assert journal.verify().faults


def test_what_the_law_wants_kept_is_not_removed(place: Ward) -> None:
    assert _command(place.data, "access", "prune", "--keep", "700d")[0] == 1
    assert _command(place.data, "access", "prune", "--keep", "731d")[0] == 0


def test_several_that_open_a_new_log_at_once_all_open_it(tmp_path: Path) -> None:
    def opened(folder: Path, failures: list[Exception]) -> None:
        try:
            AccessJournal(folder, KEY).close()
        except Exception as error:
            failures.append(error)

    failures: list[Exception] = []
    for number in range(40):
        folder = tmp_path / str(number)
        folder.mkdir()
        threads = [threading.Thread(target=opened, args=(folder, failures)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failures == []


def test_several_writers_make_one_chain(tmp_path: Path) -> None:
    def write(number: int) -> None:
        with closing(AccessJournal(tmp_path, KEY)) as journal:
            for one in range(15):
                journal.append([_entry(number), _entry(one)])

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with closing(AccessJournal(tmp_path, KEY)) as journal:
        assert (journal.verify().entries, journal.verify().faults) == (120, ())
        journal.check_end()


def test_another_key_proves_nothing(journal: AccessJournal, tmp_path: Path) -> None:
    with closing(AccessJournal(tmp_path, b"x" * 32)) as other:
        assert len(other.verify().faults) >= 20


def test_a_file_that_is_no_access_log_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "access.db")) as connection:
        connection.execute("CREATE TABLE mine (x)")
    with pytest.raises(Exception, match="no access log"):
        AccessJournal(tmp_path, KEY)


def test_a_review_names_many_patients_many_refusals_and_nights(journal: AccessJournal) -> None:
    doctor = Principal("curious", Role.CLINICIAN)
    journal.append([_entry(0, who=doctor) for _ in range(51)])
    journal.append([_entry(0, who=doctor, outcome="PATIENT_NOT_FOUND") for _ in range(10)])
    journal.append([_entry(0, who=LOCAL, at=NOON + timedelta(hours=12))])

    told = review(journal.entries(), NOON, NOON + timedelta(days=1), ZoneInfo("Asia/Seoul"))

    assert {(one.kind.split(" on ")[0].split(" at 2")[0], one.who, one.count) for one in told.findings} == {
        ("many patients", "curious", 51),
        ("many refusals", "curious", 10),
        ("at night", "local", 1),
    }
    assert told.entries == 82


def test_entries_are_exported_as_audit_events_of_fhir(place: Ward) -> None:
    with place.client("clinician", "TREAT") as client:
        client.profile(place.other)

    code, out = _command(place.data, "access", "export", "--patient", place.other)
    events = [json.loads(line) for line in out.splitlines()]
    event = next(one for one in reversed(events) if one["subtype"][1]["code"] == "MemoryService/GetProfile")

    assert code == 0
    assert event["meta"]["profile"] == [
        "https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.PatientRead"
    ]
    assert (event["action"], event["outcome"]) == ("R", "0")
    assert event["purposeOfEvent"][0]["coding"][0]["code"] == "TREAT"
    assert [agent["requestor"] for agent in event["agent"]] == [False, False, True]
    assert event["agent"][2]["who"]["identifier"]["value"] == "clinician"
    assert event["entity"][0]["what"] == {"reference": f"Patient/{place.other}"}
    assert len({one["id"] for one in events}) == len(events)
    assert {one["action"] for one in events} <= {rule.action for rule in RULES.values()}


def test_a_damaged_entry_is_named_and_not_guessed(journal: AccessJournal, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "access.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER accesses_update")
        connection.execute("UPDATE accesses SET content = x'7b' WHERE seq = 7")
    with pytest.raises(LogCorrupted):
        list(journal.entries())
    assert "entry 7 was changed, or stood elsewhere" in journal.verify().faults
