"""The command line against a real server: what it prints where, and how it ends."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from typer.testing import CliRunner, Result

from clients import AnamnesisClient
from server.__main__ import application
from tests.server.conftest import Server
from tests.server.copies import copy_of


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(application(), list(arguments), prog_name="anamnesis", catch_exceptions=False)


@pytest.fixture
def copied(server: Server, corrected: str, tmp_path: Path) -> Path:
    """A data directory of one's own with the same log and views."""
    return copy_of(server.data, tmp_path)


def test_help_leads_with_examples() -> None:
    shown = _run("--help").stdout

    assert shown.index("Examples:") < shown.index("Options")
    for command in ("serve", "chat", "demo", "profile", "timeline", "as-of", "events", "rebuild", "sql", "doctor"):
        assert command in shown


@pytest.mark.parametrize(
    ("command", "unneeded"),
    [
        (["--help"], {"structlog", "grpc", "numpy", "duckdb", "domain.records"}),
        (["sql", "--list"], {"grpc", "numpy", "duckdb", "pyarrow", "domain.records"}),
    ],
)
def test_what_only_lists_loads_nothing_that_is_heavy(command: list[str], unneeded: set[str]) -> None:
    assert unneeded & _loaded_by(*command) == set()


def test_what_looks_at_the_log_loads_nothing_that_reads_or_answers(copied: Path) -> None:
    loaded = _loaded_by("verify", "--data", str(copied))
    assert "domain.store.verification" in loaded
    assert {"agent.skills", "extraction", "retrieval"} & loaded == set()


def _loaded_by(*command: str) -> set[str]:
    """The modules of a process that has run a command."""
    script = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
        "from server.__main__ import main; main()"
    )
    told = subprocess.run([sys.executable, "-c", script, *command], capture_output=True, text=True, check=True)
    assert told.stdout
    return set(told.stderr.split())


def test_an_interrupt_while_the_commands_are_loaded_leaves_no_traceback(tmp_path: Path) -> None:
    # A shell's background jobs begin with interrupts ignored, and so would the command.
    heard = "import os, signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    (tmp_path / "typer.py").write_text(f"{heard}; os.kill(os.getpid(), signal.SIGINT)", encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), os.getcwd()])
    told = subprocess.run(
        [sys.executable, "-P", "-m", "server", "--help"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )

    assert (told.returncode, told.stdout, told.stderr) == (130, "", "")


def test_a_profile_for_people_and_for_programs(server: Server, corrected: str) -> None:
    told = _run("profile", corrected, "--address", server.address)
    data = json.loads(_run("profile", corrected, "--address", server.address, "--json").stdout)

    assert told.exit_code == 0
    assert "6.9 %" in told.stdout and "7.2 %" not in told.stdout
    assert {fact["name"] for fact in data["facts"]} >= {"Metformin", "HbA1c", "Penicillin"}
    assert data["version"] and data["fingerprint"]


@pytest.mark.parametrize("choice", ["turn", "position", "time"])
def test_what_was_known_at_an_earlier_point(
    server: Server, client: AnamnesisClient, corrected: str, choice: str
) -> None:
    position = client.position_of_turn(corrected, 1)
    [event] = [event for event in client.events(corrected) if event.position == position]
    at = event.recorded_at.ToDatetime().isoformat() + "+00:00"
    option = {"turn": ("--turn", "1"), "position": ("--position", str(position)), "time": ("--at", at)}[choice]
    told = _run("as-of", corrected, *option, "--address", server.address)

    assert told.exit_code == 0
    assert "7.2 %" in told.stdout and "6.9 %" not in told.stdout


def test_a_timeline_strikes_out_what_was_corrected(server: Server, corrected: str) -> None:
    told = _run("timeline", corrected, "--slot", "labs", "--address", server.address)
    data = json.loads(_run("timeline", corrected, "--slot", "labs", "--address", server.address, "--json").stdout)

    assert "~~HbA1c 7.2 % [2025-03-03]~~" in told.stdout
    assert [len(history["versions"]) for history in data] == [1, 2]


def test_events_are_listed_and_tailed(server: Server, corrected: str) -> None:
    listed = _run("events", "list", corrected, "--address", server.address, "--json").stdout.splitlines()
    tailed = _run("events", "tail", corrected, "-n", "3", "--address", server.address, "--json").stdout.splitlines()
    corrections = _run("events", "list", corrected, "--topic", "SlotCorrected", "--address", server.address).stdout

    assert tailed == listed[-3:]
    assert json.loads(listed[0])["payload"]["locale"] == "en"
    assert corrections.count("SlotCorrected.v1") == len(corrections.splitlines()) == 1


def test_a_conversation_from_standard_input(server: Server) -> None:
    arguments = ["chat", "--locale", "en", "--address", server.address]
    told = CliRunner().invoke(application(), arguments, input="I have asthma.\n\n")

    assert told.exit_code == 0
    assert "Recorded Conditions: Asthma" in told.stdout
    assert "anamnesis profile" in told.stderr and "anamnesis profile" not in told.stdout


def test_a_verification_says_that_views_are_what_the_log_says(server: Server, corrected: str, copied: Path) -> None:
    for source in (("--address", server.address), ("--data", str(copied))):
        told = _run("rebuild", "--verify", "--patient", corrected, *source)
        assert told.exit_code == 0
        assert told.stdout.splitlines()[-1] == "6 views identical"
    data = json.loads(_run("rebuild", "profile", "--verify", "--json", "--data", str(copied)).stdout)
    assert [(outcome["name"], outcome["identical"]) for outcome in data] == [("profile", True)]


def test_a_verification_that_finds_a_difference_ends_with_3_and_a_rebuild_mends_it(copied: Path) -> None:
    with closing(sqlite3.connect(copied / "views.db")) as views, views:
        [table] = views.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'profile%'"
        ).fetchone()
        views.execute(f"UPDATE \"{table}\" SET view = replace(view, '6.9', '9.6')")

    found = _run("rebuild", "--verify", "--data", str(copied))
    assert found.exit_code == 3
    assert "1 of 6 views differ" in found.stdout
    assert "/content/value" in found.stdout and "9.6" not in found.stdout
    assert "kept 9.6, rebuilt 6.9" in _run("rebuild", "--verify", "--with-text", "--data", str(copied)).stdout
    refused = _run("rebuild", "--data", str(copied))
    assert refused.exit_code == 3 and "--accept puts the rebuilt ones in place" in refused.stdout
    assert _run("rebuild", "--verify", "--data", str(copied)).exit_code == 3
    assert "begins anew" in _run("rebuild", "--dry-run", "--data", str(copied)).stdout
    assert _run("rebuild", "--accept", "--data", str(copied)).exit_code == 0
    assert _run("rebuild", "--verify", "--data", str(copied)).exit_code == 0


