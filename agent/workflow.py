"""Nodes and edges of a workflow, and the walk over them.

The same edges make LangGraph's graph, which is drawn and checked; the walk is our own, because LangGraph's takes
4 to 7 ms of processor time a turn and hops to another thread at every decision (measured with version 1.2).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from agent.ports import Ports
from agent.state import TurnState
from domain.tracing import step

if TYPE_CHECKING:
    from langchain_core.runnables.graph import Graph
    from langgraph.graph.state import CompiledStateGraph

Node = Callable[[TurnState, Ports], Awaitable[TurnState]]

START: Final = "__start__"
END: Final = "__end__"

MOST_STEPS: Final = 25
"""Nodes that one walk visits at most, as in LangGraph; two refinements come to 23."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An edge that depends on the state; ``ways`` are all names that ``of`` gives, each with the node it leads to."""

    of: Callable[[TurnState], str]
    ways: Mapping[str, str]


Edges = Mapping[str, str | Decision]
"""What follows each node, from :data:`START` to :data:`END`."""


@dataclass(frozen=True, slots=True)
class Workflow:
    """Nodes by their functions' names, and what follows each."""

    nodes: Sequence[Node]
    edges: Edges

    async def run(self, state: TurnState, ports: Ports) -> TurnState:
        """The state at the end; each node's update is laid over it.

        ``busy`` adds up the milliseconds spent inside nodes. Raises RuntimeError for a walk that does not end.
        """
        nodes = {node.__name__: node for node in self.nodes}
        name = self._after(START, state)
        for _ in range(MOST_STEPS):
            if name == END:
                return state
            state = {**state, **await _timed(nodes[name], state, ports)}
            name = self._after(name, state)
        raise RuntimeError("the workflow does not come to its end")

    def compiled(self, ports: Ports | None) -> CompiledStateGraph[TurnState, Any, TurnState, TurnState]:
        """LangGraph's graph of the same nodes and edges; without ports it can be drawn and does not run."""
        # Loaded here: it takes a second, and a server that only walks does not need it.
        from langgraph.graph import StateGraph

        graph = StateGraph(TurnState)
        for node in self.nodes:
            graph.add_node(node.__name__, _bound(node, ports))
        for source, following in self.edges.items():
            if isinstance(following, Decision):
                ways: dict[Hashable, str] = dict(following.ways.items())
                graph.add_conditional_edges(source, following.of, ways)
            else:
                graph.add_edge(source, following)
        return graph.compile()

    def drawn(self) -> Graph:
        """The nodes and edges, to be drawn or checked."""
        return self.compiled(None).get_graph()

    def _after(self, name: str, state: TurnState) -> str:
        following = self.edges[name]
        return following.ways[following.of(state)] if isinstance(following, Decision) else following


async def _timed(node: Node, state: TurnState, ports: Ports) -> TurnState:
    began = ports.timer()
    with step(f"node {node.__name__}"):
        update = await node(state, ports)
    return cast(TurnState, {**update, "busy": state["busy"] + (ports.timer() - began) * 1000})


def _bound(node: Node, ports: Ports | None) -> Any:
    async def run(state: TurnState) -> TurnState:
        assert ports is not None, "a drawing does not run"
        return await _timed(node, state, ports)

    return run
