"""For whom a record is opened, where the first words say it: "using this for my mother", "저희 아버지 약 관리하려고요".

Whoever says so is not the patient, however much is told beside it of whoever speaks.
"""

from __future__ import annotations

from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_REACH: Final = 70
"""Characters in which the words before a relative say what is done for that one."""
_OWN: Final = lazy_regex(r"(?:my|our|the)\s")
_FOR_EN: Final = lazy_regex(
    r"(?:\b(?:us(?:e|ing)|writ(?:e|ing)|ask(?:ing)?|here|this|it'?s|record|app|chat|account|track|keep(?:ing)?|log"
    r"|questions?|help(?:ing)?|call(?:ing)?|typing|posting|speaking|messag(?:e|ing)|signing|set(?:ting)?)\b"
    r"[^.!?\n]{0,24}?\b(?:for|about|on behalf of|regarding)|\bhere on behalf of"
    r"|\b(?:look(?:ing)? after|car(?:e|ing) for|(?:carer|caregiver) (?:for|of|to)"
    r"|(?:meds|pills|tablets|medicines?) for))"
    r"\s(?:my|our)\s(?:[\w-]+\s){0,4}$"
)
_NOT_TO_ASK: Final = lazy_regex(
    r"\b(?:am|could|will|would) i\b|\b(?:do|should) i (?:have|get|inherit)\b|\bhereditary\b"
)
"""What is asked of oneself: a relative's illness is then the family's."""
_FOR_KO: Final = lazy_regex(
    r"(?:님|께서)?(?:의|가|은|는|이)?\s?(?:\d{1,3}\s?(?:세|살)(?:이?신데|이고|인데)?,?\s)?(?:"
    r"(?:거\s)?(?:기록|관리|정리)\S{0,2}(?:하려|할려|해\s?두려|해\s?놓으려|하고 싶|용)|"
    r"(?:드시는\s|먹는\s|쓰는\s)?(?:약|병|건강|혈압|혈당|기록|상태|증상|진료)\S{0,3}\s(?:좀\s)?(?:관리|기록|정리|챙|적어)"
    r"|대신\s?(?:해서\s)?(?:여쭤|물어|문의|적|쓰|기록|말씀|질문|상담)"
    r"|(?:때문에|일로|문제로|건으로)\s(?:왔|여쭤|문의|글|물어|상담|연락|질문|들어)"
    r"|(?:거|얘기|이야기|상담|문의)(?:예요|에요|입니다|인데|이고|드리|드려|좀|요)"
    r"|(?:를|을)?\s?(?:돌보|모시고|간병|케어))"
)
_GONE: Final = lazy_regex(r"\b(?:died|passed|dead|late)\b|돌아가|사망|별세|여의")


def kept_for(sheet: Sheet) -> Mention | None:
    """The relative for whom these words open a record; None where they say of nobody that it is for that one."""
    if _GONE.search(sheet.folded) or _NOT_TO_ASK.search(sheet.folded):
        return None
    return next((one for one in sheet.mentions if one.entry.kind == "relatives" and _is_it_for(one, sheet)), None)


_THING_KO: Final = lazy_regex(r"\s?거(?:예|에|입|인|이)")


def _is_of_a_thing(one: Mention, sheet: Sheet) -> bool:
    """Whether it is a medicine that is said to be somebody's: "식탁의 리피토는 남편 거예요"."""
    return any(each.entry.kind in ("medications", "drug_classes") and each.end <= one.start for each in sheet.mentions)


def _is_it_for(one: Mention, sheet: Sheet) -> bool:
    if (said := _FOR_KO.match(sheet.folded, one.end)) is not None:
        return not (_THING_KO.match(said[0]) and _is_of_a_thing(one, sheet))
    own = _OWN.match(sheet.folded, one.start, one.end)
    start = own.end() if own is not None else one.start
    return _FOR_EN.search(sheet.folded[max(0, start - _REACH) : start]) is not None
