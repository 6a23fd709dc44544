"""What stands beside SearchMemory in the bench finds what it is timed for, and says what is missing."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from evaluation.search_bench import in_faiss, in_mem0
from evaluation.study.patients import InvalidStudy


def test_the_floor_is_what_faiss_takes_to_find_ten() -> None:
    if importlib.util.find_spec("faiss") is None:
        pytest.skip("FAISS is an extra: pip install 'anamnesis[cpu]'")
    # It raises where fewer are found than are timed.
    assert in_faiss(50) >= 0


def test_a_peer_that_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mem0", None)
    with pytest.raises(InvalidStudy, match=r"anamnesis\[mem0\]"):
        in_mem0(10, tmp_path)


def test_the_peer_finds_ten_of_its_notes(tmp_path: Path) -> None:
    if importlib.util.find_spec("mem0") is None or importlib.util.find_spec("faiss") is None:
        pytest.skip("the peer mem0 over FAISS is two extras: pip install 'anamnesis[mem0,cpu]'")
    assert in_mem0(20, tmp_path) > 0
