"""Dying on purpose: what fault tests use to prove that a kill at any moment of a save loses nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable


def killing_at(moment: str) -> Callable[[str], None] | None:
    """A probe that kills this process with SIGKILL when ``moment`` comes; None for no moment."""
    if not moment:
        return None

    def probe(now: str) -> None:
        if now == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    return probe
