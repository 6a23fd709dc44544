"""Completions by writers who saw nothing but the prompts: two readers together do more, and less that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.composition import Knowledge
from tests.agent.blind_corrections import Result, results, turns
from tests.agent.written_completions import Written, half, written

C60 = Path(__file__).parent / "recorded" / "c60"
SAMPLE = ("c60-ko-15", "c60-ko-27", "c60-ko-29", "c60-en-3", "c60-en-15", "c60-en-23", "c60-en-27")
"""Turns that one reader alone mistakes or misses and that both together do at once."""
ASKED = ("c60-en-17", "c60-en-19")


async def played(ids: tuple[str, ...], folder: Path, knowledge: Knowledge) -> list[Result]:
    model = written(C60 / "turns.jsonl", C60 / "completions", C60 / "prompts")
    rows = [one for one in turns(file=C60 / "turns.jsonl") if not ids or one["id"] in ids]
    return await results(rows, "both", knowledge, folder, Written(model.completions, model.seen))


async def test_two_readers_do_at_once_what_neither_does_alone(tmp_path: Path, knowledge: Knowledge) -> None:
    found = await played(SAMPLE, tmp_path, knowledge)
    assert {one.row["id"]: (one.taken, one.wrong) for one in found} == {one.row["id"]: (one.moved, ()) for one in found}


async def test_who_somebody_is_and_an_allergy_are_asked_about(tmp_path: Path, knowledge: Knowledge) -> None:
    found = await played(ASKED, tmp_path, knowledge)
    assert [(one.asked, one.taken, one.after, one.wrong) for one in found] == [(True, 0, 1, ())] * len(ASKED)


def test_the_turns_of_a_file_fall_into_two_halves() -> None:
    rows = turns(file=C60 / "turns.jsonl")
    odd, even = half(rows, "odd"), half(rows, "even")
    assert len(odd) == len(even) == 30
    assert {one["id"] for one in (*odd, *even)} == {one["id"] for one in rows}


@pytest.mark.torture
async def test_all_sixty(tmp_path: Path, knowledge: Knowledge) -> None:
    found = await played((), tmp_path, knowledge)
    assert sum(one.taken for one in found) >= 50
    assert sum(one.after for one in found) >= 58
    assert sum(len(one.wrong) for one in found) <= 5
