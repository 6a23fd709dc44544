"""Passages made shorter for a prompt: their sentences that answer the query best, in their order, word for word.

Half of the text is kept (thesis: extractive 50 %). The hybrid first extracts and then lets a model shorten what is
left to three tenths (thesis: 70 %); without a model, or when the model makes nothing shorter, it extracts that far.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

from retrieval.chunking import sentences
from retrieval.tokens import Tokenizer

EXTRACTIVE_SHARE = 0.5
HYBRID_SHARE = 0.3

Shorten = Callable[[str, int], str]
"""A model's summary of a text in at most so many characters."""


def extractive(text: str, query: str, tokenizer: Tokenizer, share: float = EXTRACTIVE_SHARE) -> str:
    """The sentences of ``text`` most relevant to ``query``, at most ``share`` of its characters, at least one sentence.

    Relevance is the weight of the query's terms that a sentence holds, rarer ones among the sentences more, by the
    root of its length; equal ones by place, for a passage says first what it is about.
    """
    told = sentences(text)
    if len(told) < 2:
        return text.strip()
    asked, *held = (Counter(terms) for terms in tokenizer.terms_of([query, *told]))
    order = sorted(range(len(told)), key=lambda number: (-_relevance(asked, held, number), number))
    room = share * len(text)
    chosen: list[int] = []
    for number in order:
        length = sum(len(told[each]) + 1 for each in (*chosen, number)) - 1
        if not chosen or length <= room:
            chosen.append(number)
    return " ".join(told[number] for number in sorted(chosen))


def hybrid(text: str, query: str, tokenizer: Tokenizer, shorten: Shorten | None = None) -> str:
    """Extracted to half, then shortened by a model to three tenths; by extraction alone without one."""
    half = extractive(text, query, tokenizer)
    room = max(1, int(HYBRID_SHARE * len(text)))
    if shorten is None or len(half) <= room:
        return extractive(text, query, tokenizer, HYBRID_SHARE)
    shortened = shorten(half, room).strip()
    return shortened if 0 < len(shortened) < len(half) else extractive(text, query, tokenizer, HYBRID_SHARE)


def _relevance(asked: Counter[str], held: Sequence[Counter[str]], number: int) -> float:
    score = 0.0
    for term in asked.keys() & held[number].keys():
        sharing = sum(term in each for each in held)
        score += math.log(1 + len(held) / sharing)
    return score / math.sqrt(max(1, held[number].total()))
