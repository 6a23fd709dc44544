"""The service log: JSON lines on standard error, with identifiers only and never a patient's words."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from domain.errors import InvalidIdentifier
from domain.utterance import checked_uuid

NO_UUID = "not a UUID"
"""What stands in the log for a request id that is none: it may be anything, and as long as a message."""


def _identifiers_checked(logger: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """What a client calls its request goes into the log as the UUID that it has to be, and as nothing else."""
    if "request_id" in event:
        try:
            event["request_id"] = checked_uuid("request_id", event["request_id"])
        except InvalidIdentifier:
            event["request_id"] = NO_UUID
    return event


_SHARED: tuple[structlog.types.Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _identifiers_checked,
)


def configure_logs(level: str) -> None:
    """Send our lines and those of libraries to standard error as JSON, from ``level`` on."""
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # MedCAT and its kin tell the story of their start-up, some of it on levels of their own.
    for noisy in ("bm25s", "medcat", "langgraph", "httpx", "httpx2", "openai", "grpc"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))
