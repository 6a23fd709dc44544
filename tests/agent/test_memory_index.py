"""What is kept of a patient's words between searches scores as if all had been read anew."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.memory_index import Document, MemoryIndex
from retrieval import Tokenizer
from retrieval.bm25 import lexical_engine
from retrieval.terms import count_terms

WORDS = st.sampled_from(["혈압", "당뇨", "두통", "salt", "sleep", "knee", "flu", "7.2"])


def documents(texts: list[list[str]]) -> list[Document]:
    return [Document(place, text, partial(" ".join, text)) for place, text in enumerate(texts)]


@given(
    st.lists(st.lists(WORDS, max_size=6), min_size=1, max_size=12),
    st.lists(WORDS, min_size=1, max_size=4),
    st.lists(st.integers(0, 11), max_size=12),
)
def test_an_index_that_is_kept_scores_as_bm25_over_everything(
    texts: list[list[str]], query: list[str], changed: list[int]
) -> None:
    tokenizer, final, asked = Tokenizer(None), documents(texts), " ".join(query)
    kept = MemoryIndex(tokenizer)
    for place in changed:
        # Before, one text was longer, and the one after it was not there.
        earlier = list(final)
        at = place % len(earlier)
        earlier[at] = Document(at, object(), partial(" ".join, [*texts[at], "salt"]))
        del earlier[(at + 1) % len(earlier)]
        kept.word_scores(asked, earlier)

    terms = tokenizer.terms_of([" ".join(text) for text in texts])
    wanted = tokenizer.terms(asked)
    scores = lexical_engine(count_terms(terms)).scores(wanted)
    best = float(scores.max(initial=0.0))
    shares = [len({*wanted}.intersection(each)) / len({*wanted}) for each in terms]
    expected = [float(score) / best * share if best > 0 else 0.0 for score, share in zip(scores, shares, strict=True)]
    assert kept.word_scores(asked, final).tolist() == pytest.approx(expected, abs=1e-5)


def test_only_what_is_new_is_read() -> None:
    read: list[int] = []

    def words(place: int) -> str:
        read.append(place)
        return "salt" if place % 2 else "sleep"

    kept, known = MemoryIndex(Tokenizer(None)), [Document(place, place, partial(words, place)) for place in range(1000)]
    kept.word_scores("salt", known[:-1])
    read.clear()
    scores = kept.word_scores("salt", list(known))

    assert read == [999]
    assert scores[999] == scores[1] > scores[0] == 0
