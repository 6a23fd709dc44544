"""Medicines that somebody means to take, or was given and asks whether to take: "나프록센을 드시려고 해요", "about to
take some ibuprofen", "the clinic gave me Septrin, should I take it?".

Whoever means to take something, or asks leave for what was just prescribed, does not take it yet. What is asked of it
("can she?") is answered; on record it is planned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentences
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_MEANS_EN: Final = lazy_regex(
    r"\b(?:want(?:s|ed|ing)?|wanna|going|gonna|plan\w*|hop(?:es|ing)|thinking (?:of|about)|about|tempted"
    r"|consider\w*|might|intend\w*"
    r"|fanc(?:y|ies)|would like|'d like)\b(?:\s(?:to|of|on|about))?"
    r"(?:\s(?:try|trying|take|taking|start|starting|have|having|use|using|give|giving|get|getting|buy|buying))?"
    r"(?:\s(?:me|him|her|them|some|an?|the|my|her|his|more|one|two|of|these|those|that|this|couple))*\s$"
)
_MEANS_KO: Final = lazy_regex(
    r"(?:이?랑|하고|도|만)?(?:을|를)?\s?(?:[가-힣0-9]{1,6}\s){0,3}[가-힣]{0,5}"
    r"(?:으?려(?:고|는|구|던|다가)(?!\s?처방)|[가-힣]까\s?(?:하|해|싶|생각|고민|봐)|고\s?싶|예정|계획|작정|볼까|보려)"
)
_CLAUSE, _BEHIND = 30, 8
"""Characters before a name, and behind what is meant, in which the words about it stand."""
_TAKEN_SINCE: Final = lazy_regex(r"먹고\s?있|드시고\s?(?:있|계)|먹었|드셨|복용\s?중|시작했|말았|관[뒀두]")


def with_intentions(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which a medicine that is told for the first time, and only meant to be taken, is planned."""
    return tuple(_planned(one, sheet) for one in proposals)


def _planned(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.status is not Status.ACTIVE:
        return proposal
    if proposal.operation not in (Operation.ASSERT, Operation.CHANGE):
        return proposal
    named = next((one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), None)
    if named is None:
        return proposal
    meant = content.dose is None and _is_meant(sheet, named.start, named.end)
    if not (meant or _is_given_and_asked(sheet, named.start, named.end)):
        return proposal
    return proposal.with_fields(
        operation=Operation.ASSERT,
        target=None,
        content=content.with_fields(status=Status.PLANNED, temporality=Temporality.FUTURE),
    )


def _is_meant(sheet: Sheet, start: int, end: int) -> bool:
    text = sheet.folded
    if sheet.language == "ko":
        match = _MEANS_KO.match(text, end)
        return match is not None and _TAKEN_SINCE.search(text, end, match.end() + _BEHIND) is None
    return _MEANS_EN.search(text[max(0, start - _CLAUSE) : start]) is not None


_GIVEN: Final = lazy_regex(
    r"\b(?:gave|given|giving|prescribed|prescribing|put (?:me|him|her|us) on|wants? (?:me|him|her) (?:on|to)|wrote"
    r"|called in|sent (?:me|in|over)|script|prescription|handed|picked up|started (?:me|him|her) on)\b"
    r"|처방|받아\s?왔|받았|받아서|지어\s?(?:왔|주)|타\s?왔|줬|주셨|주시|주던|먹으라|드시라"
)
_ASKS_LEAVE_EN: Final = lazy_regex(
    r"\b(?:should|do|can|shall|may|could|must) (?:i|he|she|we) (?:really |just |even |actually |be |go ahead "
    r"and |safely )*"
    r"(?:take|taking|start|starting|have|use|using|give)(?: (?:it|this|that|them|these|one|the (?:tablets?"
    r"|pills?|course))\b(?! (?:in the|at |with|before|after|every|on an|all|long|again|alone|together|twice"
    r"|once))"
    r"|\s*(?:or\b|now\b|today\b|[?.!,]|$))"
    r"|\b(?:is|are) (?:it|this|that|they|these) (?:ok|okay|all ?right|safe|fine|suitable)\b(?! (?:if|with|to "
    r"(?:drink|eat|drive)))"
    r"|\b(?:ok|okay|all ?right|safe|fine) (?:for me )?to (?:take|start|use|have)(?: (?:it|this|that|them"
    r"|these))?\s*(?:[?.!]|$)"
)
_ASKS_LEAVE_KO: Final = lazy_regex(
    r"(?:^|[,.!?]\s*|(?:데|요|서|고|어|음|거|걸|약|약을|이거|이걸|그냥|바로|지금|같이|함께|정말|진짜|부터|제가|저|일단|이대로)\s)"
    r"(?:먹어도|먹어야|먹을까|먹는\s?게|복용해도|복용해야|써도|맞아도|발라도|드셔도|드려도|먹여도|먹여야|시작해도|시작해야)"
)
_TAKEN_ALREADY: Final = lazy_regex(
    r"\b(?:taking|took|(?:have|i'?ve|had) (?:been|taken|had|started)|started (?:it|them|taking|yesterday|on)"
    r"|been on|since"
    r"|so far|days? in|for (?:years|months|weeks|ages)|years? ago|months? ago|last (?:year|month))\b"
    r"|먹고\s?있|먹는\s?중|먹었|드시고\s?(?:있|계)|드셨|복용\s?중|째|년\s?전|달\s?전|작년|계속|부터\s?먹"
)


def asks_leave(text: str, language: str) -> bool:
    """Whether words ask leave to take what is spoken of, and not something beside it."""
    return (_ASKS_LEAVE_KO if language == "ko" else _ASKS_LEAVE_EN).search(text.lower()) is not None


def _is_given_and_asked(sheet: Sheet, start: int, end: int) -> bool:
    """Whether what is named was prescribed or given just now, and leave is asked to take it, and nothing else."""
    text = sheet.folded
    first, last = next(((low, high) for low, high in sentences(text) if low <= start < high), (0, len(text)))
    asks = _ASKS_LEAVE_KO if sheet.language == "ko" else _ASKS_LEAVE_EN
    asked = asks.search(text, end)
    if asked is None or _GIVEN.search(text, first, max(last, asked.start())) is None:
        return False
    later = sum(1 for one in sheet.mentions if end <= one.start < asked.start() and one.entry.kind in _TAKEN)
    return later == 0 and _TAKEN_ALREADY.search(text, first) is None


_TAKEN: Final = frozenset({"medications", "drug_classes", "social"})
