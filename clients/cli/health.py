"""`health`: does the service serve? For load balancers, containers and scripts."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.options import DEFAULT_ADDRESS, Address
from clients.cli.words import Words


def health(
    address: Address = DEFAULT_ADDRESS,
    seconds: Annotated[float, typer.Option("--wait", metavar="SECONDS", help="How long to wait for it.")] = 5.0,
) -> None:
    """Say SERVING, or exit with 4: the service is not ready, or cannot write. Needs no token."""
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        client.wait_until_serving(seconds)
    print(Words()("health.ok"))
