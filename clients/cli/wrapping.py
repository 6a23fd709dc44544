"""Lines broken between words: a terminal by itself breaks them at its edge, in Korean in the middle of a word."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len

LEAST_WIDTH = 20
"""Columns below which nothing is broken: there is no room for words."""


class WordWrap:
    """Writes text that comes in pieces, and begins a line where the next word has no room.

    ``width`` is that of the terminal in columns, of which a Hangul syllable takes two; 0 breaks nothing, as for a pipe.
    A word longer than a line is left to the terminal.
    """

    def __init__(self, write: Callable[[str], object], width: int, indent: str = "") -> None:
        self._write, self._indent = write, indent
        self._width = width if width >= LEAST_WIDTH else 0
        self._column, self._gap, self._word = 0, "", ""

    def feed(self, text: str) -> None:
        """Write the words that are whole; the last one waits for its end."""
        if not self._width:
            self._write(text)
            return
        for character in text:
            if character == "\n":
                self._flush()
                self._write("\n")
                self._column, self._gap = 0, ""
            elif character == " ":
                self._flush()
                self._gap += " "
            else:
                self._word += character

    def end(self) -> None:
        """Write what waits."""
        self._flush()

    def _flush(self) -> None:
        if not self._word:
            return
        needed = len(self._gap) + cell_len(self._word)
        if self._column and self._column + needed > self._width:
            self._write("\n" + self._indent)
            self._column, self._gap, needed = len(self._indent), "", cell_len(self._word)
        self._write(self._gap + self._word)
        self._column += needed
        self._gap = self._word = ""
