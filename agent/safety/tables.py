"""The tables of this package: YAML beside the code, read once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def table(name: str) -> dict[str, Any]:
    """The shipped table of this name, without its ending; not to be changed."""
    read: dict[str, Any] = yaml.safe_load(files(__package__).joinpath(f"{name}.yaml").read_text(encoding="utf-8"))
    return read
