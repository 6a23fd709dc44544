"""A reading that turns out to be somebody else's: "no, that was grandad's", "그건 할머니꺼예요", "I swapped them"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.reading.people.readings_of_people import Marker
from extraction.text.lazy_regex import lazy_regex

_POINTS: Final = lazy_regex(
    r"(?:\b(?:that|it|this|those|these|they|the last(?: one)?|that (?:one|reading|last one)|yesterday['’]?s(?: one)?)"
    r"(?:['’]?s|['’]?re|\s(?:is|was|were|are|should be|belongs? to))(?:\s(?:actually|really|all|in fact))*"
    r"|^\W*(?:(?:no|nope|oops|sorry|wait|ah|oh|hang on|actually)[\s,.]+)+)\s?(?:(?:my|our)\s)?$"
    r"|(?:(?<![가-힣])(?:그거|그건|그게|그것|이거|이건|(?:아까|방금|어제|마지막)\s?(?:그\s?)?(?:거|건|꺼|껀|것|수치))(?:는|은)?"
    r"|^\W*(?:(?:아니|아|앗|어|아이고|참|미안|죄송)[가-힣]{0,3}[\s,.]+)+)\s?(?:사실\s)?(?:(?:우리|저희|울)\s)?$"
)
_POSSESSES: Final = lazy_regex(r"['’]?s?['’]?(?=\s*(?:[.,!?;]|$|\s(?:not|he|she|i|mine|so|actually|sorry)\b))")
_POSSESSES_KO: Final = lazy_regex(r"(?:님|분)?\s?(?:꺼|거|것|껀|껏)")
_SWAPPED: Final = lazy_regex(
    r"\b(?:wrong|other) way (?:round|around|about)\b|\bback to front\b"
    r"|\b(?:swap|switch|mix|muddl|transpos)(?:ped|ed|led|d)?\b"
    r"(?! (?:to|from|my|his|her) [a-z]*(?:tablet|med|pill))[^.!?]{0,24}\b(?:them|two|those|up|over|round|names?)\b"
    r"|\bgot (?:them|those|the two) (?:crossed|mixed|muddled|swapped)\b"
    r"|바[꿔꾸뀌껴]\S{0,2}\s?(?:적|썼|써|말|불|올|입력|기록)|뒤바[꿨뀌뀐꼈]|거꾸로\s?(?:적|썼|써|말|불|입력)|서로\s?바[꿔꾸뀌]"
    r"|반대로\s?(?:적|썼|써|말|불|입력)|(?:두|둘이?|두\s?분)[가-힣]*\s?(?:바뀌|바뀐|반대)"
)
"""That two were taken for each other."""


def whose_that_was(text: str, people: Sequence[Marker]) -> Marker | None:
    """To whom a normalised text in lower case gives the reading told before it; None where it gives it to nobody."""
    for one in people:
        if _POINTS.search(text, 0, one.start) is None:
            continue
        korean = _POSSESSES_KO.match(text, one.end) is not None
        owned = text[one.end - 1] == "s" or text[one.end : one.end + 2].lstrip("'’").startswith("s")
        if korean or text[one.start : one.end] in ("mine", "hers", "his"):
            return one
        if owned and _POSSESSES.match(text, one.end) is not None:
            return one
    return None


def are_swapped(text: str) -> bool:
    """Whether a normalised text in lower case says that two were taken for each other."""
    return _SWAPPED.search(text) is not None
