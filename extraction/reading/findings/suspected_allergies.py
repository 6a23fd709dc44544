"""Allergies that are suspected, and what is stopped for them: "they suspect a penicillin allergy", "알레르기 의심된다고
끊으래요".

A suspicion is no denial: it is kept as an uncertain allergy. The medicine on record that it is to has ended where the
same sentence stops it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentence_at
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_ALLERGY: Final = lazy_regex(r"알레르기|알러지|앨러지|과민|\ballerg(?:y|ies|ic)\b|\bsensitiv(?:e|ity)\b")
_SUSPECTS: Final = lazy_regex(
    r"의심|(?:인|일|일지도|있을)\s?(?:것|거|수)\s?(?:같|있|도)|일지\s?모|가능성"
    r"|\bsuspect\w*|\b(?:may|might|could|possibl[ey]|probabl[ey]|likely)\b|\b(?:think|thinks|thought|reckons?)\b"
)
_DENIES: Final = lazy_regex(
    r"아니(?:래|라|에|고|었)|없(?:대|어|다|음|는|습)|\b(?:not|no|isn't|never|without|ruled out|nothing)\b|n't\b"
)
_STOPS: Final = lazy_regex(
    r"끊|중단|그만\s?(?:먹|쓰|드)|먹이지\s?말|먹지\s?말|쓰지\s?말|\b(?:stop|stopped|stopping|come off|came off"
    r"|taken off|took (?:me|him|her) off|no more)\b"
)


def with_suspicions(reads: Iterable[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with each allergy that is only suspected as an uncertain one, where it was read as denied."""
    return [
        replace(read, state="current", certain=False)
        if read.role == "allergies" and read.state == "negated" and read.item.named and _is_suspected(read, sheet)
        else read
        for read in reads
    ]


def _is_suspected(read: Read, sheet: Sheet) -> bool:
    words = sentence_at(sheet.folded, read.item.start)
    return _ALLERGY.search(words) is not None and _SUSPECTS.search(words) is not None and _DENIES.search(words) is None


_CALLED_KO: Final = lazy_regex(
    r"\s?(?:에|에\s?대한|계열|성분)?\s?(?:약물?\s?)?(?:알레르기|알러지|앨러지)(?!\s?(?:검사|약|비염|결막|피부|천식))"
)
_CALLED_EN: Final = lazy_regex(r"\s(?:drug )?allergy\b(?! (?:test|clinic|season|tablet|pill))")
_AHEAD_EN: Final = lazy_regex(r"\ballerg(?:ic|y|ies) to (?:the |my |his |her )?$")
_ASKS: Final = lazy_regex(
    r"\?|(?:까요?|나요|가요|죠|인지|는지|은지)\s*$|^\W*(?:is|are|am|can|could|do|does|what|if|whether)\b"
)


def with_allergies_to_what_is_taken(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the allergy to a medicine on record that the words call one: it is more than its end."""
    told = {one.content.concept.concept_id for one in proposals if _is_allergy(one) and one.content is not None}
    added: list[Proposal] = []
    for mention in sheet.mentions:
        fact = next((one for one in heard.facts if _is_taken(one, mention.entry.concept_id)), None)
        if fact is None or fact.concept.concept_id in told or not _is_called_one(sheet, mention.start, mention.end):
            continue
        told.add(fact.concept.concept_id)
        quote, start, end = sheet.quote(mention.start, mention.end)
        doubted = _SUSPECTS.search(sentence_at(sheet.folded, mention.start)) is not None
        content = Content(
            slot=SlotKind.ALLERGIES, concept=fact.concept, certainty=_CERTAINTY[not doubted],
        )  # fmt: skip
        added.append(
            Proposal(
                operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=extractor
            )
        )
    allergic = {one.content.concept.concept_id for one in added if one.content is not None}
    kept = [one for one in proposals if not _only_names(one, allergic)]
    return (*kept, *added)


_CERTAINTY: Final = {True: Certainty.CONFIRMED, False: Certainty.UNCERTAIN}


def _is_allergy(proposal: Proposal) -> bool:
    return proposal.content is not None and proposal.content.slot is SlotKind.ALLERGIES


def _only_names(proposal: Proposal, allergic: set[str]) -> bool:
    """Whether a proposal only says again that a medicine is taken to which an allergy is told."""
    content = proposal.content
    again = proposal.operation in (Operation.MENTION, Operation.ASSERT)
    return (
        again
        and content is not None
        and content.slot is SlotKind.MEDICATIONS
        and content.concept.concept_id in allergic
    )


def _is_called_one(sheet: Sheet, start: int, end: int) -> bool:
    words = sentence_at(sheet.folded, start)
    first = sheet.folded.find(words)
    kin = any(one.entry.kind == "relatives" and first <= one.start < first + len(words) for one in sheet.mentions)
    closes = sheet.folded[first + len(words) : first + len(words) + 1] == "?"
    if kin or closes or _ASKS.search(words) is not None or _DENIES.search(words) is not None:
        return False
    behind = (_CALLED_KO if sheet.language == "ko" else _CALLED_EN).match(sheet.folded, end)
    return behind is not None or _AHEAD_EN.search(sheet.folded[max(0, start - 40) : start]) is not None


def with_what_was_stopped_for_it(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the end of each medicine on record that an allergy is told to, where its sentence stops it."""
    told = {
        one.target.concept_id for one in proposals if one.target is not None and one.target.slot is SlotKind.MEDICATIONS
    }
    stopped = []
    for one in proposals:
        content = one.content
        allergy = content is not None and content.slot is SlotKind.ALLERGIES and content.polarity is Polarity.AFFIRMED
        if content is None or not allergy or content.concept.concept_id in told:
            continue
        at = sheet.folded.find(one.quote.casefold()) if one.quote else -1
        if at < 0 or _STOPS.search(sentence_at(sheet.folded, at)) is None:
            continue
        fact = next((each for each in heard.facts if _is_taken(each, content.concept.concept_id)), None)
        if fact is not None:
            stopped.append(_ended(sheet, fact, at, at + len(one.quote), extractor))
    return (*proposals, *stopped)


def _is_taken(fact: Content, concept_id: str) -> bool:
    medicine = fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and fact.status in (Status.ACTIVE, None)
    return medicine and fact.concept.concept_id == concept_id


def _ended(sheet: Sheet, fact: Content, start: int, end: int, extractor: str) -> Proposal:
    quote, first, last = sheet.quote(start, end)
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.STOPPED, temporality=Temporality.PAST, valid_to=sheet.day
    )
    return Proposal(
        operation=Operation.CHANGE, content=content,
        target=Target(slot=fact.slot, concept_id=fact.concept.concept_id), quote=quote, start=first, end=last,
        extractor=extractor,
    )  # fmt: skip
