"""Whose a medicine is that words name, and whether it is dropped: what another takes is not weighed as the
patient's.
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Finder
from agent.safety.fasts import is_ordered_fast, speaks_of_fast
from domain.ages import DAYS, MONTHS, WEEKS
from domain.values import PATIENT
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_KIN: Final = lazy_regex(
    r"엄마|어머니|아빠|아버지|시어머니|장모|할머니|할아버지|남편|아내|와이프|마누라|집사람|오빠|언니|누나"
    r"|(?<![가-힣])형(?:님|이|은)"
    r"|동생|아들|딸|며느리|사위|친구|이웃|동네|옆집|동료|이모|고모|삼촌"
    r"|\b(?:mum|mom|mam|mother|dad|father|husband|wife|sister|brother|son|daughter|aunt|uncle|gran|nan|grandad"
    r"|grandma"
    r"|cousin|mate|friend|neighbou?r|next.door|colleague|boss|flatmate|partner)\b",
    re.IGNORECASE,
)
_NO_KIN: Final = lazy_regex(
    r"친구|이웃|동네|옆집|동료|(?<![가-힣])(?:제|내)\s?(?:약|거|꺼|것)"
    r"|\b(?:mate|friend|neighbou?r|next.door|colleague|boss|flatmate|mine|my own|my)\b",
    re.IGNORECASE,
)
"""Others who are nobody's relatives, and whoever speaks for the patient."""
_TAKES: Final = lazy_regex(
    r"먹고|먹는|먹으니|먹어서|먹는대|먹는다|묵고|묵는|드시고|드셔서|드신대|복용|맞는|맞고|쓰고\s?있|먹었"
    r"|\b(?:is|was|'s|are|were) (?:now )?on\b|\btakes?\b|\btook\b|\bhad that\b|\bhas a\b|\bswears by\b"
    r"|'?s her\b|'?s his\b"
    r"|\bshe'?s on\b|\bhe'?s on\b|lost (?:\w+ )?stones? on",
    re.IGNORECASE,
)
_OFFERS: Final = lazy_regex(
    r"준\b|줬|주었|주셨|주는|주던|보내|사다|사\s?[왔오온올줬준겠]|구해|챙겨\s?[왔오온주준줬]|권하|권해|추천|남는|나눠|가져다|먹여도|먹여|먹이"
    r"|같이\s?먹|먹어도"
    r"|\b(?:gave|given|giving|offer\w*|bought|buys?|sell|sold|sent|posted|got me|lend|lent|share|could|may|can"
    r"|should|any use)\b",
    re.IGNORECASE,
)
_REACH: Final = 48
"""Characters after a medicine's name within which a reaction is one to it."""
_JOINT: Final = lazy_regex(r",|;|[.!?](?=\s|$)|\n| and | but |지만 ", re.IGNORECASE)
_REACTED: Final = lazy_regex(
    r"두드러기|발진|부었|붓고|쇼크|헛것|환각|brought (?:me|her|him) (?:up|out)|came (?:up|out) in|\bhives\b"
    r"|\brash\b|welts"
    r"|swell?ed up|made (?:me|her|him) (?:see|ill|sick)",
    re.IGNORECASE,
)
_NOW: Final = lazy_regex(
    r"지금|오늘|방금|어제|줬|주던|먹어도|먹여도|\b(?:now|today|just|sent|gave|given|prescribed|can|may)\b",
    re.IGNORECASE,
)
_SENTENCE: Final = lazy_regex(r"(?<=[.!?\n])\s*|(?<=[요다죠네음오])\s(?=[가-힣A-Za-z0-9])")
_DROPPED_AFTER: Final = lazy_regex(
    r"^\S{0,4}\s?(?:말고|대신|이?\s?아니(?:라|고)|[은는]?\s?(?:먹지\s?말|안\s?먹|안\s?마|빼고|끊"
    r"|얘기[는은]?\s?빼)|에서\s)"
    r"|^[^.,?!]{0,30}\b(?:not taken|never took|haven'?t (?:taken|had|started)|instead of (?:it|that|this|them))\b",
    re.IGNORECASE,
)
_DROPPED_BEFORE: Final = lazy_regex(
    r"(?:\b(?:not|no|instead of|rather than|never|scrap|ignore|leave (?:out|off)|stopped|off)(?: the| my| any)?) $",
    re.IGNORECASE,
)


