"""Whether words ask what a day of a medicine comes to, or which are taken on one day of the week: "how much gabapentin
in 24 hrs", "와파린 하루 몇 미리", "what do I take on a Friday?".

What may be taken at most is asked in other words, and answered elsewhere.
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_DAY_EN: Final = (
    r"(?:(?:a|per|each|every|in (?:the|a|one)|over (?:the|a)|that a|by the) day|24 ?(?:hours?|hrs?|h)\b|daily"
    r"|altogether|in total|in all)"
)
_COUNTED: Final = r"(?:mgs?|milligrams?|mcg|micrograms?|units?|tablets?|pills?|capsules?|puffs?|drops?|times)"
_TOTAL: Final = lazy_regex(
    rf"\bhow (?:much|many)\b[^.?!]{{0,60}}\b{_DAY_EN}"
    rf"|\b(?:total|daily)\b[^.?!]{{0,20}}\b{_COUNTED}\b|\b{_COUNTED}\b[^.?!]{{0,20}}\b(?:a day|for a day"
    rf"|in total|altogether)\b"
    r"|하루(?:에|치)?\s?(?:[^.?!\s]{1,8}\s){0,3}?(?:총|모두|전부|다\s?합[쳐해]서?\s?)?\s?(?:몇\s?(?:미리|밀리|mg"
    r"|그램|마이크로|알|정|캡슐|단위|유닛|퍼프|방울|번|개)|얼마나?\s?(?:먹|맞|쓰|넣))"
    r"|(?:하루|일일)\s?[^.?!]{0,12}총량|총\s?몇\s?(?:미리|밀리|mg|단위|방울|알)",
    re.IGNORECASE,
)
_BARE_KO: Final = lazy_regex(r"(?:지금|하루)[^.?!]{0,20}몇\s?(?:미리|밀리|mg|단위)")
_ELSE: Final = lazy_regex(
    r"\b(?:doses|should|can|could|may|might|max\w*|most|safe|allowed|limit|too (?:much|many)|extra|more than|left"
    r"|water|drink\w*|sugar"
    r"|salt|calories|protein|carbs?|coffee|caffeine|alcohol|smok\w*|cigarettes?|steps|sleep)\b"
    r"|최대|까지|먹어도|되나|돼|될까|한도|안전|물은|커피|담배|술|걸음|언제까지|칼로리|소금",
    re.IGNORECASE,
)
_INSULIN: Final = lazy_regex(r"\bunits?\b|\binsulin\b|단위|유닛|인슐린", re.IGNORECASE)
_WEEKDAY: Final = lazy_regex(
    r"\b(?:what|which)\b[^.?!]{0,40}\b(?:take|taking|have|due|inject|on)\b[^.?!]{0,16}\b(?:on )?(?:a "
    r"|an )?(?P<en>mon|tues|wednes|thurs"
    r"|fri|satur|sun)days?\b"
    r"|(?P<ko>[월화수목금토일])요일(?:에는|에|엔|날)?\s?(?:[^.?!\s]{1,6}\s){0,2}?(?:먹|맞|드|복용"
    r"|챙)[^.?!]{0,12}(?:뭐|뭔|무엇|어떤|무슨|알려|적어)"
    r"|(?P<ko2>[월화수목금토일])요일(?:에는|에|엔)?\s?(?:무슨|뭐|뭘|어떤)\s?(?:약을?\s?)?(?:먹|맞|드|복용)",
    re.IGNORECASE,
)
_DAYS: Final = {
    "mon": "mon", "tues": "tue", "wednes": "wed", "thurs": "thu", "fri": "fri", "satur": "sat", "sun": "sun",
    "월": "mon", "화": "tue", "수": "wed", "목": "thu", "금": "fri", "토": "sat", "일": "sun",
}  # fmt: skip
_LONGEST: Final = 200
_NAMED: Final = frozenset({"medications", "symptoms", "conditions"})


def reckoned_intent(request: Request, view: PatientView) -> str | None:
    """The intent of words that ask for a day's total or for a day of the week; None for any others."""
    if asks_total(request, view):
        return "total"
    day = weekday_asked(request) if view.ledger.current(SlotKind.MEDICATIONS) else None
    return "weekday" if day is not None else None


def asks_total(request: Request, view: PatientView) -> bool:
    """Whether the day's total of a medicine on record is asked for."""
    text = request.text
    if len(text) > _LONGEST or request.tests or _ELSE.search(text) is not None:
        return False
    named = request.concepts("medications", "drug_classes")
    taken = [one for one in view.ledger.current(SlotKind.MEDICATIONS)]
    if not taken or (not named and not asks_insulin(text)):
        return False
    return _TOTAL.search(text) is not None or (bool(named) and _BARE_KO.search(text) is not None)


def asks_insulin(text: str) -> bool:
    """Whether what is asked for is counted in units, as insulins are."""
    return _INSULIN.search(text) is not None


def weekday_asked(request: Request) -> str | None:
    """The day of the week whose medicines are asked for, as a timing writes it; None where none is."""
    if len(request.text) > _LONGEST or request.tests:
        return None
    if any(one.entry.kind in _NAMED and one.surface in request.text for one in request.mentions):
        # What is only meant, by the day on which it is taken, is not asked about by its name.
        return None
    match = _WEEKDAY.search(request.text)
    if match is None:
        return None
    return _DAYS[(match["en"] or match["ko"] or match["ko2"]).lower()]
