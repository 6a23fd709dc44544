"""The tables of this package: YAML beside the code, read once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

import yaml

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Ten times as fast where PyYAML was built over libyaml, as its wheels are: every start of a process reads the tables.
"""


@cache
def table(name: str) -> dict[str, Any]:
    """The shipped table of this name, without its ending; not to be changed."""
    text = files(__package__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.load(text, Loader=_LOADER)  # noqa: S506 -- a safe loader, either of them
    return read
