"""`serve`: run the service."""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Annotated

import typer

from server.cli.options import Data

if TYPE_CHECKING:
    from server.settings import Settings


def serve(
    listen: Annotated[
        str | None,
        typer.Option("--address", envvar="ANAMNESIS_ADDRESS", metavar="HOST:PORT", help="Where to listen."),
    ] = None,
    data: Data = None,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="URL",
            help="Keep log and keyring in PostgreSQL (postgresql://user@host/database) for several servers; better "
            "given as ANAMNESIS_STORE, which `ps` does not show.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", help="How many processes serve; one uses about one core.", min=1),
    ] = None,
    insecure: Annotated[
        bool | None,
        typer.Option(
            "--insecure",
            help="Serve others than this machine without TLS or authentication: something in front does it.",
        ),
    ] = None,
    log_level: Annotated[
        str | None, typer.Option("--log-level", help="debug, info, warning or error; the log goes to standard error.")
    ] = None,
) -> None:
    """Serve until Ctrl-C or SIGTERM; turns in progress complete first.

    Every setting can be given as an environment variable: `anamnesis doctor` lists them.
    """
    # Numeric libraries with a pool of threads each only wait for each other beside gRPC's own.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    import asyncio

    from server.settings import load_settings

    flags = {
        "address": listen,
        "data": data,
        "store": store,
        "workers": workers,
        "log_level": log_level,
        "insecure": insecure,
    }
    settings = load_settings(flags)
    from clients.cli.output import messages
    from domain.collecting import uncollected
    from extraction.text.kept_patterns import with_kept_patterns
    from extraction.text.warm_store import keep_in
    from server.logs import configure_logs

    configure_logs(settings.log_level)
    console = messages()
    log = ", the log in PostgreSQL" if settings.keeping.store else ""
    if settings.workers > 1:
        from server.workers.front import serve_by_workers

        told = f"data in {settings.data}{log}, {settings.workers} workers"
        given = {name: str(value) for name, value in flags.items() if value is not None}
        asyncio.run(serve_by_workers(settings, given, lambda where: console.print(f"Serving on {where}, {told}")))
        return
    if settings.cache is not None:
        keep_in(settings.cache)

    with uncollected():  # 1,200 modules, and nothing of them is garbage
        run = with_kept_patterns(_imported)

    asyncio.run(run(settings, lambda where: console.print(f"Serving on {where}, data in {settings.data}{log}")))


def _imported() -> Callable[[Settings, Callable[[str], None]], Coroutine[None, None, None]]:
    from server.app import serve as run

    return run
