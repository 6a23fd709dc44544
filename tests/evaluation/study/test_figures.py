"""Figures, where matplotlib is installed: PNG and SVG, the same bytes for the same data."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation.study.comparison import Comparison, Mean
from evaluation.study.figures import POINTS, draw
from evaluation.study.statistics import Interval

pytest.importorskip("matplotlib", reason="the extra `evaluation` is not installed")


def test_figures_are_drawn_and_repeat_themselves(tmp_path: Path) -> None:
    means = {metric: {"llm": Mean(4, 0.5, Interval(0.2, 0.8)), "agent": Mean(1, 2.0, None)} for metric in POINTS}
    shares = {"T1": {"llm": 0.1, "agent": 1.0}, "T2": {"agent": 0.5}}
    comparison = Comparison(means, shares, shares, {}, [], {}, {})
    for folder in ("a", "b"):
        assert draw(comparison, tmp_path / folder) == ["rubric", "turns", "cohorts"]
    files = sorted(file.name for file in (tmp_path / "a").iterdir())
    assert len(files) == 6
    for name in files:
        data = (tmp_path / "a" / name).read_bytes()
        assert data == (tmp_path / "b" / name).read_bytes()
        assert data.startswith(b"\x89PNG" if name.endswith("png") else b"<?xml")
