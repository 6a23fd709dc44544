"""Names that stand on record, but not as the patient's own: told of somebody else, told not to be so, planned, on hold
or over.

Such a name is contested: a sentence that claims it must show the same mark as the record, the person, the denial, the
plan or the end. One that shows none tells it of the patient as if it stood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.skills.claims import Claim
from agent.skills.clauses import clause_at, clauses_of
from agent.skills.denial_checks import is_denied
from agent.skills.held_record import HeldFact, HeldRecord, Standing
from agent.skills.people_named import groups_named, is_named, names_person
from agent.skills.speaking import UNRECORDED
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

Problem = tuple[str, str]
"""The check's name, and what is wrong in words."""

_MEDICINES: Final = ("medications", "drug_classes")
_FINDINGS: Final = ("conditions", "symptoms")
_SLOTS: Final = {
    "conditions": (SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.FAMILY_HISTORY),
    "symptoms": (SlotKind.SYMPTOMS, SlotKind.CONDITIONS, SlotKind.FAMILY_HISTORY),
    "medications": (SlotKind.MEDICATIONS,),
    "drug_classes": (SlotKind.MEDICATIONS,),
    "procedures": (SlotKind.PROCEDURES,),
    "social": (SlotKind.SOCIAL_HISTORY,),
    "allergens": (SlotKind.ALLERGIES,),
}
"""Where what a name of each kind stands for is kept."""
_OF_YOU: Final = lazy_regex(
    r"\b(?:you|your|yours|he|she|his|her)(?:['’]\w+)?\b|시[니는고며던지]|[으하받드되]신|셨|십니다|세요|으셔|[하드]셔",
    re.IGNORECASE,
)
_GOING_ON_KO: Final = lazy_regex(
    r"^[가-힣]{0,3}?(?:이|가|을|를|은|는|도)?\s?(?:\S+\s)?(?:고\s?있|[가-힣]고\s?(?:있|계)|[있났생]으?[니어]"
    r"|[가-힣]{0,2}지고\s?있|있었|나서|났)"
)
"""A Korean verb that goes on or has happened, right behind a name."""
_THE_EN: Final = lazy_regex(r"\b(?:the|that|this|this new)\s(?:\w+\s)?$", re.IGNORECASE)
_DOES_EN: Final = lazy_regex(
    r"^(?:\s\w+)?\s(?:that\s)?(?:is|was|has|have|had|came|comes|began|started|needs?|went|got|made|keeps?|still"
    r"|you)\b",
    re.IGNORECASE,
)
SPOKEN_OF: Final = lazy_regex(
    r"예방|위험|막[는으아]|살펴|지켜보|확인|검진|의심|가능성|대비|징후|신호|여부|나타나는지|없는지|생기|조심하|주의"
    r"|\b(?:prevent\w*|risks?|watch|look out|check\w*|screen\w*|rule out|ruled out|sign|signs|symptoms? of|in case"
    r"|protect\w*|guard|lead to|look for|avoid|like|such as|rather than|instead of|unlike|differs?|confused"
    r"|mistaken)\b",
    re.IGNORECASE,
)
"""Words by which a name is only spoken of: what is looked for, prevented, or set apart from what there is."""
_MARKS: Final = {
    "planned": lazy_regex(
        r"예정|계획|앞두|기로\s|전부터|전까지|[신친한난]\s(?:뒤|후|다음)에|앞으로|시작(?:하실|할|하기)|예약|아직|될\s|[하받드쓰]실\s|[하받]기로|되면|전에|곧\s|다음"
        r"|\b(?:plan\w*|will|going to|due|soon|to start|is (?:for|set)|starts? on|to begin|begins? on|from"
        r"|scheduled|booked"
        r"|intend\w*"
        r"|not yet|yet|once you|when you|before|until|next|upcoming|to come|about to)\b|['’]ll\b",
        re.IGNORECASE,
    ),
    "paused": lazy_regex(
        r"보류|쉬[고는어시신셔]|멈[춘추춰]|중단|잠시|당분간|다시|재개|끊|그만"
        r"|\b(?:hold|paus\w*|stopp\w*|suspend\w*|break|not|again|resum\w*|restart\w*|taken up|interrupt\w*)\b"
        r"|n['’]t\b",
        re.IGNORECASE,
    ),
    "ended": lazy_regex(
        r"나[았으은]|완치|예전|과거|전에|였|었|없어|지나[갔간]|회복|끝|적이?\s?있|다\s|사라|가라앉|멎|그[쳤쳐]|있던|하던|겪으신"
        r"|\b(?:had|was|were|been|over|gone|healed|clear\w*|resolved|past|last|previous\w*|former\w*|once|used to|ago"
        r"|recover\w*|behind|since|again|recur\w*|come back|back)\b",
        re.IGNORECASE,
    ),
}
"""The words by which a sentence shows that something is yet to come, on hold or over."""
_SAID: Final[dict[Standing, str]] = {
    "denied": "on record it is told not to be so",
    "planned": "it is only planned",
    "paused": "it is on hold",
    "ended": "it is over",
}


