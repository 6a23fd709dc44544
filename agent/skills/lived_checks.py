"""What somebody is said to have gone through, to do or to live with, and what is said of a test that nobody took."""

from __future__ import annotations

import re
from typing import Final

from agent.skills.claims import Claim
from agent.skills.held_record import HeldRecord
from agent.skills.span_checks import Grounds
from agent.skills.speaking import OF_YOU
from agent.skills.whose_checks import Problem
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_LIVED: Final = (SlotKind.PROCEDURES, SlotKind.SOCIAL_HISTORY, SlotKind.CONDITIONS, SlotKind.DEMOGRAPHICS)
_SAID_OF_YOU: Final = lazy_regex(
    r"\b(?:you|he|she)(?:['’](?:ve|d|re|s))?\s(?:(?:don['’]t|do not|never|no longer|still|also|have|has|had|are"
    r"|is|used to|gave up|given up|quit)\s){0,3}(?:an?\s|the\s|your\s)?$",
    re.IGNORECASE,
)
_HONOURED: Final = lazy_regex(
    r"^[가-힣]{1,6}?(?:[은는이가을를도]?\s(?:\S+\s)?)?(?:안\s)?[가-힣]{1,4}(?:시[니는고며던]|신[다데]|셨"
    r"|신\s(?:뒤|후))"
)
_TO_COME: Final = lazy_regex(
    r"\b(?:next|coming|planned|book\w*|upcoming|due|appointment)\b|다음|예약|예정|앞두", re.IGNORECASE
)
_HABITS: Final = frozenset({"smoking", "alcohol", "drug_use", "cannabis", "caffeine", "vaping", "coffee"})
"""What somebody may be told to do, or not to do, only where they told of it."""
_WAYS_OF_LIFE: Final = frozenset({
    "marital_status", "living_situation", "retirement", "pet_ownership", "caregiver", "religion", "military_service",
    "secondhand_smoke", "children", "breastfeeding", "travel", "unemployment", "electronic_cigarette", "cocaine",
})  # fmt: skip
"""How somebody lives, in words that stand for little else."""
_AGO: Final = lazy_regex(
    r"\byou(?:['’]ve| have)? had (?:your|an?|the)\b|\b(?:last|ago|in (?:19|20)\d\d)\b|작년|지난|년\s?전|달\s?전"
    r"|받으[신셨]",
    re.IGNORECASE,
)
_BEHIND_EN: Final = lazy_regex(r"\b(?:after|since|following|from)\s(?:the|your|his|her)\s(?:\w+\s)?$", re.IGNORECASE)
_BEHIND_KO: Final = lazy_regex(r"^(?:을|를)?\s?(?:받으신|받은|하신|마친|마치신|겪으신)\s?(?:뒤|후|지|이후|다음|분)?")
_MEASURING: Final = lazy_regex(
    r"\b(?:measur\w*|check\w*|tak\w+|monitor\w*|record\w*|write|keep\w*|kept|track\w*|ask\w*|know|test\w*|have"
    r"|watch|risks?|control|(?:in|de)creas(?:e|ing)|rais(?:e|ing)|lower|bring|gap)\b|n['’]t\b"
    r"|재[어 보셔시는면]|측정|확인|검사|기록|살펴|관리|조절|위험|없|않|모르",
    re.IGNORECASE,
)
"""A test that is to be taken, or is not known."""


_NEXT: Final = 1
_PERSON: Final = lazy_regex(r"midwi|nurse|doctor|의사|조산사|간호사", re.IGNORECASE)
"""Who is to be asked, and nothing that was done."""


def of_lived(one: Claim, sentence: str, record: HeldRecord, grounds: Grounds) -> Problem | None:
    """A procedure or a way of life that nobody told."""
    if _TO_COME.search(sentence) or one.ordered or one.open or record.about(one.entry, *_LIVED, SlotKind.LABS):
        return None
    if any(0 <= each.start - one.end <= _NEXT and each.entry.kind == "conditions" for each in grounds.names(sentence)):
        # Who lives with an illness is told to have it, and no housemate.
        return None
    if _PERSON.search(sentence[one.start : one.end]):
        return None
    before, after = sentence[: one.start], sentence[one.end :]
    said = _SAID_OF_YOU.search(before) or _HONOURED.search(sentence[one.start :])
    habit = one.entry.concept_id in _HABITS and said and one.certain
    past = one.role == "procedures" and (one.state == "ended" or _AGO.search(sentence) is not None)
    granted = one.granted and (one.entry.kind == "procedures" or one.entry.concept_id in _HABITS)
    behind = one.entry.kind == "procedures" and (_BEHIND_EN.search(before) or _BEHIND_KO.search(after))
    told = one.entry.concept_id in _WAYS_OF_LIFE or (one.role == "social_history" and one.sure and said)
    way = told and OF_YOU.search(sentence) and one.certain
    examined = one.entry.kind == "procedures" and grounds.tested(one.entry)
    if (
        habit
        or ((granted or (one.sure and past)) and not examined)
        or ((behind or way) and not grounds.tells_of(one.entry))
    ):
        return "beyond_the_record", f"it claims what is not on record: {one.entry.name}"
    return None


def of_unmeasured(one: Claim, sentence: str, record: HeldRecord, grounds: Grounds) -> Problem | None:
    """A test of which the record holds no reading, spoken of as the patient's and judged."""
    if not one.granted or one.open or one.ordered or grounds.tells_of(one.entry):
        return None
    if sentence.rstrip().endswith("?"):
        return None
    if "pressure" in one.entry.concept_id and "systolic_blood_pressure" in record.readings:
        return None
    if record.about(one.entry, SlotKind.LABS, SlotKind.VITALS) or _MEASURING.search(sentence):
        return None
    return "beyond_the_record", f"nobody measured it: {one.entry.name}"
