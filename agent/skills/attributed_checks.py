"""What is put down to a substance that the material tells of another: a side effect, a reaction, the reason why a
medicine was stopped, an order to pause it.

The material tells what belongs together in one line. Where it tells the complaint, and tells it beside another
substance, the one that the sentence names has not made it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.skills.claims import Claim
from agent.skills.held_record import HeldRecord
from agent.skills.span_checks import Grounds
from agent.skills.whose_checks import Problem
from domain.values import SlotKind
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

_SUBSTANCES: Final = frozenset({"medications", "drug_classes", "allergens"})
_COMPLAINTS: Final = frozenset({"symptoms", "conditions"})
_HELD: Final = (SlotKind.MEDICATIONS, SlotKind.ALLERGIES)
_MADE_KO: Final = lazy_regex(
    r"^(?:을|를|이|가|은|는)?\s?(?:때문|탓|덕분|부작용|[으]?로\s?인[해한]|[을를]?\s?(?:드시|드신|먹|맞|쓰|복용)"
    r"|에\s|에는\s|[으]?로\s)"
)
_HAD_KO: Final = lazy_regex(
    r"^\S{0,3}?\s?(?:\S{1,5}\s){0,2}?\S{0,3}(?:셨|[았었였했났겼렸졌겪]|던\s|[으]?신\s(?:적|일)|시던)"
)
"""That the complaint before was lived through."""
_MADE_EN: Final = lazy_regex(
    r"^(?:\s(?:has|have|had|once|already|previously|also))*\s(?:given|gave|caused|brought|made|triggered|set off"
    r"|left)\b"
    r"(?!.*\b(?:by|from)\b)",
    re.IGNORECASE,
)
_AROSE_FROM_KO: Final = lazy_regex(
    r"^(?:을|를)?\s?(?:드시|먹|맞|쓰|바르)(?:으시)?고\s(?:나서\s)?(?:생긴|나타난|올라온|난)\s$"
)
_WHY_CHANGED_KO: Final = lazy_regex(
    r"^(?:을|를)?\s?(?:끊으|줄이|바꾸|중단하|그만두|쉬|낮추|올리|늘리)\S{0,2}신?\s?(?:건|것은|게|이유는|까닭은)\s(?P<why>.*?)(?:때문|탓|서(?:였|이|인))"
)
_CLEFT_EN: Final = lazy_regex(r"\b(?:it was|it['’]s|was it)\s(?:the\s|your\s)?$", re.IGNORECASE)
_DID_EN: Final = lazy_regex(r"^\sthat\s(?P<what>\w+(?:ed|de|ve|t)\b.*)", re.IGNORECASE)
_CONTENT: Final = lazy_regex(r"[A-Za-z]{5,}|[가-힣]{2,}")
_REACTS_KO: Final = lazy_regex(
    r"^(?:\s?(?:털|주사|제|류|연고|장갑))?(?:을|를|에|만|이|가|은|는)?\s?(?:\S+\s)?(?:만지|드시|먹|닿|맞|바르|쓰|마시)\S{0,2}면\s"
)
_REACTS_EN: Final = lazy_regex(
    r"^(?:\s(?:gloves|shots|pills))?(?:\s(?:always|still|usually))?\s(?:makes?|made|gives?|causes?|brings?"
    r"|sets? off)\s",
    re.IGNORECASE,
)
"""What an allergen on record is said to do."""
_FROM_EN: Final = lazy_regex(
    r"^(?:\s(?:that|which))?(?:\s(?:you|he|she)(?:['’]ve)?\s(?:had|got|get|gets|feel|developed|came out in))?\s"
    r"(?:on|from|with|after|to|due to|because of|caused by|while (?:on|taking)|when taking)"
    r"\s(?:taking\s|the\s|your\s)?$",
    re.IGNORECASE,
)
_THAT_EN: Final = lazy_regex(r"^(?:\s(?:that|which))?\s(?:the\s|your\s)?$", re.IGNORECASE)
_GAVE_EN: Final = lazy_regex(r"^\s(?:has |had )?(?:gave|given|caused|brought|set off|left)\b", re.IGNORECASE)
_SUBJECT_KO: Final = lazy_regex(r"(?:이|가|은|는)?\s?(?:\S+\s)?$")
_AROSE_KO: Final = lazy_regex(
    r"^(?:을|를)?\s?(?:때문에|탓에|(?:드시|먹|맞|쓰)(?:으시)?고|(?:드신|먹은|맞은|쓴)\s(?:뒤|후)(?:에|로)?)\s(?:\S+\s)?"
    r"(?:생[긴겼기]|나타|심해|있[었으])"
)
_STOPPED_FOR_KO: Final = lazy_regex(
    r"^(?:[가-힣]{0,2}서|\S{0,1}\s?(?:때문에|탓에)|[으이]?로\s?인해)\s(?:\S+\s){0,2}?(?:끊|그만|중단|쉬[게고었]|바[꾸꿨])"
)
_STOPPED: Final = lazy_regex(
    r"\b(?:stop\w*|came off|taken off|discontinued|given up|gave up|switched)\b|끊|중단|그만|쉬[고게]|바[꾸꿨]",
    re.IGNORECASE,
)
_WHY_EN: Final = lazy_regex(r"\b(?:because|since|due to|owing to|after|on account of)\b", re.IGNORECASE)
_WHY_KO: Final = lazy_regex(r"때문|탓|[어아여해려와라]서|으로\s|로\s인")
_MAY: Final = lazy_regex(
    r"수\s?(?:있|도)|것\s?같|가능|흔|의심|[을ㄹ]까|아니|없|않|"
    r"\b(?:may|might|can|could|would|possibl[ey]|perhaps|sometimes|often"
    r"|usually|commonly|not|never|whether)\b|n['’]t\b",
    re.IGNORECASE,
)
_PAUSE_KO: Final = lazy_regex(
    r"(?:쉬|끊|중단하|멈추|그만\s?(?:드시|먹으?)|보류하|건너뛰)(?:으)?(?:라|시라)(?:는|고)\s?(?:\S+\s)?"
    r"(?:안내|말|지시|권유|권고|설명|들|하[셨시신]|받)"
)
_PAUSE_EN: Final = lazy_regex(
    r"\b(?:told|advised|asked|instructed|supposed|meant|said|agreed)\s(?:you\s)?to\s(?:stop|pause|hold|skip|withhold"
    r"|come off|leave off|interrupt)\b",
    re.IGNORECASE,
)
_PAUSED: Final = lazy_regex(
    r"쉬|끊|중단|멈|보류|그만|건너|\b(?:hold|held|stop\w*|paus\w*|skip\w*|withh\w*|off|suspend\w*)\b", re.IGNORECASE
)


_OVER_LINE: Final = lazy_regex(r"\s*(?:medicine|복용약)\s?\((?:stopped|중단)", re.IGNORECASE)
_ALLERGY: Final = lazy_regex(r"\s*(?:allergy|알레르기)", re.IGNORECASE)
"""A line of the record that tells a reaction, be it to what no table knows."""
_SUPPOSED: Final = lazy_regex(r"면(?:\s|$)")
_NEXT: Final = 10
"""Characters behind a complaint within which a condition of it ends."""
_STEM, _STEM_KO = 5, 2
"""Characters of a complaint's name by which another form of it is known, in English and in Korean."""