def of_another(one: Claim, sentence: str, record: HeldRecord) -> bool:
    """Whether a sentence tells of a relative, or of somebody else, what the record holds of that very person."""
    if _LIKE_THEM.search(sentence):
        return False
    groups = groups_named(sentence)
    others = record.of_others(one.entry)
    return any(is_named(fact.subject, groups) for fact in others) or (bool(others) and names_person(sentence, sentence))


_LIKE_THEM: Final = lazy_regex(
    r"(?:님|머니|버지|내|편|니|빠|나|형|생|들|딸)(?:처럼"
    r"|과\s같이|와\s같이|과\s마찬가지|와\s마찬가지)"
    r"|\b(?:just )?(?:like|as) your (?:mother|father"
    r"|mum|dad|wife|husband|partner|sister|brother|son|daughter|aunt|uncle|grand\w+)\b(?=[, ])",
    re.IGNORECASE,
)
"""That the patient has, or does, what somebody else does."""


def contested(one: Claim, sentence: str, record: HeldRecord) -> Problem | None:
    """What is wrong with a claim of what stands on record, but not as the patient's own; None where nothing is."""
    slots = _SLOTS.get(one.entry.kind, ())
    own = [fact for fact in record.about(one.entry, *slots)]
    if any(fact.stands in ("current", "open") for fact in own):
        return None
    others = record.of_others(one.entry)
    told: Standing | None = next((fact.stands for fact in own if not _is_loosely_denied(fact, one)), None)
    if one.entry.kind not in _SLOTS:
        return None
    if (told is None and not others) or not _is_claimed(one, sentence) or UNRECORDED.search(sentence):
        return None
    if others and (of_another(one, sentence, record) or one.another):
        return None
    if told == "denied":
        if (
            _is_denied(one, sentence)
            or _FAR_DENIED_KO.search(sentence[one.end :])
            or _CLEARED.search(sentence)
            or _WISHED.search(sentence)
        ):
            return None
    elif told == "ended" and one.entry.kind not in _FINDINGS:
        # Of medicines that were stopped the checks of what is taken speak.
        return None
    elif told in _MARKS and (_MARKS[told].search(sentence) or one.state == "negated"):
        return None
    if told is None:
        return "beyond_the_record", f"it is told of somebody else, and not of the patient: {one.entry.name}"
    return "beyond_the_record", f"{_SAID[told]}: {one.entry.name}"


_FAR_DENIED_KO: Final = lazy_regex(
    r"^\S{0,3}\s?(?:\S{1,6}\s){0,2}\S{0,6}지(?:는|도)?\s?않|^[^.?!]{0,24}?(?:일|적|증상|것|곳|데)(?:은|이|도|는|가)?\s?(?:\S+\s)?없"
    r"|^[^.?!]{0,12}?\S{1,4}거나\s[^.?!]{0,20}?(?:없|않)"
)
"""A Korean denial whose verb, or list, stands between the name and the negation."""
_PACKS: Final = lazy_regex(r"pack-?years|갑년|\badds? up\b", re.IGNORECASE)
_GIVEN_UP: Final = lazy_regex(
    r"끊|그만|금[연주]|않|안\s|없|\b(?:quit\w*|gave up|giv(?:en|ing) up|stopp\w*|not|no|never|without"
    r"|ex-|former)\b|n['’]t\b",
    re.IGNORECASE,
)
_CLEARED: Final = lazy_regex(
    r"음성|\b(?:negative|(?:was|is|were|came back|came out) (?:\w+ )?(?:clear|normal))\b", re.IGNORECASE
)
"""A test that found it not to be so."""
_WISHED: Final = lazy_regex(
    r"계획|생각(?:하고|이\s?있)|준비하|내년|언젠가"
    r"|\b(?:plan\w*|hop(?:e|ing)|want(?:s|ing)? to|thinking of|one day|next year)\b",
    re.IGNORECASE,
)
"""What is told not to be so, and may come."""


