"""Whether a medicine is taken already, since when, or only prescribed and offered: by the record and by the words."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.safety.whose import sentence_of
from domain.values import SlotKind, Status
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

_OFFERED: Final = lazy_regex(
    r"줬|주셨|준\b|사다|사\s?왔|받아\s?왔|지어\s?왔|보내|권하|권해|추천|처방|있는데|안\s?뜯|보낸|sent|gave|given|offer"
    r"|put me on|wrote me|called in|wants? me on|script for|new (?:tablet|pill|medicine|antibiotic)"
    r"|prescribed|started me|sell|posted|in the"
    r" (?:drawer|cupboard|cabinet)|want me|talking of",
    re.IGNORECASE,
)


_TAKING: Final = lazy_regex(
    r"먹는\s?중|먹고\s?있|묵고\s?있|먹었|드시고|드신대|복용\s?중|째\s?(?:먹|드|복용)|마시고|맞고\s?있|먹는데|먹어요"
    r"|\b(?:i'?ve been|i have been|been (?:taking|putting|having|on)"
    r"|(?<!can )(?<!could )(?<!may )(?<!should )(?<!shall )i take|i'?m (?:on|taking)|(?:he|she)'?s (?:on|taking)"
    r"|i had (?:one|two)|had (?:one|two)|took|since (?:about )?(?:the|last|my|mid|early|yesterday|mon|tue|wed"
    r"|thu|fri))\b",
    re.IGNORECASE,
)
_WHAT_IS_TAKEN: Final = lazy_regex(
    r"\b(?:what|everything|all|things|stuff|the (?:pills|tablets|meds)) (?:that )?(?:i'?m|i am|he'?s|she'?s) "
    r"(?:on|taking)\b"
    r"|(?:지금\s)?(?:먹는|드시는|먹고\s?있는|복용\s?중인)\s?(?:약|거|것)",
    re.IGNORECASE,
)
"""Words for all that is taken, which say nothing of the one that is asked about."""
_NEAR: Final = 60
"""Characters after a medicine's name within which words tell that it is taken."""
_GOES_ON: Final = lazy_regex(
    r"이대로|그대로\s?(?:먹|드)|계속\s?(?:먹|드)|\b(?:keep|carry on|go on|still) tak|stay on", re.IGNORECASE
)
_NOT_YET: Final = lazy_regex(
    r"아직|안\s?뜯|먹어\s?볼까|사\s?왔는데\s?먹어도|not (?:yet|started)|haven'?t (?:started|taken|opened)"
    r"|\bcould i\b|\bmay i\b",
    re.IGNORECASE,
)


def takes_now(request: Request, entry: Entry, fresh: frozenset[str], *, leave: bool = False) -> bool:
    """Whether a medicine that is new to the record is told as taken: for two days now, or in a list, with no leave
    asked and no offer told.
    """
    if _NOT_YET.search(request.text):
        return False
    text = request.plain or request.text
    place = next((one.start for one in request.mentions if one.entry.concept_id == entry.concept_id), 0)
    first, _ = sentence_of(text, place)
    # "I take Zoloft, can I take Robitussin with what I'm on": only the last clause speaks of the one it asks about.
    first = max(first, text.rfind(",", first, place) + 1)
    if _TAKING.search(_WHAT_IS_TAKEN.sub(" ", text[first : place + _NEAR])) or _GOES_ON.search(text):
        return True
    return entry.concept_id in fresh and not (leave or request.has("permission") or _OFFERED.search(text))


def taken_before(consultation: Consultation) -> frozenset[str]:
    """The medicines that were in force or suspected before this turn told anything of them."""
    known, events = consultation.known, consultation.situation.turn_events
    first = min((event.version for event in events), default=None)
    ids = {event.event_id for event in events}
    now = (*known.in_force(SlotKind.MEDICATIONS), *known.suspected(SlotKind.MEDICATIONS))
    # What the turn ended stood before it; a list, for a ledger may hold thousands of facts of other slots.
    ended = [
        fact
        for fact in consultation.ledger.facts.values()
        if fact.ended_by in ids and fact.content.slot is SlotKind.MEDICATIONS
    ]
    return frozenset(
        fact.content.concept.concept_id for fact in (*now, *ended) if first is None or fact.version < first
    )


