"""The first start on a machine has its tables derived by another process, and knows what later ones know."""

from __future__ import annotations

from pathlib import Path

from server.data_directory import DataDirectory
from server.first_start import derive
from server.settings import Settings


def test_what_another_process_fails_at_is_left_to_the_next(tmp_path: Path) -> None:
    settings = Settings(lexicon=tmp_path / "nowhere", cache=tmp_path / "cache")

    derive(DataDirectory(tmp_path).path, settings)

    assert not list((tmp_path / "cache").glob("*.table"))
