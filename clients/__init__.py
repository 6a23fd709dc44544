"""Python clients of Anamnesis, blocking and asyncio, with typed errors."""

from __future__ import annotations

from clients.aio import AsyncAnamnesisClient
from clients.client import AnamnesisClient
from clients.errors import (
    AlreadyExists,
    Conflict,
    DataLoss,
    DeadlineExceeded,
    FailedPrecondition,
    InvalidRequest,
    NotFound,
    NotServed,
    ServiceError,
    TooManyRequests,
    TurnFailed,
    Unavailable,
)
from clients.requests import as_of

__all__ = [
    "AlreadyExists",
    "AnamnesisClient",
    "AsyncAnamnesisClient",
    "Conflict",
    "DataLoss",
    "DeadlineExceeded",
    "FailedPrecondition",
    "InvalidRequest",
    "NotFound",
    "NotServed",
    "ServiceError",
    "TooManyRequests",
    "TurnFailed",
    "Unavailable",
    "as_of",
]
