"""An illness told of a relative in words that name the illness first: "they found gout in my father", "녹내장은 우리
집에서 아버지가 앓고 있어요".

Where one relative is named as who has it and nobody says "I", the illness is that one's family history. To write it
down for the patient would be worse than to ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.reattribution import of_relative
from domain.values import PATIENT, Polarity, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.corrections.denying_an_illness import denies_another, is_shared
from extraction.reading.corrections.just_told.focus import is_source, relatives_named
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 200
"""Characters of a text in which one illness is told; longer ones tell more than one thing."""
_SELF: Final = lazy_regex(
    r"\b(?:i (?:have|had|got|get|suffer|was (?:told|diagnosed)|am|think i|do|live|take|need)|i['’](?:ve|m|d)|me too"
    r"|myself"
    r"|mine|my own|(?:and|n) i)\b|(?<![가-힣])(?:저는|저도|제가|저한테|저|나는|나도|내가|나한테|난|전|본인)(?=\s)"
)
"""That somebody tells of oneself: "for me" is who it matters for."""
_TELLS: Final = lazy_regex(
    r"\bi (?:should|ought|must|want|wanted|have to|need to|'?d like)(?: \w+){0,2} (?:tell|mention|say|add|note)\b"
)
_BEARS_EN: Final = lazy_regex(
    r"\b(?:in|with|is|was|that['’]?s|it['’]?s|what|only|on) (?:(?:my|our|me|the|late|own|older|younger|elder) ){0,2}$"
)
_BEARS_KO: Final = lazy_regex(
    r"(?!\s?(?:하고|이랑|랑|와|과|보고|처럼|같이|만큼|따라|모시))(?:님|분)?\s?(?:이|가|은|는|께서는?|한테만?|에게만?"
    r"|께|쪽|도|뿐)?\s?(?:[^.?!]{0,24}?(?:앓|있|진단|환자"
    r"|걸[렸리]|병원|치료|약을?\s(?:드|먹)|고생)"
    r"|(?:이?[에예]요|입니다|이?야|이거든|거든|요|임|이?랍니다)(?=[\s.,!~ㅠ]|$)|\s*$|[.!~]*$)"
)


def with_illnesses_of_relatives(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with the illnesses that are told of the one relative named as that one's family history."""
    own = [one for one in proposals if _is_own_illness(one)]
    if not own or len(own) != len(proposals) or len(sheet.folded) > _LONGEST or heard.patient_is:
        return tuple(proposals)
    kin = relatives_named(sheet)
    if len({one.entry.concept_id for one in kin}) != 1 or not _is_told_of(sheet, kin):
        return tuple(proposals)
    found = (_of(one, kin[0]) for one in proposals)
    return tuple(one for one in found if one is not None)


def _is_own_illness(proposal: Proposal) -> bool:
    content = proposal.content
    return (
        content is not None
        and content.slot is SlotKind.CONDITIONS
        and content.subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and proposal.operation is Operation.ASSERT
    )


def _is_told_of(sheet: Sheet, kin: Sequence[Mention]) -> bool:
    text = sheet.folded
    told = _TELLS.sub("", text)
    if "?" in text or _SELF.search(told) is not None or is_shared(text):
        return False
    if any(denies_another(text, one.start, one.end) or is_source(text, one) for one in kin):
        return False
    if sheet.language == "ko":
        return any(_BEARS_KO.match(text, one.end) is not None for one in kin)
    # "24 weeks with twins" speaks of nobody's own: a relative is "my brother".
    own = [one for one in kin if _OWN.search(text, max(0, one.start - _NEAR), one.end) is not None]
    return any(_BEARS_EN.search(text, max(0, one.start - 40), one.start) is not None for one in own)


_NEAR: Final = 14
_OWN: Final = lazy_regex(r"\b(?:my|our|me|the)\b")


def _of(proposal: Proposal, relative: Mention) -> Proposal | None:
    content = proposal.content
    theirs = of_relative(content, relative.entry.concept_id) if content is not None else None
    return None if theirs is None else proposal.with_fields(content=theirs)
