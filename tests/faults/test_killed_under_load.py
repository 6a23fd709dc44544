"""kill -9 under many conversations whose clients retry, with erasures and second processes in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.loaded_server import PATIENCE, play
from tests.faults.warm_server import Nursery, WarmServer

KILLS = 20
"""Kills of one data directory: ten of these are the two hundred, each a piece of some minutes by itself."""

TURNS_BETWEEN_KILLS = 10
"""Turns acknowledged before the next kill at the least; all conversations have a turn in progress at any moment."""


@pytest.mark.timeout(300)
def test_a_server_killed_under_load_has_lost_and_doubled_nothing(tmp_path: Path, nursery: Nursery) -> None:
    server = WarmServer(tmp_path / "data", tmp_path / "service.log", nursery, **PATIENCE)
    assert play(server, kills=1, conversations=4, turns=4, seed=5) >= 12


@pytest.mark.torture
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("seed", range(13, 23))
def test_two_hundred_kills_under_fifty_conversations_have_lost_and_doubled_nothing(tmp_path: Path, seed: int) -> None:
    server = WarmServer(tmp_path / "data", tmp_path / "service.log", **PATIENCE)
    completed = play(server, kills=KILLS, conversations=50, turns=TURNS_BETWEEN_KILLS, seed=seed)
    assert completed > KILLS * TURNS_BETWEEN_KILLS
