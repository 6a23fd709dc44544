"""Dying on purpose: what fault tests use to prove that a kill at any moment of a save loses nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable


def killing_at(moment: str) -> Callable[[str], None] | None:
    """A probe that kills this process with SIGKILL when ``moment`` comes; None for no moment.

    A moment is "before <Command>" or "after <Command>", with ":2" for its second time in this process, and so on.
    """
    if not moment:
        return None
    name, _, times = moment.partition(":")
    left = int(times or 1)

    def probe(now: str) -> None:
        nonlocal left
        left -= now == name
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return probe
