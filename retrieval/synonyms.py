"""Words that mean nearly the same, from the analyser's own language model: what patients say and documents do not.

Only for words that hardly any passage has. The model puts "low" next to "high" and one disease next to another, so a
word that documents do use is left as it was said. Hybrid search gained .000 to .004 nDCG@10 on four Korean sets.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, cast

from retrieval.tokens import MorphemeAnalyser, content_term

# Passages that may have a word before it counts as one that documents use.
RARE_UP_TO = 5
NEAREST = 3
LEAST_SIMILARITY = 0.5


def near_terms(analyser: MorphemeAnalyser | None, text: str, frequency: Callable[[str], int]) -> list[str]:
    """Index terms near to the rare words of a text, themselves in some passage; none without a language model.

    ``frequency`` gives in how many passages a term stands.
    """
    if analyser is None or not hasattr(analyser, "most_similar_morphemes"):
        return []
    (morphemes,) = analyser.tokenize([text])
    found: list[str] = []
    for morpheme in morphemes:
        term = content_term(morpheme)
        if term is not None and frequency(term) <= RARE_UP_TO:
            found.extend(
                near for near in _near(cast(Hashable, analyser), morpheme.form, morpheme.tag) if frequency(near)
            )
    return list(dict.fromkeys(found))


@lru_cache(maxsize=4096)
def _near(analyser: Hashable, form: str, tag: str) -> tuple[str, ...]:
    try:
        similar = cast(Any, analyser).most_similar_morphemes((form, tag), NEAREST)
    except (ValueError, RuntimeError, KeyError):
        # A word of the user's dictionary, or a model that has no vectors.
        return ()
    terms = (content_term(each) for each in similar if each.score >= LEAST_SIMILARITY)
    return tuple(term for term in terms if term is not None)