def of_attributed(sentence: str, heard: Sequence[Claim], record: HeldRecord, grounds: Grounds) -> Problem | None:
    """What is wrong with what a sentence puts down to a substance on record."""
    substances = [one for one in heard if one.entry.kind in _SUBSTANCES and record.about(one.entry, *_HELD)]
    if not substances:
        return None
    if (paused := _of_pause(sentence, substances, grounds)) is not None:
        return paused
    if (reason := _of_reason(sentence, substances, grounds)) is not None:
        return reason
    for effect in (one for one in heard if one.entry.kind in _COMPLAINTS):
        for cause in substances:
            allergen = bool(record.about(cause.entry, SlotKind.ALLERGIES))
            if not _is_put_down(effect, cause, sentence, allergen=allergen) or cause.start <= effect.start < cause.end:
                continue
            if _is_of_another(effect, cause, sentence, grounds):
                return "invented_cause", f"{effect.entry.name} is told of something else than {cause.entry.name}"
    return None


def _is_put_down(effect: Claim, cause: Claim, sentence: str, *, allergen: bool) -> bool:
    """Whether the sentence tells that the substance made the complaint, or was stopped for it."""
    if effect.start > cause.end:
        between, after = sentence[cause.end : effect.start], sentence[effect.end :]
        if allergen and (_REACTS_KO.search(between) or _REACTS_EN.search(between)) and not _MAY.search(between):
            return True
        if _AROSE_FROM_KO.search(between):
            return True
        if _MADE_KO.search(between) and _HAD_KO.search(after) and not _MAY.search(between):
            return True
        if _STOPPED_FOR_KO.search(after):
            return True
        if _MADE_EN.search(between) and "," not in between and not _MAY.search(between):
            return True
        stopped = _STOPPED.search(between)
        return stopped is not None and _WHY_EN.search(between, stopped.end()) is not None
    between, after = sentence[effect.end : cause.start], sentence[cause.end :]
    if _FROM_EN.search(between):
        return effect.granted or not effect.open
    if _GAVE_EN.search(after) and _THAT_EN.search(between):
        return True
    if _SUBJECT_KO.match(between) and _AROSE_KO.search(after):
        return True
    return _WHY_KO.search(between) is not None and _STOPPED.search(after[:24]) is not None


