"""A story of somebody else is none of the patient's: "my husband was dizzy so we went to the doctor, it's vertigo",
"울아빠가 가슴 아프대서 응급실 갔는데 역류성 식도염이래".

The name of the other stands once, at the head, and what was found stands clauses later. Where the record cannot be of
the one who is named so, a friend or a parent of somebody young, what such a sentence finds is that one's: the family's
where they are of one blood, and nobody's on this record otherwise. Of whom it may be it is left: many speak for a
child, a parent or a spouse.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.ages import AGE
from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SlotKind, Temporality
from extraction.naming.mentions import Entry
from extraction.reading.asking.asked import sentences
from extraction.reading.items import Heard
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_FOUND: Final = frozenset(
    {SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.PROCEDURES, SlotKind.MEDICATIONS, SlotKind.VITALS, SlotKind.LABS}
)
_CHILDREN: Final = frozenset({"child", "son", "daughter", "grandchild", "niece", "nephew"})
_ELDERS: Final = frozenset({
    "mother", "father", "parents", "mother_in_law", "father_in_law", "grandmother", "grandfather", "grandparents",
    "aunt", "uncle",
})  # fmt: skip
_NEAREST: Final = frozenset({"husband", "wife", "spouse"})
_ADULT: Final = 16.0
"""Years from which on somebody's record is no child's."""
_OLD: Final = 45.0
"""Years below which somebody's record is no parent's of whoever writes here, as a rule."""
_HAS_EN: Final = lazy_regex(
    r"\s(?:(?:just|also|once|only|recently|has|had|have|been|is|was|were|really|all)\s)*"
    r"(?:had|has|have|got|gets?|was|is|went|came down|caught|ended up|woke up|felt|feels|turned out|been|collapsed"
    r"|fainted|fell|thought|complain\w*|diagnosed)\b|'s (?:got|had|been|in|having|diabetic|sick|ill)\b"
)
_HEARSAY_KO: Final = lazy_regex(
    r"(?:대서|다고\s?(?:해서|하셔서|그래서|하더니)|다길래|다더니|다는데|라는데|라더니|라길래)"
    r"|(?:이래|래|래요|이래요|라네|라네요|이라네|대|대요|댑니다|랍니다|라카네|라고\s?(?:하네|함|했)|판정|진단)(?=[\s.,!?ㅋㅎㅠㅜ~]|$)"
    r"|걸[렸려리]|앓|응급실|입원|실려\s?[가갔]|병원"
)
"""Words by which an illness of somebody is passed on: what was complained of, where one went, what came out."""
_SUBJECT_KO: Final = lazy_regex(r"(?:님|분)?(?:이|가|께서|은|는)?\s")
_ACTS_ON: Final = lazy_regex(
    r"(?:재|쟀|재\s?보|발견|만져|알아|봐\s?[주줬]|보[더니]|챙|데리|데려|걱정|말[해했하]|물어|시켜|시킨|권[해했하]|추천"
    r"|사\s?[다왔줬주]|보래서?|보라[고해]|하래서?|하라고|그러[는시던]|알려|가르쳐|준\s|줘서|주셔서)"
    r"|\b(?:notic|saw|says?|said|told|thinks?|reckons?|worr|found|check|measur|took my|gave|bought"
    r"|recommend|suggest|wants?)\w*"
)
"""What somebody does for the patient: then the finding is the patient's, as a rule."""
_SELF: Final = lazy_regex(
    r"(?<![가-힣])(?:저|나|제|내|날|저도|나도|저는|나는|제가|내가|저한테|나한테|저보고|나보고|저를|나를|저랑|나랑|난|전|저희도)(?![가-힣])"
    r"|\b(?:i|me|my|mine|myself|i'?m|i'?ve|i'?d|us|both)\b"
)
_OUTRIGHT_REACH: Final = 32
_OUTRIGHT: Final = lazy_regex(r"\bi(?:'m|m| am)(?: an?| also| type (?:1|2|one|two))*\s$")
_HEAD_EN: Final = lazy_regex(
    r"^(?:(?:so|and|but|oh|ok|okay|hi|hey|btw|by the way|also|earlier|yesterday|today|last (?:night|week)|this morning"
    r"|lol|well|anyway|the|my|our|an?|old|poor|lovely|dear|younger|older|best|next[- ]door)[\s,]+)*$"
)
_HEAD_KO: Final = lazy_regex(
    r"^(?:(?:아까|어제|오늘|방금|근데|글고|그리고|참|아|아니|지난주에?|며칠\s?전에?|얼마\s?전에?|우리|저희|제|내|울|그|저)[\s,]*)*$"
)


