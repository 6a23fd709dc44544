"""Pages of lists (AIP-158): sizes, and tokens that only this service can read and only the same question can use."""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass

import orjson
from google.protobuf.message import Message

from domain.errors import InvalidCommand

DEFAULT_PAGE = 50
"""Entries of a page when the client names no size (conventions: pagination)."""
MAX_PAGE = 1_000
"""Largest page; larger sizes are cut to it (conventions: pagination)."""


class InvalidPageToken(InvalidCommand):
    """The page token does not continue this list."""

    reason = "INVALID_PAGE_TOKEN"
    advice = "Send the next_page_token of the response before, with every other field as it was."


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: after ``after`` entries or positions, of the list as of log position ``position``."""

    after: int = 0
    position: int = 0


def page_size(asked: int) -> int:
    """How many entries to return. Raises InvalidCommand for a negative number."""
    if asked < 0:
        raise InvalidCommand("page_size is negative.", field="page_size")
    return min(asked, MAX_PAGE) or DEFAULT_PAGE


def token_of(cursor: Cursor, request: Message) -> str:
    """The opaque form of ``cursor``, bound to the question that ``request`` asks."""
    content = orjson.dumps([cursor.after, cursor.position, _check(cursor, request)])
    return base64.urlsafe_b64encode(content).decode("ascii")


def cursor_of(token: str, request: Message) -> Cursor | None:
    """Where the page begins; None for the first. Raises InvalidPageToken."""
    if not token:
        return None
    try:
        after, position, check = orjson.loads(base64.urlsafe_b64decode(token.encode("ascii")))
        cursor = Cursor(int(after), int(position))
    except (binascii.Error, UnicodeEncodeError, orjson.JSONDecodeError, TypeError, ValueError):
        raise InvalidPageToken from None
    if check != _check(cursor, request) or cursor.after < 0 or cursor.position < 0:
        raise InvalidPageToken
    return cursor


def _check(cursor: Cursor, request: Message) -> str:
    """A digest of the place and of what the request asks, apart from which page of it and how large."""
    bare = type(request)()
    bare.CopyFrom(request)
    bare.ClearField("page_token")
    bare.ClearField("page_size")
    asked = bare.SerializeToString(deterministic=True)
    return hashlib.sha256(b"%d:%d:" % (cursor.after, cursor.position) + asked).hexdigest()[:16]
