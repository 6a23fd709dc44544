"""A figure stands beside its floor and what was landed; what stands in as floor or peer does what it is timed for."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from evaluation.standing import concurrency, peer
from evaluation.standing.figures import Figure, Skipped, land, landed_ratios, line

TURN = Figure("a turn", 30.0, "ms CPU", 10.0, "the floor", "20 turns/s")


def test_a_line_shows_floor_ratio_and_what_was_landed() -> None:
    shown = line(TURN, {"a turn": 2.0})
    assert "30.00 ms CPU" in shown and "x  3.00 of 10.00 (the floor)" in shown
    assert "landed x2.00, now 150% of it" in shown and shown.endswith("20 turns/s")


def test_a_line_that_was_never_landed_says_so() -> None:
    assert "not landed" in line(TURN, {"another": 2.0})


def test_landing_keeps_the_lines_that_were_not_measured(tmp_path: Path) -> None:
    path = tmp_path / "docs" / "landed.json"
    assert landed_ratios(path) == {}
    land([TURN, Figure("a start", 4.0, "s CPU", 2.0, "bare")], path)
    land([Figure("a turn", 20.0, "ms CPU", 10.0, "the floor")], path)
    assert landed_ratios(path) == {"a turn": 2.0, "a start": 2.0}


def test_a_damaged_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "landed.json"
    path.write_text('{"a turn": 3}', encoding="utf-8")
    with pytest.raises(ValueError, match="make bench-landed"):
        landed_ratios(path)


def test_the_floor_completes_the_turns_of_the_services_own_client(tmp_path: Path) -> None:
    with concurrency.floor(tmp_path) as (process, address):
        walls, failed, _ = concurrency.converse(address, 2, 0.3)
        assert walls and not failed and process.poll() is None


def test_a_peer_that_is_not_installed_is_skipped_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mem0", None)
    (found,) = peer.measure(tmp_path)
    assert isinstance(found, Skipped) and "anamnesis[mem0]" in found.why


def test_the_peer_adds_and_finds(tmp_path: Path) -> None:
    if importlib.util.find_spec("mem0") is None or importlib.util.find_spec("faiss") is None:
        pytest.skip("the peer mem0 over FAISS is two extras: pip install 'anamnesis[mem0,cpu]'")
    # It raises where less is added or found than is timed.
    assert peer.in_mem0(20, tmp_path, rounds=1) > 0
