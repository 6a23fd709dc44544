"""`keys`: a new master key, and what the service and the commands find afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from clients import AnamnesisClient
from domain.store.keyring import make_master_key, read_master_key
from server.__main__ import application
from server.composition import Knowledge
from tests.server.running import running_server


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(application(), list(arguments), prog_name="anamnesis")


def test_the_key_is_replaced_while_no_server_runs_and_both_logs_go_on(tmp_path: Path, knowledge: Knowledge) -> None:
    data = tmp_path / "data"
    with running_server(data, knowledge) as address, AnamnesisClient(address) as client:
        patient = client.register_patient(locale="en")
        client.import_card(patient, {"as_of": "2025-03-10", "diagnosis": ["Gout"]})
        refused = _run("keys", "rotate", "--data", str(data))
        assert refused.exit_code == 4 and "stop it first" in refused.stderr
    old = read_master_key(data / "master.key")

    assert _run("keys", "rotate", "--data", str(data)).exit_code == 0

    assert _run("verify", "--data", str(data)).exit_code == 0
    assert _run("access", "verify", "--data", str(data)).exit_code == 0
    with running_server(data, knowledge) as address, AnamnesisClient(address) as client:
        assert "Gout" in str(client.profile(patient).facts)
    assert _run("keys", "former", str(tmp_path / "old"), "--data", str(data)).exit_code == 0
    assert read_master_key(tmp_path / "old" / "former-1.key") == old


def test_a_key_from_a_vault_is_served_with_and_replaced_by_the_vaults_next(
    tmp_path: Path, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, vault = tmp_path / "data", {name: tmp_path / f"vault-{name}" for name in ("old", "new")}
    for place in vault.values():
        make_master_key(place)
    source = {name: f"command:cat '{place}'" for name, place in vault.items()}
    with (
        running_server(data, knowledge, master_key_source=source["old"]) as address,
        AnamnesisClient(address) as client,
    ):
        patient = client.register_patient(locale="en")
        client.import_card(patient, {"as_of": "2025-03-10", "diagnosis": ["Gout"]})
    monkeypatch.setenv("ANAMNESIS_MASTER_KEY_SOURCE", source["old"])
    assert _run("verify", "--data", str(data)).exit_code == 0

    nowhere = _run("keys", "rotate", "--data", str(data))
    done = _run("keys", "rotate", "--to", source["new"], "--data", str(data))

    assert nowhere.exit_code != 0 and "--to" in nowhere.stderr
    assert done.exit_code == 0 and str(vault["new"]) not in done.stdout + done.stderr
    assert _run("verify", "--data", str(data)).exit_code != 0
    monkeypatch.setenv("ANAMNESIS_MASTER_KEY_SOURCE", source["new"])
    assert _run("verify", "--data", str(data)).exit_code == 0
    with (
        running_server(data, knowledge, master_key_source=source["new"]) as address,
        AnamnesisClient(address) as client,
    ):
        assert "Gout" in str(client.profile(patient).facts)
    assert not (data / "master.key").exists()
