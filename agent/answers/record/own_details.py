"""A detail of one's own that the record has no place for, or nothing of: said to be missing, never told with the rest.

"What is my job?" and "what is on my record?" are near one another for a reader of kinds; only the second wants a list.
"""

from __future__ import annotations

from typing import Final

from agent.answers.asking.naming import intent_name
from agent.answers.asking.value_request import Cue, Masked
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.lookup import look_up
from agent.answers.record.summary import summarise

_WHOLE: Final[Cue] = (
    ("기록", "정보", "상태", "차트", "프로필", "내용", "요약", "정리", "이력", "병력", "건강", "얘기", "이야기", "말한",
     "말했", "말씀", "알고", "아시", "아는", "전부", "모두", "다알려", "에대해", "에관해", "카드", "뭐뭐",
     "뭐가있", "뭐있"),
    ("record", "records", "chart", "file", "profile", "history", "information", "info", "data", "details", "health",
     "medical", "everything", "overview", "rundown", "summary", "situation", "case", "picture", "regimen", "treatment",
     "about me", "about myself", "told you", "said", "you know", "you have", "you got", "what i have", "do i have",
     "have i got", "ive got", "card"),
)  # fmt: skip
"""Words for the record as a whole, or for all that was said."""


def asks_detail(consultation: Consultation) -> bool:
    """Whether the words ask for one thing of the patient's own, which is no list and no slot of the record."""
    request = consultation.request
    if request.slots or request.tests or request.has("summary", "everything"):
        return False
    if intent_name(request, consultation.situation.view.answers, corrections=False) != "lookup":
        return False
    named = [one for one in request.mentions if one.entry.kind != "relatives"]
    return bool(named) or not Masked(request.plain or request.text, request.mentions, request.dates).has(_WHOLE)


def list_record(consultation: Consultation) -> Part:
    """What is on record as asked; of one detail that is no list, what is on record of that, or that nothing is."""
    return look_up(consultation) if asks_detail(consultation) else summarise(consultation)
