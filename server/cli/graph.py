"""`graph`: the workflow of a turn, drawn from the code that runs it."""

from __future__ import annotations

from typing import Annotated

import typer


def graph(
    json: Annotated[bool, typer.Option("--json", help="Print nodes and edges as JSON instead of Mermaid.")] = False,
) -> None:
    """Print the workflow of a turn as a Mermaid diagram, from the graph itself.

    Renders wherever Mermaid does: `anamnesis graph > turn.mmd`. A dotted edge is a decision.
    """
    from agent.graph import drawn
    from clients.cli.output import print_json, results

    workflow = drawn()
    if json:
        edges = [{"from": edge.source, "to": edge.target, "decision": edge.conditional} for edge in workflow.edges]
        print_json({"nodes": list(workflow.nodes), "edges": edges})
    else:
        results().print(workflow.draw_mermaid(), markup=False)
