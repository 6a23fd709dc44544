"""A dose put right by itself: "checked the box, should be 5mg", "약갑 다시 보니 80mg짜리예요".

The one strength that the words tell is that of the medicine that was just told, where they name none and look it up,
take back or put right what was said. A strength that moves is no correction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Content, Status, Temporality
from extraction.reading.corrections.taking_back import asked_in, is_denied, pulls_up, puts_right, requested
from extraction.reading.figures.figures import Figure
from extraction.reading.items import Heard
from extraction.reading.medicines.doses_in_order import is_strength, strength, strengths
from extraction.reading.medicines.meant import besides, is_taken, meant, medicines_named
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import GUESS, Understanding
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 200
_LOOKED_UP: Final = lazy_regex(
    r"\b(?:box|packet|pack|label|bottle|leaflet|blister|prescription|checked|check(?:ing)?|looked|looking|says|reads"
    r"|misread|wrong|mistake\w*|correct\w*|should (?:be|read|say)|meant|make that|fix)\b"
    r"|상자|박스|약통|약갑|약곽|곽|봉투|약\s?봉지|라벨|설명서|처방전|다시\s?보|확인|보니|정정|고쳐|잘못"
    r"|틀[렸린려]|착각|적혀|써\s?있|쓰여"
)
"""Words of having looked it up, or of a slip."""
_MOVES: Final = lazy_regex(
    r"\b(?:rais\w*|increas\w*|up(?:ped)?|bump\w*|reduc\w*|lower\w*|cut|from (?:now|today|tomorrow)|since|doctor"
    r"|gp|used to|if"
    r"|will|going to|max\w*|also|add\w*|another|extra)\b"
    r"|올[려렸]|늘[려렸]|줄[여였]|증량|감량|오늘부터|이제부터|부터|선생님|의사|예전|추가|더\s?먹|으면"
)


def with_doses_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the dose of the medicine just told as the words put it right that do not name it."""
    text = sheet.folded
    if len(text) > _LONGEST or medicines_named(sheet) or _MOVES.search(text) is not None or sheet.dates:
        return tuple(proposals)
    told = [one for one in strengths(sheet) if not is_denied(text, (one.start, one.end))]
    fact = meant(sheet, heard, lambda one: is_taken(one) and is_strength(one.dose))
    if fact is None or len({strength(one) for one in told} - {fact.dose}) != 1:
        return tuple(proposals)
    if asked_in(text) and not requested(text):
        return tuple(proposals)
    heard_so = any(one.kind in ("correct", "revert") and one.doubt <= GUESS for one in understanding.acts)
    if not (heard_so or puts_right(text) or pulls_up(text) or _LOOKED_UP.search(text)):
        return tuple(proposals)
    right = next(one for one in told if strength(one) != fact.dose)
    return (*besides(proposals, (fact,), sheet), _corrected(sheet, fact, right, author))


def _corrected(sheet: Sheet, fact: Content, right: Figure, author: str) -> Proposal:
    quote, start, end = sheet.quote(right.start, right.end)
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.ACTIVE, temporality=Temporality.CURRENT,
        dose=strength(right), frequency=fact.frequency,
    )  # fmt: skip
    return Proposal(
        operation=Operation.CORRECT, content=content, target=Target(slot=fact.slot, concept_id=fact.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author, fields=("dose",),
    )  # fmt: skip
