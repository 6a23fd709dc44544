"""Whether words ask if a medicine may be taken with an allergy, and which medicine where they only point at one."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Finder, Request
from agent.answers.referents.expressions import points_at_medicine
from agent.answers.referents.salience import MEDICINES, beside_named, medicines_in_mind
from extraction.naming.mentions import Entry, Mention
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_LONGEST: Final = 240
"""Characters from which words tell a story."""
_ALLERGY: Final = lazy_regex(r"알레르기|알러지|알레지|allerg|intoleran", re.IGNORECASE)
_LEAVE: Final = lazy_regex(
    r"못\s?(?:먹|쓰|맞|드)|(?:먹|드시|써|쓰|맞|발라|복용|줘|주|투여)[가-힣]{0,3}\s?(?:되|돼|됨|될|괜찮|안전|문제|상관)|(?:괜찮|안전|상관\s?없|문제\s?(?:없|될|되))"
    r"|\b(?:can|could|may|should|is|are|does|do|will|would)\b[^.!]{0,60}\b(?:have|take|takes|taking|use|give"
    r"|given|ok|okay|safe"
    r"|fine|all ?right|alright|matter|problem|affect|count|rule|avoid)\b",
    re.IGNORECASE,
)
"""Words that ask whether a medicine may be taken."""


def asks_beside_allergy(request: Request) -> bool:
    """Whether it is asked if a medicine may be taken by somebody with an allergy to something that is no medicine."""
    wished = _LISTED.search(request.plain or request.text) is not None
    return _has_form(request) and not wished and bool(medicines_beside(request)) and not _medicine_allergens(request)


def allergy_meant(request: Request, view: PatientView, turn: int, finder: Finder) -> Request:
    """The request with the medicine that it only points at, where it asks of one beside an allergy."""
    listed = _LISTED.search(request.plain or request.text) is not None
    if listed or not _has_form(request) or medicines_beside(request) or not _means_medicine(request):
        return request
    causes = {one.entry.concept_id for one in request.mentions}
    meant = next((one for one in medicines_in_mind(view, turn, finder) if one.concept_id not in causes), None)
    if meant is None:
        return request
    return beside_named(request, (meant,))


def _has_form(request: Request) -> bool:
    text = request.plain or request.text
    if len(text) > _LONGEST or request.tests or not (request.asks or request.has("permission")):
        return False
    return _ALLERGY.search(text) is not None and _LEAVE.search(text) is not None


def medicines_beside(request: Request) -> tuple[Entry, ...]:
    """The medicines that are asked about: not what an allergy is to, nor what is taken against it."""
    causes = {one.entry.concept_id for one in _medicine_allergens(request)}
    named = {one.entry.concept_id: one.entry for one in request.mentions if one.entry.kind in MEDICINES}
    return tuple(one for each, one in named.items() if each not in causes | {"antihistamine"})


def _medicine_allergens(request: Request) -> tuple[Mention, ...]:
    """Medicines that the words name as what an allergy is to ("a penicillin allergy", "allergic to sulfa")."""
    text = request.plain or request.text
    return tuple(
        one
        for one in request.mentions
        if (one.entry.kind in MEDICINES or one.entry.extra.get("category") in _OF_MEDICINES)
        and (_AFTER.match(text, one.end) or _BEFORE.search(text[: one.start]))
    )


_LISTED: Final = lazy_regex(
    r"\b(?:list|everything|all (?:of )?(?:the |his |her |my |their |\w+'?s )?(?:medicines?|medications?|meds"
    r"|tablets|pills|drugs))\b"
    r"[^.?!]*\ballerg\w*|\ballerg\w*\b[^.?!]*\b(?:list|everything|medications?|medicines|meds)\b\W*$"
    r"|(?:약|복용)[^.?!]{0,12}(?:알레르기|알러지|알레지)[^.?!]{0,12}(?:알려|정리|적어|보여|목록|뽑아|써\s?(?:줘|주))"
    r"|(?:알레르기|알러지|알레지)[^.?!]{0,8}(?:약|복용)[^.?!]{0,12}(?:알려|정리|적어|보여|목록|뽑아|써\s?(?:줘|주))",
    re.IGNORECASE,
)
"""Words that wish for a list of medicines and of allergies, and ask leave for none of them."""
_OF_MEDICINES: Final = frozenset({"medication", "drug", "biologic"})
_AFTER: Final = lazy_regex(r"\s?(?:계열?|약)?\s?(?:에\s?)?(?:알레르기|알러지|알레지|allerg)", re.IGNORECASE)
_BEFORE: Final = lazy_regex(r"(?:allerg\w* (?:to|from)|reaction to) (?:\w+ )?$", re.IGNORECASE)


def _means_medicine(request: Request) -> bool:
    """Whether words that name no medicine mean one: they point at it, or leave out what is to be taken, in Korean."""
    text = request.plain or request.text
    if _OF_FOOD.search(text) is not None:
        return False
    named = sum(one.entry.kind in ("allergens", "procedures") for one in request.mentions)
    return points_at_medicine(_ALLERGY.sub(" ", text)) or (named == 1 and _LEFT_OUT.search(text) is not None)


_OF_FOOD: Final = lazy_regex(
    r"백신|접종|밥|음식|간식|과자|빵|식당|급식|\b(?:eat|food|snacks?|meals?|vaccin\w*|jabs?|restaurant|dish|cake)\b",
    re.IGNORECASE,
)
"""Words of what is eaten, or of a vaccine, which no medicine on record is."""
_LEFT_OUT: Final = lazy_regex(r"(?:먹|드시|맞|써|복용)[가-힣]{0,3}\s?(?:되|돼|됨|될|괜찮|안전)")
