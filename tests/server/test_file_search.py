"""The search for values in files, while other processes are at work in the folders."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

from server.byte_search import search

KEPT = "심어 둔 낱말"


def test_folders_that_are_removed_meanwhile_do_not_end_the_search(tmp_path: Path) -> None:
    for number in range(400):
        (tmp_path / f"kept {number}").mkdir()
    (tmp_path / "kept 0" / "held").write_text(KEPT)
    over = threading.Event()

    def export_again_and_again() -> None:
        while not over.is_set():
            for number in range(200):
                (tmp_path / f"staged {number}").mkdir()
            for number in range(200):
                shutil.rmtree(tmp_path / f"staged {number}")

    exporting = threading.Thread(target=export_again_and_again)
    exporting.start()
    try:
        found = [search(tmp_path, [KEPT]).found_in for _ in range(6)]
    finally:
        over.set()
        exporting.join()

    assert found == [("kept 0/held",)] * 6
