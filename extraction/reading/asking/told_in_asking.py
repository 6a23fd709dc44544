"""What a question tells beside what it asks: "홍삼 먹고 있는데 같이 먹어도 되나요", "is it ok that I take vitamin D
with my water tablet?", "do my two beers every night matter with amlodipine?", "통풍이라고 콜킨 줬는데 왜 생겨요?".

A question states nothing, but who asks about what they take or drink tells that they do. Such words stand in a clause
of their own, before the question, in brackets or as an attribute. Read by themselves they are told; only a medicine in
use or a habit is taken from them, and only where the whole was not heard to tell it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status
from extraction.reading.medicines.intentions import asks_leave
from extraction.text.lazy_regex import lazy_regex

_IN_USE_KO: Final = (
    r"(?:(?:챙겨|사|타)?\s?(?:먹|드시|마시)|복용(?:하|중이)?|피우|쓰|바르|맞|뿌리|넣)"
    r"(?:고\s?(?:있|계시)|는\s?중이|어\s?(?:오|왔)고\s?있)?"
)
_BACKGROUND_KO: Final = lazy_regex(
    rf"^(?P<told>[^?!.\n]{{2,80}}?{_IN_USE_KO}(?:는데|은데|거든)(?:요|여|용)?)[\s,~]+(?=\S)"
)
_HABIT_KO: Final = lazy_regex(
    r"(?P<told>(?:매일|날마다|밤마다|저녁마다|아침마다|주말마다|거의\s?매일|하루에?|일주일에?)\s"
    r"[^?!.\n]{0,24}?(?:마시|피우))(?:는\s?(?:게|거|것|건)|면서)"
)
_HABIT_END: Final = "는데요"
_ATTRIBUTE_KO: Final = lazy_regex(
    r"(?:매일|날마다|아침마다|저녁마다|밤마다|평소에?|늘|항상|꾸준히|계속|지금|요즘|현재)\s(?:아침에\s|저녁에\s)?"
    r"(?P<use>먹는|드시는|복용하는|챙겨\s?먹는|먹고\s?있는|복용\s?중인|쓰는)\s(?P<what>[가-힣A-Za-z0-9]{2,16}?)"
    r"(?=이?랑|[과와을를도은는하]|\s)"
)
_BRACKETS_EN: Final = lazy_regex(
    r"\((?P<told>(?:i|he|she|we)(?:'m| am| is)? (?:take|takes|use|uses|on|taking|smoke|drink)\b[^()?]{2,60})\)",
    re.IGNORECASE,
)
_CLAUSE_EN: Final = lazy_regex(
    r"\b(?:that|given|considering|seeing as|as|because|cos|cuz)(?: that)? "
    r"(?P<told>i(?: already| still| also| usually)?(?:'m (?:on|taking)| am (?:on|taking)"
    r"| take| use| drink| smoke| have been (?:on|taking))\b[^?,.;]{2,60}?)"
    r"(?= (?:with|alongside|together with|next to|on top of|and (?:also )?(?:the|my)|beside) |[?,.;]|$)",
    re.IGNORECASE,
)
_USUAL_EN: Final = lazy_regex(
    r"\bmy (?:usual|daily|regular|normal|nightly|everyday|current)(?: (?:morning|evening|night))? "
    r"(?P<what>[a-z][a-z-]{3,24}(?: \d+(?:\.\d+)? ?(?:mg|mcg|g|units?|iu))?)",
    re.IGNORECASE,
)
_AMOUNT_EN: Final = lazy_regex(
    r"\b(?:is|are|does|do|would|will|can|could) my (?P<told>(?:\d+|one|two|three|four|five|six|ten|twenty|half a)"
    r"(?: or (?:two|three|four|five|so))? "
    r"(?P<what>beers?|pints?|glass(?:es)? of wine|wines|whisk(?:y|ies|eys)|drinks|units|cans|coffees?"
    r"|cups? of (?:coffee|tea)|teas|cigarettes?|cigs|fags|smokes)(?: of \w+)? "
    r"(?:an?|every|each|per|most) (?:day|night|evening|morning|week|weekend)s?)\b",
    re.IGNORECASE,
)
_GIVEN_KO: Final = lazy_regex(
    r"^(?P<told>[^?!\n]{2,80}?(?:줬|주셨|처방했|처방해\s?줬|처방받았|지어\s?줬|지어왔|받았|받아왔|타왔|타\s?왔)"
    r"|[^?!\n]{2,80}?(?P<giving>주던|주시던|처방하던|처방해주던))"
    r"(?:는데|은데|데|거든|더니|길래|고|어)(?:요|여)?[\s,.~]+(?=\S)"
)
_GIVES: Final = "주셨어요"
_GIVEN_EN: Final = lazy_regex(
    r"^(?P<told>[^?!\n]{0,100}?\b(?:gave|given|handed|prescribed|(?:put|started) (?:me|him|her) on)\b[^?.!,;\n]{2,60})"
    r"[,;]\s(?=[^.!]{2,80}\?)",
    re.IGNORECASE,
)
_SMOKED: Final = lazy_regex(r"cig|fag|smoke", re.IGNORECASE)
_MOST: Final = 2


@dataclass(frozen=True, slots=True)
class Told:
    """Words to be read by themselves, and where [start, end) of the text they come from."""

    words: str
    start: int
    end: int


def told_in_asking(text: str, language: str) -> tuple[Told, ...]:
    """What a text that asks tells beside it, each to be read by itself."""
    return tuple(islice(_korean(text) if language == "ko" else _english(text), _MOST))


def _korean(text: str) -> Iterator[Told]:
    if (match := _BACKGROUND_KO.search(text)) is not None:
        yield Told(match["told"], *match.span("told"))
        return
    given = _GIVEN_KO.search(text) if not asks_leave(text, "ko") else None
    if given is not None:
        # What a clinic gave is taken, whatever is asked about it but leave to take it.
        words, giving = given["told"], given["giving"]
        yield Told(f"{words.removesuffix(giving)}{_GIVES}" if giving else f"{words}어요", *given.span("told"))
    if (match := _HABIT_KO.search(text)) is not None:
        yield Told(f"{match['told']}{_HABIT_END}", *match.span("told"))
    for match in _ATTRIBUTE_KO.finditer(text):
        yield Told(f"{match['what']} 매일 먹고 있어요", match.start(), match.end())


def _english(text: str) -> Iterator[Told]:
    for pattern in (_BRACKETS_EN, _CLAUSE_EN):
        for match in pattern.finditer(text):
            yield Told(match["told"], *match.span("told"))
    given = _GIVEN_EN.search(text) if not asks_leave(text, "en") else None
    if given is not None:
        yield Told(given["told"], *given.span("told"))
    for match in _USUAL_EN.finditer(text):
        yield Told(f"I take {match['what']}", *match.span("what"))
    for match in _AMOUNT_EN.finditer(text):
        does = "smoke" if _SMOKED.search(match["what"]) else "drink"
        yield Told(f"I {does} {match['told']}", *match.span("told"))


def with_what_asking_tells(
    text: str,
    facts: Sequence[Content],
    whole: Sequence[Proposal],
    heard: Sequence[tuple[Told, Sequence[Proposal]]],
) -> tuple[Proposal, ...]:
    """The proposals of the ``whole`` with the medicines in use and the habits ``heard`` beside a question.

    What is among the ``facts`` on record is left as it is.
    """
    known = {_of(one) for one in whole} | {(one.slot, one.concept.concept_id) for one in facts}
    found = list(whole)
    for told, proposals in heard:
        for one in proposals:
            if not _is_use(one) or _of(one) in known:
                continue
            known.add(_of(one))
            at = text.find(one.quote, told.start, told.end) if one.quote else -1
            start, end = (at, at + len(one.quote)) if at >= 0 else (told.start, told.end)
            found.append(one.with_fields(quote=text[start:end], start=start, end=end))
    return tuple(found)


def _is_use(proposal: Proposal) -> bool:
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or content.subject != PATIENT:
        return False
    if content.polarity is not Polarity.AFFIRMED:
        return False
    in_use = content.slot is SlotKind.MEDICATIONS and content.status in (Status.ACTIVE, None)
    return in_use or content.slot is SlotKind.SOCIAL_HISTORY


def _of(proposal: Proposal) -> tuple[SlotKind, str] | None:
    content = proposal.content
    return (content.slot, content.concept.concept_id) if content is not None else None
