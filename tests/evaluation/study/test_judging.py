"""A model as judge, over real HTTP: three orders, the middle score, kept as it goes, and never a patient's words."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evaluation.study.judging.endpoint import Endpoint, JudgeUnavailable
from evaluation.study.judging.judge import JUDGED, asked_of, judge, judge_rows
from evaluation.study.rows import Rubric, TurnRow, to_lines
from evaluation.study.running.played_model import playing
from evaluation.study.systems.transcript import TranscriptSystem

ROW = TurnRow(
    experiment="p6", system="agent", scenario="p6.1", patient="p", cohort="Full", level="L1", mode="minimal",
    locale="ko", repeat=1, turn=1, turn_type="T1", template="T1.list", question="q", message="비밀 이야기", answer="a",
    passed=True, rubric=Rubric(accuracy=2, reasoning=1),
)  # fmt: skip


def test_three_orders_take_from_a_judge_what_it_gives_to_the_first_criterion() -> None:
    assert asked_of(ROW) == ("accuracy", "reasoning", "hallucination")
    assert asked_of(replace(ROW, passed=None)) == ()
    with playing("judging") as url, Endpoint(url, "", "played", (1.0, 2.0)) as endpoint:
        judged = judge(ROW, endpoint)
    # Each of the three is asked first once and gets two points then: the middle of 2, 1 and 1 is 1.
    assert judged.points == {"accuracy": 1, "reasoning": 1, "hallucination": 1}
    assert judged.spread == {"accuracy": 1, "reasoning": 1, "hallucination": 1}
    assert judged.reasons["accuracy"] == "asked as number 1" and judged.cost > 0 < judged.tokens


def test_what_is_judged_is_not_judged_again(tmp_path: Path) -> None:
    rows = [replace(ROW, turn=turn, scenario=f"p6.{turn // 3}") for turn in range(1, 6)]
    (tmp_path / "turns.jsonl").write_text(to_lines(rows), encoding="utf-8")
    with playing("judging") as url, Endpoint(url, "", "played", (1.0, 2.0)) as endpoint:
        assert judge_rows(tmp_path, endpoint) > 0
        whole = (tmp_path / JUDGED).read_text(encoding="utf-8")
        assert judge_rows(tmp_path, endpoint) == 0
        # A crash in the middle of a line.
        (tmp_path / JUDGED).write_text(whole[: len(whole) // 2], encoding="utf-8")
        judge_rows(tmp_path, endpoint)
    again = (tmp_path / JUDGED).read_text(encoding="utf-8")
    assert sorted(again.splitlines()) == sorted(whole.splitlines())
    assert [json.loads(line)["turn"] for line in whole.splitlines()] == [1, 2, 3, 4, 5]


def test_a_transcript_is_answered_by_the_model_it_is_given() -> None:
    with playing("content") as url, Endpoint(url, "", "played", (1.0, 2.0)) as endpoint:
        system = TranscriptSystem("en", endpoint.complete)
        answer = system.ask("<draft>\nDrink water.\n</draft>", datetime(2026, 3, 3, tzinfo=UTC))
    assert "Drink water." in answer.answer and not answer.failure
    (trace,) = system.traces()
    assert trace.calls == 1 and trace.tokens_in > 0 < trace.cost


def test_a_judge_that_cannot_be_asked_is_named_and_nothing_is_quoted() -> None:
    with Endpoint("http://127.0.0.1:9/v1", "", "absent", again=0) as endpoint:
        with pytest.raises(JudgeUnavailable, match="absent: APIConnectionError") as told:
            endpoint.ask("judge", "x", "비밀 이야기", {})
    assert "비밀" not in str(told.value)
    # A draft's manner answers with another object than the one that was asked for.
    with playing("flat") as url, Endpoint(url, "", "played") as endpoint:
        with pytest.raises(JudgeUnavailable, match="no points for accuracy"):
            judge(ROW, endpoint)
