"""`mcp`: memory for assistants that speak the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.options import DEFAULT_ADDRESS, Address
from clients.cli.words import Words


def mcp(
    http: Annotated[
        str | None,
        typer.Option(
            "--http", metavar="HOST:PORT", help="Streamable HTTP at /mcp; without it, standard input and output."
        ),
    ] = None,
    address: Address = DEFAULT_ADDRESS,
) -> None:
    """Serve the memory over the Model Context Protocol, to the assistant that starts it or over HTTP."""
    try:
        from clients.mcp_server import mcp_server
    except ModuleNotFoundError as error:
        raise typer.BadParameter(Words()("usage.extra", name=error.name, extra="mcp")) from None
    from clients import AnamnesisClient
    from clients.cli.listening import loopback

    with AnamnesisClient(address) as client:
        server = mcp_server(client)
        if http is None:
            # Standard output is the protocol's: nothing else may be written there.
            server.run("stdio")
            return
        from clients.cli.output import messages

        host, port = loopback(http, "--http")
        messages().print(Words()("mcp.open", where=f"{host}:{port}", address=address))
        server.run("streamable-http", host=host, port=port)
