"""Where something broke, told without the words of the failure, which may quote the patient."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb
from typing import Final

STRICT: Final = "READING_STRICT"
"""The variable of the environment under which what breaks raises instead of being left out, as tests want it."""
_ROOT: Final = Path(__file__).parent.parent
_HOUSE: Final = frozenset({"agent", "domain", "extraction", "projections", "retrieval", "server"})


def place_of(error: Exception) -> str:
    """The file and line of our own in which ``error`` was raised, from the root of the packages."""
    places = [(Path(one.filename), one.lineno) for one in extract_tb(error.__traceback__)]
    own = [
        (path.relative_to(_ROOT), line)
        for path, line in places
        if path.is_relative_to(_ROOT) and path.relative_to(_ROOT).parts[0] in _HOUSE
    ]
    return f"{own[-1][0]}:{own[-1][1]}" if own else "elsewhere"
