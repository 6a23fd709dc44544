"""What the end of a sentence says of the one finding at its beginning: "fatigue, but I haven't noticed any", "whether
I've got gout is still open", "두통이 있거나 하진 않아요".

The readers hear a name as told where the words that deny or doubt it stand far behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 200
"""Characters of a text in which an end speaks of the beginning."""

_NONE_OF_IT: Final = lazy_regex(
    r"\b(?:haven'?t|havent|have not|hasn'?t|don'?t|do not|didn'?t|never) (?:\w+ )?(?:noticed|had|felt|got|get"
    r"|have|experienced|seen|feel|notice)"
    r" (?:any|it|that|them|those|anything of (?:the|that) (?:sort|kind))\b(?: (?:of (?:it|that|late)|lately"
    r"|so far|at all|myself|yet))*\s*(?:[.,;!]|$)"
    r"|\b(?:is|are|was|were|'s) (?:not|n'?t) (?:something|anything|a thing|one of the things) (?:that )?(?:i"
    r"|i'?ve|i have)\b"
    r"|\b(?:isn'?t|aren'?t|wasn'?t) (?:something|anything|a thing) (?:that )?(?:i|i'?ve)\b"
    r"|(?:있거나|나거나|하거나)\s?하(?:진|지는|지도)\s?않"
    r"|(?:불편|그런|그럴|힘든|힘들|신경\s?쓰이는|괴로운|고생하는|문제되는|해당되는)\S{0,3}\s?(?:일|점|것|거|게"
    r"|적|증세|증상)\S{0,2}\s?(?:\S{1,4}\s){0,2}(?:없|않)"
)
"""Words that deny what was named before them."""
_STILL_HAD: Final = lazy_regex(
    r"\b(?:until|before|today|since|but now|except|apart from|other than|used to)\b"
    r"|지금은\s?있|요즘은\s?있|말고는|외에는|전에[는도]|예전|있는데|있어요|있지만|있습니다만"
)
_WONDERED: Final = lazy_regex(
    r"\b(?:whether(?: or not)?|if|wonder\w*|suspect\w*|suspicion|possib\w+|may(?:be)?|might|could be"
    r"|question)\b|의심|가능성|일지도|인지\s?아닌지|아닐까|아닌가"
)
_OPEN: Final = lazy_regex(
    r"\b(?:open(?: question)?|(?:not|n'?t|nothing)(?: has| is)?(?: been)? (?:yet )?(?:settled|confirmed"
    r"|decided|certain|established|clear|determined|diagnosed|proven|known)"
    r"|unclear|unsettled|undecided|unconfirmed|remains? to be seen|up in the air|still (?:waiting|checking"
    r"|being|under)|possibility|mentioned as)\b"
    r"|확진|확실|정해진\s?것|모르|지켜보|진단(?:받은|이\s?내려진)\s?(?:건|것은?)?\s?아니"
)


def with_ends_of_sentences(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the one complaint is denied, or the one illness in doubt, as the end of the words says."""
    if len(sheet.folded) > _LONGEST or any(one.entry.kind == "relatives" for one in sheet.mentions):
        return tuple(proposals)
    complaint = _only(sheet, "symptoms")
    if complaint is not None and _is_denied(sheet, complaint):
        return tuple(_denied(one, complaint) for one in proposals)
    illness = _only(sheet, "conditions")
    known = {one.concept.concept_id for one in heard.facts}
    if illness is None or illness.entry.concept_id in known or not _is_open(sheet, illness):
        return tuple(proposals)
    kept = [_doubted(one, illness) for one in proposals]
    told = any(_is_of(one, illness, SlotKind.CONDITIONS) for one in kept)
    return tuple(kept) if told else (*kept, _suspected(sheet, illness, author))


def _only(sheet: Sheet, table: str) -> Mention | None:
    named = [one for one in sheet.mentions if one.entry.kind in ("symptoms", "conditions")]
    return named[0] if len({one.entry.concept_id for one in named}) == 1 and named[0].entry.kind == table else None


def _is_denied(sheet: Sheet, complaint: Mention) -> bool:
    text = sheet.folded
    return _NONE_OF_IT.search(text, complaint.end) is not None and _STILL_HAD.search(text) is None


def _is_open(sheet: Sheet, illness: Mention) -> bool:
    text = sheet.folded
    return "?" not in text and _WONDERED.search(text) is not None and _OPEN.search(text) is not None


def _is_of(proposal: Proposal, named: Mention, slot: SlotKind) -> bool:
    content = proposal.content
    own = content is not None and content.slot is slot and content.concept.concept_id == named.entry.concept_id
    return own and proposal.operation is Operation.ASSERT and content is not None and content.subject == PATIENT


def _denied(proposal: Proposal, complaint: Mention) -> Proposal:
    if not _is_of(proposal, complaint, SlotKind.SYMPTOMS) or proposal.content is None:
        return proposal
    denied = proposal.content.with_fields(
        polarity=Polarity.NEGATED, certainty=Certainty.CONFIRMED, status=None, valid_from=None, precision=None
    )
    return proposal.with_fields(content=denied)


def _doubted(proposal: Proposal, illness: Mention) -> Proposal:
    content = proposal.content
    if not _is_of(proposal, illness, SlotKind.CONDITIONS) or content is None or content.status is Status.RESOLVED:
        return proposal
    doubted = content.with_fields(polarity=Polarity.AFFIRMED, certainty=Certainty.UNCERTAIN, status=None)
    return proposal.with_fields(content=doubted)


def _suspected(sheet: Sheet, illness: Mention, author: str) -> Proposal:
    quote, start, end = sheet.quote(illness.start, illness.end)
    content = Content(
        slot=SlotKind.CONDITIONS, concept=illness.entry.concept(sheet.language), certainty=Certainty.UNCERTAIN
    )
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=author)
