"""Failures over HTTP, as problem details (RFC 9457): the reason and advice of the service, never anybody's words."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

from starlette.responses import Response

from clients import errors

MEDIA_TYPE = "application/problem+json"

_STATUS: Mapping[str, int] = {
    "InvalidRequest": 400,
    "NotAuthenticated": 401,
    "NotPermitted": 403,
    "NotFound": 404,
    "AlreadyExists": 409,
    "Conflict": 409,
    "FailedPrecondition": 412,
    "TooManyRequests": 429,
    "NotServed": 501,
    "Unavailable": 503,
    "DeadlineExceeded": 504,
}
"""google.rpc.Code to HTTP as google.rpc maps it, but 412 for FAILED_PRECONDITION: the request itself is well formed."""
_BY_REASON = {"UNAUTHENTICATED": 401, "PERMISSION_DENIED": 403}
"""What a proxy before the service says of a caller reaches its client with the code alone."""


class BadRequest(Exception):
    """A request that cannot be made into a message; ``message`` says what is wrong, ``advice`` what to do next."""

    def __init__(self, message: str, advice: str, status: int = 400, reason: str = "BAD_REQUEST") -> None:
        super().__init__(message)
        self.advice, self.status, self.reason = advice, status, reason


def problem(status: int, reason: str, message: str, advice: str, retry_seconds: float | None = None) -> Response:
    """A failure as a response."""
    headers = {"Cache-Control": "no-store"}
    if retry_seconds is not None:
        headers["Retry-After"] = str(math.ceil(retry_seconds))
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    body = {"type": "about:blank", "status": status, "title": message, "reason": reason, "advice": advice}
    return Response(json.dumps(body, ensure_ascii=False), status, headers, MEDIA_TYPE)


def bad_request(error: BadRequest) -> Response:
    """What is wrong with a request that never reached the service."""
    return problem(error.status, error.reason, str(error), error.advice)


def service_problem(error: errors.ServiceError) -> Response:
    """What the service said of a call."""
    return problem(status_of(error), error.reason, str(error), error.advice, error.retry_seconds)


def status_of(error: errors.ServiceError) -> int:
    """The HTTP status of a failure."""
    return _STATUS.get(type(error).__name__) or _BY_REASON.get(error.reason, 500)
