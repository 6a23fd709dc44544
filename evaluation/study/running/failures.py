"""Why a study that runs may end before it is whole."""

from __future__ import annotations

from domain.errors import AnamnesisError


class WorkerFailed(AnamnesisError):
    """A process that plays conversations ended, or could not play one."""

    status = "UNAVAILABLE"
    reason = "WORKER_FAILED"
    advice = "Run the study again: it goes on where it stopped. Use fewer --workers where memory is short."
