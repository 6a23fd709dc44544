"""Content terms, claims and support: what the deterministic twins of judged metrics count instead of asking a model."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

SUPPORTED = 0.6
"""Share of a claim's terms that one text must hold to support it, besides all of its numbers: set by hand on the
study's own sentences, so that a paraphrase with one strange word of three passes and half a claim does not."""

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[a-z]+|[가-힣]+")
_CITED = re.compile(r"\s*\[[a-z]{2}-[\w-]+\](?:\s*\([^()]*(?:\([^()]*\)[^()]*)*\))?")
"""A document's id, with its source in brackets behind it: where something is said, and no part of what is said."""
_END = re.compile(r"(?<=[.!?。])\s+|\n+|(?<=다\.)(?=[가-힣])|;\s+")
_EMPTY = frozenset(
    "a an and are as at be by did do does for from had has have how i in is it its me my of on or our that the their "
    "this to was we were what when which with you your please can could should would there then than not".split()
)
_EMPTY_BIGRAMS = frozenset(
    "니다 습니 세요 에요 어요 아요 해요 이에 예요 입니 합니 있습 있는 있어 주세 제가 저는 그리 하고".split()
)


@lru_cache(maxsize=8192)
def numbers(text: str) -> frozenset[float]:
    """The numbers of a text as figures; "1,200" is 1200, and a date's parts are three numbers."""
    found = set()
    for stated in _NUMBER.findall(unicodedata.normalize("NFKC", text)):
        plain = stated.replace(",", "")
        found |= {float(plain)} if plain.count(".") <= 1 else {float(part) for part in plain.split(".")}
    return frozenset(found)


@lru_cache(maxsize=8192)
def terms(text: str) -> frozenset[str]:
    """Content terms: English words without their plural s, Korean as character bigrams; no numbers, no function words.

    Bigrams stand in for morphemes: particles then cost a bigram, not the word.
    """
    found = set()
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        if word[0] < "가":
            if len(word) > 1 and word not in _EMPTY:
                found.add(word.removesuffix("s") if len(word) > 3 else word)
        elif len(word) == 1:
            continue
        else:
            found |= {word[at : at + 2] for at in range(len(word) - 1)} - _EMPTY_BIGRAMS
    return frozenset(found)


def claims(text: str) -> list[str]:
    """The sentences and list items of a text that state something: at least two terms, or a term and a number.

    Questions and headings state nothing, and where a quote is from is no part of it.
    """
    parts = (part.strip(" -*•\t") for part in _END.split(_CITED.sub("", text)))
    return [part for part in parts if len(terms(part)) + len(numbers(part)) >= 2 and not part.endswith(("?", ":"))]


def supports(source: str, claim: str) -> bool:
    """Whether one text holds all numbers of a claim and ``SUPPORTED`` of its terms."""
    needed = terms(claim)
    if not numbers(claim) <= numbers(source):
        return False
    return not needed or len(needed & terms(source)) / len(needed) >= SUPPORTED


def supported(sources: Iterable[str], claim: str) -> bool:
    """Whether any of the texts supports a claim."""
    return any(supports(source, claim) for source in sources)


def similarity(first: str, second: str) -> float:
    """Jaccard of terms and numbers together; 1 for two texts without any."""
    left, right = terms(first) | {str(n) for n in numbers(first)}, terms(second) | {str(n) for n in numbers(second)}
    return len(left & right) / len(left | right) if left | right else 1.0
