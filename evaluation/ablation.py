"""The same conversations under several profiles: what each part of the agent is worth, and what it costs.

    python -m evaluation.ablation --profiles baseline,full_context_engineering [--scenarios DIR] [--json]

Every scenario is played once a profile, each time by a patient of its own, against one server that is started for the
occasion with the environment's settings, so also with its language model. DIR holds ``scenarios.jsonl`` as for
``evaluation.p6``; without it three short conversations of our own are played.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from clients.client import AnamnesisClient
from domain.errors import AnamnesisError
from evaluation.ablation_tables import MEANING, Row, by_profile, events_table
from evaluation.server_process import running_server
from protos.anamnesis.v1 import audit_pb2

JSON = dict[str, Any]

DEFAULT_PROFILES = ("llm", "basic_rag", "baseline", "self_refine_full_safety", "full_context_engineering")
"""No memory and no search, a search alone, memory and a search, refining with its stops, and everything."""
_SHORT = ("profile", "turns", "quality", "iterations", "retrievals", "model_calls", "tokens", "cost", "same_documents",
          "no_progress", "loops", "cached", "p50_ms", "p95_ms")  # fmt: skip
"""The columns of the printed table; JSON has them all."""


class InvalidScenarios(AnamnesisError):
    """The scenarios cannot be played."""

    status = "INVALID_ARGUMENT"
    reason = "INVALID_SCENARIOS"
    advice = "Give a directory whose scenarios.jsonl has one scenario a line, with its turns in this language."


class TurnRefused(AnamnesisError):
    """The server refuses these turns as such."""

    status = "INVALID_ARGUMENT"
    reason = "TURN_REFUSED"
    advice = "Correct the profile or the scenario, and run it again."


def scenarios_of(folder: Path | None, language: str) -> list[JSON]:
    """The scenarios of a folder, or the shipped ones. Raises InvalidScenarios with the file and line."""
    source = folder / "scenarios.jsonl" if folder else files("evaluation").joinpath("ablation_scenarios.jsonl")
    try:
        lines = source.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidScenarios(f"{source} cannot be read: {type(error).__name__}.") from error
    found = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            found.append(_scenario(line, language, f"{source}, line {number}"))
    if not found:
        raise InvalidScenarios(f"{source} holds no scenario.")
    return found


def _scenario(line: str, language: str, place: str) -> JSON:
    try:
        scenario: JSON = json.loads(line)
        for turn in scenario["turns"]:
            if not isinstance(turn[f"utterance_{language}"], str):
                raise TypeError
            datetime.fromisoformat(turn["at"])
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidScenarios(f"{place}: {type(error).__name__} {error}.".replace("\n", " ")) from error
    return scenario


def ablate(
    profiles: Sequence[str],
    scenarios: Sequence[JSON],
    language: str = "ko",
    address: str | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Row]:
    """Play every scenario under every profile and return one row a profile; ``address`` names a server to use.

    ``progress`` is told before each conversation how many have been played, and of how many.

    Raises TurnRefused for a profile that the server doesn't know, and the client's named failures.
    """
    with tempfile.TemporaryDirectory() as data, running_server(address, Path(data)) as serving:
        with AnamnesisClient(serving) as client:
            return by_profile(events_table(_played(client, profiles, scenarios, language, progress)), profiles)


def _played(
    client: AnamnesisClient,
    profiles: Sequence[str],
    scenarios: Sequence[JSON],
    language: str,
    progress: Callable[[int, int], None],
) -> Iterator[tuple[str, audit_pb2.Event]]:
    for done, (profile, scenario) in enumerate(product(profiles, scenarios)):
        progress(done, len(profiles) * len(scenarios))
        patient_id = _play(client, scenario, profile, language)
        for event in client.events(patient_id):
            yield profile, event


def _play(client: AnamnesisClient, scenario: JSON, profile: str, language: str) -> str:
    """Play one scenario by a new patient, whose id is returned. A failed turn is in the log like any other."""
    patient_id, conversation_id = str(uuid.uuid4()), str(uuid.uuid4())
    client.register_patient(patient_id, locale=language, time_zone=scenario.get("timezone", "Asia/Seoul"))
    if scenario.get("record"):
        client.import_card(patient_id, json.dumps(scenario["record"], ensure_ascii=False))
    for turn in scenario["turns"]:
        for message in client.converse(
            patient_id,
            turn[f"utterance_{language}"],
            conversation_id=conversation_id,
            said_at=datetime.fromisoformat(turn["at"]),
            profile=profile,
        ):
            if message.WhichOneof("payload") == "turn_failed" and not message.turn_number:
                # Nothing of it is in the log: the request itself is wrong, for every turn to come.
                raise TurnRefused(f"{profile}: {message.turn_failed.message}")
    return patient_id


def table(rows: Sequence[Row]) -> list[str]:
    """The rows as aligned text, with what the columns mean below."""
    cells = [list(_SHORT), *([_cell(row[name]) for name in _SHORT] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_SHORT))]
    lines = ["  ".join((line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:]))) for line in cells]
    judges = sorted({row["judge"] for row in rows if row["judge"]})
    return [*lines, "", f"judged by: {'; '.join(judges)}", *(f"{name}: {what}" for name, what in MEANING.items())]


def _cell(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profiles", default=",".join(DEFAULT_PROFILES))
    parser.add_argument("--scenarios", type=Path)
    parser.add_argument("--language", choices=("ko", "en"), default="ko")
    parser.add_argument("--address")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    profiles = [name for name in options.profiles.split(",") if name]
    try:
        scenarios = scenarios_of(options.scenarios, options.language)
        rows = ablate(profiles, scenarios, options.language, options.address)
    except AnamnesisError as error:
        print(f"Error: {error}\n  Next: {error.advice}", file=sys.stderr)
        return 1
    print(json.dumps(rows, ensure_ascii=False, indent=2) if options.json else "\n".join(table(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
