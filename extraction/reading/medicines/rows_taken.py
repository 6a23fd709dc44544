"""Medicines told as a row of names with their strengths: "save my meds: ramipril5 aspirin75", "외워둬 리피토20
노바스크5".

Whoever types names with strengths and nothing else, or asks to have them kept, takes them. The readers of sentences
doubt such words or pass over some of them, and a wish to have something kept is heard as no telling at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex
from extraction.values.regimen_patterns import NO_STRENGTH

_LONGEST: Final = 300
_STRENGTH: Final = lazy_regex(
    r"\s?\d{1,4}(?:\.\d+)?(?:/\d{1,4}(?:\.\d+)?)?(?![\d:])"
    r"(?P<unit>\s?(?:mg|mcg|ug|g|units?|u|iu|밀리|미리|단위))?(?![a-z0-9])"
)
_BETWEEN: Final = lazy_regex(r"[\s,;/+&·.]*(?:(?:and|plus|하고|이?랑|와|과)\s)?[\s,]*")
_KEEPS: Final = lazy_regex(
    r"\b(?:save|saved|note|remember|store|keep|write|log|record|memori[sz]e|put|jot|list|add|enter|file|register|track"
    r"|don'?t forget|here are|these are)\b"
    r"|외[워우]|기억|저장|적어|메모|입력|기록|등록|써\s?[놔둬줘]|알아\s?둬|넣어|먹는\s?[거것약건]|약들?임"
)
_NOT_TOLD: Final = lazy_regex(
    r"[?？]|\b(?:if|whether|which|what|why|how|difference|better|stronger|vs|versus|or|compare|should|can|could|would"
    r"|may|might|was|were|used to|stop\w*|quit|came off|off|not|never|no|n't|allerg\w*|offered|suggest\w*|recommend\w*"
    r"|wants?|wanted|going to|gonna|will|remind\w*|alarm|buy|bought|price|dose of|about|for (?:my|his|her) \w+'s"
    r"|his|her|their|changed?|switch\w*|instead|from|increas\w*|reduc\w*|(?:up|down) (?:to|from)|too|took|taken|today"
    r"|yesterday"
    r"|tonight|next|tomorrow|delete|remove)\b"
    r"|까|나요|는지|인지|뭐|무엇|어떤|어느|왜|차이|비교|보다|끊|중단|그만|빼|뺐|안\s|못\s|없|아니|예전|전에|알레르기|알러지|부작용"
    r"|추천|권|려고|예정|알림|알람|사[러왔도]|샀|바[꾸꿔꿨뀌]|올[리렸려]|줄[이였여]|대신|오늘|어제|내일|다음|먹었|지워|삭제|거야\?|맞아|던"
)
"""Words that ask, deny, end, move or weigh, or tell of one dose or of somebody else."""
_WHEN: Final = lazy_regex(
    r"\b(?:with|at|in|on|the|every|each|once|twice|three|a|an|per|day|daily|mornings?|nights?|evenings?|bed ?time|bed"
    r"|dinner"
    r"|supper|breakfast|lunch|food|meals?|[bo]d|[tq]ds|[ap]m|times?|week|weekly|monthly|before|after|and|\d{1,2}"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
    r"|아침|점심|저녁|밤|자기\s?전|취침|하루|매일|[한두세네]\s?번|식[전후]|공복|마다|에|씩|[월화수목금토일]요일|\d시?"
)
"""Words of when and how often, beside which a name with its strength still stands alone."""
_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_FEWEST_ALONE: Final = 2


def with_rows_taken(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with each new medicine of a row that the words only hand over as taken, with its strength."""
    text = sheet.folded
    row = _row(sheet) if len(text) <= _LONGEST else []
    if not row or any(one.entry.kind == "relatives" for one in sheet.mentions):
        return tuple(proposals)
    keeps = _KEEPS.search(text) is not None
    around = _blanked(text, row)
    if _NOT_TOLD.search(around) is not None or (understanding.surely("ask") and not keeps):
        return tuple(proposals)
    if not keeps and len(row) < _FEWEST_ALONE and any(char.isalnum() for char in _WHEN.sub(" ", around)):
        return tuple(proposals)
    known = {one.concept.concept_id for one in heard.facts if one.slot is SlotKind.MEDICATIONS}
    new = [one for one in row if one.entry.concept_id not in known and one.entry.kind == "medications"]
    names = {one.entry.concept_id for one in new}
    told = [_sure(one, names) for one in proposals]
    heard_of = {one.content.concept.concept_id for one in told if one.content is not None}
    return (*told, *(_taken(sheet, one, author) for one in new if one.entry.concept_id not in heard_of))


def _row(sheet: Sheet) -> list[Mention]:
    """The medicines that stand in one row with a strength behind each; none where a name stands apart from it."""
    text = sheet.folded
    named = sorted((one for one in sheet.mentions if one.entry.kind in _MEDICINES), key=lambda one: one.start)
    ends = [_end(text, one) for one in named]
    if not named or any(end is None for end in ends):
        return []
    for (_, one), (end, _) in zip(pairwise(named), pairwise(ends), strict=True):
        if end is None or _BETWEEN.fullmatch(text, end, one.start) is None:
            return []
    return named


def _end(text: str, name: Mention) -> int | None:
    """Where the strength behind a name ends; None where there is none."""
    strength = _STRENGTH.match(text, name.end)
    if strength is None or (strength["unit"] is None and NO_STRENGTH.match(text, strength.end()) is not None):
        return None
    return strength.end()


def _blanked(text: str, row: Sequence[Mention]) -> str:
    """The words before and behind a row."""
    last = _STRENGTH.match(text, row[-1].end)
    return f"{text[: row[0].start]} {text[last.end() if last is not None else row[-1].end :]}"


def _sure(proposal: Proposal, names: set[str]) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.concept.concept_id not in names:
        return proposal
    doubted = content.certainty is Certainty.UNCERTAIN and content.polarity is Polarity.AFFIRMED
    if not doubted or content.status is not Status.ACTIVE or content.subject != PATIENT:
        return proposal
    sure = content.with_fields(certainty=Certainty.CONFIRMED, temporality=Temporality.CURRENT)
    return proposal.with_fields(content=sure, operation=Operation.ASSERT, target=None)


def _taken(sheet: Sheet, name: Mention, author: str) -> Proposal:
    strength = _STRENGTH.match(sheet.folded, name.end)
    quote, start, end = sheet.quote(name.start, strength.end() if strength is not None else name.end)
    content = Content(slot=SlotKind.MEDICATIONS, concept=name.entry.concept(sheet.language), status=Status.ACTIVE)
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=author)
