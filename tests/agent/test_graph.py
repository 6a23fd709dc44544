"""The workflow is wired as the thesis's figure: what was retrieved is assembled before it is answered from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest
from typer.testing import CliRunner

from agent.graph import NODES, QUESTION, TURN, drawn
from agent.ports import Ports
from agent.state import TurnState
from agent.workflow import MOST_STEPS, START, Edges, Node, Workflow
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


def scripted(edges: Edges, refinements: int, visited: list[str]) -> Workflow:
    """The same edges over nodes that only decide: as many refinements as told, and what each node leaves behind."""

    def node(name: str) -> Node:
        async def run(state: TurnState, ports: Ports) -> TurnState:
            visited.append(name)
            if name == "retrieve":
                return {"retrieved_for": state["iteration"]}
            if name == "quality_check" and state["iteration"] < refinements:
                return {"iteration": state["iteration"] + 1, "next_step": "retrieve"}
            return {"next_step": "store_response"} if name == "quality_check" else {}

        run.__name__ = name
        return run

    return Workflow(tuple(node(name) for name in edges if name != START), edges)


@pytest.mark.parametrize("workflow", [TURN, QUESTION], ids=["a turn", "a question"])
@pytest.mark.parametrize("cached", [False, True])
@pytest.mark.parametrize("k", [0, 3])
@pytest.mark.parametrize("refinements", [0, 2])
async def test_the_walk_goes_where_langgraph_goes(
    tmp_path: Path, knowledge: Knowledge, workflow: Workflow, cached: bool, k: int, refinements: int
) -> None:
    ports = AgentBench(tmp_path, knowledge).ports
    begun = {"k": k, "retrieved_for": -1, "iteration": 0, "busy": 0.0, "cached": object() if cached else None}
    walked, followed = list[str](), list[str]()
    mine = await scripted(workflow.edges, refinements, walked).run(cast(TurnState, begun), ports)
    theirs = await scripted(workflow.edges, refinements, followed).compiled(ports).ainvoke(cast(TurnState, begun))
    assert walked == followed
    assert walked[-1] == ("store_response" if workflow is TURN else "quality_check")
    assert {**mine, "busy": 0} == {**theirs, "busy": 0}


async def test_a_walk_that_does_not_end_is_stopped(tmp_path: Path, knowledge: Knowledge) -> None:
    begun = cast(TurnState, {"k": 3, "retrieved_for": -1, "iteration": 0, "busy": 0.0})
    visited = list[str]()
    with pytest.raises(RuntimeError):
        await scripted(TURN.edges, 1_000, visited).run(begun, AgentBench(tmp_path, knowledge).ports)
    assert len(visited) == MOST_STEPS


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
