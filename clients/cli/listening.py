"""Where a command listens for others: on this machine only, for what it shows are patients, unencrypted."""

from __future__ import annotations

import typer

from clients.cli.words import Words


def loopback(listen: str, option: str) -> tuple[str, int]:
    """Host and port of ``option``. Raises BadParameter where it is none, or not of this machine."""
    host, colon, port = listen.rpartition(":")
    if not (colon and host and port.isdecimal() and int(port) < 65536):
        raise typer.BadParameter(Words()("usage.listen", value=listen), param_hint=option)
    if host not in ("127.0.0.1", "localhost"):
        raise typer.BadParameter(Words()("usage.loopback"), param_hint=option)
    return host, int(port)
