"""The workflow: ten nodes and their edges, read like the figure of the thesis.

check_similarity -> classify_intent -> extract_slots -> store_memory -> assemble_context -> retrieve ->
assemble_context -> generate_answer -> refine -> quality_check -> (retrieve ... | store_response)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.nodes.extract import check_similarity, classify_intent, extract_slots
from agent.nodes.inject import after_context, assemble_context, retrieve
from agent.nodes.store import store_memory, store_response
from agent.nodes.verify import generate_answer, quality_check, refine
from agent.state import TurnState
from agent.workflow import END, START, Decision, Edges, Node, Workflow

if TYPE_CHECKING:
    from langchain_core.runnables.graph import Graph

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


def _after_memory(state: TurnState) -> str:
    """A cached answer skips retrieval and generation, never extraction and storage."""
    return "cached" if state.get("cached") is not None else "new"


ANSWERING: Edges = {
    "assemble_context": Decision(after_context, {"retrieve": "retrieve", "generate_answer": "generate_answer"}),
    "retrieve": "assemble_context",
    "generate_answer": "refine",
    "refine": "quality_check",
}
"""From the context to the judged draft: of a turn, and of a question to memory as it stood."""

TURN = Workflow(
    NODES,
    {
        START: "check_similarity",
        "check_similarity": "classify_intent",
        "classify_intent": "extract_slots",
        "extract_slots": "store_memory",
        "store_memory": Decision(_after_memory, {"new": "assemble_context", "cached": "store_response"}),
        **ANSWERING,
        "quality_check": Decision(
            lambda state: state["next_step"], {"retrieve": "retrieve", "store_response": "store_response"}
        ),
        "store_response": END,
    },
)
"""The workflow of a turn."""

QUESTION = Workflow(
    (classify_intent, extract_slots, assemble_context, retrieve, generate_answer, refine, quality_check),
    {
        START: "classify_intent",
        # The question is understood, and nothing of what was understood is proposed to anyone.
        "classify_intent": "extract_slots",
        "extract_slots": "assemble_context",
        **ANSWERING,
        "quality_check": Decision(lambda state: state["next_step"], {"retrieve": "retrieve", "store_response": END}),
    },
)
"""The workflow of a turn from its question to its answer, without its saves."""


def drawn() -> Graph:
    """The nodes and edges of a turn as they run, to be drawn or checked."""
    return TURN.drawn()
