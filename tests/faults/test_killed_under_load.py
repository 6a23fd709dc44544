"""kill -9 under many conversations whose clients retry, with erasures and second processes in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.loaded_server import TURNS_BETWEEN_KILLS, play


@pytest.mark.timeout(300)
def test_a_server_killed_under_load_has_lost_and_doubled_nothing(tmp_path: Path) -> None:
    assert play(tmp_path, kills=1, conversations=4, turns=4, seed=5) >= 12


@pytest.mark.torture
@pytest.mark.timeout(6 * 3_600)
def test_two_hundred_kills_under_fifty_conversations_have_lost_and_doubled_nothing(tmp_path: Path) -> None:
    assert play(tmp_path, kills=200, conversations=50, turns=TURNS_BETWEEN_KILLS, seed=13) > 200 * TURNS_BETWEEN_KILLS
