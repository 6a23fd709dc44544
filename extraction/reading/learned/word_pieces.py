"""Text into the word pieces of the encoder: the most likely split by a unigram model, with each piece's place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

Span = tuple[int, int]

SPACE: Final = "▁"
"""Stands for a space in a piece."""

NOWHERE: Final[Span] = (-1, -1)
"""The place of a piece that is no more than a space."""

_OPENING: Final = 2
_LETTERS: Final = 4
"""Letters a piece that mostly suffice for the first ones of a text; where not, as many as the longest piece has."""


_UNKNOWN_PENALTY: Final = 10.0
"""What a character outside all pieces costs below the rarest piece (SentencePiece)."""


@dataclass(frozen=True)
class WordPieces:
    """The pieces and their log probabilities; ``unknown`` is the id of what no piece spells."""

    pieces: Sequence[str]
    scores: Sequence[float]
    unknown: int
    _ids: dict[str, int] = field(init=False, repr=False)
    _longest: dict[str, int] = field(init=False, repr=False)
    """The length of the longest piece by how pieces open: few letters open long ones."""
    _most: int = field(init=False, repr=False)
    """The letters of the longest piece."""
    _least: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ids", {piece: at for at, piece in enumerate(self.pieces) if piece})
        longest: dict[str, int] = {}
        for piece in self.pieces:
            opening = piece[:_OPENING]
            longest[opening] = max(longest.get(opening, 0), len(piece))
        object.__setattr__(self, "_longest", longest)
        object.__setattr__(self, "_most", max(longest.values()))
        object.__setattr__(self, "_least", min(self.scores) - _UNKNOWN_PENALTY)

    def split(self, text: str, *, first: int = 0, last: int = 0) -> tuple[list[int], list[Span]]:
        """The ids of the pieces of ``text``, and the characters [start, end) that each spells (Viterbi).

        Of a long text only the words that hold its ``first`` or its ``last`` pieces are split, where one is given.
        """
        letters, places = _letters(text)
        joined = "".join(letters)
        begin, size = 0, len(joined)
        # No piece spans two words, so what stands beyond the end of a word changes nothing before it.
        if first and (end := joined.find(SPACE, first * _LETTERS)) >= 0:
            found, spans = self._chosen(letters[:end], places[:end], joined[:end])
            if len(found) >= first:
                return found, spans
        if first and (end := joined.find(SPACE, first * self._most)) >= 0:
            size = end
        if last:
            begin = max(0, joined.rfind(SPACE, 0, max(0, size - last * self._most)))
        return self._chosen(letters[begin:size], places[begin:size], joined[begin:size])

    def _chosen(self, letters: Sequence[str], places: Sequence[int], joined: str) -> tuple[list[int], list[Span]]:
        """The likeliest pieces of ``letters``, which stand at these ``places``."""
        size = len(joined)
        best = [float("-inf")] * (size + 1)
        best[0] = 0.0
        chosen = [(self.unknown, 0)] * (size + 1)
        ids, scores, longest = self._ids, self.scores, self._longest
        for start in range(size):
            so_far = best[start]
            furthest = min(size, start + longest.get(joined[start : start + _OPENING], 1))
            for end in range(start + 1, furthest + 1):
                piece = ids.get(joined[start:end])
                if piece is not None and so_far + scores[piece] > best[end]:
                    best[end] = so_far + scores[piece]
                    chosen[end] = (piece, start)
            if so_far + self._least > best[start + 1]:
                best[start + 1] = so_far + self._least
                chosen[start + 1] = (self.unknown, start)
        found: list[int] = []
        spans: list[Span] = []
        at = size
        while at > 0:
            piece, start = chosen[at]
            own = [places[one] for one in range(start, at) if letters[one] != SPACE]
            found.append(piece)
            spans.append((own[0], own[-1] + 1) if own else NOWHERE)
            at = start
        return found[::-1], spans[::-1]


def _letters(text: str) -> tuple[list[str], list[int]]:
    letters, places = [SPACE], [-1]
    for at, letter in enumerate(text):
        if letter.isspace() or letter == SPACE:
            if letters[-1] == SPACE:
                continue
            letter = SPACE
        letters.append(letter)
        places.append(at)
    return letters, places
