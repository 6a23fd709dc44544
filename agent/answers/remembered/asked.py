"""What marks a question as one of the record: it asks of what was, and for no leave, advice or limit."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex

_LEAVE: Final = lazy_regex(
    r"\b(?:can|could|may|might|should|shall|ought|must|would|will|max(?:imum)?|at most|the most|safe|allowed|okay"
    r"|ok to|too (?:many|much|often)|normally|usually|guidelines?|people|patients|one take)\b"
    r"|[아어여해]도\s?(?:되|돼|될|괜찮)|(?:으면|면)\s?(?:되|돼|될|안\s?되|안\s?돼)"
    r"|[아어여해려]야\s?(?:하|되|돼|할|해|될)|까지\s?(?:먹|써|쓸|맞)|최대|수\s?(?:있|없)|보통|일반적|지침"
    r"|사람들|너무\s?(?:많|자주)|위험|안전",
    re.IGNORECASE,
)


_COURTESY: Final = lazy_regex(
    r"\b(?:can|could|would|will) you\b|\b(?:can|could|may) i (?:ask|know)\b|\bi(?: would|'d) like to\b", re.IGNORECASE
)
"""What is asked of the agent, and of nothing else."""
_FINALS: Final = 28
_PAST_FINAL: Final = 20
"""How many ends a Korean syllable may have, and which of them is the double s of the past."""
_NO_PAST: Final = frozenset("있겠")


def tells_past(text: str) -> bool:
    """Whether a Korean verb in ``text`` is of the past ("먹었죠", "줄였어요")."""
    return any(
        "가" <= one <= "힣" and (ord(one) - ord("가")) % _FINALS == _PAST_FINAL and one not in _NO_PAST for one in text
    )


def named_in_words(consultation: Consultation, *kinds: Kind) -> tuple[str, ...]:
    """Ids of what the patient's very words name, not what was put in the place of a pointer."""
    said = consultation.situation.question.text.casefold()
    named = (one for one in consultation.request.mentions if one.entry.kind in kinds)
    return tuple(dict.fromkeys(one.entry.concept_id for one in named if one.surface.casefold() in said))


def own_words(consultation: Consultation) -> str:
    """What is asked in the patient's very words: of one ask of several that ask, without what stands for a pointer."""
    said, asked = consultation.situation.question.text, consultation.request.text
    return asked if asked in said else said


def asks_leave(request: Request) -> bool:
    """Whether words ask what may or should be done, or what is so in general: no question that a record answers."""
    text = request.plain or request.text
    for one in request.dates:
        # The month of May gives no leave.
        text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return _LEAVE.search(_COURTESY.sub(" ", text)) is not None