def _is_of_another(effect: Claim, cause: Claim, sentence: str, grounds: Grounds) -> bool:
    """Whether the material tells the complaint beside another substance, or another reaction to this one."""
    named = sentence[effect.start : effect.end].casefold()
    surface = named[: _STEM if named.isascii() else _STEM_KO]
    own, others = list[str](), list[str]()
    for line in grounds.lines():
        # A line is of the substance that it names first: "alendronate (before denosumab, heartburn)".
        whose = next((one.entry for one in grounds.names(line) if one.entry.kind in _SUBSTANCES), None)
        if whose is not None:
            (own if _alike(whose, cause.entry) else others).append(line)
        elif _ALLERGY.match(line):
            others.append(line)
    if any(_tells(line, effect.entry, grounds) or surface in line.casefold() for line in own):
        return False
    if any(_tells(line, effect.entry, grounds) or surface in line.casefold() for line in others):
        return True
    told_else = any(_tells(line, effect.entry, grounds) for line in grounds.lines())
    if _STOPPED.search(sentence):
        # The record holds why it was stopped, and that is no complaint which goes on beside it.
        reasoned = any(_OVER_LINE.match(line) and "(" in line.partition(":")[2] for line in own)
        return (told_else and any("(" in line for line in own)) or reasoned
    reacts = any(one.entry.kind in _COMPLAINTS for line in own for one in grounds.names(line))
    supposed = _SUPPOSED.search(sentence[effect.end :][:_NEXT]) is not None
    return not told_else and reacts and not supposed


def _of_reason(sentence: str, substances: Sequence[Claim], grounds: Grounds) -> Problem | None:
    """Why a medicine was changed, or what it did, where its line tells another reason, or another line that effect."""
    for one in substances:
        own = [line for line in grounds.lines_of({one.entry.concept_id})]
        others = [line for line in grounds.lines() if line not in own]
        why = _WHY_CHANGED_KO.search(sentence[one.end :])
        if why is not None:
            words = {each[0][:_STEM_KO] for each in _CONTENT.finditer(why["why"])}
            told = [line for line in own if _WHY_KO.search(line) and "(" in line]
            if words and told and not any(word in line for word in words for line in told):
                return "invented_cause", f"the record tells another reason for it: {one.entry.name}"
        did = _DID_EN.search(sentence[one.end :]) if _CLEFT_EN.search(sentence[: one.start]) else None
        if did is not None:
            words = {each[0][:_STEM].casefold() for each in _CONTENT.finditer(did["what"])}
            made = [line for line in others if any(each.entry.kind in _SUBSTANCES for each in grounds.names(line))]
            if not _tells_any(words, own) and _tells_any(words, made):
                return "invented_cause", f"it is told of something else than {one.entry.name}"
    return None


def _tells_any(words: set[str], lines: Sequence[str]) -> bool:
    return any(word in line.casefold() for word in words for line in lines)


def _alike(one: Entry, other: Entry) -> bool:
    return one.concept_id == other.concept_id or one.concept_id in other.broader or other.concept_id in one.broader


def _tells(line: str, effect: Entry, grounds: Grounds) -> bool:
    return any(_alike(one.entry, effect) for one in grounds.names(line))


def _of_pause(sentence: str, substances: Sequence[Claim], grounds: Grounds) -> Problem | None:
    """An order to pause a medicine that the material tells of another one."""
    korean, english = _PAUSE_KO.search(sentence), _PAUSE_EN.search(sentence)
    if korean is not None:
        named = [one for one in substances if one.end <= korean.start()][-1:]
    elif english is not None:
        named = [one for one in substances if one.start >= english.start()][:1]
    else:
        return None
    for one in named:
        lines = [line for line in grounds.lines() if any(_alike(each.entry, one.entry) for each in grounds.names(line))]
        if lines and not any(_PAUSED.search(line) for line in lines):
            return "beyond_the_record", f"nobody told to pause it: {one.entry.name}"
    return None
