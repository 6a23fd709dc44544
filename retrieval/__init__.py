"""Hybrid retrieval over a medical corpus in Korean and English: words, meaning and concepts."""

from __future__ import annotations

from retrieval.corpus import Passage, load_corpus, shipped_corpus
from retrieval.index import open_or_build
from retrieval.ranking import Policy
from retrieval.retriever import Hit, RetrievalQuery, RetrievalResult, Retriever
from retrieval.tokens import Tokenizer, load_analyser

__all__ = [
    "Hit",
    "Passage",
    "Policy",
    "RetrievalQuery",
    "RetrievalResult",
    "Retriever",
    "Tokenizer",
    "load_analyser",
    "load_corpus",
    "open_or_build",
    "shipped_corpus",
]
