"""The experiment P6: scenarios times systems, played piece by piece so that a stopped study goes on where it was.

A piece is one scenario under one system. It is written whole or not at all, and the report reads pieces in the order of
their names: however often a study was stopped, and with however many workers, its files are the same bytes.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from clients.client import AnamnesisClient
from evaluation.server_process import running_server
from evaluation.study.cards import card_schema, cards_text
from evaluation.study.patients import InvalidStudy, generate
from evaluation.study.playing import SYSTEMS, Row, System, play
from evaluation.study.simulator import Scenario, planned, simulate
from evaluation.study.vocabulary import Language

Progress = Callable[[int, int], None]
"""Told how many pieces of how many are done."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What makes a study this study: two runs with equal settings and code have equal results."""

    experiment: str = "p6"
    patients: int = 80
    seed: int = 42
    language: Language = "ko"
    systems: tuple[System, ...] = SYSTEMS
    fillers: int = 0


def scenarios_of(settings: Settings) -> list[Scenario]:
    """The conversations of a study. Raises InvalidStudy for settings that make none."""
    if unknown := sorted(set(settings.systems) - set(SYSTEMS)):
        raise InvalidStudy(f"No system is called {unknown[0]}; known are {', '.join(SYSTEMS)}.")
    if not settings.systems:
        raise InvalidStudy(f"No system to play; known are {', '.join(SYSTEMS)}.")
    if not 0 <= settings.fillers <= 100:
        raise InvalidStudy(f"{settings.fillers} filler turns: from 0 to 100 can be played.")
    patients = generate(settings.patients, settings.seed)
    plays = planned(patients, settings.language, settings.fillers)
    return [simulate(patient, how, settings.seed) for patient, how in zip(patients, plays, strict=True)]


def run(
    settings: Settings,
    out: Path,
    *,
    address: str | None = None,
    workers: int = 2,
    progress: Progress = lambda done, of: None,
) -> None:
    """Play what is not yet played of a study into ``out``.

    Without ``address`` a server is started for the occasion. Raises InvalidStudy where ``out`` holds another study,
    and the client's named failures.
    """
    scenarios = scenarios_of(settings)
    _claim(settings, out, scenarios)
    open_pieces = [
        (one, system) for one in scenarios for system in settings.systems if not piece(out, one, system).exists()
    ]
    count = len(scenarios) * len(settings.systems)
    progress(count - len(open_pieces), count)
    if not open_pieces:
        return
    with tempfile.TemporaryDirectory() as data, running_server(address, Path(data)) as serving:
        with AnamnesisClient(serving) as client, ThreadPoolExecutor(max(1, workers)) as pool:
            played = [pool.submit(_play_piece, client, out, one, system) for one, system in open_pieces]
            try:
                for done, future in enumerate(as_completed(played), start=count - len(open_pieces) + 1):
                    future.result()
                    progress(done, count)
            finally:
                pool.shutdown(cancel_futures=True)


def piece(out: Path, scenario: Scenario, system: System) -> Path:
    """The file of one scenario under one system."""
    return out / "pieces" / f"{scenario.scenario_id}.{system}.json"


def _play_piece(client: AnamnesisClient, out: Path, scenario: Scenario, system: System) -> None:
    played = play(client, scenario, system)
    name = f"{scenario.scenario_id}.{system}.json"
    # Times first: a piece that exists has its times.
    write_whole(out / "times" / name, as_json(played.milliseconds))
    write_whole(piece(out, scenario, system), as_json(played.rows))


def as_json(data: Any) -> str:
    """JSON as all files of a study have it."""
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is there whole or not at all, even after a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode() if isinstance(content, str) else content
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _claim(settings: Settings, out: Path, scenarios: Sequence[Scenario]) -> None:
    """Note the settings of a study where it is new; refuse another study's folder."""
    wanted, file = as_json(asdict(settings)), out / "settings.json"
    if file.exists():
        if file.read_text(encoding="utf-8") != wanted:
            raise InvalidStudy(f"{out} holds a study with other settings; give another folder, or the same settings.")
        return
    write_whole(out / "patients.jsonl", cards_text([one.patient for one in scenarios]))
    write_whole(out / "card.schema.json", as_json(card_schema()))
    write_whole(file, wanted)


def rows_of(out: Path) -> list[Row]:
    """All rows that were played, by the names of their pieces. Raises InvalidStudy where there are none."""
    files = sorted((out / "pieces").glob("*.json"))
    if not files:
        raise InvalidStudy(f"{out} holds no played study.")
    return [row for file in files for row in json.loads(file.read_text(encoding="utf-8"))]


def settings_of(out: Path) -> Settings:
    """The settings of a played study. Raises InvalidStudy where there is none."""
    try:
        data = json.loads((out / "settings.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidStudy(f"{out} holds no study: {type(error).__name__}.") from error
    return Settings(**{**data, "systems": tuple(data["systems"])})
