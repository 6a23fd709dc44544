"""Clauses: where one statement ends and the next begins, and what joins them.

Korean joins clauses with endings on the predicate (는데, 지만, 고, 어서, 면), English with conjunctions. A comma ends a
clause only after a predicate (Korean) or before a new one (English); elsewhere it separates the items of a list, which
share their predicate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from extraction.cues import Span
from extraction.joints import JOINTS, LIST_COMMA, Joint


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause and its span; ``sentence`` counts from 0, ``joint`` is what follows, ``asked`` marks a question mark."""

    start: int
    end: int
    sentence: int
    joint: Joint
    asked: bool = False


_ALL_JOINTS: Final = (*JOINTS, (Joint.SEQUENCE, LIST_COMMA))
_BOUNDARY: Final = re.compile("|".join(f"(?P<j{at}>{pattern})" for at, (_, pattern) in enumerate(_ALL_JOINTS)))
_EMPTY: Final = re.compile(r"[\s.,?!;~]*(?:so|and|but|because|then)?[\s.,?!;~]*")


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
    start, sentence = 0, 0
    for end, joint, asked in (*_boundaries(text, covered, closes), (len(text), Joint.FINAL, False)):
        if _EMPTY.fullmatch(text, start, end):
            if asked and clauses and clauses[-1].joint is Joint.FINAL:
                last = clauses[-1]
                clauses[-1] = Clause(last.start, end, last.sentence, Joint.FINAL, True)
                start = end
            continue
        clauses.append(Clause(start, end, sentence, joint, asked))
        start = end
        if joint is Joint.FINAL:
            sentence += 1
    return tuple(clauses)


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
