"""Medicines that are held for a while: "콜히친은 쉬고 끝나면 다시", "stopped the Eliquis till I see the cardiologist".

What is stopped until something happens, or for so many days, waits: neither is it taken nor has it ended. Words of a
pause stand right beside the name; another medicine named between them has its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.asking.asked import asked
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_HOLDS_EN: Final = lazy_regex(
    r"\b(?:hold(?:ing)?(?: off)?|held|paus(?:e|ed|es|ing)|suspend(?:ed)?|skip(?:ping)?|stop(?:ped|ping)?"
    r"|take a break from"
    r"|(?:stay|come|came|took (?:me|him|her)|taken) off|off|without|no)"
    r"(?: (?:taking|on|from|off|with|the|my|his|her|your|all|any))*\s$"
)
_HELD_EN: Final = lazy_regex(
    r"\s(?:is|was|has been|are|were|been|being|'s)\s(?:\w+ )?(?:stopped|paused|held|on hold|suspended|off)\b"
)
_PLAIN_EN: Final = frozenset({"hold", "pause", "pausing", "paused", "suspend"})
_AWHILE_EN: Final = lazy_regex(
    r"[^.;!?]{0,16}?\b(?:for now|for the (?:time being|moment)|until|till|'til|while|temporarily|meanwhile"
    r"|for (?:a|an|the|one|two|three|four|five|six|\d+|a few|a couple of) ?(?:more )?(?:days?|weeks?|nights?"
    r"|week of)|during|before|after)\b"
)
_HOLDS_KO: Final = lazy_regex(
    r"(?:[은는을를도만])?\s?(?:[^\s.,?!]{1,8}\s){0,3}?(?:(?:잠깐|잠시|당분간|일단|며칠|이틀|사흘|일주일|\d+일)(?:간|만|동안)?\s?)?"
    r"(?<![가-힣])(?:쉬(?:래|라|고|었|어|기|는|며|다가|면서|자)|쉬[재잔])"
    r"|(?:[은는을를도])?\s?(?:잠깐|잠시|당분간|일단|며칠|이틀|사흘|일주일)(?:간|만|동안|은)?\s?(?:끊|중단|안\s?먹|먹지\s?말|빼|멈추)"
)
_TAKEN: Final = frozenset({"medications", "drug_classes"})
_IN_FORCE: Final = (Status.ACTIVE, None)


def with_pauses(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str) -> tuple[Proposal, ...]:
    """``proposals`` with the medicines on record that the words hold for a while as held."""
    waiting = {
        one.content.concept.concept_id
        for one in proposals
        if one.content is not None and one.content.status is Status.ON_HOLD
    }
    paused = {name: told for name, told in _paused(sheet, heard) if name not in waiting}
    if not paused:
        return tuple(proposals)
    kept = [one for one in proposals if not _is_of(one, paused)]
    return (*kept, *(_held(sheet, fact, place, extractor) for fact, place in paused.values()))


def _paused(sheet: Sheet, heard: Heard) -> Iterator[tuple[str, tuple[Content, tuple[int, int]]]]:
    text = sheet.folded
    supposed = list(asked(text))
    named = [one for one in sheet.mentions if one.entry.kind in _TAKEN]
    for at, one in enumerate(named):
        if any(first <= one.start < last for first, last in supposed):
            continue
        fact = _on_record(one.entry.concept_id, heard)
        first = named[at - 1].end if at else 0
        last = named[at + 1].start if at + 1 < len(named) else len(text)
        if fact is not None and _is_held(text, (first, one.start), (one.end, last), korean=sheet.language == "ko"):
            yield fact.concept.concept_id, (fact, (one.start, one.end))


def _is_held(text: str, ahead: tuple[int, int], behind: tuple[int, int], *, korean: bool) -> bool:
    """Whether the words on either side of a name, up to the next names, hold it for a while."""
    if korean:
        return _HOLDS_KO.match(text, *behind) is not None
    before = _HOLDS_EN.search(text[max(ahead[0], ahead[1] - 40) : ahead[1]])
    after = _HELD_EN.match(text, *behind)
    if before is None and after is None:
        return False
    if before is not None and before[0].split()[0] in _PLAIN_EN:
        return True
    return _AWHILE_EN.match(text, after.end() if after is not None else behind[0], len(text)) is not None


def _on_record(concept_id: str, heard: Heard) -> Content | None:
    """The one medicine in force that a name means, itself or as the only one of its class."""
    taken = [one for one in heard.facts if one.slot is SlotKind.MEDICATIONS and one.subject == PATIENT]
    taken = [one for one in taken if one.status in _IN_FORCE]
    exact = [one for one in taken if one.concept.concept_id == concept_id]
    of_class = [one for one in taken if concept_id in one.concept.broader]
    found = exact or of_class
    return found[0] if len(found) == 1 else None


def _is_of(proposal: Proposal, paused: dict[str, tuple[Content, tuple[int, int]]]) -> bool:
    content, target = proposal.content, proposal.target
    names = {content.concept.concept_id if content is not None else None}
    names |= {target.concept_id if target is not None else None}
    medicine = content is None or content.slot is SlotKind.MEDICATIONS
    own = {name for fact, _ in paused.values() for name in (fact.concept.concept_id, *fact.concept.broader)}
    told = content is not None and content.dose is not None
    return medicine and not told and not names.isdisjoint(own)


def _held(sheet: Sheet, fact: Content, place: tuple[int, int], extractor: str) -> Proposal:
    quote, start, end = sheet.quote(*place)
    return Proposal(
        operation=Operation.CHANGE, content=Content(slot=fact.slot, concept=fact.concept, status=Status.ON_HOLD),
        target=Target(slot=fact.slot, concept_id=fact.concept.concept_id), quote=quote, start=start, end=end,
        extractor=extractor,
    )  # fmt: skip
