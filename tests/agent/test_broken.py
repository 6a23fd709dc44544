"""Where composing an answer breaks, what is urgent and what was recorded are said all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.answers.consultation import Consultation
from agent.skills import answer
from domain.broken import STRICT
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench


def _breaks(consultation: Consultation) -> None:
    raise ValueError(f"cannot answer {consultation.request.text}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("메트포르민 500mg 하루 두 번 먹어요.", ("메트포르민", "다시 물어봐")),
        ("가슴이 쥐어짜듯 아프고 식은땀이 나요.", ("119", "다시 물어봐")),
        ("I take metformin 500 mg twice a day.", ("Metformin", "ask again")),
    ],
)
async def test_what_must_be_said_is_said(
    tmp_path: Path, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch, text: str, said: tuple[str, ...]
) -> None:
    monkeypatch.delenv(STRICT)
    monkeypatch.setattr(answer, "told_over_days", _breaks)
    heard = await AgentBench(tmp_path, knowledge).say(text)
    assert all(one in heard.answer for one in said)
