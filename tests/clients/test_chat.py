"""A conversation on the terminal: what can be asked beside talking, both languages, lines broken between words."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from typer.testing import CliRunner, Result

from clients import AnamnesisClient
from clients.cli.words import LANGUAGES, Words, _catalogue, user_language
from clients.cli.wrapping import LEAST_WIDTH, WordWrap
from server.__main__ import application

ROOT = Path(__file__).parents[2]


def _chat(address: str, *lines: str, locale: str = "ko", patient: str = "") -> Result:
    whose = ["--patient", patient] if patient else ["--locale", locale]
    told = CliRunner().invoke(application(), ["chat", *whose, "--address", address], input="\n".join([*lines, ""]))
    assert told.exit_code == 0, told.output
    return told


def _patient(told: Result) -> str:
    return str(re.findall(r"anamnesis profile (\S+)", told.stderr)[0])


def test_it_greets_names_its_commands_and_tells_what_was_remembered_in_words(address: str) -> None:
    told = _chat(address, "/help", "저는 고혈압이 있어서 암로디핀 5mg을 하루 두 번 먹어요.", "/profile", "/nonsense")

    assert "기억합니다" not in told.stdout and "/help" in told.stderr and "안녕하세요" in told.stderr
    assert "새로 기록 복용약: 암로디핀 5mg 하루 두 번" in told.stdout
    assert all(command in told.stdout for command in ("/profile", "/why", "/undo", "/quit"))
    assert "분류" in told.stdout and "BID" not in told.stdout and "medications" not in told.stdout
    assert "/nonsense" in told.stdout.splitlines()[-1]


def test_why_names_the_facts_of_an_answer_and_that_they_are_proved(address: str) -> None:
    said = ("My HbA1c was 7.2% on 3 March 2025.", "What was my latest HbA1c?")
    told = _chat(address, "/why", *said, "/why", locale="en")

    assert told.stdout.startswith("There is no answer yet.")
    assert "Asked: What was my latest HbA1c?" in told.stdout
    assert "  HbA1c 7.2 % [2025-03-03]" in told.stdout and "Proved: all" in told.stdout
    again = _chat(address, "/why 2", "/why two", "/why 7", patient=_patient(told))
    assert "I remember 1 things" in again.stderr and "Proved: all" in again.stdout
    assert "Give the number of the turn" in again.stdout and "! Turn 7 has no answer." in again.stdout


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("I am allergic to penicillin.", {}),
        ("I take metformin 500 mg twice a day.", {}),
        ("Sorry, my HbA1c on 3 March 2025 was 6.9%, not 7.2%.", {"HbA1c": 7.2}),
        ("What was my latest HbA1c?", {"HbA1c": 7.2}),
    ],
)
def test_undo_takes_back_what_the_last_turn_brought_and_leaves_it_in_the_history(
    address: str, first: str, then: dict[str, float]
) -> None:
    with AnamnesisClient(address) as client:
        patient = client.register_patient(str(uuid4()), locale="en", time_zone="UTC")
        if then:
            client.say(patient, "My HbA1c was 7.2% on 3 March 2025.")
        told = _chat(address, first, "/undo", "/undo", patient=patient)
        known = {fact.name: fact.number for fact in client.profile(patient).facts}
        kept = [one for history in client.timeline(patient) for one in history.versions]

    assert known == then
    changed = "latest" not in first
    assert ("Taken back: " in told.stdout) is changed
    assert told.stdout.splitlines()[-1].startswith("There is nothing to take back")
    # A correction and its undoing are two versions more.
    assert len(kept) == len(then) + (2 if then and changed else changed)


def test_quit_ends_it(address: str) -> None:
    assert "Asthma" not in _chat(address, "/quit", "I have asthma.", locale="en").stdout


def test_a_list_whose_reader_leaves_ends_without_a_word(address: str) -> None:
    with AnamnesisClient(address) as client:
        patient = client.register_patient(locale="en", time_zone="UTC")
    for more in ((), ("--json",)):
        command = (sys.executable, "-m", "server", "events", "list", patient, "--address", address, *more)
        run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert run.stdout is not None and run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b"" and run.wait(60) == 141
        run.stderr.close()


def test_both_languages_have_every_sentence_with_the_same_values() -> None:
    korean, english = (_catalogue(language) for language in LANGUAGES)
    # Why the service refuses it says itself in English; tests/clients/test_languages.py holds the Korean to all of it.
    korean = {name: said for name, said in korean.items() if not name.startswith(("problem.", "advice."))}
    assert korean.keys() == {name for name in english if not name.startswith("problem.")}
    marks = re.compile(r"\{\w+\}")
    assert [one for one in korean if sorted(marks.findall(korean[one])) != sorted(marks.findall(english[one]))] == []
    assert Words("ko")("unit.mm[Hg]") == "mmHg" and Words("en")("frequency.BID") == "twice a day"


def test_the_doctors_findings_that_are_translated_are_those_that_it_tells() -> None:
    told = [name.removeprefix("doctor.found.") for name in _catalogue("en") if name.startswith("doctor.found.")]
    source = "".join(
        (ROOT / "server" / "cli" / "doctor.py").read_text(encoding="utf-8").replace('"\n        f"', "").split("\n")
    )

    assert len(told) > 10 and [sentence for sentence in told if sentence not in source] == []


def test_the_doctor_tells_in_groups_and_in_the_language_of_the_terminal(tmp_path: Path) -> None:
    told = {
        language: CliRunner().invoke(application(), ["doctor", "--data", str(tmp_path)], env={"LC_ALL": locale}).stdout
        for language, locale in (("ko", "ko_KR.UTF-8"), ("en", "C.UTF-8"))
    }

    assert told["ko"].startswith("설치\n") and told["en"].startswith("Installation\n")
    for line in told["ko"].splitlines():
        assert not line.strip() or line.startswith("  ") or any("가" <= letter <= "힣" for letter in line), line
    lines = told["en"].splitlines()
    places = [lines.index(heading) for heading in ("Installation", "Data", "What answers are made with", "Settings")]
    assert places == sorted(places)
    access = lines.index("  access and encryption")
    assert "ANAMNESIS_TLS_CERTIFICATE_FILE" in "".join(lines[access : access + 12])
    assert "ANAMNESIS_TURN_SECONDS" in "".join(lines[lines.index("  serving, and its limits") :])


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "ko", "LANG": "en_GB.UTF-8"}, "ko"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_terminal(environment: dict[str, str], language: str) -> None:
    assert user_language(environment) == language


@given(
    words=st.lists(st.text(st.sampled_from("가나다라ab.,7"), min_size=1, max_size=9), max_size=40),
    width=st.integers(LEAST_WIDTH, 60),
    pieces=st.lists(st.integers(1, 7)),
)
def test_no_word_is_broken_and_no_line_is_longer_than_the_terminal(
    words: list[str], width: int, pieces: list[int]
) -> None:
    text, written = " ".join(words), list[str]()
    wrap = WordWrap(written.append, width)
    for size in pieces:
        wrap.feed(text[:size])
        text = text[size:]
    wrap.feed(text)
    wrap.end()

    lines = "".join(written).split("\n")
    assert " ".join(lines).split() == words
    assert all(cell_len(line) <= width for line in lines)


def test_for_a_pipe_nothing_is_broken() -> None:
    written = list[str]()
    wrap = WordWrap(written.append, 0)
    wrap.feed("한 " * 200)
    wrap.end()
    assert "".join(written) == "한 " * 200
