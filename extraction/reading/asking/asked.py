"""Where words ask whether to do something, or suppose that it is done: nothing told there has happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_SENTENCE: Final = lazy_regex(r"[!?\n]+|(?<!(?<!['’])\b[a-z])\.(?=\s|$)")
_CLAUSE_KO: Final = lazy_regex(r"(?:는데|은데|인데|지만|거든요?|[어아]서|니까|니|다가|[은ㄴ]\s?뒤에?)[\s,]+|,\s")
_ASKS_EN: Final = lazy_regex(
    r"\b(?:should|shall|can|could|may|might|would|do|does|did|what if|if|whether|when|how about|what about)(?:n'?t)? "
    r"(?:it be \w+ (?:to|if)|i|she|he|we|they|you|my \w+|mum|mom|mam|dad)\b"
    r"|\b(?:ok|okay|safe|fine|alright|all right|bad|better|dangerous) (?:for \w+ )?(?:to|if)\b"
)
_ASKS_KO: Final = lazy_regex(
    r"(?:[어아여워해]도|으?면)\s?(?:안\s?)?(?:되|돼|될|괜찮|좋|낫|나을|더|어떻|어떨|어때)|까요?\s*$|까\s?말까|[야]\s?(?:되|돼|하|될|할)(?:나|는|지|까|요\s*$)"
)


def asked(text: str) -> Iterator[tuple[int, int]]:
    """The stretches [start, end) that ask whether to do something, or suppose that it is done."""
    for start, end in sentences(text):
        if (match := _ASKS_EN.search(text, start, end)) is not None:
            yield match.start(), end
        elif _ASKS_KO.search(text, start, end) is not None:
            first = max((one.end() for one in _CLAUSE_KO.finditer(text, start, end)), default=start)
            yield first, end


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The sentences as [start, end), without their marks."""
    start = 0
    for mark in _SENTENCE.finditer(text):
        yield start, mark.start()
        start = mark.end()
    if start < len(text):
        yield start, len(text)


def sentence_around(text: str, place: int) -> tuple[int, int]:
    """The sentence that holds ``place`` as [start, end); the whole text where none does."""
    return next((one for one in sentences(text) if one[0] <= place < one[1]), (0, len(text)))


def sentence_at(text: str, place: int) -> str:
    """The words of the sentence that holds ``place``."""
    start, end = sentence_around(text, place)
    return text[start:end]
