"""The words of an utterance with its names, numbers and dates masked: what is left is how people say things."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from extraction.reading.items import Item
from extraction.reading.sheet import Sheet

_ENDS: Final = frozenset(".?!")
_HANGUL: Final = ("가", "힣")


@dataclass(frozen=True, slots=True)
class Token:
    """A masked name, a word or a mark; ``joined`` says that no space stands before it."""

    text: str
    start: int
    end: int
    mask: bool = False
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Masked:
    """The tokens of an utterance, and the sentence that each belongs to."""

    tokens: tuple[Token, ...]
    sentences: tuple[int, ...]
    _starts: tuple[int, ...]
    kept: dict[str, set[int]] = field(default_factory=dict, compare=False, repr=False)
    """What was reckoned once of all its words, by name: several items of memory look at the same ones."""
    hashes: dict[tuple[str, ...], dict[tuple[str, str | None], tuple[int, ...]]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """The buckets of what was looked at, by prefixes, place and word: items that stand together look at the same."""

    def index(self, place: int) -> int:
        """The token at or before ``place``; -1 before the first."""
        return bisect_right(self._starts, place) - 1


def mask(sheet: Sheet, items: Sequence[Item]) -> Masked:
    """The masked tokens of ``sheet``."""
    tokens = tuple(_tokens(sheet.folded, _masks(sheet, items)))
    sentences, sentence = [], 0
    for token in tokens:
        sentences.append(sentence)
        if token.text in _ENDS:
            sentence += 1
    return Masked(tokens, tuple(sentences), tuple(token.start for token in tokens))


def _masks(sheet: Sheet, items: Sequence[Item]) -> list[tuple[int, int, str]]:
    masks = [
        (item.start, item.end, _tag(item))
        for item in items
        if item.named and item.end > item.start and item.kind != "age"
    ]
    masks += [(one.start, one.end, "<rel>") for one in sheet.mentions if one.entry.kind == "relatives"]
    masks += [(one.start, one.end, f"<date:{one.kind}>") for one in sheet.dates]
    masks += [(one.start, one.end, f"<#{one.counter or one.quantity.unit or one.kind}>") for one in sheet.figures]
    masks += [(one.start, one.end, "<freq:weak>" if one.weak else "<freq>") for one in sheet.frequencies]
    kept: list[tuple[int, int, str]] = []
    reached = 0
    for start, end, tag in sorted(masks, key=lambda one: (one[0], -one[1])):
        if start >= reached:
            kept.append((start, end, tag))
            reached = end
    return kept


def _tag(item: Item) -> str:
    if item.kind == "topic":
        return f"<any:{item.slot}>"
    return "<medications>" if item.kind == "drug_classes" else f"<{item.kind}>"


def _tokens(text: str, masks: list[tuple[int, int, str]]) -> list[Token]:
    found: list[Token] = []
    at = 0
    for start, end, tag in [*masks, (len(text), len(text), "")]:
        _words(text, at, start, found)
        if tag:
            joined = bool(found) and found[-1].end == start
            found.append(Token(tag, start, end, mask=True, joined=joined))
        at = end
    return found


def _words(text: str, start: int, end: int, found: list[Token]) -> None:
    at = start
    while at < end:
        char = text[at]
        if char.isspace():
            at += 1
            continue
        stop = at + 1
        if _is_word(char):
            while stop < end and _is_word(text[stop]) and _is_hangul(text[stop]) == _is_hangul(char):
                stop += 1
        joined = bool(found) and found[-1].end == at
        found.append(Token(text[at:stop], at, stop, joined=joined))
        at = stop


def _is_word(char: str) -> bool:
    return char.isalnum() or char in "'~"


def _is_hangul(char: str) -> bool:
    return _HANGUL[0] <= char <= _HANGUL[1]
