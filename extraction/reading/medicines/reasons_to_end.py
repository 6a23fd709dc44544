"""Why a medicine was ended: "came off it because of nightmares", "the reason was dizziness".

A complaint that is told as the reason of an end was had then: it is neither a present one nor in doubt. A reason put
right takes the place of the one that was told before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentence_around
from extraction.reading.corrections.taking_back import asked_in, is_denied, requested
from extraction.reading.items import Heard
from extraction.reading.medicines.meant import is_unnamed, meant
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 300
_KINDS: Final = frozenset({"symptoms", "conditions"})
_COMPLAINTS: Final = frozenset({SlotKind.SYMPTOMS, SlotKind.CONDITIONS})
_REASON: Final = lazy_regex(
    r"\b(?:because|becos|'?cos|'?cause|coz|cuz|bc|due to|owing to|thanks to|on account of|on the grounds? of|over"
    r"|reasons?|grounds?|why|caused?|blame"
    r"|(?:it |that |which )?(?:gave|giving|gives|brought|made|had|got|having|left|caused) (?:me|him|her)\b"
    r"|(?:from|with|on|off) it|put me off)\b"
    r"|side effects?|때문|땜|부작용|이유|사유|까닭|탓|원인|(?:심해|생겨|생기|와|나|있어|들어|올라와)(?:서|가지고"
    r"|니까)|(?:심했|생겼|왔|났)"
    r"|으로\s?(?:인해|인한)|(?:로|으로)\s?(?:고쳐|바꿔|정정|수정)"
)
"""Words by which something is told to be a reason."""
_NAMES_A_REASON: Final = lazy_regex(
    r"\b(?:because|becos|'?cos|'?cause|coz|cuz|bc|due to|on account of|reasons?|grounds?|why|(?:made|had|got"
    r"|have) (?:me|him|her))\b"
    r"|때문|땜|이유|사유|까닭|탓|원인|[와나][서]|해서|겨서"
)
_SAID_BEHIND: Final = lazy_regex(r"\s?(?:때문|땜)?\s?(?:이|에)?\s?(?:라고|라|때문이라)\s?(?:했|말|한|적|그랬)")
_PRESENT: Final = lazy_regex(
    r"\b(?:i (?:still |now |also )?have|i'?ve (?:still |now )?got|still (?:have|there|get|got)|now i (?:have|get"
    r"|feel|am)"
    r"|at the moment|these days"
    r"|today|since then i|lately|recently)\b|아직도?\s?(?:있|아프|나|심|그래)|지금도\s?(?:있|아프|나|심|그래"
    r"|어지)|요즘|요새|오늘"
)
_ENDED: Final = (Status.STOPPED,)
_WRONG: Final = lazy_regex(
    r"\b(?:wrong(?:ly)?|mistake\w*|mistaken|actually|correct\w*|sorry|not|wasn'?t|isn'?t|isnt|wasnt|in fact"
    r"|real(?:ly)?|true|i mean|meant|rather"
    r"|instead|misspoke|should (?:be|read)|thinking (?:it|about it) over|come to think|turns out|change|scratch"
    r"|mixed)\b"
    r"|정정|잘못|아니|틀[렸린려]|착각|착오|사실|실은|실제|생각해|고쳐|고치|바꿔|수정|헷갈|말고"
)


def with_reasons_to_end(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str) -> tuple[Proposal, ...]:
    """``proposals`` in which what a medicine was ended for was had then, and a reason that is put right replaced."""
    named = [one for one in sheet.mentions if one.entry.kind in _KINDS]
    if not named or len(sheet.folded) > _LONGEST:
        return tuple(proposals)
    fact = meant(sheet, heard, lambda one: one.status in _ENDED)
    if fact is None and any(_ends(one) for one in proposals):
        return (*(_had_then(one, sheet) for one in proposals), *_unheard(sheet, named, proposals, author))
    if fact is None or not _is_put_right(sheet):
        return tuple(proposals)
    return _put_right(sheet, heard, fact, named, proposals, author)


def _ends(proposal: Proposal) -> bool:
    content = proposal.content
    return (
        content is not None and content.slot is SlotKind.MEDICATIONS and content.subject == PATIENT
        and content.status is Status.STOPPED and proposal.operation in (Operation.ASSERT, Operation.CHANGE)
    )  # fmt: skip


def _had_then(proposal: Proposal, sheet: Sheet) -> Proposal:
    """A complaint told as the reason of an end, as one that was had then."""
    content = proposal.content
    if content is None or content.slot not in _COMPLAINTS or content.subject != PATIENT:
        return proposal
    if (
        content.polarity is not Polarity.AFFIRMED
        or proposal.operation is not Operation.ASSERT
        or content.concept.chronic
    ):
        return proposal
    place = next((one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), None)
    if place is None:
        return proposal
    first, last = sentence_around(sheet.folded, place.start)
    if _REASON.search(sheet.folded, first, last) is None or _PRESENT.search(sheet.folded, first, last) is not None:
        return proposal
    return proposal.with_fields(content=_as_had(content))


def _unheard(
    sheet: Sheet, named: Sequence[Mention], proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """The one complaint that is called the reason and that no reader made anything of."""
    told = {one.content.concept.concept_id for one in proposals if one.content is not None}
    reasons = [one for one in named if _CALLED_REASON.search(sheet.folded[max(0, one.start - 24) : one.start])]
    if len(named) != 1 or not reasons or reasons[0].entry.concept_id in told or asked_in(sheet.folded):
        return ()
    return (_reason(sheet, reasons[0], None, author),)


_CALLED_REASON: Final = lazy_regex(r"(?:\b(?:reason|cause|because|due to)\b|이유|사유|원인|까닭)[^.;!?]{0,12}$")


def _as_had(content: Content) -> Content:
    return content.with_fields(
        status=Status.RESOLVED, temporality=Temporality.PAST, certainty=Certainty.CONFIRMED,
        valid_from=None, valid_to=None, precision=None,
    )  # fmt: skip


def _is_put_right(sheet: Sheet) -> bool:
    text = sheet.folded
    if (asked_in(text) and not requested(text) and "?" not in text[:-1]) or _PRESENT.search(text) is not None:
        return False
    return _NAMES_A_REASON.search(text) is not None or _WRONG.search(text) is not None


def _put_right(
    sheet: Sheet, heard: Heard, fact: Content, named: Sequence[Mention], proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    known = [one for one in heard.facts if one.slot in _COMPLAINTS and one.subject == PATIENT]
    past = [one for one in known if one.temporality is Temporality.PAST or one.concept.concept_id in heard.of_last_turn]
    new = _new(sheet, named, known)
    if new is None:
        return tuple(proposals)
    old = _old(named, new, past, heard)
    wrong = _WRONG.search(sheet.folded) is not None
    if not wrong and old is not None and not _is_told(old, named):
        old = None
    ids = {one.entry.concept_id for one in named} | ({old.concept.concept_id} if old is not None else set())
    kept = [one for one in proposals if not _is_of(one, ids, fact) and not is_unnamed(one, sheet)]
    return (*kept, _reason(sheet, new, old, author))


def _new(sheet: Sheet, named: Sequence[Mention], known: Sequence[Content]) -> Mention | None:
    """The one complaint named that is no reason told before, and that the words do not deny."""
    told = {one.concept.concept_id for one in known}
    fresh = [one for one in named if one.entry.concept_id not in told]
    right = [
        one
        for one in fresh
        if not is_denied(sheet.folded, (one.start, one.end)) and not _is_told_before(sheet.folded, one)
    ]
    several = right or fresh
    return several[-1] if len({one.entry.concept_id for one in several}) == 1 else None


def _is_told_before(text: str, named: Mention) -> bool:
    """Whether it is told as what was said before: "악몽 때문이라고 했는데"."""
    return _SAID_BEHIND.match(text, named.end) is not None


def _old(named: Sequence[Mention], new: Mention, past: Sequence[Content], heard: Heard) -> Content | None:
    """The reason told before: the one that is named, else the one told in the last turn, or the only one."""
    others = [one for one in past if one.concept.concept_id != new.entry.concept_id]
    told = [one for one in others if _is_told(one, named)]
    last = [one for one in others if one.concept.concept_id in heard.of_last_turn]
    several = told or last or others
    return several[0] if len(several) == 1 else None


def _is_told(fact: Content, named: Iterable[Mention]) -> bool:
    return any(one.entry.concept_id == fact.concept.concept_id for one in named)


def _is_of(proposal: Proposal, ids: set[str], fact: Content) -> bool:
    """Whether it is another reading of the reasons, or of the medicine that has ended."""
    content, target = proposal.content, proposal.target
    concept = content.concept.concept_id if content is not None else target.concept_id if target is not None else None
    return concept in ids or concept == fact.concept.concept_id


def _reason(sheet: Sheet, new: Mention, old: Content | None, author: str) -> Proposal:
    slot = SlotKind.CONDITIONS if new.entry.kind == "conditions" else SlotKind.SYMPTOMS
    content = _as_had(Content(slot=slot, concept=new.entry.concept(sheet.language)))
    quote, start, end = sheet.quote(0, len(sheet.text))
    if old is None:
        return Proposal(
            operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=author
        )
    return Proposal(
        operation=Operation.CORRECT, content=content, target=Target(slot=old.slot, concept_id=old.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author,
    )  # fmt: skip
