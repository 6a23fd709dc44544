"""RAGAS's metrics by a model, over real HTTP: by hand on what a script says, kept as it goes, read into the report."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from evaluation.study.analysis.reading import read_study
from evaluation.study.judging.endpoint import Endpoint, JudgeUnavailable
from evaluation.study.judging.ragas import MEASURED, judge_ragas, ragas_rows
from evaluation.study.metrics.definitions import DEFINITIONS
from evaluation.study.rows import Context
from tests.evaluation.study.made_rows import example, row
from tests.llm_server import LlmServer, Reply, says

TURN = row(
    question="Which exercise lowers glucose?", answer="Walking lowers glucose. Swim daily.", passed=True,
    contexts=(Context("d1", "Walking lowers glucose."), Context("d2", "Salt."), Context("d3", "Walk.")),
)  # fmt: skip


def _script(request: Mapping[str, Any]) -> Reply:
    match request["response_format"]["json_schema"]["name"]:
        case "faithfulness":
            return says({"statements": [{"statement": "Walking lowers glucose.", "holds": True},
                                        {"statement": "Swim daily.", "holds": False}]})  # fmt: skip
        case "relevancy":
            return says({"questions": ["Which exercise lowers glucose?", "Is salt good?"], "noncommittal": False})
        case _:
            return says({"documents": [{"useful": True}, {"useful": False}, {"useful": True}]})


async def test_the_three_metrics_by_hand() -> None:
    async with LlmServer.running(_script) as server:
        with Endpoint(server.base_url, "", "played", (1.0, 2.0)) as endpoint:
            found = await asyncio.to_thread(judge_ragas, TURN, endpoint)
    assert found.faithfulness == 0.5, "one of two statements holds"
    assert found.answer_relevancy == 0.5, "one question is the one asked, the other shares no term with it"
    assert found.context_precision == pytest.approx((1 + 2 / 3) / 2), "useful at ranks 1 and 3"
    assert found.tokens == 3 * 120 and found.cost == pytest.approx(3 * (100 * 1.0 + 20 * 2.0) / 1e6)


async def test_a_noncommittal_answer_is_not_relevant_and_a_model_that_leaves_documents_out_is_named() -> None:
    def evasive(request: Mapping[str, Any]) -> Reply:
        name = request["response_format"]["json_schema"]["name"]
        empty = {"faithfulness": {"statements": []}, "relevancy": {"questions": ["q"], "noncommittal": True}}
        return says(empty.get(name, {"documents": [{"useful": True}]}))

    async with LlmServer.running(evasive) as server:
        with Endpoint(server.base_url, "", "played") as endpoint:
            found = await asyncio.to_thread(judge_ragas, row(answer="I don't know.", question="q"), endpoint)
            assert (found.faithfulness, found.answer_relevancy, found.context_precision) == (None, 0.0, None)
            with pytest.raises(JudgeUnavailable, match="judged 1 of 3 documents"):
                await asyncio.to_thread(judge_ragas, TURN, endpoint)
            received = len(server.received)
            nothing = await asyncio.to_thread(judge_ragas, row(), endpoint)
    assert nothing.faithfulness is None and len(server.received) == received, "no answer, no call"


async def test_what_a_model_says_is_paid_for_once_and_stands_among_the_metrics(tmp_path: Path) -> None:
    folder = example(tmp_path / "study")
    lines = (folder / "p6" / "turns.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)[:4]
    (folder / "p6" / "turns.jsonl").write_text("".join(lines), encoding="utf-8")

    def one_document(request: Mapping[str, Any]) -> Reply:
        if request["response_format"]["json_schema"]["name"] == "precision":
            return says({"documents": [{"useful": True}]})
        return _script(request)

    async with LlmServer.running(one_document) as server:
        with Endpoint(server.base_url, "", "played", (1.0, 2.0)) as endpoint:
            assert await asyncio.to_thread(ragas_rows, folder / "p6", endpoint) > 0
            received = len(server.received)
            assert await asyncio.to_thread(ragas_rows, folder / "p6", endpoint) == 0
    assert len(server.received) == received == 4 * 3
    assert len((folder / "p6" / MEASURED).read_text(encoding="utf-8").splitlines()) == 4
    turns = read_study(folder).experiments[0].turns
    assert [one.values["model_faithfulness"] for one in turns] == [0.5] * 4
    assert {"model_faithfulness", "model_answer_relevancy", "model_context_precision", "model_total"} <= set(
        DEFINITIONS
    )
