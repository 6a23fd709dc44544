"""A weight or a height that is asked for by its verb: "what does he weigh", "how tall is she", "키가 몇이었죠"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

if TYPE_CHECKING:
    from agent.answers.asking.request import Finder

_WHOSE: Final = r"(?:do|does|did|is|am|are|was|were) (?:i|he|she|we|they|it|the \w+|my \w+|mum|mom|dad|baby)"
_ASKED: Final = (
    (
        "body weight",
        lazy_regex(rf"\b(?:what|how much)(?:'s)? {_WHOSE}(?: \w+)? (?P<verb>weigh)\b|\bhow (?P<adj>heavy) {_WHOSE}\b"),
    ),
    (
        "body height",
        lazy_regex(rf"\bhow (?P<adj>tall) {_WHOSE}\b|(?<![가-힣])(?P<ko>키)(?:가|는)?\s?(?:몇|얼마|어떻게)"),
    ),
)
"""Words of a measure of the body that name no measure: as a name each would be too common."""


def asks_measure(text: str) -> bool:
    """Whether a measure of the body is asked for by its verb: a value, never what such a measure is."""
    folded = text.casefold()
    return any(pattern.search(folded) is not None for _, pattern in _ASKED)


def measures_asked(plain: str, mentions: Sequence[Mention], finder: Finder) -> Iterator[Mention]:
    """The measures of the body that the words ask for without naming them, as if they were named there."""
    known = {one.entry.concept_id for one in mentions}
    for name, pattern in _ASKED:
        match = pattern.search(plain.casefold())
        named = finder.find(name) if match is not None else ()
        if match is None or not named or named[0].entry.concept_id in known:
            continue
        group = next(each for each, words in match.groupdict().items() if words)
        start, end = match.span(group)
        yield replace(named[0], start=start, end=end, surface=plain[start:end])
