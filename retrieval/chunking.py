"""Long texts into passages that a prompt can hold and an encoder sees whole: 900 characters, on sentence boundaries."""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_CHUNK_CHARACTERS = 900
# What a chunk repeats of the one before: whole sentences, so "this medicine" keeps its neighbour.
OVERLAP_CHARACTERS = 150

# A full stop inside a number or an abbreviation without a space after it ends nothing. Korean sentences that end
# without one end their line.
_BOUNDARY = re.compile(r"(?<=[.!?。！？…])[\"'”’)\]]*\s+|\n+")
_SPACES = re.compile(r"\s+")


def sentences(text: str) -> list[str]:
    """The sentences of a text, spaces made single; one longer than a chunk is cut between words."""
    found: list[str] = []
    start = 0
    for boundary in [*_BOUNDARY.finditer(text), None]:
        end = len(text) if boundary is None else boundary.end()
        sentence = _SPACES.sub(" ", text[start:end]).strip()
        if sentence:
            found.extend(_cut(sentence))
        start = end
    return found


def chunks(text: str) -> list[str]:
    """The text in passages of at most 900 characters; each begins with the last sentences of the one before."""
    whole = text.strip()
    if len(whole) <= MAX_CHUNK_CHARACTERS:
        return [whole] if whole else []
    made: list[str] = []
    held: list[str] = []
    for sentence in sentences(whole):
        if held and _length([*held, sentence]) > MAX_CHUNK_CHARACTERS:
            made.append(" ".join(held))
            held = _tail(held, MAX_CHUNK_CHARACTERS - len(sentence) - 1)
        held.append(sentence)
    return [*made, " ".join(held)]


def _tail(held: list[str], room: int) -> list[str]:
    tail: list[str] = []
    for sentence in reversed(held[1:]):
        if _length([sentence, *tail]) > min(room, OVERLAP_CHARACTERS):
            break
        tail.insert(0, sentence)
    return tail


def _cut(sentence: str) -> Iterator[str]:
    while len(sentence) > MAX_CHUNK_CHARACTERS:
        space = sentence.rfind(" ", 1, MAX_CHUNK_CHARACTERS + 1)
        end = space if space > 0 else MAX_CHUNK_CHARACTERS
        yield sentence[:end].rstrip()
        sentence = sentence[end:].lstrip()
    if sentence:
        yield sentence


def _length(parts: list[str]) -> int:
    return sum(map(len, parts)) + max(0, len(parts) - 1)