def is_of_another(text: str, start: int, end: int, view: PatientView) -> bool:
    """Whether the words at [start, end) name what another person takes: told of, not offered or asked about.

    Whom the first turn speaks for is the patient, so what "mum" takes is the patient's where a daughter writes for her.
    """
    if is_the_nursing_mothers(text, start, end, view):
        return True
    first, last = sentence_of(text, start)
    sentence = text[first:last]
    people = {one.group().casefold() for one in _KIN.finditer(sentence[: start - first])}
    people -= {one.group().casefold() for one in _KIN.finditer(_opening(view))}
    if not people:
        return False
    return bool(_TAKES.search(sentence)) and not _OFFERS.search(sentence)


_OF_MILK: Final = lazy_regex(
    r"(?<![가-힣])젖(?!병)|모유|유축|수유|완모|\bbreast[- ]?(?:fe\w+|milk)|\bpump(?:ed|ing)?\b|\bnursing\b",
    re.IGNORECASE,
)
_SWALLOWED: Final = lazy_regex(
    r"[^.?!]{0,24}?(?:마셨|먹었|삼켰|맞았|복용|마셔도|먹어도|맞아도|먹고\s?(?:있|나)|먹는데|먹으면|마시고)"
)
_TAKEN_BEFORE: Final = lazy_regex(
    r"\b(?:i|i'?ve|i have) (?:just )?(?:took|taken|had|drank)\b[^.?!]{0,40}$", re.IGNORECASE
)
_BABY_MONTHS: Final = 24.0


def is_the_nursing_mothers(text: str, start: int, end: int, view: PatientView) -> bool:
    """Whether a medicine at [start, end) is what the mother swallowed who asks after her milk, where the record is
    kept for her baby: it is not held against the age of the child.
    """
    if _OF_MILK.search(text) is None or not _is_kept_for_a_baby(view):
        return False
    return _SWALLOWED.match(text, end) is not None or _TAKEN_BEFORE.search(text[:start]) is not None


def _is_kept_for_a_baby(view: PatientView) -> bool:
    ages = (
        one.content for one in view.ledger.current()
        if one.content.concept.concept_id == "age" and one.content.subject == PATIENT
    )  # fmt: skip
    return any(
        one.unit in (DAYS, WEEKS) or (one.unit == MONTHS and isinstance(one.value, float) and one.value < _BABY_MONTHS)
        for one in ages
    )


def names_another(words: str, finder: Finder) -> bool:
    """Whether words name a person who is not the patient, where ``finder`` passes over the words for the patient.

    "Her pills" are the patient's of whom somebody else tells.
    """
    if any(one.entry.kind == "relatives" for one in finder.find(words)):
        return True
    return _NO_KIN.search(words) is not None


def is_dropped(text: str, start: int, end: int) -> bool:
    """Whether the words at [start, end) name a medicine only to set it aside ("instead of", "not that one").

    A fast that a test or procedure asks for is none that somebody takes leave for.
    """
    if speaks_of_fast(text[start:end]) and is_ordered_fast(text):
        return True
    return bool(_DROPPED_AFTER.match(text[end:]) or _DROPPED_BEFORE.search(text[:start]))


def _opening(view: PatientView) -> str:
    lines = view.tiers.lines
    return lines[min(lines)].question if lines else ""


def tells_reaction(text: str, end: int) -> bool:
    """Whether what follows right after a medicine's name, which ends at ``end``, tells a reaction of earlier to it."""
    after = _JOINT.split(text[end : end + _REACH])[0]
    return bool(_REACTED.search(after)) and not _NOW.search(after)


def sentence_of(text: str, place: int) -> tuple[int, int]:
    """Where the sentence that holds ``place`` begins and ends."""
    first = 0
    for cut in _SENTENCE.finditer(text):
        if cut.end() > place:
            return first, max(cut.start(), place)
        first = cut.end()
    return first, len(text)
