"""Messages of strangers whom nothing learns from, with what a strong model said to them: the record must gain by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.composition import Knowledge
from tests.agent.strangers_told import TOLD, model_of, rows_of, scored
from training.scoring import Score

EVERY = 5
"""Of each author one message in so many in the normal run; ``-m torture`` takes them all."""


async def played(author: str, rows: list[dict[str, Any]], folder: Path, knowledge: Knowledge) -> tuple[Score, Score]:
    said = model_of(author)
    return (
        await scored(rows, "reader", said, folder / "reader", knowledge),
        await scored(rows, "both", said, folder / "both", knowledge),
    )


async def test_a_model_that_reads_rightly_adds_to_the_record(tmp_path: Path, knowledge: Knowledge) -> None:
    alone, both = Score(), Score()
    for author in ("q38", "q52"):
        home = tmp_path / author
        home.mkdir()
        reader, beside = await played(author, rows_of(author)[::EVERY], home, knowledge)
        alone, both = alone + reader, both + beside
    assert both.counts["core"] >= alone.counts["core"] + 4
    assert both.share("new_right", "new") >= alone.share("new_right", "new")
    assert both.counts["taken"] >= alone.counts["taken"]
    assert both.counts["unsafe"] <= alone.counts["unsafe"]


@pytest.mark.torture
@pytest.mark.parametrize("author", sorted(path.stem for path in TOLD.glob("*.jsonl")))
async def test_of_every_author(author: str, tmp_path: Path, knowledge: Knowledge) -> None:
    reader, both = await played(author, rows_of(author), tmp_path, knowledge)
    assert both.share("core", "gold") >= reader.share("core", "gold") + 0.05
    assert both.share("new_right", "new") >= reader.share("new_right", "new")
    assert both.counts["taken"] >= reader.counts["taken"] - 1
    assert both.counts["unsafe"] <= reader.counts["unsafe"]
