"""The terminal speaks its user's language: results, refusals and commands that are written wrong."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from clients import AnamnesisClient
from clients.cli.words import _catalogue, _of_page
from domain.errors import AnamnesisError
from server.__main__ import application
from server.composition import Knowledge
from tests.server.running import running_server

KOREAN = {"LC_ALL": "ko_KR.UTF-8"}
SAID = "저는 고혈압이 있어서 암로디핀 5mg을 하루 두 번 먹어요. 당화혈색소는 7.2%였어요."
CORRECTED = "죄송해요, 당화혈색소는 7.2%가 아니라 6.9%였어요."
NAMES = {"UTC", "mmHg", "root", "local", "access", "report", "replay", "rebuild", "MedCAT", "medcat", "int"}
"""What has no other name in Korean: zones, units, users, commands and libraries."""
WORD = re.compile(r"[A-Za-z_\[\]]{3,}")
CODES = re.compile(r"[0-9a-f-]{36}|\b[0-9a-f]{12}\b|@\S+|\d\S*(?:mg|Z)\b|`[^`]*`|--\w[\w-]*|\([^)가-힣]*\)")
"""Ids, fingerprints, versions, doses, commands to copy, and names that are quoted in brackets."""


def _run(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(application(), list(words), env=environment or KOREAN)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[tuple[str, str, Path]]:
    """A server, a patient who has corrected something there, and its data."""
    data = tmp_path_factory.mktemp("korean")
    with running_server(data, knowledge) as address, AnamnesisClient(address) as client:
        patient = client.register_patient(locale="ko", time_zone="Asia/Seoul")
        for said in (SAID, "최근 당화혈색소 값이 얼마예요?", CORRECTED):
            client.say(patient, said)
        yield address, patient, data


def _foreign(text: str) -> list[str]:
    return [word for word in WORD.findall(CODES.sub(" ", text)) if word not in NAMES]


@pytest.mark.parametrize(
    "command",
    [
        "profile {patient} --address {address}",
        "as-of {patient} --turn 1 --address {address}",
        "timeline {patient} --address {address}",
        "explain {patient} 2 --address {address}",
        "events list {patient} --address {address}",
        "correct {patient} 당화혈색소 --value 6.8 --address {address}",
        "observe {patient} 혈압이150에90이에요 --address {address}",
        "replay {patient} --until 3 --data {data}",
        "rebuild --verify --data {data}",
        "rebuild --dry-run --patient {patient} --data {data}",
        "verify --data {data}",
        "access report {patient} --data {data}",
        "access review --data {data}",
        "access verify --data {data}",
        "health --address {address}",
    ],
)
def test_results_hold_no_foreign_word_and_no_code(told: tuple[str, str, Path], command: str) -> None:
    address, patient, data = told
    ran = _run(*command.format(address=address, patient=patient, data=data).split())

    assert ran.exit_code == 0, ran.output
    assert re.search("[가-힣]", ran.output)
    assert _foreign(ran.output) == [], ran.output


@pytest.mark.parametrize(
    ("command", "code", "named"),
    [
        ("profile nobody --address {address}", 1, "UUID"),
        ("explain {patient} 99 --address {address}", 1, "차례 99"),
        ("profile 0b9d1a2c-3d4e-4f50-8a61-728394a5b6c7 --address {address}", 1, "그런 환자가 없습니다"),
        ("profile {patient} --address 127.0.0.1:1", 4, "--address"),
        ("verify --data {data}/none", 1, "{data}/none"),
        ("sql 'drop everything' --data {data}", 1, "SELECT"),
        ("profile", 2, "PATIENT"),
        ("profile {patient} --sideways", 2, "--sideways"),
        ("divine {patient}", 2, "divine"),
        ("as-of {patient} --turn soon", 2, "--turn"),
        ("as-of {patient} --at soon --address {address}", 2, "'soon'"),
        ("retract {patient} 별자리 --address {address}", 2, "별자리"),
        ("correct {patient} 당화혈색소 --value 높음 --address {address}", 2, "높음"),
        ("replay {patient} --step --json --data {data}", 2, "--step"),
        ("token revoke nobody --file {data}/none.json", 1, "token list"),
        ("import {patient} {data}/none.json --address {address}", 2, "none.json"),
    ],
)
def test_refusals_name_what_was_wrong_and_what_to_do(
    told: tuple[str, str, Path], command: str, code: int, named: str
) -> None:
    address, patient, data = told
    values = {"address": address, "patient": patient, "data": str(data)}
    ran = _run(*(word.format(**values).strip("'") for word in re.findall(r"'[^']*'|\S+", command)))

    assert ran.exit_code == code, ran.output
    wrong, advice = ran.stderr.strip().splitlines()
    assert wrong.startswith("오류: ") and advice.startswith("  다음: ")
    assert named.format(**values) in ran.stderr
    assert re.search("[가-힣]", wrong.removeprefix("오류: "))


def test_what_was_said_wins_over_the_locale_and_is_forgotten(told: tuple[str, str, Path]) -> None:
    address, patient, _ = told
    english = _run("profile", patient, "--address", address, "--lang", "en")
    korean = _run("profile", patient, "--address", address, "--lang", "ko", LC_ALL="C.UTF-8")
    failed = _run("explain", patient, "99", "--address", address, "--lang", "ko", LC_ALL="C.UTF-8")
    after = _run("explain", patient, "99", "--address", address, LC_ALL="C.UTF-8")
    unknown = _run("profile", patient, "--lang", "de")

    assert "Tests" in english.stdout and "검사" not in english.stdout
    assert "검사" in korean.stdout and "Tests" not in korean.stdout
    assert failed.stderr.startswith("오류: ") and after.stderr.startswith("Error: Turn 99")
    assert unknown.exit_code == 2 and "'de'" in unknown.stderr


def test_events_are_asked_for_by_either_name(told: tuple[str, str, Path]) -> None:
    address, patient, _ = told
    one, other = (_run("events", "list", patient, "--topic", name, "--address", address) for name in
                  ("답변 무효", "AnswerInvalidated"))  # fmt: skip

    assert one.stdout == other.stdout and one.stdout.count("답변 무효") >= 1


_OF_THE_SERVICE = ("domain", "server", "agent", "projections", "retrieval", "evaluation.study")


def _reasons() -> set[str]:
    """Of every named failure that the service can have, wherever it is defined."""
    for name in _OF_THE_SERVICE:
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)

    def below(kind: type[AnamnesisError]) -> Iterator[type[AnamnesisError]]:
        yield kind
        for one in kind.__subclasses__():
            yield from below(one)

    return {kind.reason for kind in below(AnamnesisError) if kind.__module__.startswith(_OF_THE_SERVICE)}


def test_every_reason_of_the_service_has_its_sentence_and_what_to_do() -> None:
    korean = _catalogue("ko")
    missing = {one for one in _reasons() if not (korean.get(f"problem.{one}") and korean.get(f"advice.{one}"))}

    assert missing == set()
    for name, said in _of_page("problems").items():
        assert re.search("[가-힣]", said) and "{" not in said, name
        assert json.dumps(said, ensure_ascii=False).count('"') % 2 == 0
