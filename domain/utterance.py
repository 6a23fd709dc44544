"""What a text and an identifier must be before anything is stored."""

from __future__ import annotations

import unicodedata
from uuid import UUID

from domain.errors import InvalidIdentifier, InvalidText

MAX_CHARACTERS = 4_000
"""The longest utterance in characters (DESIGN.md: bad input; conventions.md 1)."""

_ALLOWED_CONTROLS = frozenset("\n\r\t")


def checked_text(text: str) -> str:
    """``text`` unchanged, when it can be an utterance.

    Raises InvalidText when it is blank, longer than 4,000 characters, or holds control characters or lone surrogates.
    """
    if not text.strip():
        raise InvalidText("The text is empty.", rule="not_empty")
    if len(text) > MAX_CHARACTERS:
        raise InvalidText("The text is too long.", rule="max_characters", limit=MAX_CHARACTERS, got=len(text))
    for index, character in enumerate(text):
        if unicodedata.category(character) in ("Cc", "Cs") and character not in _ALLOWED_CONTROLS:
            raise InvalidText("The text holds a control character.", rule="no_control_characters", offset=index)
    return text


def checked_uuid(field: str, value: str) -> str:
    """``value`` as a lower-case UUID; raises InvalidIdentifier naming ``field`` otherwise."""
    try:
        return str(UUID(value))
    except (ValueError, AttributeError, TypeError):
        raise InvalidIdentifier(f"{field} is not a UUID.", field=field) from None
