"""An answer told sentence by sentence while a model still writes it, each once it has passed its checks.

What was told may still turn out to be another answer than the one that counts: the first sentence that fails ends the
telling, and the turn says that the draft is withdrawn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import Final

from agent.sources import without_marks
from extraction.text.lazy_regex import lazy_regex

_FIELD: Final = lazy_regex(r'"answer"\s*:\s*"')
_SENTENCES: Final = lazy_regex(r".+?(?:[.!?。](?=\s)\s*|\n+)", re.DOTALL)
_ABBREVIATED: Final = lazy_regex(r"\b(?:Dr|Mr|Mrs|Ms|e\.g|i\.e|approx|vs|No)\.\s*$|(?:^|\s)\d{1,2}\.\s*$")
"""A full stop that ends no sentence."""
_LONGEST_ESCAPE: Final = 12
"""Characters of two halves of an escaped character, which may be cut anywhere."""

Told = Callable[[str], Awaitable[None]]
"""Hears the next piece of a draft."""


def answer_so_far(written: str) -> str:
    """The text of the answer in the JSON that a model has ``written`` so far; empty before it has begun."""
    found = _FIELD.search(written)
    if found is None:
        return ""
    end = found.end()
    while end < len(written) and written[end] != '"':
        end += 2 if written[end] == "\\" else 1
    body = written[found.end() : end]
    for cut in range(min(_LONGEST_ESCAPE, len(body)) + 1):
        try:
            text: str = json.loads(f'"{body[: len(body) - cut]}"', strict=False)
            # Half of a character that comes in two escapes is told with the other half.
            text.encode()
        except ValueError:
            continue
        return text
    return ""


def whole_sentences(text: str) -> str:
    """``text`` up to the end of its last sentence that is surely over."""
    reached = 0
    for found in _SENTENCES.finditer(text):
        if not _ABBREVIATED.search(found[0]):
            reached = found.end()
    return text[:reached]


class Drafting:
    """Tells the sentences of one answer as they come; nothing more once one was unsound or the text was begun anew."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._over = False
        self.text = ""
        """What was told so far."""

    async def heard(self, written: str, noted: str, is_sound: Callable[[str], bool]) -> None:
        """Tell what is new and sound in what a model has ``written`` so far; ``noted`` stands before its words."""
        if self._over:
            return
        marked = whole_sentences(answer_so_far(written).lstrip())
        own = without_marks(marked)
        if not own:
            return
        text = f"{noted}\n{own}" if noted else own
        if len(text) <= len(self.text):
            self._over = not self.text.startswith(text) or self._over
            return
        if not text.startswith(self.text) or not is_sound(marked.strip()):
            self._over = True
            return
        piece, self.text = text[len(self.text) :], text
        await self._told(piece)

    async def ended(self, answer: str) -> None:
        """Tell the rest of the ``answer`` where it is the one that was being told, or all of it where nothing was."""
        if answer.startswith(self.text) and len(answer) > len(self.text):
            piece, self.text = answer[len(self.text) :], answer
            await self._told(piece)
