"""`keys`: a new master key, and what the service and the commands find afterwards."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner, Result

from clients import AnamnesisClient
from domain.store.keyring import read_master_key
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
