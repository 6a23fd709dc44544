"""Half of a pressure put right: the other half that stands beside it is judged with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench


@pytest.mark.parametrize(
    ("told", "then", "holds", "lacks"),
    [
        ("BP 152/94 today", "sorry, it was 132 not 152", ("132", "94", "above it"), "carry on with the present care"),
        ("혈압 148에 92요", "아까 혈압 148 아니고 138이었어요", ("138", "92", "목표보다 높습니다"), "결론이 바뀝니다"),
        ("BP 152/84 today", "sorry, it was 132 not 152", ("the conclusion changes",), "But diastolic"),
    ],
)
async def test_a_pressure_is_within_its_target_by_both_halves(
    tmp_path: Path, knowledge: Knowledge, told: str, then: str, holds: tuple[str, ...], lacks: str
) -> None:
    bench = AgentBench(tmp_path, knowledge)
    await bench.say(told)
    answer = (await bench.say(then)).answer
    assert all(one in answer for one in holds) and lacks not in answer, answer
