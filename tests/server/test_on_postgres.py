"""The service over a log in PostgreSQL: two servers on one database, and a log that moves there and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from clients import AnamnesisClient, ServiceError
from domain.errors import KeyringUnavailable
from projections.rebuild import rebuild
from protos.anamnesis.v1 import audit_pb2
from server.__main__ import application
from server.composition import Knowledge
from server.data_directory import DataDirectory, Keeping
from tests.builders import an_id, register, utterance
from tests.postgres import dump, new_log, restore, skip_without_postgres
from tests.server.conftest import Server
from tests.server.copies import copy_of
from tests.server.running import CARD, CORRECTION, running_server

skip_without_postgres()


def _run(*arguments: str, store: str = "") -> Result:
    return CliRunner().invoke(
        application(), arguments, env={"ANAMNESIS_STORE": store, "COLUMNS": "200", "LC_ALL": "C.UTF-8"}
    )


def _beside(data: Path, other: Path) -> Path:
    """A data directory with the same master key."""
    other.mkdir()
    (other / "master.key").write_bytes((data / "master.key").read_bytes())
    (other / "master.key").chmod(0o600)
    return other


@pytest.fixture
def store() -> str:
    return new_log()


class TestTwoServers:
    @pytest.fixture
    def both(self, store: str, tmp_path: Path, knowledge: Knowledge) -> Iterator[tuple[AnamnesisClient, ...]]:
        with running_server(tmp_path / "a", knowledge, store=store) as first:
            second_data = _beside(tmp_path / "a", tmp_path / "b")
            with running_server(second_data, knowledge, store=store) as second:
                with AnamnesisClient(first) as one, AnamnesisClient(second) as two:
                    yield one, two

    def test_give_one_memory(self, both: tuple[AnamnesisClient, ...], store: str, tmp_path: Path) -> None:
        one, two = both
        patient = one.register_patient(locale="en", time_zone="Europe/London")
        one.import_card(patient, CARD)
        two.say(patient, CORRECTION)
        here, there = one.profile(patient), two.profile(patient)
        assert (here.fingerprint, here.version) == (there.fingerprint, there.version)
        assert {fact.number for fact in here.facts if fact.name == "HbA1c"} == {6.9, 7.8}
        answer = one.say(patient, "How has my latest HbA1c changed compared with the one before?")
        assert "6.9" in answer.text and "7.2" not in answer.text
        views = {client: {view.name: view.fingerprint for view in _rebuilt(client)} for client in both}
        assert views[one] == views[two] and len(views[one]) > 3
        assert _run("verify", "--data", str(tmp_path / "b"), store=store).exit_code == 0
        assert not (tmp_path / "a" / "log.db").exists() and not (tmp_path / "a" / "keys.db").exists()


def _rebuilt(client: AnamnesisClient) -> list[audit_pb2.RebuildProjectionsResponse]:
    return [step for step in client.rebuild(verify_only=True) if step.done]


class TestACopy:
    @pytest.fixture
    def original(self, server: Server, corrected: str, tmp_path: Path) -> Path:
        return copy_of(server.data, tmp_path / "original")

    def test_ends_with_the_same_digest_and_gives_the_same_views_there_and_back(
        self, original: Path, store: str, tmp_path: Path, corrected: str
    ) -> None:
        there, back = tmp_path / "there", tmp_path / "back"
        copied = _run("copy", "--from", str(original), "--to", store, "--data", str(there))
        assert copied.exit_code == 0, copied.output
        returned = _run("copy", "--from", store, "--to", str(back), "--data", str(there))
        assert returned.exit_code == 0, returned.output
        heads = {re.search(r"head .*", one.stdout).group() for one in (copied, returned)}  # type: ignore[union-attr]
        assert len(heads) == 1
        digests = [_views(original, ""), _views(there, store), _views(back, "")]
        assert digests[0] == digests[1] == digests[2] and len(digests[0]) > 3
        told = _run("verify", "--data", str(there), store=store)
        assert told.exit_code == 0, told.output

    def test_that_was_interrupted_goes_on_and_one_that_is_whole_copies_nothing(
        self, original: Path, store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from domain.store.copying import copy_keyring, copy_log
        from domain.store.keys_file import KeysFile
        from domain.store.postgres.keys import DatabaseKeys

        there = _beside(original, tmp_path / "there")
        copy_keyring(KeysFile(original / "keys.db", 5), DatabaseKeys(store, 5))
        monkeypatch.setattr("domain.store.copying.PAGE_ROWS", 5)
        with DataDirectory(original).records() as here, DataDirectory(there).records(Keeping(store=store)) as half:
            assert next(copy_log(here, half)).rows == 5
        again = _run("copy", "--from", str(original), "--to", store, "--data", str(there))
        assert again.exit_code == 0, again.output
        with DataDirectory(original).records() as here:
            assert f"{here.head() - 5:,} events copied, head {here.head():,}" in again.stdout
        once_more = _run("copy", "--from", str(original), "--to", store, "--data", str(there))
        assert once_more.stdout.startswith("0 events copied")

    def test_does_not_go_onto_another_log(self, original: Path, store: str, tmp_path: Path) -> None:
        there = _beside(original, tmp_path / "there")
        with DataDirectory(there).records(Keeping(store=store)) as records:
            records.execute(register())
        refused = _run("copy", "--from", str(original), "--to", store, "--data", str(there))
        assert refused.exit_code == 1
        assert "holds a log already" in refused.stderr


class TestADataDirectory:
    def test_is_of_one_log(self, store: str, tmp_path: Path) -> None:
        with DataDirectory(tmp_path).records(Keeping(store=store)):
            pass
        forgotten = _run("verify", "--data", str(tmp_path))
        assert forgotten.exit_code == 1 and "--store" in forgotten.stderr
        mistaken = _run("verify", "--data", str(tmp_path), store=new_log())
        assert mistaken.exit_code == 1 and "no log" in mistaken.stderr

    def test_with_a_log_of_its_own_takes_no_other(self, store: str, tmp_path: Path) -> None:
        with DataDirectory(tmp_path).records():
            pass
        refused = _run("serve", "--data", str(tmp_path), store=store)
        assert refused.exit_code == 1 and "log of its own" in refused.stderr

    def test_is_looked_at_by_doctor(self, store: str, tmp_path: Path) -> None:
        with DataDirectory(tmp_path).records(Keeping(store=store)):
            pass
        told = _run("doctor", "--data", str(tmp_path), store=store)
        assert store not in told.output
        assert re.search(r"log can be written.*yes", told.output), told.output


def _views(data: Path, store: str) -> dict[str, str]:
    """The fingerprint of each view, rebuilt from the log."""
    directory = DataDirectory(data)
    with directory.records(Keeping(store=store)) as records:
        return {one.name: one.fingerprint for one in rebuild(records, data / "rebuilt.db", accept=True, afresh=True)}


class TestANewMasterKey:
    def test_is_made_with_all_servers_stopped_and_each_is_given_it(
        self, store: str, tmp_path: Path, knowledge: Knowledge
    ) -> None:
        first, second = tmp_path / "a", tmp_path / "b"
        with running_server(first, knowledge, store=store) as address, AnamnesisClient(address) as client:
            patient = client.register_patient(locale="en")
            client.import_card(patient, CARD)
            _beside(first, second)
            refused = _run("keys", "rotate", "--data", str(second), store=store)
            assert refused.exit_code == 4 and "all servers" in refused.stderr

        done = _run("keys", "rotate", "--data", str(first), store=store)

        assert done.exit_code == 0 and "every other server" in done.stderr
        with pytest.raises(KeyringUnavailable):
            DataDirectory(second).records(Keeping(store=store))
        (second / "master.key").write_bytes((first / "master.key").read_bytes())
        with running_server(second, knowledge, store=store) as address, AnamnesisClient(address) as client:
            assert "HbA1c" in str(client.profile(patient).facts)
        assert _run("verify", "--data", str(first), store=store).exit_code == 0
        assert _run("keys", "former", str(tmp_path / "old"), "--data", str(first), store=store).exit_code == 0
        assert (tmp_path / "old" / "former-1.key").is_file()


class TestADump:
    """What the how-to says of `pg_dump`."""

    def test_that_is_restored_is_whole_and_whoever_was_erased_since_is_erased_again(
        self, store: str, tmp_path: Path
    ) -> None:
        kept, gone, data = an_id("kept"), an_id("gone"), str(tmp_path)
        with DataDirectory(tmp_path).records(Keeping(store=store)) as records:
            for patient in (kept, gone):
                records.execute(register(patient, request=f"r{patient}"))
                records.execute(utterance(1, f"My knees hurt on the stairs of {patient}.", patient_id=patient))
            refused = _run("backup", str(tmp_path / "backup"), "--data", data, store=store)
            assert refused.exit_code == 1 and "pg_dump" in refused.stderr and "postgresql.md" in refused.stderr
            dumped = dump(store)
            records.execute(utterance(2, "And my back, too.", patient_id=kept))
        assert _run("erase", gone, "--confirm", gone, "--data", data, store=store).exit_code == 0

        restore(store, dumped)

        assert _run("verify", "--data", data, store=store).exit_code == 3
        assert _run("verify", "--accept-head", "--data", data, store=store).exit_code == 0
        # Whoever opens the log next erases again: nobody who was erased is ever counted, nor served.
        asked = ("sql", "SELECT DISTINCT patient_id FROM turn_steps", "--json", "--data", data)
        assert [row["patient_id"] for row in json.loads(_run(*asked, store=store).stdout)] == [kept]
        assert _run("verify", "--data", data, store=store).exit_code == 0
        with DataDirectory(tmp_path).records(Keeping(store=store)) as records:
            assert records.is_erased(gone) and not records.is_erased(kept)
            assert records.head() == 5
            records.execute(utterance(2, "And my back, too.", patient_id=kept))

    def test_is_named_by_erasures_where_it_was_noted(self, store: str, tmp_path: Path) -> None:
        gone, data, dumped = an_id("gone"), str(tmp_path / "data"), tmp_path / "anamnesis.dump"
        DataDirectory(tmp_path / "data").prepare()
        with DataDirectory(tmp_path / "data").records(Keeping(store=store)) as records:
            records.execute(register(gone))
        dumped.write_bytes(b"PGDMP")
        assert _run("keys", "backups", "--note", str(dumped), "--data", data, store=store).exit_code == 0
        assert str(dumped) in _run("keys", "backups", "--data", data, store=store).stdout

        told = _run("erase", gone, "--confirm", gone, "--json", "--data", data, store=store)

        assert told.exit_code == 0
        assert json.loads(told.stdout)["certificate"]["backups_not_reached"] == [str(dumped)]
        assert _run("keys", "backups", "--forget", str(dumped), "--data", data, store=store).exit_code == 0

    def test_brings_nobody_back_whom_another_server_erased_while_this_one_did_not_run(
        self, store: str, tmp_path: Path, knowledge: Knowledge
    ) -> None:
        first, second = tmp_path / "a", tmp_path / "b"
        with running_server(first, knowledge, store=store) as address, AnamnesisClient(address) as client:
            gone, kept = (client.register_patient(locale="en", time_zone="UTC") for _ in range(2))
            for patient in (gone, kept):
                client.say(patient, "I take metformin 500 mg.")
            with running_server(_beside(first, second), knowledge, store=store):
                pass
            dumped = dump(store)
            client.erase(gone)
        # The server of the other directory starts once more, and learns of it.
        with running_server(second, knowledge, store=store):
            assert gone in (second / "erasures.jsonl").read_text()

        restore(store, dumped)
        assert _run("verify", "--accept-head", "--data", str(second), store=store).exit_code in (0, 3)

        with running_server(second, knowledge, store=store) as address, AnamnesisClient(address) as client:
            with pytest.raises(ServiceError, match="erased"):
                client.profile(gone)
            assert [fact.name for fact in client.profile(kept).facts] == ["Metformin"]
            assert {view.fingerprint for view in _rebuilt(client)}
        with DataDirectory(second).records(Keeping(store=store)) as records:
            assert records.seal is not None and not records.seal.keyring.holds(gone)
            assert records.is_erased(gone) and not records.is_erased(kept)
