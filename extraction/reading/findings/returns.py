"""What had gone and is had again: "the cough is back", "두통이 또 도졌어요", "끊었던 노바스크 오늘부터 또 먹어요".

The record knows that a complaint, an illness or a medicine is over, so whoever tells it as had or taken now tells that
it has returned.
What is only spoken of ("the cough I had in May") has returned where the words say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentence_around
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_RETURNS: Final = lazy_regex(
    r"\b(?:again|return(?:ed|s|ing)?|relaps\w+|recurr\w+|reappear\w*|resurfac\w+|flar(?:ed?|es|ing)(?:[- ]?up)?"
    r"|started up|(?:is|are|was|'s|came|come|comes|coming|crept|creeping|all|right|it'?s|they'?re|got|gotten) back"
    r"|back (?:again|with|in full|once more|tonight|today|this|since|now|to haunt)|reared its"
    r"|another (?:bout|round|attack|spell)|restart(?:ed|ing)?|resum(?:ed|ing)|agen"
    r"|(?:my|the|that|this|same old) \w+(?: \w+)? back(?=\s*[.!,;]|$))\b"
    r"|^\W*back\b|\bback\W*$"
    r"|또(?!는|한\s|래)|다시|재발|도[졌져지진]|되살아|리턴|컴백|돌아[왔와]|복귀|재개|재처방|도로\s|찾아[왔와]|시작됐|(?:나타|생)[났겨겼]"
)
_GONE: Final = lazy_regex(
    r"\b(?:gone|not (?:come )?back|n'?t (?:come |been )?back|never came back|no sign|won'?t|hasn'?t"
    r"|hope|afraid|worried|if|in case|might|could)\b|다시\s?(?:는|안)|안\s?(?:돌아|생기|나타)|나았|없어[졌지]"
    r"|재발(?:하지|은|이?\s?없|할까|하면|방지|위험)"
)
_SLOTS: Final = frozenset({SlotKind.SYMPTOMS, SlotKind.CONDITIONS, SlotKind.MEDICATIONS})
_OVER: Final = frozenset({Status.RESOLVED, Status.STOPPED, Status.REMISSION})


def with_returns(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with what is over on record and told as had as a change that begins it anew."""
    over = {
        (one.slot, one.concept.concept_id): one
        for one in reversed(heard.facts)
        if one.slot in _SLOTS and one.subject == PATIENT and one.polarity is Polarity.AFFIRMED
    }
    over = {key: one for key, one in over.items() if one.status in _OVER}
    if not over:
        return tuple(proposals)
    return tuple(_returned(one, over, sheet) for one in proposals)


def _returned(proposal: Proposal, over: dict[tuple[SlotKind, str], Content], sheet: Sheet) -> Proposal:
    content = proposal.content
    known = over.get((content.slot, content.concept.concept_id)) if content is not None else None
    if content is None or known is None or content.subject != PATIENT or content.polarity is not Polarity.AFFIRMED:
        return proposal
    had = content.temporality is Temporality.CURRENT and content.status not in _OVER
    told = proposal.operation is Operation.ASSERT and had
    words = _sentence(proposal, sheet)
    if _GONE.search(words) is not None or not (told or _is_told_back(proposal, words)):
        return proposal
    anew = Content(
        slot=content.slot, concept=known.concept, status=Status.ACTIVE, certainty=content.certainty,
        value=content.value, unit=content.unit, dose=content.dose, frequency=content.frequency, timing=content.timing,
        valid_from=content.valid_from if told else None,
        precision=content.precision if told else None,
    )  # fmt: skip
    target = Target(slot=content.slot, concept_id=known.concept.concept_id)
    return proposal.with_fields(operation=Operation.CHANGE, content=anew, target=target, doubt=None)


def _sentence(proposal: Proposal, sheet: Sheet) -> str:
    """The sentence that speaks of it, with the mark of a question."""
    start, end = sentence_around(sheet.folded, proposal.start or 0)
    return sheet.folded[start : end + 1]


def _is_told_back(proposal: Proposal, words: str) -> bool:
    """Whether what is only spoken of, or heard as an end, is said to be back."""
    if proposal.operation not in (Operation.MENTION, Operation.CHANGE) or words.endswith("?"):
        return False
    return _RETURNS.search(words) is not None