_LAY_KIN: Final = (frozenset({"anticoagulant", "antiplatelet"}),)
"""Classes that people call by one name: "the blood thinner" of who had a stent is aspirin."""


_GENERIC: Final = {"insulin": "insulin_therapy"}
"""Medicines whose plain name is that of their class: who takes one of them says it of that one."""


def means_own(consultation: Consultation, entry: Entry) -> bool:
    """Whether a class is named that stands for a medicine on record, so that it is nothing to be added to that."""
    named = _GENERIC.get(entry.concept_id, entry.concept_id if entry.kind == "drug_classes" else "")
    if not named or _OFFERED.search(consultation.request.text):
        return False
    kin = next((each for each in _LAY_KIN if named in each), frozenset((named,)))
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    return any(not kin.isdisjoint(fact.content.concept.broader) for fact in taken)


def ended_now(consultation: Consultation) -> frozenset[str]:
    """The medicines that this very turn told as stopped: named beside a new one, they are not asked about."""
    ids = {event.event_id for event in consultation.situation.turn_events}
    own = [fact for fact in consultation.ledger.facts.values() if fact.content.slot is SlotKind.MEDICATIONS]
    ended = {fact.content.concept.concept_id for fact in own if fact.ended_by in ids}
    going = {fact.content.concept.concept_id for fact in consultation.known.in_force(SlotKind.MEDICATIONS)}
    return frozenset(ended - going)


_LONG: Final = timedelta(days=7)
"""How long a medicine is taken before to stop it at once may be the greater danger than a reaction to it."""
_FOR_LONG: Final = lazy_regex(
    r"\b(?:years|months|ages|for (?:a )?long|always|every (?:day|morning|night)|daily)\b|오래|[년달월]째"
    r"|년\s?전|매일|늘\b"
)


def is_long_taken(consultation: Consultation, entry: Entry) -> bool:
    """Whether a medicine was told long ago, or as taken for long: without a reaction until now, so that to stop it is
    for the prescriber. One that an allergy on record stands against is else left out until somebody has confirmed it.
    """
    own = consultation.known.own(SlotKind.MEDICATIONS)
    now = consultation.situation.question.said_at
    for fact in own:
        content = fact.content
        if content.concept.concept_id != entry.concept_id or content.status is Status.PLANNED:
            continue
        latest = (now - _LONG).date().isoformat()
        if content.valid_from is not None and content.valid_from <= latest[: len(content.valid_from)]:
            return True
        if content.valid_from is None and now - fact.said_at >= _LONG:
            return True
    return not _OFFERED.search(consultation.request.text) and bool(_FOR_LONG.search(consultation.request.text))


GETS: Final = lazy_regex(
    r"처방\s?(?:받|해\s?주|해\s?줬|됐|되)|(?:받아|사|지어|타)\s?(?:왔|옴|다가)|받았|(?<![가-힣])샀|구했|추가(?:됐|되|했|해)"
    r"|시작(?:했|하)|먹기\s?시작"
    r"|오늘부터|어제부터|바꿔\s?(?:줬|주)|(?:줬|주셨)(?:어|는|습)"
    r"|\b(?:prescribed|bought|sold|picked up|got|gave|given|handed|ordered|added|started|starting"
    r"|put (?:me|him|her|mum|dad) on|switched|began|begun|new)\b",
    re.IGNORECASE,
)
"""Words by which a medicine is got or begun."""
ENDS: Final = lazy_regex(
    r"끊|중단|그만|멈췄|다\s?먹었|끝났|끝냈|\b(?:stopped|came off|quit|finished|ended|no longer|used to"
    r"|years ago|as a child)\b"
    r"|예전에|전에\s?(?:먹|처방)|옛날",
    re.IGNORECASE,
)
"""Words by which it is over."""
_SHORT_COURSES: Final = frozenset({"antibiotic", "antifungal", "antiviral", "macrolide", "fluoroquinolone"})
"""Classes that are taken for days, so that whatever stands beside them was there first."""


def is_begun(consultation: Consultation, entry: Entry) -> bool:
    """Whether a medicine told as taken was begun lately, and so came to what was taken before."""
    if not _SHORT_COURSES.isdisjoint(entry.broader):
        return True
    text = consultation.request.text
    return GETS.search(text) is not None and ENDS.search(text) is None
