"""`ui`: the web page and the REST interface, for a server that runs already or one of the command's own."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.listening import loopback
from clients.cli.options import DEFAULT_ADDRESS
from clients.cli.words import Words

DEFAULT_LISTEN = "127.0.0.1:8080"


def ui(
    address: Annotated[
        str,
        typer.Option("--address", envvar="ANAMNESIS_ADDRESS", metavar="HOST:PORT", help="The server to show."),
    ] = DEFAULT_ADDRESS,
    listen: Annotated[str, typer.Option("--listen", metavar="HOST:PORT", help="Where browsers find it.")] = (
        DEFAULT_LISTEN
    ),
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="The server's data, when it lies here: allows what-if."),
    ] = None,
    serve: Annotated[
        Path | None, typer.Option("--serve", metavar="DIR", help="Run a server of its own over DIR, and show that.")
    ] = None,
    studies: Annotated[
        Path | None,
        typer.Option("--studies", metavar="DIR", help="A folder with studies (`anamnesis study run`) to show."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="A further host name to answer under, behind a proxy."),
    ] = None,
    lend: Annotated[
        bool,
        typer.Option("--lend", help="Callers without a token act in this command's name: all who reach it here."),
    ] = False,
    page: Annotated[bool, typer.Option("--page/--no-page", help="The REST interface alone, without the page.")] = True,
) -> None:
    """Show conversations, memory and its past in a browser; REST under /v1, described by /openapi.json.

    It listens on this machine only. To others show it through a proxy that has TLS, and name that with --name. Before a
    server that asks for names, each reader shows a token of their own (screen "operation"), unless this one is lent.
    """
    try:
        import uvicorn

        from clients.gateway.app import application
    except ModuleNotFoundError as error:
        raise typer.BadParameter(Words()("usage.extra", name=error.name, extra="ui")) from None
    from clients import Credentials
    from clients.cli.output import messages
    from clients.gateway.guard import LOOPBACK
    from clients.gateway.studies import Studies
    from clients.gateway.upstream import Upstream
    from clients.gateway.what_if import WhatIf

    host, port = loopback(listen, "--listen")
    if studies is not None and not studies.is_dir():
        raise typer.BadParameter(Words()("usage.studies", folder=studies))
    notes, words = messages(), Words()
    with ExitStack() as life:
        if serve is not None:
            from clients.cli.own_server import own_server

            notes.print(words("ui.starting"))
            address = life.enter_context(
                own_server(serve, dict(os.environ), lambda part: notes.print(f"  {words(f'load.{part}', part)}"))
            )
            data = serve
        shown = Credentials.of_environment()
        if serve is not None:
            # It listens on loopback, in the clear; what the environment says of TLS is about another server.
            shown = Credentials(token=shown.token, purpose=shown.purpose)
        upstream = Upstream(address, shown, lent=lend)
        app = application(
            upstream,
            what_if=WhatIf(data) if data is not None else None,
            studies=Studies(studies) if studies is not None else None,
            names=LOOPBACK | frozenset(name or ()),
            page=page,
        )
        notes.print(words("ui.open", where=f"{host}:{port}", address=address))
        if lend:
            notes.print(words("ui.lent"))
        # A page that follows the log would hold it open for ever.
        uvicorn.run(
            app, host=host, port=port, log_level="warning", access_log=False, ws="none", timeout_graceful_shutdown=2
        )
