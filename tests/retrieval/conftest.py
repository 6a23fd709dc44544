from __future__ import annotations

import pytest

from retrieval import Retriever, Tokenizer, load_analyser
from retrieval.index import Index, build_index
from tests.retrieval.sample import passages


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return Tokenizer(load_analyser())


@pytest.fixture(scope="session")
def index(tokenizer: Tokenizer) -> Index:
    return build_index(passages(), tokenizer)


@pytest.fixture(scope="session")
def retriever(index: Index) -> Retriever:
    return Retriever(index)
