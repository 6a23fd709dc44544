"""Corrections of two authors who never saw the program, with what a strong model said to them: the model must help."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.composition import Knowledge
from tests.agent.blind_corrections import Result, Said, completions, results, turns

SAMPLE = ("ck-1", "ck-13", "ck-25", "ce-3", "ce-7", "ce-10", "ce-18", "ce-19", "ce-26")
"""The turns of the normal run: where a model changes what becomes of them. ``-m torture`` takes all sixty."""


async def played(ids: tuple[str, ...], folder: Path, knowledge: Knowledge) -> tuple[list[Result], list[Result]]:
    rows = [one for one in turns() if not ids or one["id"] in ids]
    alone, both = folder / "alone", folder / "both"
    alone.mkdir()
    both.mkdir()
    return (
        await results(rows, "reader", knowledge, alone, Said({})),
        await results(rows, "both", knowledge, both, Said(completions())),
    )


async def test_a_strong_model_takes_up_what_the_reader_missed(tmp_path: Path, knowledge: Knowledge) -> None:
    alone, both = await played(SAMPLE, tmp_path, knowledge)
    assert sum(one.after for one in both) >= sum(one.after for one in alone) + 3
    assert all(with_it.taken >= without.taken for without, with_it in zip(alone, both, strict=True))
    assert all(set(with_it.wrong) <= set(without.wrong) for without, with_it in zip(alone, both, strict=True))


@pytest.mark.torture
async def test_all_sixty(tmp_path: Path, knowledge: Knowledge) -> None:
    alone, both = await played((), tmp_path, knowledge)
    moved = sum(one.moved for one in both)
    assert sum(one.taken for one in both) >= sum(one.taken for one in alone) + 9
    assert sum(one.after for one in both) >= 0.7 * moved
    assert sum(len(one.wrong) for one in both) <= 7 < sum(len(one.wrong) for one in alone)
