"""Work that must not take a whole answer with it when it breaks on words that nobody foresaw."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

import structlog

from domain.broken import STRICT, place_of

log = structlog.get_logger(__name__)
T = TypeVar("T")


def unless_broken(work: Callable[[], T], otherwise: Callable[[], T]) -> T:
    """What ``work`` gives, and where it breaks what ``otherwise`` does; it raises where tests want failures to show."""
    try:
        return work()
    except Exception as error:
        if os.environ.get(STRICT):
            raise
        log.error("answer_part_left_out", error=type(error).__name__, place=place_of(error))
        return otherwise()
