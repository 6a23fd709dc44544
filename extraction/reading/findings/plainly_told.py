"""Illnesses that are plainly said to be had: "she's 81 and has AF", "gout, and blood pressure", "감기가 들어서".

The readers doubt a diagnosis that one of them asserts alone, as they do where an age stands before it or a second one
behind it. Where a word of having governs it, and nothing in the statement supposes or asks, it is as sure as the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.ages import AGE
from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.everyday_illnesses import is_had
from extraction.reading.asking.asked import asked, sentence_around
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_SUPPOSED: Final = lazy_regex(
    r"\b(?:might|may|maybe|possibl[ey]|perhaps|probabl[ey]|could|would|think|thinks|thought|guess|suspect\w*|suppos\w*"
    r"|reckon\w*|wonder\w*|if|whether|in case|worr\w*|afraid|scared|fear\w*|sounds? like|looks? like|query|rule out"
    r"|unsure|not sure|seems?|had|gets?|signs? of|risk|chance|borderline|almost|nearly|used to|never|not|until|before"
    r"|(?:a|the) (?:friend|neighbou?r|colleague|co-?worker))\b"
    r"|n't\b|같[은아애습다]|듯|의심|혹시|지도|걱정|무서|아닐까|아닌가|인가|일까|ㄹ까|(?<!있으)면\s|까\s?봐|예전|옛날|적\s?있|아니"
)
_CAUGHT_KO: Final = lazy_regex(
    r"(?:이|가|에|을|를)?\s?(?:들(?:어[서요]?|었)|걸려서|환자(?:예요|이에요|입니다|임|라서|고|인데))"
)
_CAUGHT_EN: Final = lazy_regex(
    r"\b(?:(?:caught|come down with|came down with|diagnosed (?:with|as)|got)(?: an?| the)?"
    r"|(?:been |was |got )?told (?:me |us |him |her )?(?:that )?(?:it'?s|it is|i have|i'?ve got|he has|she has)"
    r"|turn(?:s|ed) out (?:\w+ ){0,4}?(?:that )?(?:it'?s|it is|it was|to be|i have|i'?ve got|he has|she has)"
    r"|(?:confirmed|diagnosed)(?: it| that it'?s| it as| it'?s| as| me with)?"
    r"|(?:pmh|pmhx|past medical history|medical history|background)\s?[:=-])(?: an?| the)? ?$"
)

_IS_EN: Final = lazy_regex(
    r"\b(?:is|am|are|i'?m|(?:she|he|they)'?(?:s|re))(?: an?| also| both| a? ?known| now)*(?: type (?:1|2|one|two))? $"
)
_ADJECTIVE: Final = lazy_regex(r"(?:type (?:1|2|one|two) )?[a-z]+(?:etic|atic|eptic|ensive|aemic|emic|eliac)")
"""An illness that somebody is said to be: "my mother 64 is diabetic"."""


def with_plainly_told(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with the illnesses that are plainly said to be had as confirmed."""
    if not any(_is_doubted(one.content) for one in proposals):
        return tuple(proposals)
    places = [(one.start, one.end) for one in sheet.mentions if one.entry.kind == "conditions"]
    # Whose age is told beside it, the record is kept for; of another relative a word of having tells nothing.
    introduced = any(one.content is not None and one.content.concept.concept_id == AGE for one in proposals)
    return tuple(_sure(one, sheet, places, introduced=introduced) for one in proposals)


def _is_doubted(content: Content | None) -> bool:
    return (
        content is not None
        and content.slot is SlotKind.CONDITIONS
        and content.certainty is Certainty.UNCERTAIN
        and content.polarity is Polarity.AFFIRMED
        and content.temporality is Temporality.CURRENT
        and content.subject == PATIENT
    )


def _sure(proposal: Proposal, sheet: Sheet, places: Sequence[tuple[int, int]], *, introduced: bool) -> Proposal:
    content = proposal.content
    if content is None or not _is_doubted(content) or proposal.operation is not Operation.ASSERT:
        return proposal
    named = [
        one for one in sheet.mentions
        if one.entry.kind == "conditions" and one.entry.concept_id == content.concept.concept_id
    ]  # fmt: skip
    if len(named) != 1 or not _is_plain(sheet, named[0].start, named[0].end, places):
        return proposal
    if not introduced and _is_of_a_relative(sheet, named[0].start):
        return proposal
    return proposal.with_fields(content=content.with_fields(certainty=Certainty.CONFIRMED, status=Status.ACTIVE))


def _is_plain(sheet: Sheet, start: int, end: int, places: Sequence[tuple[int, int]]) -> bool:
    text = sheet.folded
    first, last = sentence_around(text, start)
    if any(low <= start < high for low, high in asked(text)) or text[last : last + 1] == "?":
        return False
    if _SUPPOSED.search(text, first, last) is not None or "?" in text[first:last]:
        return False
    if sheet.language == "ko":
        return _CAUGHT_KO.match(text, end) is not None
    if _IS_EN.search(text, first, start) is not None and _ADJECTIVE.fullmatch(text, start, end) is not None:
        return True
    return is_had(text, start, places) or _CAUGHT_EN.search(text, first, start) is not None


def _is_of_a_relative(sheet: Sheet, start: int) -> bool:
    """Whether a relative is the last person that the statement names before the illness."""
    first = sentence_around(sheet.folded, start)[0]
    people = [one.end for one in sheet.mentions if one.entry.kind == "relatives" and first <= one.start < start]
    return bool(people) and _PRONOUN.search(sheet.folded, people[-1], start) is None


_PRONOUN: Final = lazy_regex(r"\b(?:i|he|she|we|they|i'?ve|he'?s|she'?s|we'?ve)\b")
