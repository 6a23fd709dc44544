"""What is shipped to run the service with does what it says, as far as it can be tried without a container engine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from clients import AnamnesisClient
from domain.store.places import is_postgres
from server.composition import Knowledge
from server.settings import PREFIX, Settings
from tests.server.running import CARD, running_server

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


@pytest.mark.torture
def test_a_backup_taken_while_the_service_runs_is_restored_and_proved(tmp_path: Path, knowledge: Knowledge) -> None:
    commands = tmp_path / "bin"
    commands.mkdir()
    (commands / "anamnesis").write_text(f'#!/bin/sh\nexec {sys.executable} -m server "$@"\n')
    (commands / "anamnesis").chmod(0o700)
    data = tmp_path / "data"
    with running_server(data, knowledge) as address, AnamnesisClient(address) as client:
        client.import_card(client.register_patient(locale="en"), CARD)
        environment = os.environ | {"PATH": f"{commands}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
        drill = [shutil.which("bash") or "bash", str(DEPLOY / "backup-drill.sh"), str(data), str(data / "master.key")]
        ran = subprocess.run(drill, env=environment, capture_output=True, text=True, timeout=110)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.endswith("the copy is whole\n")


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "compose.postgres.yaml", "anamnesis.service"])
def test_every_setting_that_is_shipped_is_one(file: str) -> None:
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    shown = {"TLS_CA_FILE", "CLIENT_CERTIFICATE_FILE", "CLIENT_KEY_FILE", "HEALTH_ADDRESS"}
    text = (DEPLOY / file).read_text(encoding="utf-8")
    named = {word.strip("=:{}\"'().,-") for word in text.replace("=", " ").replace("{", " ").split() if PREFIX in word}

    assert {word for word in named if word.removeprefix(PREFIX).isupper()} <= known | {PREFIX + one for one in shown}


def test_the_image_holds_every_package_of_the_service() -> None:
    import tomllib

    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    copied = {
        line.split()[1] for line in (DEPLOY / "Containerfile").read_text().splitlines() if line.startswith("COPY ")
    }

    assert {name for name in packages if "." not in name} <= copied


def test_two_servers_share_a_database_and_nothing_else() -> None:
    text = (DEPLOY / "compose.postgres.yaml").read_text(encoding="utf-8")
    composed = yaml.safe_load(text.replace("!override ", ""))
    first, second = composed["services"]["anamnesis"], composed["services"]["second"]

    assert first["environment"] == second["environment"]
    assert is_postgres(first["environment"]["ANAMNESIS_STORE"])
    assert "password" not in first["environment"]["ANAMNESIS_STORE"]
    assert second["volumes"] == ["second:/data"] and second["extends"]["service"] == "anamnesis"
    assert {name for one in composed["services"].values() for name in one["secrets"]} == set(composed["secrets"])


def test_the_container_runs_without_rights(tmp_path: Path) -> None:
    service = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]["anamnesis"]

    assert service["read_only"] and service["cap_drop"] == ["ALL"] and service["user"] == "10001:10001"
    assert set(service["secrets"]) == {"tls_certificate", "tls_key", "tls_ca", "master_key"}
