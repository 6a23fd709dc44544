"""Medicines that are plainly said to be taken, and their class beside them: "on microgynon, 23f", "인슐린 란투스
18단위".

The readers doubt a medicine that one of them alone asserts. A word of taking right before or behind it is as sure as
two of them. A class right before its medicine says of what kind that is, and names no second one; nor does a medicine
told after its class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Certainty, Concept, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Entry, Mention
from extraction.reading.asking.asked import asked, sentence_around
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_TAKES_EN: Final = lazy_regex(
    r"(?:\b(?:on|take|takes|taking|i use|using|been on|put on|started on|prescribed|gave|given"
    r"|handed|put (?:me|him|her) on|started (?:me|him|her) on)(?: (?:me|him|her))?|(?:^"
    r"|[.;] )(?:meds?|"
    r"medications?|medicines?)\s?[:=-])(?: (?:the|my|a|an|some|daily|regular|just|only|both))* ?$"
)
_LIST_EN: Final = lazy_regex(r"[\s,&+/]*(?:and|plus|with)?[\s,&+/]*(?:\d[\w.]*\s?)?(?:mg|mcg|g|ml|units?|iu)?[\s,&+/]*")
_TAKES_KO: Final = lazy_regex(
    r"[^.!?]{0,28}?(?:먹|복용|맞|드[시셔]|드신|투여|바르|쓰|넣)[가-힣]{0,3}\s?(?:고\s?있|음(?=[\s.,]|$)|는\s?중|중(?=[\s.,이임입]|$)|어요|아요|습니다"
    r"|는데|는\s?\d|고요|구요|지요|네요"
    r"|는\s?사람)"
)
_DOUBTED: Final = lazy_regex(
    r"\b(?:if|whether|might|may|maybe|could|would|should|considering|thinking|thought|wonder\w*|unsure|not sure|think"
    r"|suppos\w*|was|were|used to|stopped|came off|not|never|don'?t|didn'?t|isn'?t|no|until|before|offered|suggest\w*"
    r"|recommend\w*|want\w*|wish|hope)\b"
    r"|아마|인지|던가|것\s?같|듯|혹시|지도|까\s|려고|예정|으라고|래요|안\s?(?:먹|맞)|끊|중단|예전|전에|었었|았었|샀|사[왔서]"
)


def with_plainly_taken(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with what is plainly taken as confirmed, and no medicine twice, by its class and by its name."""
    kept = [_sure(one, sheet) for one in proposals if not _is_class_beside(one, sheet)]
    kept = [_told_nearer(one, heard, sheet) for one in kept]
    return (*kept, *_beside(sheet, kept, extractor))


_HAS: Final = lazy_regex(
    r"\b(?:have|has|got|use|uses|using|take|takes|taking|on|puffs?|when|morning|night)\b|쓰|써|쓴|뿌"
)


def _beside(sheet: Sheet, proposals: Sequence[Proposal], extractor: str) -> Iterator[Proposal]:
    """The medicine that is only pointed to beside one that is taken: "a blue inhaler and a brown one"."""
    told = {one.content.concept.concept_id for one in proposals if one.content is not None}
    taken = [one.start for one in proposals if _is_new(one) and one.start is not None]
    for one in sheet.mentions:
        if one.recogniser != "composed" or one.entry.kind not in _MEDICINES or one.entry.concept_id in told:
            continue
        first, last = sentence_around(sheet.folded, one.start)
        words = sheet.folded[first:last]
        low, high = sheet.quote(first, last)[1:]
        asks = sheet.folded[last : last + 1] == "?" or any(
            start <= one.start < end for start, end in asked(sheet.folded)
        )
        if asks or _HAS.search(words) is None or _DOUBTED.search(words) is not None:
            continue
        if any(low <= start < high for start in taken):
            quote, start, end = sheet.quote(one.start, one.end)
            content = Content(
                slot=SlotKind.MEDICATIONS, concept=one.entry.concept(sheet.language), status=Status.ACTIVE
            )
            yield Proposal(
                operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=extractor
            )


def _is_new(proposal: Proposal) -> bool:
    content = proposal.content
    return (
        content is not None
        and content.slot is SlotKind.MEDICATIONS
        and proposal.operation is Operation.ASSERT
        and content.subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and content.temporality is Temporality.CURRENT
    )


