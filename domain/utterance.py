"""What a text and an identifier must be before anything is stored."""

from __future__ import annotations

import unicodedata
from uuid import UUID

from domain.errors import InvalidCommand, InvalidIdentifier, InvalidText

MAX_CHARACTERS = 4_000
"""The longest utterance in characters (DESIGN.md: bad input; conventions.md 1)."""

MAX_ANSWER_CHARACTERS = 16_000
"""The longest answer of another agent in characters: four times an utterance, as models write at length (ours)."""

_ALLOWED_CONTROLS = frozenset("\n\r\t")


def checked_text(text: str) -> str:
    """``text`` unchanged, when it can be an utterance.

    Raises InvalidText when it is blank, longer than 4,000 characters, or holds control characters or lone surrogates.
    """
    if not text.strip():
        raise InvalidText("The text is empty.", rule="not_empty")
    if len(text) > MAX_CHARACTERS:
        raise InvalidText("The text is too long.", rule="max_characters", limit=MAX_CHARACTERS, got=len(text))
    if (index := _control(text)) is not None:
        raise InvalidText("The text holds a control character.", rule="no_control_characters", offset=index)
    return text


def checked_answer(field: str, text: str) -> str:
    """``text`` unchanged, when it can be what an agent said.

    Raises InvalidCommand naming ``field`` when it is blank, longer than 16,000 characters, or holds control characters.
    """
    if not text.strip():
        raise InvalidCommand(f"{field} is empty.", field=field)
    if len(text) > MAX_ANSWER_CHARACTERS:
        raise InvalidCommand(
            f"{field} is longer than {MAX_ANSWER_CHARACTERS:,} characters.",
            field=field,
            limit=MAX_ANSWER_CHARACTERS,
            got=len(text),
        )
    if (index := _control(text)) is not None:
        raise InvalidCommand(f"{field} holds a control character.", field=field, offset=index)
    return text


def _control(text: str) -> int | None:
    """Where the first character stands that no text may hold; None where there is none."""
    for index, character in enumerate(text):
        if unicodedata.category(character) in ("Cc", "Cs") and character not in _ALLOWED_CONTROLS:
            return index
    return None


def checked_uuid(field: str, value: str) -> str:
    """``value`` as a lower-case UUID; raises InvalidIdentifier naming ``field`` otherwise."""
    try:
        return str(UUID(value))
    except (ValueError, AttributeError, TypeError):
        raise InvalidIdentifier(f"{field} is not a UUID.", field=field) from None
