"""The options that the operator's commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path | None,
    typer.Option("--data", envvar="ANAMNESIS_DATA", metavar="DIR", help="The data directory of the service."),
]
DEFAULT_DATA = Path("var")
"""The data directory of `anamnesis serve` unless told otherwise."""
