"""The stretches of an utterance that may tell that there is nothing of a kind, and what is looked at in each.

A stretch is one clause or some that follow each other: who asks the question over again ("알레르기요? 없어요") or takes
two sentences over it tells it in several. Names, figures and rhythms are masked; what they close off from the words
behind them ("20mg once a day no allergies") is another clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from extraction.reading.items import Item, slots_named
from extraction.reading.learned.features import is_question, of_words
from extraction.reading.learned.masking import Masked, Token, mask
from extraction.reading.sheet import Sheet
from extraction.rules.clauses import split_clauses
from extraction.text.lazy_regex import lazy_regex

MOST_CLAUSES: Final = 4
"""Clauses of a stretch."""

_MOST_TOKENS: Final = 40
_MOST_CLAUSES_OF_ALL: Final = 120
"""Clauses of an utterance that are looked at: the first ones of one without end."""

_OPENING: Final = lazy_regex(r"알레르기|알러지|앨러지|복용약")
_HEADING: Final = lazy_regex(r"allerg(?:y|ies)|med(?:s|ication|ications|icines?)|drugs")
"""Words that open a clause of their own behind one that has no mark at its end, and that do where a mark follows."""

_TO: Final = frozenset({"에", "에는", "에도", "에서", "에서는"})
"""Particles that tie what follows them to the name before: "아스피린에 알레르기"."""
_MEASURES: Final = ("<#", "<freq", "<date")
_NAMES: Final = frozenset({"<medications>", "<conditions>", "<symptoms>", "<procedures>", "<labs>", "<vitals>"})
_CLOSES: Final = frozenset("?:-=")
_ONES: Final = frozenset({"<medications>", "<allergens>"})
_ADNOMINAL: Final = ("른", "한", "는", "은", "던", "인", "을")
_LETTERS: Final = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Tokens ``first`` to ``last`` (exclusive) of an utterance, and their place in the normalised text."""

    first: int
    last: int
    start: int
    end: int
    clauses: int


def masked_words(sheet: Sheet) -> Masked:
    """The words of an utterance with what it names, counts and dates masked."""
    named = (one for one in sheet.mentions if one.entry.kind != "relatives")
    return mask(sheet, [Item(one.entry.kind, one.start, one.end, one.entry) for one in named])  # type: ignore[arg-type]


def stretches(sheet: Sheet, masked: Masked) -> Iterator[Stretch]:
    """The stretches of an utterance, the earliest and shortest first."""
    tokens = masked.tokens
    edges = _edges(sheet, tokens)[: _MOST_CLAUSES_OF_ALL + 1]
    for at, first in enumerate(edges[:-1]):
        for clauses, last in enumerate(edges[at + 1 : at + 1 + MOST_CLAUSES], start=1):
            if last - first > _MOST_TOKENS and clauses > 1:
                break
            yield Stretch(first, last, tokens[first].start, tokens[last - 1].end, clauses)


def _edges(sheet: Sheet, tokens: Sequence[Token]) -> list[int]:
    """The tokens at which a clause begins, and the end of all."""
    protected = [(one.start, one.end) for one in tokens if one.mask]
    begins = {one.start for one in split_clauses(sheet.folded, protected)}
    found = [0]
    reached = 0
    for at in range(1, len(tokens)):
        before, token = tokens[at - 1], tokens[at]
        opened = any(tokens[reached].start < begin <= token.start for begin in _between(begins, before, token))
        after = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if (opened or _closed(before, token, after)) and any(_is_word(one) for one in tokens[reached:at]):
            found.append(at)
            reached = at
    return [*found, len(tokens)] if tokens else []


def _between(begins: set[int], before: Token, token: Token) -> Iterator[int]:
    return (place for place in range(before.end, token.start + 1) if place in begins)


def _is_word(token: Token) -> bool:
    return token.mask or token.text[0].isalnum()


