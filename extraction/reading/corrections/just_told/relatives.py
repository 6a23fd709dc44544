"""Which relative has an illness, put right: "sorry, I meant my father", "언니가 아니라 어머니예요".

The illness need not be named again where only one of the family was told of a moment ago.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Content, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.corrections.denying_an_illness import denies_another, denies_for_oneself, is_shared
from extraction.reading.corrections.just_told.focus import (
    LONGEST,
    adds,
    asks,
    is_put_right,
    is_source,
    relatives_named,
    the_one_meant,
)
from extraction.reading.corrections.taking_back import is_denied
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex

_ILLNESSES: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.FAMILY_HISTORY})
_OTHER_THINGS: Final = frozenset({"medications", "drug_classes", "labs", "vitals", "procedures", "allergens"})
_ONLY_A_NAME: Final = lazy_regex(
    r"\W*(?:(?:oh|ah|no|wait|sorry|well|er|um|i|meant?|mean|it|it['’]?s|its|is|was|actually|my|should|be|that|not"
    r"|rather"
    r"|and|the|one|who|has|have)\W+)*$|[^가-힣]*(?:(?:아|앗|참|아니|그게|그건|사실은?|저희|우리|제|내"
    r"|울)\s?[,.]?\s?)*$"
)
"""Before a relative nothing but the words that put a slip right."""


def with_relatives_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the illness of the family that was told is another relative's."""
    if len(sheet.folded) > LONGEST or not any(one.slot is SlotKind.FAMILY_HISTORY for one in heard.facts):
        return tuple(proposals)
    if any(one.entry.kind in _OTHER_THINGS for one in sheet.mentions):
        return tuple(proposals)
    illnesses = _illnesses(sheet)
    known = the_one_meant(heard, SlotKind.FAMILY_HISTORY, illnesses)
    if known is None:
        return tuple(proposals)
    illness = _other_illness(sheet, understanding, known)
    if illness is not None:
        moved = Content(
            slot=SlotKind.FAMILY_HISTORY, concept=illness.entry.concept(sheet.language), subject=known.subject
        )
        kept = (one for one in proposals if not _is_about(one, known) and not _is_about(one, moved))
        return (*kept, _corrected(sheet, known, moved, illness, author))
    if illnesses and not _is_one_of(known, illnesses):
        return tuple(proposals)
    other = _other(sheet, understanding, known)
    if other is None or asks(sheet, other.start):
        return tuple(proposals)
    moved = Content(
        slot=SlotKind.FAMILY_HISTORY, concept=known.concept, subject=other.entry.concept_id, certainty=known.certainty
    )
    return (*(one for one in proposals if not _is_about(one, known)), _corrected(sheet, known, moved, other, author))


def _illnesses(sheet: Sheet) -> set[str]:
    return {
        each
        for one in sheet.mentions
        if one.entry.kind in ("conditions", "symptoms")
        for each in (one.entry.concept_id, *one.entry.broader)
    }


def _is_one_of(known: Content, illnesses: set[str]) -> bool:
    return known.concept.concept_id in illnesses or not illnesses.isdisjoint(known.concept.broader)


def _other(sheet: Sheet, understanding: Understanding, known: Content) -> Mention | None:
    """The one other relative whom the words put into the place of the one on record."""
    text = sheet.folded
    named = relatives_named(sheet)
    old = [one for one in named if one.entry.concept_id == known.subject]
    others = [one for one in named if one.entry.concept_id != known.subject]
    others = [one for one in others if not denies_another(text, one.start, one.end) and not is_source(text, one)]
    if len({one.entry.concept_id for one in others}) != 1 or is_shared(text):
        return None
    denied = any(denies_another(text, one.start, one.end) for one in old)
    if (adds(sheet) and not denied) or (not old and denies_for_oneself(text)):
        return None
    before = text[: others[0].start]
    alone = not old and before.strip() and _ONLY_A_NAME.match(before) is not None and len(text) <= _SHORT
    right = denied or is_put_right(sheet, understanding)
    return others[0] if right or (alone and not _illnesses(sheet) and _is_it(text, others[0])) else None


_SHORT: Final = 40
"""Characters of words that say no more than a name."""
_COPULA: Final = lazy_regex(r"(?:님)?\s?(?:이?[에예]요|였|이었|이?야|입니다|이?래|이?네|요(?=[\s.!~]|$))")


def _is_it(text: str, one: Mention) -> bool:
    """Whether the words call a relative the one who was meant, and tell nothing of that one."""
    return _COPULA.match(text, one.end) is not None or not text[one.end :].strip(" .,!?~ㅠㅋ")


def _other_illness(sheet: Sheet, understanding: Understanding, known: Content) -> Mention | None:
    """The one illness that is named in the place of the one that the relative was told to have."""
    text = sheet.folded
    named = [one for one in sheet.mentions if one.entry.kind == "conditions"]
    old = [one for one in named if _is_one_of(known, {one.entry.concept_id})]
    new = [one for one in named if one not in old]
    kin = {one.entry.concept_id for one in relatives_named(sheet) if not is_source(text, one)}
    if len({one.entry.concept_id for one in new}) != 1 or not kin <= {known.subject} or _OWN.search(text) is not None:
        return None
    if is_denied(text, (new[0].start, new[0].end)) or asks(sheet, new[0].start) or adds(sheet):
        return None
    denied = any(is_denied(text, (one.start, one.end)) for one in old)
    right = denied or ((kin or old) and is_put_right(sheet, understanding))
    return new[0] if right else None


_OWN: Final = lazy_regex(
    r"\b(?:i (?:have|had|got|am|was)|i['’](?:ve|m)|mine|my own)\b|(?<![가-힣])(?:저는|저도|제가|나는|나도|내가|난"
    r"|전)\s"
)
"""That somebody tells of oneself."""


def _corrected(sheet: Sheet, known: Content, moved: Content, told: Mention, author: str) -> Proposal:
    quote, start, end = sheet.quote(told.start, told.end)
    return Proposal(
        operation=Operation.CORRECT, content=moved,
        target=Target(slot=SlotKind.FAMILY_HISTORY, concept_id=known.concept.concept_id, subject=known.subject),
        quote=quote, start=start, end=end, extractor=author,
        fields=("concept" if moved.subject == known.subject else "subject",),
    )  # fmt: skip


def _is_about(proposal: Proposal, known: Content) -> bool:
    """Whether it is another reading of whose the illness is."""
    content, target = proposal.content, proposal.target
    if content is None:
        return target is None or target.concept_id in (None, known.concept.concept_id)
    whole = content.slot is SlotKind.FAMILY_HISTORY and content.concept.concept_id == "*"
    return content.slot in _ILLNESSES and (whole or content.concept.concept_id == known.concept.concept_id)
