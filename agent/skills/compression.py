"""Shortening the passages of a prompt by rule: the sentences nearest to the question, word for word, in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agent.ports import Work
from agent.skills.ports import Question
from agent.tokens import TokenCounter
from extraction.text.lazy_regex import lazy_regex
from retrieval.retriever import Hit

RANK_WEIGHT = 0.02
"""What each place further down costs a sentence of a passage: between sentences alike, the better document's stays."""

_SENTENCE_END = lazy_regex(r"(?<=[.!?])\s+|\n+")

Similarity = Callable[[Sequence[str], str], NDArray[np.float32]]
"""Pairwise cosines of texts."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    document: int
    place: int
    text: str
    tokens: int


class ExtractiveCompression:
    """The compression skill without a model: what is kept is quoted, so it can be cited (thesis: extractive)."""

    def __init__(self, similarity: Similarity, counter: TokenCounter, work: Work) -> None:
        self._similarity = similarity
        self._counter = counter
        self._work = work

    async def compress(self, question: Question, hits: Sequence[Hit], tokens: int) -> Mapping[str, str]:
        """The sentences nearest to ``question`` that fit into ``tokens``, by document id, in their order."""
        return await self._work(lambda: self._nearest(question, hits, tokens))

    def _nearest(self, question: Question, hits: Sequence[Hit], tokens: int) -> Mapping[str, str]:
        sentences = [
            _Sentence(document, place, text, self._counter.count(text))
            for document, hit in enumerate(hits)
            for place, text in enumerate(sentences_of(hit.passage.text))
        ]
        if not sentences:
            return {}
        cosines = self._similarity([question.text, *(one.text for one in sentences)], question.language)[0, 1:]
        fit = cosines - RANK_WEIGHT * np.asarray([one.document for one in sentences])
        kept: list[_Sentence] = []
        for index in np.argsort(-fit, kind="stable"):
            sentence = sentences[int(index)]
            if sentence.tokens <= tokens:
                kept.append(sentence)
                tokens -= sentence.tokens
        kept.sort(key=lambda one: (one.document, one.place))
        return {
            hit.passage.document_id: " ".join(one.text for one in kept if one.document == document)
            for document, hit in enumerate(hits)
            if any(one.document == document for one in kept)
        }


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, trimmed; a decimal point ends none."""
    return [found.strip() for found in _SENTENCE_END.split(text) if found.strip()]