def _sure(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or not _is_new(proposal) or content.certainty is not Certainty.UNCERTAIN:
        return proposal
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if len(named) != 1 or not _is_taken(sheet, named[0]):
        return proposal
    return proposal.with_fields(content=content.with_fields(certainty=Certainty.CONFIRMED))


def _is_taken(sheet: Sheet, named: Mention) -> bool:
    text = sheet.folded
    first, last = sentence_around(text, named.start)
    if text[last : last + 1] == "?" or any(low <= named.start < high for low, high in asked(text)):
        return False
    if _DOUBTED.search(text, first, last) is not None:
        return False
    if any(one.entry.kind == "relatives" and first <= one.start < last for one in sheet.mentions):
        return False
    if sheet.language == "ko":
        return _TAKES_KO.match(text, named.end, last) is not None
    return _TAKES_EN.search(text[first : _list_start(sheet, named, first)]) is not None


def _list_start(sheet: Sheet, named: Mention, first: int) -> int:
    """Where the list of medicines begins that ends with this one."""
    start = named.start
    for one in sorted(sheet.mentions, key=lambda each: -each.start):
        if one.entry.kind not in _MEDICINES or not first <= one.start < start:
            continue
        if _LIST_EN.fullmatch(sheet.folded, one.end, start) is None:
            break
        start = one.start
    return start


def _is_class_beside(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether it is the kind of the medicine whose name stands right behind."""
    content = proposal.content
    if content is None or not _is_new(proposal) or content.dose is not None:
        return False
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if len(named) != 1:
        return False
    behind = next((one for one in sheet.mentions if one.start >= named[0].end), None)
    if behind is None or not _is_one_of(behind.entry, content.concept):
        return False
    return _BESIDE.fullmatch(sheet.folded, named[0].end, behind.start) is not None


def _is_one_of(entry: Entry, kind: Concept) -> bool:
    """Whether a medicine is one of this class, or of the name that begins its own: glargine, of insulin."""
    return (
        entry.kind == "medications"
        and entry.concept_id != kind.concept_id
        and (kind.concept_id in entry.broader or entry.name.casefold().startswith(f"{kind.name.casefold()} "))
    )


_BESIDE: Final = lazy_regex(r"\s?(?:인|으로|로|제|제제|\(|:|-|called|named|which is|\s)?\s?")
_ANOTHER: Final = lazy_regex(
    r"\b(?:also|as well|too|another|added|new|start\w*|on top|plus|switch\w*|chang\w*|instead)\b"
    r"|또\s|추가|새로|바꿨|바뀌|시작|더\s?(?:먹|받)|말고"
)


def _told_nearer(proposal: Proposal, heard: Heard, sheet: Sheet) -> Proposal:
    """``proposal`` in place of its class on record, where that has no medicine of its own there."""
    content = proposal.content
    # A change of the class itself is one of its name alone, too, where no word tells that anything is taken instead.
    told = proposal.operation is Operation.CHANGE and content is not None and content.status is Status.ACTIVE
    if content is None or not (_is_new(proposal) or told) or _ANOTHER.search(sheet.folded) is not None:
        return proposal
    named = next((one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), None)
    if named is None or sheet.folded[named.end : named.end + 1] == "도":
        return proposal
    entry = named.entry
    taken = [one for one in heard.facts if _is_in_use(one)]
    classes = [one for one in taken if _is_one_of(entry, one.concept) and one.dose is None]
    members = [one for one in taken if not set(one.concept.broader).isdisjoint(entry.broader)]
    if len(classes) != 1 or any(one.concept.concept_id != classes[0].concept.concept_id for one in members):
        return proposal
    target = Target(slot=SlotKind.MEDICATIONS, concept_id=classes[0].concept.concept_id)
    return proposal.with_fields(operation=Operation.CORRECT, target=target)


def _is_in_use(fact: Content) -> bool:
    active = fact.slot is SlotKind.MEDICATIONS and fact.status in (Status.ACTIVE, None) and fact.subject == PATIENT
    return active and fact.polarity is Polarity.AFFIRMED