@dataclass(frozen=True, slots=True)
class _Story:
    """Whose story [start, end) of the folded text is."""

    of: Entry
    start: int
    end: int


def without_others_stories(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with what is found in somebody else's story as that one's, or left out."""
    stories = [
        (one.of, *sheet.normalised.span(one.start, one.end)) for one in _stories(sheet) if _is_other(one.of, heard)
    ]
    own = proposals if heard.patient_is else [_ones_own(one, sheet) for one in proposals]
    return tuple(found for one in own for found in _of_its_owner(one, stories))


def _ones_own(proposal: Proposal, sheet: Sheet) -> Proposal:
    """What somebody says outright of himself as the patient's: "I'm diabetic and my mum has COPD"."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.FAMILY_HISTORY or proposal.start is None:
        return proposal
    before = sheet.original[max(0, proposal.start - _OUTRIGHT_REACH) : proposal.start].casefold()
    if content.subject != "family" or _OUTRIGHT.search(before) is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(slot=SlotKind.CONDITIONS, subject=PATIENT))


def _is_other(one: Entry, heard: Heard) -> bool:
    """Whether the record can be no record of ``one``."""
    if heard.patient_is:
        return not may_be(one.concept_id, heard.patient_is)
    if one.extra.get("kin") != "1" and one.concept_id not in _NEAREST:
        return bool(heard.facts)
    years = next((each.value for each in heard.facts if each.concept.concept_id == AGE), None)
    if not isinstance(years, float):
        return False
    if one.concept_id in _CHILDREN:
        return years >= _ADULT
    return years < _OLD or (one.concept_id not in _ELDERS and bool(heard.of_last_turn))


def _stories(sheet: Sheet) -> Iterator[_Story]:
    text = sheet.folded
    if not any(one.entry.kind == "relatives" for one in sheet.mentions):
        return
    for start, end in sentences(text):
        first = next(
            (one for one in sheet.mentions if start <= one.start < end and one.entry.kind == "relatives"), None
        )
        if first is None or _SELF.search(text, first.end, end) or _ACTS_ON.search(text, first.end, end):
            continue
        head = text[start : first.start].strip()
        if sheet.language == "ko":
            told = _SUBJECT_KO.match(text, first.end) and _HEARSAY_KO.search(text, first.end, end)
            if told and _HEAD_KO.match(f"{head} " if head else ""):
                yield _Story(first.entry, first.end, end)
        elif _HEAD_EN.match(f"{head} " if head else "") and _HAS_EN.match(text, first.end):
            yield _Story(first.entry, first.end, end)


def _of_its_owner(proposal: Proposal, stories: Sequence[tuple[Entry, int, int]]) -> Iterator[Proposal]:
    content = proposal.content
    if content is None or content.subject != PATIENT or content.slot not in _FOUND or proposal.start is None:
        yield proposal
        return
    owner = next((of for of, start, end in stories if start <= proposal.start < end), None)
    if owner is None or proposal.operation is not Operation.ASSERT:
        yield proposal
    elif owner.extra.get("kin") == "1" and content.slot is SlotKind.CONDITIONS:
        of_family = content.with_fields(
            slot=SlotKind.FAMILY_HISTORY, subject=owner.concept_id, status=None, temporality=Temporality.CURRENT
        )
        yield proposal.with_fields(content=of_family)
