"""What a sentence says brought a complaint about, and what it says came first.

That one thing on record made another is told only where the material tells it, a passage or the draft by rule; what may
be so is left open and let through. An order in time is worked out from the days on record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from agent.skills.claims import Claim
from agent.skills.held_record import HeldFact, HeldRecord
from agent.skills.span_checks import Grounds
from agent.skills.whose_checks import Problem
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_CAUSES: Final = ("medications", "drug_classes", "conditions", "procedures")
_SLOTS: Final = (SlotKind.SYMPTOMS, SlotKind.CONDITIONS, SlotKind.MEDICATIONS, SlotKind.PROCEDURES)
_MADE_BY_EN: Final = lazy_regex(
    r"\b(?:because of|due to|caused by|brought on by|triggered by|comes? from|came from|coming from"
    r"|results? (?:of|from)"
    r"|a side effect of|an effect of|thanks to|owing to|down to|put down to|explained by|on account of)\s"
    r"(?:the\s|your\s|his\s|her\s|taking\s|this\s|that\s)*(?:\w+\s)?$",
    re.IGNORECASE,
)
"""What stands before the cause in English."""
_IT_EN: Final = lazy_regex(
    r"\b(?:because of|due to|caused by|thanks to) (?:it|this"
    r"|that)\b(?! \w+ing)",
    re.IGNORECASE,
)
_MAKES_EN: Final = lazy_regex(
    r"^(?:\s(?:you|he|she)\s\w+)?(?:\s\w+)?\s(?:is|was|has been)\s(?:what (?:is )?(?:caus|mak|giv)\w*"
    r"|the (?:cause|reason)|behind|to blame|responsible)"
    r"|^(?:\s(?:you|he|she)\s\w+)?\s(?:caused|brought on|triggered|gave you|has given you|made you|explains"
    r"|is causing|is giving you)\b",
    re.IGNORECASE,
)
"""What stands behind it."""
_MADE_BY_KO: Final = lazy_regex(
    r"^(?:을|를|이|가|은|는|의)?\s?(?:\S{1,6}\s)?(?:때문|탓|덕분|부작용(?:으로|이|입|때)|[으]?로\s?(?:인해|인한"
    r"|생긴|생겼)|에서\s?(?:온|비롯)|[이가]\s?원인)"
)
_OPEN: Final = lazy_regex(
    r"수\s?(?:있|도)|것\s?같|가능|의심|아닌지|인지|일지|[을ㄹ]까|지\s?(?:물어|여쭤|확인)|아니|않|없|모르|확실"
    r"|\b(?:may|might|can|could|would|possibl[ey]|perhaps|maybe|probabl[ey]|likely|unlikely|seems?|whether|if"
    r"|ask\w*|not|never|unclear"
    r"|suspect\w*|often|sometimes|usually|don['’]t know|cannot)\b|n['’]t\b",
    re.IGNORECASE,
)
_AFTER_EN: Final = lazy_regex(
    r"\b(?:began|begun|started|came on|appeared|set in|arose|developed)\b[^.]{0,24}?\b(?:after|once|when"
    r"|as soon as|since)\b",
    re.IGNORECASE,
)
_CHANGED_EN: Final = lazy_regex(
    r"\b(?P<begun>start\w*|began|begun|introduced|put on|taking up|went on)\b|\b(?P<ended>stop\w*|ended|came off"
    r"|coming off|discontinu\w*|withdrawn)\b"
    r"|\b(?P<moved>rais\w*|increas\w*|lower\w*|reduc\w*|doubl\w*|halv\w*|chang\w*)\b",
    re.IGNORECASE,
)
_AFTER_KO: Final = lazy_regex(
    r"(?P<begun>시작[하한된]\S{0,2}|드시기\s?시작한|드신)|(?P<ended>끊[은으]\S?|중단[한하]\S{0,2}|그만\S{0,3})"
    r"|(?P<moved>늘[린리]\S?"
    r"|올[린리]\S?|줄[인이]\S?|낮[춘추]\S?|바[꾼꾸]\S?)"
)
_BEGAN_KO: Final = lazy_regex(
    r"\s?(?:뒤|후|다음|이후|이래)(?:로|에|부터|로는)?[^.]{0,20}(?:시작|생[긴겼기]|나타|심해|있[었으]|느[끼꼈])"
)


def of_causes(sentence: str, heard: Sequence[Claim], record: HeldRecord, grounds: Grounds) -> Problem | None:
    """What is wrong with what a sentence says made, or came before, a complaint on record."""
    complaints = [one for one in heard if one.entry.kind == "symptoms" and _held(record, one)]
    if not complaints or _OPEN.search(sentence):
        return None
    if (meant := _IT_EN.search(sentence)) is not None:
        before = [
            one for one in heard if one.entry.kind in ("medications", "drug_classes") and one.end <= meant.start()
        ]
        if before and not any(_is_told(effect, before[-1], grounds) for effect in complaints):
            return "invented_cause", f"nothing tells that {before[-1].entry.name} made it"
    for cause in heard:
        if cause.entry.kind not in _CAUSES or not _is_cause(cause, sentence):
            continue
        for effect in complaints:
            if effect.start != cause.start and not _is_told(effect, cause, grounds):
                return "invented_cause", f"nothing tells that {cause.entry.name} makes {effect.entry.name}"
    return _of_order(sentence, heard, complaints, record, grounds)


def _is_cause(one: Claim, sentence: str) -> bool:
    before, after = sentence[: one.start], sentence[one.end :]
    made = _MADE_BY_EN.search(before) or _MAKES_EN.search(after) or _MADE_BY_KO.search(after)
    return made is not None


def _of_order(
    sentence: str, heard: Sequence[Claim], complaints: Sequence[Claim], record: HeldRecord, grounds: Grounds
) -> Problem | None:
    for one in heard:
        if one.entry.kind not in ("medications", "drug_classes"):
            continue
        change = _change_before(one, sentence)
        if change is None:
            continue
        days = [day for fact in _held(record, one) for day in _days(fact, change)]
        for effect in complaints:
            began = [fact.since for fact in _held(record, effect) if fact.since]
            right = any(day[:7] <= since[: max(7, len(day))][:7] for day in days for since in began)
            if not right and not _is_told(effect, one, grounds):
                return "invented_cause", f"nothing tells that {effect.entry.name} began after that: {one.entry.name}"
    return None


def _change_before(one: Claim, sentence: str) -> str | None:
    """What a sentence says had been done to a medicine when a complaint began: "begun", "ended" or "moved"."""
    if (after := _AFTER_EN.search(sentence)) is not None and one.start >= after.start():
        found = _CHANGED_EN.search(sentence, after.end())
    else:
        found = _AFTER_KO.search(sentence, one.end, one.end + 14)
        if found is not None and _BEGAN_KO.match(sentence, found.end()) is None:
            found = None
    return found.lastgroup if found is not None else None


def _days(fact: HeldFact, change: str) -> Iterator[str]:
    """The days of such a change that the record holds."""
    day = {"begun": fact.since, "ended": fact.until}.get(change, "")
    if day:
        yield day


def _held(record: HeldRecord, one: Claim) -> tuple[HeldFact, ...]:
    return record.about(one.entry, *_SLOTS)


def _is_told(effect: Claim, cause: Claim, grounds: Grounds) -> bool:
    """Whether the material names both in one sentence."""

    def names(one: Claim) -> Callable[[str], bool]:
        wanted = {one.entry.concept_id, *one.entry.broader}
        return lambda text: any(
            each.entry.concept_id in wanted or one.entry.concept_id in each.entry.broader
            for each in grounds.names(text)
        )

    return grounds.together(names(effect), names(cause))
