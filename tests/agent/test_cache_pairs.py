"""No wrong hit in a thousand pairs that differ in one word that matters, and how often the same question is known."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import combinations

import pytest

from agent.cache import ResponseCache, Signature
from extraction.naming.concepts import lexicon_words
from extraction.text.kiwi import shared_kiwi, stems
from server.composition import Knowledge
from tests.agent.cache_pairs import SAME, differing

PAIRS = tuple(differing())
THESIS_HIT_RATE = 0.33
"""Of repeated questions (thesis 3: the response cache)."""


@pytest.fixture(scope="module")
def signature(knowledge: Knowledge) -> Callable[[str], Signature]:
    """The signature of a text: two questions share an answer only where theirs are equal."""
    words = partial(stems, shared_kiwi(lexicon_words(knowledge.lexicon)))
    return cache(ResponseCache(knowledge.recogniser, knowledge.retriever.similarity, lambda: "", words).signature)


def test_there_are_a_thousand_pairs_of_every_kind() -> None:
    assert len(PAIRS) >= 1000
    assert {kind for kind, _, _ in PAIRS} == {"drug", "number", "test", "negation", "time", "person"}


def test_a_word_that_matters_tells_two_questions_apart(signature: Callable[[str], Signature]) -> None:
    taken = [(kind, one, two) for kind, one, two in PAIRS[::9] if signature(one) == signature(two)]
    assert taken == []


@pytest.mark.torture
def test_no_pair_of_all_shares_an_answer(signature: Callable[[str], Signature]) -> None:
    assert [(kind, one, two) for kind, one, two in PAIRS if signature(one) == signature(two)] == []


def test_repeated_questions_are_known_more_often_than_the_thesis_expects(signature: Callable[[str], Signature]) -> None:
    asked = [(one, two) for group in SAME for one, two in combinations(group, 2)]
    known = [signature(one) == signature(two) for one, two in asked]
    # Measured: 23 of 66 at first sight of these wordings, 40 after what they taught.
    assert sum(known) / len(known) >= 0.55 > THESIS_HIT_RATE
    assert signature(SAME[0][0]) == signature(SAME[0][1])
