"""Page, assistant and commands before a server with TLS and authentication, as an operator would run them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client
from typer.testing import CliRunner, Result

from clients import AnamnesisClient, Credentials
from clients.gateway.upstream import Upstream
from server.__main__ import application
from server.authentication.principals_file import create_token
from server.composition import Knowledge
from tests.gateway.conftest import running_gateway
from tests.server.certificates import Authority
from tests.server.running import CARD, running_server

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Hospital:
    """A server with TLS, the authority of its certificate, and files with a token of an agent and of a patient."""

    address: str
    authority: Authority
    patient: str
    agent: Path
    own: Path

    def options(self, token: Path) -> list[str]:
        return ["--address", self.address, "--ca-file", str(self.authority.file), "--token-file", str(token)]


@pytest.fixture(scope="module")
def hospital(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Hospital]:
    folder = tmp_path_factory.mktemp("hospital")
    authority = Authority(folder / "authority")
    served = authority.issue("server", "localhost")
    principals = folder / "data" / "principals.json"
    agent, own = folder / "agent.token", folder / "own.token"
    agent.write_text(create_token(principals, "bot", "agent", tenant="a")[1] + "\n")
    given = {"tls_certificate_file": served.certificate, "tls_key_file": served.key}
    with running_server(folder / "data", knowledge, "localhost:0", **given) as address:
        shown = Credentials(token=agent.read_text().strip(), ca=authority.file)
        with AnamnesisClient(address, credentials=shown) as client:
            patient = client.register_patient(locale="en", time_zone="UTC")
            client.import_card(patient, CARD)
        own.write_text(create_token(principals, "p", "patient", tenant="a", patients=(patient,))[1])
        yield Hospital(address, authority, patient, agent, own)


def _run(*words: str) -> Result:
    return CliRunner().invoke(application(), list(words), env={"LANG": "C.UTF-8"})


def test_commands_reach_it_with_the_authority_and_a_token_in_files(hospital: Hospital) -> None:
    listed = _run("patients", *hospital.options(hospital.agent))
    profile = _run("profile", hospital.patient, *hospital.options(hospital.own))
    events = _run("events", "list", hospital.patient, *hospital.options(hospital.own), "--purpose", "PATRQT")

    assert listed.exit_code == 0 and hospital.patient in listed.stdout
    assert profile.exit_code == 0 and "Metformin" in profile.stdout
    assert events.exit_code == 0 and "SlotRecorded" in events.stdout
    assert not [name for name in os.environ if name.startswith("ANAMNESIS_TOKEN") or name.startswith("ANAMNESIS_TLS")]


def test_commands_without_them_are_refused_and_say_what_to_do(hospital: Hospital, tmp_path: Path) -> None:
    address, ca = hospital.address, str(hospital.authority.file)
    strange = Authority(tmp_path / "strange")

    nameless = _run("patients", "--address", address, "--ca-file", ca)
    distrusted = _run(
        "patients", "--address", address, "--ca-file", str(strange.file), "--token-file", str(hospital.own)
    )
    unlisted = _run("patients", *hospital.options(hospital.own))
    absent = _run("patients", "--address", address, "--ca-file", str(tmp_path / "none.pem"))

    assert nameless.exit_code == 1 and "Bearer" in nameless.stderr
    assert distrusted.exit_code == 4 and "--address" in distrusted.stderr
    assert unlisted.exit_code == 1 and "role" in unlisted.stderr
    assert absent.exit_code == 1 and "cannot be read" in absent.stderr


def test_the_page_passes_on_what_each_reader_shows_and_nothing_of_its_own(hospital: Hospital) -> None:
    own = Credentials(token=hospital.agent.read_text().strip(), ca=hospital.authority.file)
    reader = {"Authorization": f"Bearer {hospital.own.read_text()}"}
    path = f"/v1/patients/{hospital.patient}/profile"
    with running_gateway(Upstream(hospital.address, own)) as base, httpx.Client(base_url=base, timeout=60) as http:
        assert http.get("/v1/health").json()["serving"] is True
        assert http.get(path).status_code == 401
        assert http.get(path, headers=reader).json()["facts"]
        assert http.get("/v1/patients", headers=reader).status_code == 403
        turn = {"text": "My HbA1c was 6.9% yesterday."}
        told = http.post(f"/v1/patients/{hospital.patient}/turns", json=turn, headers=reader)
        assert told.status_code == 200 and "turn_completed" in told.text


def test_the_page_lends_its_own_token_where_that_was_said(hospital: Hospital) -> None:
    own = Credentials(token=hospital.agent.read_text().strip(), ca=hospital.authority.file)
    with running_gateway(Upstream(hospital.address, own, lent=True)) as base, httpx.Client(base_url=base) as http:
        listed = http.get("/v1/patients")
        shown = http.get("/v1/patients", headers={"Authorization": f"Bearer {hospital.own.read_text()}"})

    assert [one["patient_id"] for one in listed.json()["patients"]] == [hospital.patient]
    assert shown.status_code == 403


def test_a_certificate_of_the_page_stands_for_no_reader(hospital: Hospital) -> None:
    issued = hospital.authority.issue("page", "page.ward3")
    own = Credentials(ca=hospital.authority.file, certificate=issued.certificate, key=issued.key)
    with running_gateway(Upstream(hospital.address, own)) as base, httpx.Client(base_url=base) as http:
        assert http.get("/v1/patients").status_code == 401


def test_a_readers_token_is_not_passed_on_in_the_clear() -> None:
    with running_gateway(Upstream("anamnesis.example:50051")) as base, httpx.Client(base_url=base) as http:
        told = http.get("/v1/patients", headers={"Authorization": "Bearer ana_x_y"})

    assert told.status_code >= 400 and told.json()["reason"] == "CREDENTIALS_REFUSED"


async def test_an_assistant_remembers_through_it(hospital: Hospital) -> None:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "server", "mcp", *hospital.options(hospital.agent)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        profile = await session.read_resource(f"anamnesis://patients/{hospital.patient}/profile")
        recalled = await session.call_tool("recall", {"patient_id": hospital.patient, "query": "My medicines?"})

    assert "Metformin" in json.dumps(json.loads(profile.contents[0].text))  # type: ignore[union-attr]
    assert not recalled.is_error and "Metformin" in recalled.content[0].text  # type: ignore[union-attr]
