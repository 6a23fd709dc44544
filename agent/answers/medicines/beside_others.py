"""Whether words ask if medicines may be taken together, and which are meant where they only point.

"Can I take it with my blood pressure tablet?" asks of the medicine just spoken of and of one on record; "is that all
right with the others?" of it and of all that is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from agent.answers.asking.aspect_words import MEALS, MISSED
from agent.answers.asking.request import Finder, Request
from agent.answers.medicines.concerns import allergies_asked, states_asked
from agent.answers.referents.expressions import points_at_all, points_at_medicine, points_at_several
from agent.answers.referents.salience import (
    MEDICINES,
    beside_named,
    entries_of,
    listed_last,
    medicines_in_mind,
    own_medicines,
)
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_LONGEST: Final = 240
"""Characters from which words tell a story."""
_PAIR: Final = 2
_FEW: Final = 4
"""Most medicines that "they" means."""
_LEAVE: Final = lazy_regex(
    r"(?:도|면|건|는\s?거|서|기)?\s?(?:되|돼|됨|될|괜찮|괜춘|안전|무방|상관\s?없|문제\s?(?:없|될|되|있|가)|가능"
    r"|탈\s?(?:없|안|나))|해도|먹어도"
    r"|충돌|상호\s?작용|궁합|안\s?맞|부딪"
    r"|\b(?:can|could|may|might|should|shall|is|are|will|would|does|do|ok|okay|safe|fine|all ?right|alright|allowed"
    r"|any (?:problems?|issues?|harm|trouble|bother)|clash\w*|interact\w*|interfere\w*)\b",
    re.IGNORECASE,
)
"""Words that ask leave, or whether harm comes of it."""
_TOGETHER: Final = lazy_regex(
    r"\b(?:together|mix(?:es|ed|ing)?|combin\w+|at the same time|alongside|along with|on top of|as well as"
    r"|clash\w*|interact\w*|interfere\w*|get on with each|go with)\b"
    r"|같이|함께|겹쳐|섞어|동시에|한꺼번에|한\s?번에|상호\s?작용|충돌|부딪|궁합|병용",
    re.IGNORECASE,
)
"""Words that set two medicines beside each other, whatever stands between them."""
_WITH: Final = lazy_regex(
    r"\bwith (?:all |both |either |any (?:of )?|one of )?(?:of )?(?:my|the|his|her|their|our|these|those|your|a|an)?"
    r"(?: (?:other|usual|new|old|current|regular|daily|morning|evening|night))*\s?",
    re.IGNORECASE,
)
_WITH_ONE: Final = lazy_regex(r"(?:it|that|this|them|those|these)\b(?! (?:kind|sort|pain|cold|cough|illness))", re.I)
_TAKES: Final = lazy_regex(
    r"\b(?:tak(?:e|en|es|ing)|have|use[ds]?|using|mix\w*|combin\w*|clash\w*|interact\w*|interfere\w*|go together"
    r"|ok|okay|fine|safe|all ?right|alright|problem|issue)\b|먹|드시|드셔|복용|쓰|써|삼키|삼켜|맞|바르|발라|병용"
    r"|상호\s?작용|충돌|궁합",
    re.IGNORECASE,
)
"""Words of taking a medicine."""
_ELSEWHERE: Final = lazy_regex(
    r"왜|피해야|조심해야|\bavoid\b"
    r"|차이|다른\s?점|뭐가\s?달|\bwhy\b|\bdifferen|\bhow (?:much|many|often|do i take|should i take)\b|\bwhat for\b"
    r"|끊|중단|그만|\b(?:stop\w*|quit|come off)\b|\bwhen\b|언제|몇\s?(?:알|시간|번)|먹던\s?중|how long",
    re.IGNORECASE,
)
"""Words of another question about medicines: why, how they differ, how much, when."""


def asks_together(request: Request) -> bool:
    """Whether it is asked if the medicines named, or pointed at and found, may be taken together."""
    named = _medicines(request)
    if not _has_form(request):
        return False
    return len(named) >= _PAIR or (bool(named) and points_at_all(request.text))


def beside_meant(request: Request, view: PatientView, turn: int, finder: Finder) -> Request:
    """The request with the medicines that it only points at, where it asks of medicines together."""
    if not _has_form(request) or _names_food(request):
        return request
    named = _medicines(request)
    if len(named) >= _PAIR:
        return request
    if not named and not _speaks_of_medicines(request.text):
        return request
    wanted = _PAIR - len(named)
    if points_at_all(request.text):
        wanted = 0 if named and not _is_own_class(named[0], view) else 1
    taken = {entry.concept_id for entry in named}
    listed = listed_last(view) if wanted and points_at_several(request.text) else ()
    several = entries_of(listed, finder) if _PAIR <= len(listed) <= _FEW else ()
    own = entries_of(own_medicines(view), finder)
    # The medicine that a class stands for is not what is taken beside it.
    others = (
        entry
        for entry in several or (own if wanted == _PAIR else medicines_in_mind(view, turn, finder))
        if taken.isdisjoint((entry.concept_id, *entry.broader))
    )
    found = list(islice(others, len(several) or wanted))
    if len(found) < wanted:
        return request
    return beside_named(request, found)


def _speaks_of_medicines(text: str) -> bool:
    """Whether words that name no medicine speak of some that are taken, and not of food or of going somewhere."""
    return MEALS.search(text) is None and points_at_medicine(text) and _TAKES.search(text) is not None


def _has_form(request: Request) -> bool:
    text = request.plain or request.text
    if len(text) > _LONGEST or request.tests or MISSED.search(text) or not _LEAVE.search(text):
        return False
    if _ELSEWHERE.search(_last(text)) is not None or not (request.asks or request.has("permission")):
        return False
    return _TOGETHER.search(text) is not None or points_at_all(text) or any(_with_medicine(request, text))


def _last(text: str) -> str:
    """The last sentence: what is told before it is no part of the question."""
    return re.split(r"(?<=[.!?])\s+(?=\S)", text.strip())[-1]


def _with_medicine(request: Request, text: str) -> Iterator[bool]:
    """Whether a medicine, or a word that points at one, stands behind "with"."""
    starts = {one.start for one in request.mentions if one.entry.kind in MEDICINES}
    for match in _WITH.finditer(text):
        yield match.end() in starts or _WITH_ONE.match(text, match.end()) is not None


def _medicines(request: Request) -> tuple[Entry, ...]:
    causes = {entry.concept_id for entry in allergies_asked(request)}
    found = {
        one.entry.concept_id: one.entry
        for one in request.mentions
        if one.entry.kind in MEDICINES and one.entry.concept_id not in causes
    }
    # A class and the medicine of it ("my blood pressure pill, ramipril") are one.
    covered = {each for entry in found.values() for each in entry.broader}
    return tuple(entry for each, entry in found.items() if each not in covered)


def _names_food(request: Request) -> bool:
    """Whether a food, a drink or a habit is named: then that is what stands beside the medicine."""
    named = any(one.entry.kind in ("allergens", "social") for one in request.mentions)
    return named or any(one.concept_id in _FOODS for one in states_asked(request.text))


_FOODS: Final = frozenset({"grapefruit", "alcohol", "vitamin_k_food", "milk", "caffeine"})


def _is_own_class(entry: Entry, view: PatientView) -> bool:
    return entry.kind == "drug_classes" and any(
        entry.concept_id in fact.content.concept.broader for fact in own_medicines(view)
    )
