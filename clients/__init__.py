"""Python clients of Anamnesis, blocking and asyncio, with typed errors."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clients.aio import AsyncAnamnesisClient
    from clients.client import AnamnesisClient
    from clients.credentials import Credentials, CredentialsRefused
    from clients.errors import (
        AlreadyExists,
        Conflict,
        DataLoss,
        DeadlineExceeded,
        FailedPrecondition,
        InvalidRequest,
        NotAuthenticated,
        NotFound,
        NotPermitted,
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
    "Credentials",
    "CredentialsRefused",
    "DataLoss",
    "DeadlineExceeded",
    "FailedPrecondition",
    "InvalidRequest",
    "NotAuthenticated",
    "NotFound",
    "NotPermitted",
    "NotServed",
    "ServiceError",
    "TooManyRequests",
    "TurnFailed",
    "Unavailable",
    "as_of",
]

_MODULES = {
    "AnamnesisClient": "client",
    "AsyncAnamnesisClient": "aio",
    "Credentials": "credentials",
    "CredentialsRefused": "credentials",
    "as_of": "requests",
}
"""Where a name stands, if not among the errors."""


def __getattr__(name: str) -> object:
    # gRPC takes a quarter of a second to import, which the command line need not wait for to print its help.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES.get(name, 'errors')}"), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
