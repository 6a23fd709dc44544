"""`project`: keep the views up to date from a process of its own."""

from __future__ import annotations

import signal
import threading
from contextlib import suppress
from typing import Annotated

import typer

from server.cli.options import DEFAULT_DATA, Data

TEND_SECONDS = 5.0
"""How often it is looked whether somebody dropped or changed tables, as a server's health does (ours)."""


def project(
    data: Data = None,
    once: Annotated[bool, typer.Option("--once", help="Apply what the log holds now, and end.")] = False,
) -> None:
    """Follow the log and keep the views, beside a server if one runs: that leaves the work to this process.

    Only one projector runs on a data directory; another waits for it to end. Ctrl-C or SIGTERM ends it after the page
    in progress; killed at any moment, it goes on where it stood.
    """
    from clients.cli.output import messages
    from domain.errors import StoreUnavailable
    from projections.runner import ProjectionRunner
    from server.cli.log import open_log
    from server.data_directory import DataDirectory

    told = messages()
    with open_log(data or DEFAULT_DATA) as records:
        runner = ProjectionRunner(records, DataDirectory(data or DEFAULT_DATA).views)
        if once:
            told.print(f"Views stand at position {runner.catch_up()}")
            return
        stopping = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopping.set())
        with runner.role.taken() as free:
            if not free:
                told.print("Another process keeps these views; waiting until it ends. Stop with Ctrl-C")
        with runner.leading(stopping) as leads:
            if leads:
                told.print(f"Keeping the views from position {min(runner.positions().values())} on; stop with Ctrl-C")
                while not stopping.wait(TEND_SECONDS):
                    with suppress(StoreUnavailable):
                        runner.tend()
        told.print(f"Views stand at position {min(runner.positions().values())}")