def _closed(before: Token, token: Token, after: str) -> bool:
    """Whether a clause ends between two tokens without the mark or the ending that says so."""
    if not _is_word(token):
        return False
    if before.text in (",", "\n", ".", "/"):
        return True
    if before.mask and not token.mask and not token.joined:
        return before.text.startswith(_MEASURES) or (before.text in _NAMES and token.text.isascii())
    if before.mask or token.mask or before.text in _TO:
        return False
    return _OPENING.match(token.text) is not None or (after in _CLOSES and _HEADING.fullmatch(token.text) is not None)


def names_one(masked: Masked, stretch: Stretch) -> bool:
    """Whether a medicine or an allergen is named in it, or an allergen before it in its sentence: it is of that one."""
    within = masked.tokens[stretch.first : stretch.last]
    return any(one.text in _ONES for one in within) or _named_before(masked, stretch) == "<allergens>"


def is_cut(masked: Masked, stretch: Stretch) -> bool:
    """Whether a word that goes with its first one stands before it: the "다른" of "다른 알레르기는 없어요"."""
    before = masked.tokens[stretch.first - 1] if stretch.first else None
    return before is not None and not before.mask and before.text.endswith(_ADNOMINAL)


def question_before(masked: Masked, stretch: Stretch) -> int:
    """Where a stretch begins, with the question right before it that it answers ("알레르기요? 없어요")."""
    first = stretch.first
    if first and masked.tokens[first - 1].text == "?":
        asked = masked.sentences[first - 1]
        while first and masked.sentences[first - 1] == asked:
            first -= 1
    return masked.tokens[first].start


def _named_before(masked: Masked, stretch: Stretch) -> str:
    """The medicine or allergen named last before a stretch, in its sentence or in a question right before that.

    A figure or a rhythm between them closes what is said of it.
    """
    own = masked.sentences[stretch.first]
    for at in range(stretch.first - 1, -1, -1):
        text = masked.tokens[at].text
        ended = masked.sentences[at] < own - 1 or (masked.sentences[at] < own and text in ".!")
        if text.startswith(_MEASURES) or ended:
            return ""
        if text in _ONES:
            return text
    return ""


def asked_of(agent_said: str) -> str:
    """The slots as a whole that the agent's question before the words names, as a feature has them."""
    if not is_question(agent_said):
        return ""
    question = agent_said.rstrip()
    opening = max(question.rfind(mark, 0, -1) for mark in ".?!\n") + 1
    return "+".join(sorted(slots_named(question[opening:].casefold())))


def features_of(masked: Masked, stretch: Stretch, asked: str = "") -> Iterator[str]:
    """The features of a stretch; ``asked`` is the slot that the agent's question before it names."""
    tokens = masked.tokens
    own = tokens[stretch.first : stretch.last]
    while len(own) > 1 and not _is_word(own[-1]) and own[-1].text != "?":
        own = own[:-1]
    yield f"asked={asked}"
    yield f"clauses={stretch.clauses}"
    yield f"len={min(len(own) // 3, 6)}"
    yield f"P={_beside(tokens, stretch.first - 1)}"
    yield f"N={_beside(tokens, stretch.last)}"
    yield f"S={_named_before(masked, stretch)}"
    yield from of_words(own)
    for token in own:
        yield from _letters(token)


def _beside(tokens: Sequence[Token], at: int) -> str:
    """What stands beside a stretch: a mask by its kind, a mark, or some word."""
    if not 0 <= at < len(tokens):
        return "|"
    token = tokens[at]
    if token.mask:
        return "<measure>" if token.text.startswith(_MEASURES) else token.text
    return token.text if not token.text[0].isalnum() else "word"


def _letters(token: Token) -> Iterator[str]:
    if token.mask or not token.text[0].isalnum():
        return
    edged = f" {token.text} "
    for length in _LETTERS:
        for at in range(len(edged) - length + 1):
            yield f"L{edged[at : at + length]}"