def test_processes_verify_a_sealed_log_as_one_process_does(copied: Path) -> None:
    command = ("rebuild", "--verify", "--json", "--data", str(copied))

    def outcomes(*workers: str) -> list[tuple[str, bool, str]]:
        told = _run(*command, *workers)
        assert told.exit_code == 0
        return [(one["name"], one["identical"], one["fingerprint"]) for one in json.loads(told.stdout)]

    assert outcomes("--workers", "2") == outcomes()


def test_processes_fold_the_files_and_are_no_wish_to_a_server(server: Server) -> None:
    refused = _run("rebuild", "--verify", "--workers", "2", "--address", server.address)
    assert refused.exit_code == 2 and "give --data" in refused.stderr


def test_the_log_can_be_asked_in_sql(copied: Path, corrected: str) -> None:
    whose = f"event = 'SlotCorrected' AND patient_id = '{corrected}'"
    question = f"SELECT count(*) AS corrections FROM events WHERE {whose}"
    told = _run("sql", question, "--data", str(copied), "--json")
    ready = json.loads(_run("sql", "--list", "--json").stdout)

    assert json.loads(told.stdout) == [{"corrections": 1}]
    for name in ready:
        assert _run("sql", name, "--data", str(copied)).exit_code == 0


def test_doctor_lists_the_settings_and_checks_log_and_server(server: Server, copied: Path) -> None:
    told = _run("doctor", "--data", str(copied), "--address", server.address)
    states = {one["what"]: one["state"] for one in json.loads(_run("doctor", "--data", str(copied), "--json").stdout)}

    assert told.exit_code == 0
    assert "ANAMNESIS_TURN_SECONDS" in told.stdout
    assert states["log"] == states["log can be written"] == "ok"


