"""One medicine in place of another: "changed omeprazole to lansoprazole", "세파 항생제로 바꿈", "switched it to ...".

What is named behind the exchange is taken from now on, and what it took the place of has ended, however either was
heard. An exchange that is asked about, planned or denied has not happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Certainty, Content, SlotKind, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import asked
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_GIVEN_UP: Final = r"(?P<old>it|that|this|the other(?: one)?|[^.,;!?]{2,40}?)"
_ENGLISH: Final = lazy_regex(
    r"\b(?:changed|switched|swapped|moved)(?: (?:me|him|her|us))?(?: over)?(?: from)?(?: (?:the|my|his|her))? "
    rf"{_GIVEN_UP}"
    r"(?: over)? (?:to|onto|for|with)(?: (?:the|a|an|some))? (?=[a-z])"
)
_KOREAN: Final = lazy_regex(
    r"(?:으?로)\s?(?:다\s?)?(?:바꿈|바꿨|바꾸[었셨고]|바뀌[었고]|바뀜|바꿔\s?(?:줬|주[셨시]|주심)|변경|교체|갈아탔)"
)
_NOT_DONE: Final = lazy_regex(
    r"\b(?:not|never|didn'?t|hasn'?t|haven'?t|will|would|might|may|going to|wants? to|if|until|asked (?:to|if))\b"
    r"[^.,;]{0,24}$"
)
_LIKELY_KO: Final = lazy_regex(r"(?:안|못)\s?(?:바[꿨꾸뀌]|변경)")
_ANY: Final = frozenset({"it", "that", "this", "the other", "the other one"})
_BESIDE: Final = 4
"""Most characters between an exchange and the medicine it leads to."""
_APART: Final = 14
"""Most characters between the two medicines of an exchange in Korean."""


@dataclass(frozen=True, slots=True)
class _Exchange:
    """The medicine that is taken now, the one named in whose place, and whether that one is left unnamed."""

    new: Mention
    old: Mention | None
    unnamed: bool


def with_exchanges(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str) -> tuple[Proposal, ...]:
    """``proposals`` with what an exchange leads to as taken, and what it took the place of as ended."""
    found = tuple(proposals)
    for one in _exchanges(sheet):
        new = one.new.entry.concept_id
        ended = one.old.entry.concept_id if one.old is not None else _meant(one, heard, found)
        if ended == new:
            continue
        found = tuple(_taken(each) if _is_stop_of(each, new) else each for each in found)
        if ended is None or not any(_is_of(each, new) for each in found):
            continue
        known = next(
            (fact for fact in heard.facts if fact.concept.concept_id == ended and fact.subject == PATIENT), None
        )
        others = tuple(each for each in found if not _is_of(each, ended))
        if one.unnamed:
            # Of what nobody names one alone has given way: the one just found.
            others = tuple(each for each in others if not _ends_unnamed(each, sheet))
        if known is not None and known.status is not Status.STOPPED:
            found = (*others, _stopped(sheet, known, one, extractor))
        elif known is None and one.old is not None:
            found = tuple(_as_ended(each) if _is_of(each, ended) else each for each in found)
    return found


def _exchanges(sheet: Sheet) -> Iterator[_Exchange]:
    text, supposed = sheet.folded, list(asked(sheet.folded))
    named = [one for one in sheet.mentions if one.entry.kind in ("medications", "drug_classes")]
    for match in _ENGLISH.finditer(text):
        if any(first <= match.start() < last for first, last in supposed) or _NOT_DONE.search(text[: match.start()]):
            continue
        new = next((one for one in named if 0 <= one.start - match.end() <= _BESIDE), None)
        old = next((one for one in named if match.start("old") <= one.start < match.end("old")), None)
        unnamed = match["old"] in _ANY
        if new is not None and (old is not None or unnamed):
            yield _Exchange(new, old, unnamed)
    for match in _KOREAN.finditer(text):
        if any(first <= match.start() < last for first, last in supposed) or _LIKELY_KO.search(text, match.start()):
            continue
        before = [one for one in named if one.end <= match.start()]
        new = before[-1] if before and _leads_to(text, before[-1], match.start()) else None
        old = before[-2] if len(before) > 1 and 0 < before[-1].start - before[-2].end <= _APART else None
        if new is not None:
            yield _Exchange(new, old if old is not None and _GIVES_WAY.match(text, old.end) else None, unnamed=False)


_GIVES_WAY: Final = lazy_regex(r"\s?(?:을|를|은|는|에서|대신|말고)?\s")
_DOSE_BETWEEN: Final = lazy_regex(
    r"\s?(?:약|시럽|정)?\s?(?:[\d.]+\s?(?:mg|밀리(?:그램)?|정|알)?)?\s?(?:하루\s?\S{1,3}\s?번)?\s?"
)


def _leads_to(text: str, one: Mention, end: int) -> bool:
    return end - one.end <= 2 * _APART and _DOSE_BETWEEN.fullmatch(text, one.end, end) is not None


def _meant(exchange: _Exchange, heard: Heard, proposals: Sequence[Proposal]) -> str | None:
    """The medicine on record of one class with the new one that was spoken of last; None where none is left unnamed."""
    if not exchange.unnamed:
        return None
    new = next((one.content for one in proposals if _is_of(one, exchange.new.entry.concept_id)), None)
    kinds = set(new.concept.broader) if new is not None and new.concept is not None else set()
    for fact in heard.facts:
        taken = fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and fact.status is not Status.STOPPED
        if taken and kinds & set(fact.concept.broader):
            return fact.concept.concept_id
    return None


def _is_of(proposal: Proposal, concept_id: str) -> bool:
    content = proposal.content
    return content is not None and content.slot is SlotKind.MEDICATIONS and content.concept.concept_id == concept_id


def _is_stop_of(proposal: Proposal, concept_id: str) -> bool:
    return _is_of(proposal, concept_id) and proposal.content is not None and proposal.content.status is Status.STOPPED


def _ends_unnamed(proposal: Proposal, sheet: Sheet) -> bool:
    content = proposal.content
    if content is None or not _is_stop_of(proposal, content.concept.concept_id):
        return False
    return not any(one.entry.concept_id == content.concept.concept_id for one in sheet.mentions)


def _taken(proposal: Proposal) -> Proposal:
    assert proposal.content is not None
    content = proposal.content.with_fields(status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_to=None)
    return proposal.with_fields(content=content)


def _as_ended(proposal: Proposal) -> Proposal:
    assert proposal.content is not None
    content = proposal.content.with_fields(status=Status.STOPPED, temporality=Temporality.PAST)
    return proposal.with_fields(content=content)


def _stopped(sheet: Sheet, fact: Content, exchange: _Exchange, extractor: str) -> Proposal:
    place = exchange.old or exchange.new
    quote, start, end = sheet.quote(place.start, place.end)
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.STOPPED, temporality=Temporality.PAST,
        certainty=Certainty.CONFIRMED,
    )  # fmt: skip
    return Proposal(
        operation=Operation.CHANGE, content=content,
        target=Target(slot=fact.slot, concept_id=fact.concept.concept_id), quote=quote, start=start, end=end,
        extractor=extractor,
    )  # fmt: skip
