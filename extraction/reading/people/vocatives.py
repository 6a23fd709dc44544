"""Words for a relative by which whoever listens is called: "hello son, it's Agnes", "fasting 150 today, sister".

Nobody of the family is told of by them. Only such words are heard so as people call a stranger by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

_CALLED: Final = frozenset({"son", "daughter", "sister", "brother", "child"})
_ADDRESSES: Final = frozenset({"mate", "pal", "buddy"})
"""Words that, with nobody's before them, call whoever listens wherever they stand: "the other one mate"."""
_OWNS: Final = lazy_regex(r"['’]s\b|s\b")
_GREETED: Final = lazy_regex(
    r"(?:^|[.!?\n]\s*)(?:(?:hello|hi|hiya|hey|aye|och|right|well|good|morning|afternoon"
    r"|evening|thanks|thank you|cheers|ta"
    r"|ok|okay|yes|no|dear|listen|please)[\s,]+(?:there[\s,]+|my\s)?)+$"
)
_GOES_ON: Final = lazy_regex(
    r"\s?(?:[,.!?]|$)|\s(?:it['’]?s|its|this is|i|i['’]?m|im|i['’]?ve|we|here['’]?s|how|can|could|what|when|is it"
    r"|just|my"
    r"|could you|you)\b"
)
_SET_BEHIND: Final = lazy_regex(r",\s$")
_ENDS: Final = lazy_regex(r"\s*(?:[.!?\n]|$)")
_MINE: Final = lazy_regex(r"\b(?:my|our|his|her|their|and|or|the|a|both|me)[,\s]+$|\d\s?,\s$")


def without_vocatives(folded: str, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """``mentions`` without those by which whoever listens is called; ``folded`` is the text in lower case."""
    return tuple(one for one in mentions if not _is_called(folded, one))


def _is_called(text: str, one: Mention) -> bool:
    if one.entry.kind != "relatives":
        return False
    if text[one.start : one.end] in _ADDRESSES:
        return _MINE.search(text, 0, one.start) is None and _OWNS.match(text, one.end) is None
    if one.entry.concept_id not in _CALLED:
        return False
    if _GREETED.search(text, 0, one.start) is not None and _GOES_ON.match(text, one.end) is not None:
        return True
    behind = _SET_BEHIND.search(text, 0, one.start) is not None and _ENDS.match(text, one.end) is not None
    return behind and _MINE.search(text, 0, one.start) is None