def test_doctor_says_which_corpus_is_answered_from(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def corpus() -> tuple[str, str]:
        told = json.loads(_run("doctor", "--data", str(copied), "--json").stdout)
        return next((one["state"], one["found"]) for one in told if one["what"] == "corpus")

    assert corpus()[0] == "ok"
    monkeypatch.setenv("ANAMNESIS_INDEX", str(copied / "absent"))
    assert corpus()[0] == "wrong" and "absent" in corpus()[1]


def test_doctor_finds_a_file_that_is_no_log(copied: Path) -> None:
    shutil.copy(copied / "views.db", copied / "log.db")
    told = _run("doctor", "--data", str(copied))

    assert told.exit_code == 1
    assert "not an Anamnesis log" in told.stdout
    # And where the reader's eye stops, below a screenful of settings.
    assert "not an Anamnesis log" in told.stdout[told.stdout.rindex("ANAMNESIS_") :]


FAILURES = {
    "no server": (("profile", str(uuid4()), "--address", "127.0.0.1:1"), 4, "anamnesis serve"),
    "no log": (("rebuild", "--data", "nowhere"), 1, "--data DIR"),
    "no such view": (("rebuild", "horoscope", "--data", "{data}"), 1, "ListProjections"),
    "no such patient": (("profile", str(uuid4()), "--address", "{address}"), 1, "RegisterPatient"),
    "no UUID": (("profile", "somebody", "--address", "{address}"), 1, "UUID"),
    "no such turn": (("as-of", "{patient}", "--turn", "9", "--address", "{address}"), 1, "events"),
    "bad SQL": (("sql", "selec", "--data", "{data}"), 1, "SHOW TABLES"),
    "no choice": (("as-of", "{patient}"), 2, "exactly one"),
    "no such slot": (("timeline", "{patient}", "--slot", "horoscopes", "--address", "{address}"), 2, "horoscopes"),
    "no time": (("as-of", "{patient}", "--at", "yesterday"), 2, "ISO 8601"),
    "no query": (("sql",), 2, "--list"),
    "no such command": (("foretell",), 2, "foretell"),
}


@pytest.mark.parametrize(("arguments", "code", "hint"), FAILURES.values(), ids=FAILURES)
def test_failures_are_a_sentence_a_next_step_and_an_exit_code(
    server: Server, corrected: str, copied: Path, arguments: tuple[str, ...], code: int, hint: str
) -> None:
    names = {"address": server.address, "patient": corrected, "data": copied}
    told = _run(*(argument.format(**names) for argument in arguments))

    assert told.exit_code == code
    assert told.stdout == ""
    assert hint in " ".join(told.stderr.replace("│", " ").split())
    assert "Traceback" not in told.stderr


def test_a_directory_that_is_served_already_is_not_served_again(server: Server) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "server", "serve", "--address", "127.0.0.1:0", "--data", str(server.data)],
        capture_output=True,
        text=True,
    )

    assert told.returncode == 4
    assert told.stdout == ""
    assert "Stop the other process" in told.stderr


def test_a_patient_is_registered_heard_and_put_right_by_hand(server: Server) -> None:
    tenant = f"ward-{uuid4()}"
    patient = _run("register", "--locale", "en", "--tenant", tenant, "--address", server.address).stdout.strip()
    said = "My A1c was 7.8 on 2 December 2024 and 7.2 on 3 March 2025. I take metformin 500 mg."
    heard = _run("observe", patient, said, "--agent-said", "How are you?", "--address", server.address)
    right = _run(
        "correct", patient, "hba1c", "--on", "2025-03", "--value", "6.9", "--reason", "typing error",
        "--address", server.address,
    )  # fmt: skip
    gone = _run("retract", patient, "Metformin", "--reason", "her mother's", "--address", server.address)
    profile = _run("profile", patient, "--address", server.address).stdout
    listed = json.loads(_run("patients", "--tenant", tenant, "--json", "--address", server.address).stdout)

    assert "Recorded Tests: HbA1c 7.8 %" in heard.stdout and "Turn 1 is kept; 3 things" in heard.stderr
    assert "~~7.2 % [2025-03-03]~~ -> 6.9 %" in right.stdout
    assert "Withdrawn" in gone.stdout
    assert "6.9 %" in profile and "7.8 %" in profile and "7.2 %" not in profile and "Metformin" not in profile
    assert [one["patient_id"] for one in listed] == [patient]
    assert patient in _run("patients", "--tenant", tenant, "--address", server.address).stdout
    assert "anamnesis register" in _run("patients", "--tenant", "nobody's", "--address", server.address).stderr


EDITS_BY_MISTAKE = {
    "nothing to say": (("correct", "{patient}", "HbA1c"), "--value"),
    "no such fact": (("retract", "{patient}", "horoscope"), "anamnesis profile"),
    "several of one name": (("retract", "{patient}", "HbA1c"), "--on"),
    "no number": (("correct", "{patient}", "HbA1c", "--on", "2025-03-03", "--value", "high"), "number"),
}


@pytest.mark.parametrize(("arguments", "hint"), EDITS_BY_MISTAKE.values(), ids=EDITS_BY_MISTAKE)
def test_an_edit_that_is_not_clear_changes_nothing(
    server: Server, client: AnamnesisClient, corrected: str, arguments: tuple[str, ...], hint: str
) -> None:
    before = client.profile(corrected).version
    told = _run(*(one.format(patient=corrected) for one in arguments), "--address", server.address)

    assert told.exit_code == 2
    assert hint in told.stderr
    assert client.profile(corrected).version == before
