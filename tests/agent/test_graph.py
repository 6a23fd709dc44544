"""The workflow is wired as the thesis's figure: what was retrieved is assembled before it is answered from."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from agent.graph import NODES, drawn
from domain.events import AnswerDrafted, ContextAssembled, DocumentsRetrieved
from server.__main__ import application
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench

PLAN = "고혈압이 있어요. 지금 치료를 유지할지 조정할지 근거와 함께 알려 주세요."


def successors() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for edge in drawn().edges:
        found.setdefault(edge.source, set()).add(edge.target)
    return found


def test_documents_reach_the_answer_only_through_the_context() -> None:
    after = successors()
    assert after["retrieve"] == {"assemble_context"}
    assert {one for one, to in after.items() if "generate_answer" in to} == {"assemble_context"}
    assert after["quality_check"] == {"retrieve", "store_response"}
    assert after["generate_answer"] == {"refine"}


def test_nothing_is_answered_or_repeated_before_what_was_said_is_stored() -> None:
    after = successors()
    path = ["__start__"]
    while path[-1] != "store_memory":
        [following] = after[path[-1]]
        path.append(following)
    assert path[1:] == ["check_similarity", "classify_intent", "extract_slots", "store_memory"]
    assert after["store_memory"] == {"assemble_context", "store_response"}
    assert after["store_response"] == {"__end__"}


def test_the_command_prints_what_runs() -> None:
    printed = CliRunner().invoke(application(), ["graph"])
    assert printed.exit_code == 0
    assert printed.stdout.count("\n") > len(NODES)
    assert "retrieve --> assemble_context" in printed.stdout and "graph TD" in printed.stdout
    told = json.loads(CliRunner().invoke(application(), ["graph", "--json"]).stdout)
    assert set(told["nodes"]) == {"__start__", "__end__", *(node.__name__ for node in NODES)}
    assert {"from": "quality_check", "to": "retrieve", "decision": True} in told["edges"]


async def test_in_every_round_what_was_found_is_in_the_prompt_before_the_draft(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    bench = AgentBench(tmp_path, knowledge)
    await bench.say(PLAN)
    rounds = [
        event.payload
        for event in bench.records.stream(bench.patient_id)
        if isinstance(event.payload, DocumentsRetrieved | ContextAssembled | AnswerDrafted)
    ]
    assert len(rounds) % 3 == 0
    for found, context, draft in zip(rounds[::3], rounds[1::3], rounds[2::3], strict=True):
        assert isinstance(found, DocumentsRetrieved) and isinstance(context, ContextAssembled)
        assert isinstance(draft, AnswerDrafted)
        assert set(context.document_ids) <= {one.document_id for one in found.documents}
        assert context.document_ids
