"""The workflow: ten nodes and their edges, read like the figure of the thesis.

check_similarity -> classify_intent -> extract_slots -> store_memory -> assemble_context -> retrieve ->
assemble_context -> generate_answer -> refine -> quality_check -> (retrieve ... | store_response)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.nodes.extract import check_similarity, classify_intent, extract_slots
from agent.nodes.inject import after_context, assemble_context, retrieve
from agent.nodes.store import store_memory, store_response
from agent.nodes.verify import generate_answer, quality_check, refine
from agent.ports import Ports
from agent.state import TurnState

if TYPE_CHECKING:
    from langchain_core.runnables.graph import Graph

Node = Callable[[TurnState, Ports], Awaitable[TurnState]]

NODES: tuple[Node, ...] = (
    check_similarity,
    classify_intent,
    extract_slots,
    store_memory,
    assemble_context,
    retrieve,
    generate_answer,
    refine,
    quality_check,
    store_response,
)
"""The ten nodes of the thesis's workflow."""


Workflow = CompiledStateGraph[TurnState, Any, TurnState, TurnState]


def build_graph(ports: Ports) -> Workflow:
    """The compiled workflow over these ports."""
    return _wired(lambda node: _bound(node, ports))


def drawn() -> Graph:
    """The nodes and edges as they are wired, to be drawn or checked; needs no ports, for nothing runs."""
    return _wired(lambda node: _bound(node, None)).get_graph()


def _wired(runnable: Callable[[Node], Any]) -> Workflow:
    graph = StateGraph(TurnState)
    for node in NODES:
        graph.add_node(node.__name__, runnable(node))
    graph.add_edge(START, "check_similarity")
    graph.add_edge("check_similarity", "classify_intent")
    graph.add_edge("classify_intent", "extract_slots")
    graph.add_edge("extract_slots", "store_memory")
    graph.add_conditional_edges("store_memory", _after_memory, ["assemble_context", "store_response"])
    graph.add_conditional_edges("assemble_context", after_context, ["retrieve", "generate_answer"])
    graph.add_edge("retrieve", "assemble_context")
    graph.add_edge("generate_answer", "refine")
    graph.add_edge("refine", "quality_check")
    graph.add_conditional_edges("quality_check", lambda state: state["next_step"], ["retrieve", "store_response"])
    graph.add_edge("store_response", END)
    return graph.compile()


def _bound(node: Node, ports: Ports | None) -> Any:
    async def run(state: TurnState) -> TurnState:
        assert ports is not None, "a drawing does not run"
        began = ports.timer()
        update = await node(state, ports)
        return {**update, "busy": state["busy"] + (ports.timer() - began) * 1000}

    return run


def _after_memory(state: TurnState) -> str:
    """A cached answer skips retrieval and generation, never extraction and storage."""
    return "store_response" if state.get("cached") is not None else "assemble_context"
