"""Clauses: where one statement ends and the next begins, and what joins them.

Korean joins clauses with endings on the predicate (는데, 지만, 고, 어서, 면), English with conjunctions. A comma ends a
clause only after a predicate (Korean) or before a new one (English); elsewhere it separates the items of a list, which
share their predicate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from extraction.rules.cues import Span
from extraction.rules.joints import JOINTS, LIST_COMMA, Joint
from extraction.text.lazy_regex import lazy_regex


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause and its span; ``sentence`` counts from 0, ``joint`` is what follows, ``asked`` marks a question mark."""

    start: int
    end: int
    sentence: int
    joint: Joint
    asked: bool = False


LONGEST: Final = 400
"""Characters of a clause, and of the clauses of a sentence: what runs on further is cut, for every reader looks through
the whole clause of every name and number. The longest sentence of 211 annotated utterances has 51."""

_ALL_JOINTS: Final = (*JOINTS, (Joint.SEQUENCE, LIST_COMMA))
_BOUNDARY: Final = lazy_regex("|".join(f"(?P<j{at}>{pattern})" for at, (_, pattern) in enumerate(_ALL_JOINTS)))
_EMPTY: Final = lazy_regex(r"[\s.,?!;~]*(?:so|and|but|because|then)?[\s.,?!;~]*")


def split_clauses(text: str, protected: Sequence[Span]) -> tuple[Clause, ...]:
    """Cut the cue text into clauses that cover it; no boundary falls inside a ``protected`` span (a name, a date).

    A comma or a coordinating ending right after a protected span joins the items of a list, so it is no boundary.
    """
    covered = bytearray(len(text) + 1)
    closes = bytearray(len(text) + 1)
    for start, end in protected:
        covered[start + 1 : end] = b"\1" * max(0, end - start - 1)
        closes[end] = 1
    clauses: list[Clause] = []
    start = sentence = begun = 0
    found = (*_boundaries(text, covered, closes), (len(text), Joint.FINAL, False))
    for end, joint, asked in _within_reach(text, covered, found):
        if _EMPTY.fullmatch(text, start, end):
            if asked and clauses and clauses[-1].joint is Joint.FINAL:
                last = clauses[-1]
                clauses[-1] = Clause(last.start, end, last.sentence, Joint.FINAL, True)
                start = end
            continue
        clauses.append(Clause(start, end, sentence, joint, asked))
        start = end
        if joint is Joint.FINAL or end - begun >= LONGEST:
            sentence, begun = sentence + 1, end
    return tuple(clauses)


def _within_reach(
    text: str, covered: bytearray, boundaries: Iterable[tuple[int, Joint, bool]]
) -> Iterator[tuple[int, Joint, bool]]:
    """``boundaries``, and more between those that lie too far apart: after a space where there is one."""
    start = 0
    for boundary in boundaries:
        while boundary[0] - start > LONGEST:
            free = [at for at in range(start + LONGEST, start + LONGEST // 2, -1) if not covered[at]]
            if not free:
                break
            start = next((at for at in free if text[at - 1].isspace()), free[0])
            yield start, Joint.FINAL, False
        yield boundary
        start = boundary[0]


def whole_sentences(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """``clauses`` with those of one sentence taken together."""
    sentences: list[Clause] = []
    for clause in clauses:
        if sentences and sentences[-1].sentence == clause.sentence:
            first = sentences.pop()
            clause = Clause(first.start, clause.end, clause.sentence, clause.joint, first.asked or clause.asked)
        sentences.append(clause)
    return tuple(sentences)


def _boundaries(text: str, covered: bytearray, closes: bytearray) -> Iterator[tuple[int, Joint, bool]]:
    for match in _BOUNDARY.finditer(text):
        if covered[match.end() - 1 if match.end() > match.start() else match.end()]:
            continue
        number = int((match.lastgroup or "j0")[1:])
        if number == len(JOINTS) and closes[match.start()]:
            continue
        if text[match.end() - 2 : match.end()] == "하고" and closes[match.end() - 2]:
            continue
        joint = _ALL_JOINTS[number][0]
        if joint is Joint.FINAL and text[match.end() : match.end() + 1] == ",":
            joint = Joint.SEQUENCE
        yield match.end(), joint, "?" in match[0]
