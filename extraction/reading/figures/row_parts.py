"""The own words of each of several values: "before breakfast 94 / after lunch 118" are two, each with its own.

What sets a value apart stands before it or behind it, and whoever tells several keeps to one of the two: words before
the first value that name a circumstance make all of them lead, otherwise they follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.text.lazy_regex import lazy_regex

_BREAK: Final = lazy_regex(
    r"[,;/|\n](?!\d)|[.!?](?=\s|$)|\s(?:and|then|but)\b|그리고|그런데|근데"
    r"|(?:였|았|었|했)?(?:고|는데|다가)[\s,]|(?:이고|인데)[\s,]"
    r"|(?<=\d)\s?(?:%|프로|퍼센트|kg|킬로|키로|도)?(?:이?래요?|이래유|이?네요?|이에요|예요|이야|이?었음|였음|임(?![가-힣])|나왔어요?|나옴)\s"
)
"""What parts one value's words from the next one's."""
_NOT_A_BREAK: Final = lazy_regex(r"(?:먹|마시|자|일어나|쉬|걷|재|맞|뛰|하)(?:었|았|했)?(?:고|다가)[\s,]$")
"""A doing that is itself the circumstance: "점심 먹고 141"."""
_SENTENCE: Final = lazy_regex(r"[.!?](?=\s|$)|\n")
_CIRCUMSTANCE: Final = lazy_regex(
    r"공복|식전|식후|빈속|아침|점심|저녁|새벽|오전|오후|낮|밤|자기\s?전|먹|식사|기상|\d\s?시|쉬|계단|걷|운동|어제|오늘|지난|작년|월"
    r"|\b(?:fasting|before|after|post|pre|morning|noon|lunch|breakfast|dinner|tea|supper|evening|night|bedtime|bed|woke"
    r"|waking|[ap]\.?m|yesterday|today|last|resting|rest|walk\w*|stairs|\d ?h(?:ou)?rs?)\b"
)
"""Words of when and how something is measured."""


@dataclass(frozen=True, slots=True)
class RowPart:
    """One value of a row and where its own words begin and end, in the folded text."""

    figure: Figure
    start: int
    end: int

    def words(self, folded: str) -> str:
        """The words, with the number among them left out."""
        return f"{folded[self.start : self.figure.start]} {folded[self.figure.end : self.end]}"


def row_parts(folded: str, row: Sequence[Figure]) -> tuple[RowPart, ...]:
    """Each value of ``row``, in the order of the text, with the words that are its own."""
    if not row:
        return ()
    figures = sorted(row, key=lambda one: one.start)
    opening = _opening(folded, figures[0])
    leads = _CIRCUMSTANCE.search(folded, opening, figures[0].start) is not None
    cuts = [opening, *(_cut(folded, one.end, other.start, leads=leads) for one, other in pairwise(figures))]
    ends = [*cuts[1:], clause_end(folded, figures[-1].end)]
    return tuple(RowPart(one, start, end) for one, start, end in zip(figures, cuts, ends, strict=True))


def clause_end(folded: str, place: int) -> int:
    """Where the clause ends that goes on at ``place``."""
    breaks = (one for one in _BREAK.finditer(folded, place) if _NOT_A_BREAK.search(folded, place, one.end()) is None)
    return next((one.start() for one in breaks), len(folded))


def sentence_end(folded: str, place: int) -> int:
    """Where the sentence ends that goes on at ``place``."""
    close = _SENTENCE.search(folded, place)
    return close.start() if close is not None else len(folded)


def _opening(folded: str, first: Figure) -> int:
    """Where the sentence begins that holds the first value."""
    return max((one.end() for one in _SENTENCE.finditer(folded, 0, first.start)), default=0)


def _cut(folded: str, start: int, end: int, *, leads: bool) -> int:
    """Where between two values the words of the first end: at the break, else on the side to which they belong."""
    found = [
        one for one in _BREAK.finditer(folded, start, end)
        if _NOT_A_BREAK.search(folded, start, one.end()) is None
    ]  # fmt: skip
    if not found:
        return start if leads else end
    # Of several breaks the last sentence's end parts them; else the first break, or the last where words follow.
    ends = [one for one in found if _SENTENCE.match(folded, one.start()) is not None]
    chosen = ends[-1] if ends else found[0] if leads else found[-1]
    return chosen.end()
