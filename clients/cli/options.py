"""The options that commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Address = Annotated[
    str,
    typer.Option("--address", envvar="ANAMNESIS_ADDRESS", metavar="HOST:PORT", help="The server to talk to."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Patient = Annotated[str, typer.Argument(metavar="PATIENT", help="The patient's UUID.")]

DEFAULT_ADDRESS = "127.0.0.1:50051"
"""Where `anamnesis serve` listens unless told otherwise."""