def of_habit(one: Claim, sentence: str, record: HeldRecord) -> Problem | None:
    """A habit that is told as the record does not hold it: had and denied, or denied and had."""
    as_one = _AS_ONE_EN.search(sentence[: one.start]) is not None
    if one.entry.kind != "social" or not (as_one or (one.role == "social_history" and not one.open and one.sure)):
        return None
    held = {fact.stands for fact in record.about(one.entry, SlotKind.SOCIAL_HISTORY)}
    if held == {"current"} and one.state == "negated" and not one.ordered and _OF_YOU.search(sentence):
        return "denies_the_record", f"{one.entry.name} is on record, and it says that there is none"
    if held == {"current"} and one.state == "ended" and not one.ordered and _OF_YOU.search(sentence):
        return "denies_the_record", f"{one.entry.name} is on record, and it says that it is over"
    if held == {"ended"} and one.state == "current" and one.sure and not one.ordered and _OF_YOU.search(sentence):
        if not _MARKS["ended"].search(sentence) and not _PACKS.search(sentence) and not _GIVEN_UP.search(sentence):
            return "beyond_the_record", f"it is over: {one.entry.name}"
    given_up = as_one or one.granted or one.ordered or one.state in ("current", "ended")
    if held == {"denied"} and given_up and not _is_denied(one, sentence) and not SPOKEN_OF.search(sentence):
        if _OF_YOU.search(sentence):
            return "beyond_the_record", f"on record it is told not to be so: {one.entry.name}"
    return None


def of_food(heard: Sequence[Claim], sentence: str, record: HeldRecord) -> Problem | None:
    """An allergy that was denied, told by its reaction or by the order to avoid it: "우유를 먹으면 두드러기가 나니"."""
    for one in heard:
        held = record.about(one.entry, SlotKind.ALLERGIES)
        if not held or any(not fact.is_denied_of(one.entry) for fact in held) or _is_denied(one, sentence):
            continue
        reacts = any(other.entry.kind in _FINDINGS and other.start > one.start for other in heard)
        if (
            _AVOIDS.search(sentence[one.start :])
            or _AVOIDS_EN.search(sentence[: one.start])
            or (reacts and _EATEN.search(sentence))
        ):
            return "beyond_the_record", f"on record it is told to be no allergen: {one.entry.name}"
    return None


_AVOIDS: Final = lazy_regex(
    r"(?:피하|피해|삼가|멀리하|드시지\s?마|먹이지\s?마|알레르기(?:가|로|를)?\s?(?:있|조심|피))|\ballerg(?:y|ic)\b",
    re.IGNORECASE,
)
_AVOIDS_EN: Final = lazy_regex(
    r"\b(?:avoid|stay away from|keep away from|steer clear of|no|allergic to)\s(?:\w+\s)?$", re.IGNORECASE
)
_EATEN: Final = lazy_regex(r"[먹드]으?시?면|\b(?:eat|eating|drink|drinking|take|taking|after|from)\b", re.IGNORECASE)


_AS_ONE_EN: Final = lazy_regex(r"\b(?:as|being) an? (?:\w+ )?$", re.IGNORECASE)


def _is_loosely_denied(fact: HeldFact, one: Claim) -> bool:
    """Whether a fact denies only one kind of what is named: no gestational diabetes is not no diabetes."""
    return fact.stands == "denied" and not fact.is_denied_of(one.entry)


def _is_claimed(one: Claim, sentence: str) -> bool:
    """Whether the sentence says of the patient what is named, be it only by taking it for granted."""
    if one.granted:
        return True
    if one.open or one.state == "negated" or one.role == "allergies":
        return False
    if SPOKEN_OF.search(clause_at(clauses_of(sentence), one.start).text):
        return False
    before, after = sentence[: one.start], sentence[one.end :]
    if one.entry.kind in _MEDICINES:
        return one.role == "medications" and (one.ordered or _OF_YOU.search(sentence) is not None)
    if _GOING_ON_KO.search(sentence[one.start :]) or (_THE_EN.search(before) and _DOES_EN.search(after)):
        return True
    return one.role not in ("old", "asked", "untouched") and _OF_YOU.search(sentence) is not None


def _is_denied(one: Claim, sentence: str) -> bool:
    return one.state == "negated" or is_denied(sentence, one.start, one.end, medicine=one.entry.kind in _MEDICINES)
