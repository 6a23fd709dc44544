"""What somebody does for a living and with whom they live, in the words that say it."""

from __future__ import annotations

import re
from typing import Final

from domain.values import Temporality
from extraction.reading.items import Item
from extraction.reading.people.english_jobs import doer_of
from extraction.reading.people.korean_jobs import RETIRED_BEFORE, job_in_english
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

OCCUPATION: Final = "occupation"
TOLD_IN_WORDS: Final = frozenset({OCCUPATION, "living_situation"})
"""Habits whose value is what they are called, not how much of it."""

_LIVING: Final = "living_situation"
_WORD: Final = lazy_regex(r"[가-힣]*")
_GENERAL: Final = lazy_regex(
    r"(?:job|works? (?:as|at)|employ(?:ed|ment)|profession|career|full-time(?: employed| employment)?"
    r"|part-time(?: job)?|직업|직장|일|하는 일)(?:\s(?:as|an?|the))?"
)
_NAMED_EN: Final = lazy_regex(
    r"\s*(?:is|was|as|at|in|for|an?|the|:|\s)*(?P<job>[a-z][a-z' -]{2,40}?)"
    r"(?=\s*(?:[,.;!?(]|$)|\s(?:and|but|so|for|since|in|at|with|who|on|by|from|which|until|till)\b)"
)
_NAMED_KO: Final = lazy_regex(
    r"(?:은|는|이|으로는|:)?\s?(?P<job>[가-힣]{2,12}?)(?=이에요|예요|입니다|이고|인데|이며|이라|라서|이야|이오|로\s?일|으로\s?일|\s*(?:[,.!]|$))"
)
_WORK_AS: Final = lazy_regex(r"works? as (?:an? )?(?P<job>.+)")


def called(sheet: Sheet, item: Item) -> str | None:
    """What the work, or the company at home, that ``item`` names is called; None where only a general word stands."""
    words = sheet.folded[item.start : item.end].strip()
    if match := _WORK_AS.fullmatch(words):
        return match["job"]
    if item.concept_id == _LIVING:
        return company(sheet, item) or _quoted(sheet, item)
    general = _GENERAL.fullmatch(words) is not None
    told = _named_behind(sheet, item) if general else _quoted(sheet, item)
    work = _named_alike(sheet, item, told, general=general)
    left = RETIRED_BEFORE.search(sheet.folded, max(0, item.start - _REACH), item.start) is not None
    return f"retired {work}" if left and work is not None and not general else work


def _named_alike(sheet: Sheet, item: Item, told: str | None, *, general: bool) -> str | None:
    """The record's name of what is told, where one is known; else the words."""
    if sheet.language != "ko":
        return told and (doer_of(told.lower()) or told)
    behind = job_in_english(told, 0, len(told)) if general and told is not None else None
    return behind or job_in_english(sheet.folded, item.start, item.end) or told


def _quoted(sheet: Sheet, item: Item) -> str:
    end = _WORD.match(sheet.folded, item.end)
    return sheet.quote(item.start, end.end() if end and item.concept_id == _LIVING else item.end)[0]


def _named_behind(sheet: Sheet, item: Item) -> str | None:
    """The work that stands behind a word for work as such: "my job is ...", "직업은 ..."."""
    pattern = _NAMED_KO if sheet.language == "ko" else _NAMED_EN
    match = pattern.match(sheet.folded, item.end)
    return sheet.quote(match.start("job"), match.end("job"))[0] if match is not None else None


def work_of_before(sheet: Sheet, item: Item) -> dict[str, object]:
    """What somebody worked as, as the fields of a content: who is retired from it is that now."""
    work = called(sheet, item)
    work = _ONCE.sub("", work) if work is not None else None
    around = sheet.folded[max(0, item.start - _REACH) : item.end + _REACH]
    if _RETIRED.search(around) is None:
        return {"value": work or "former"}
    of = f" {work}" if work is not None and _RETIRED.search(work) is None else ""
    return {"value": f"retired{of}", "temporality": Temporality.CURRENT}


_RETIRED: Final = lazy_regex(r"퇴직|은퇴|정년|명퇴|물러[나났난]|\bret(?:'?d|ired|iring)\b")
_ONCE: Final = lazy_regex(r"^ex-\s?", re.IGNORECASE)
_COMPANY: Final = (
    ("alone", lazy_regex(
        r"혼자|홀로|독거|자취|\balone\b|\bby (?:my|him|her)self\b|\bon (?:my|his|her) (?:own|tod)\b|\bjust me\b")),
    ("care facility", lazy_regex(
        r"요양(?:원|병원|시설)|실버타운|\b(?:nursing|care|residential|retirement|old people'?s) home\b"
        r"|\bassisted living\b")),
    ("shared housing", lazy_regex(
        r"기숙사|고시원|룸메|하숙|쉐어|\bdorm\w*|\b(?:house|flat|room)mates?\b|\bshared (?:house|flat)\b|\bin res\b")),
    ("with spouse", lazy_regex(
        r"아내|집사람|남편|부부|영감|할멈|마누라|와이프|배우자|\b(?:wife|husband|spouse|partner|missus)\b")),
    ("with children", lazy_regex(
        r"아들|딸|며느리|사위|자식|손주|애들|\b(?:sons?|daughters?|kids|children|grandkids|grandson|granddaughter)\b")),
    ("with parents", lazy_regex(
        r"부모|엄마|어머니|아빠|아버지|\b(?:parents|mum|mom|mam|mother|dad|father|folks)\b")),
)  # fmt: skip
"""With whom somebody lives, by the words for it."""


def company(sheet: Sheet, item: Item) -> str | None:
    """With whom the patient lives, as the words around ``item`` tell; None where they tell nothing of it."""
    opening = max((match.end() for match in _CLAUSES.finditer(sheet.folded, 0, item.start)), default=0)
    closing = _CLAUSES.search(sheet.folded, item.end)
    words = sheet.folded[opening : closing.start() if closing is not None else len(sheet.folded)]
    told = [name for name, pattern in _COMPANY if pattern.search(words)]
    if "alone" in told and _NOT_ALONE.search(words) is None:
        return "alone"
    others = [name for name in told if name != "alone"]
    if len(others) > 1 and all(name.startswith("with ") for name in others):
        return "with family"
    return others[0] if others else None


_NOT_ALONE: Final = lazy_regex(r"(?:not|n't|never) (?:live |living )?alone|혼자\s?(?:가|는|도)?\s?(?:아니|안|못)")


def is_own(sheet: Sheet, item: Item) -> bool:
    """Whether it is surely told of the speaker: as what one is or works as, in no question, and beside no relative."""
    opening = max((match.end() for match in _CLAUSES.finditer(sheet.folded, 0, item.start)), default=0)
    closing = _CLAUSES.search(sheet.folded, item.end)
    asked = closing is not None and "?" in closing[0]
    end = closing.start() if closing is not None else len(sheet.folded)
    others = any(one.entry.kind == "relatives" and opening <= one.start < end for one in sheet.mentions)
    if not _SAID_BEFORE.search(sheet.folded[max(0, item.start - _REACH) : item.start]) and not (
        _SAID_AFTER.match(sheet.folded, item.end) or _SAYS_ITSELF.search(sheet.folded, item.start, item.end)
    ):
        return False
    others = others and item.concept_id != _LIVING
    return not asked and not others and _HYPOTHETICAL.search(sheet.folded, opening, end) is None


_REACH: Final = 24
_SAID_BEFORE: Final = lazy_regex(r"\bi(?:'m| am|m)\s(?:now\s)?(?:an?\s)?(?:retired\s|full-time\s)?$")
_SAID_AFTER: Final = lazy_regex(
    r"\s?(?:으로|로)\s?(?:일(?:해|하|을)|근무)|(?:이에요|예요|입니다|이고|인데|이라)"
    r"|\s?by (?:trade|profession)"
)
_SAYS_ITSELF: Final = lazy_regex(
    r"(?:i )?works? as|직업|(?:i )?(?:live|lives|living) (?:alone|with)\b.*"
    r"|혼자\s?(?:살|지내).*|(?:같이|함께)\s?(?:살|지내).*"
)

_CLAUSES: Final = lazy_regex(r"[.;!?\n]|,\s|\b(?:and|but|while)\b|고\s|는데\s|지만\s")
_HYPOTHETICAL: Final = lazy_regex(
    r"\b(?:if|would|should|want to|hope to|used to|my (?:boss|friend|neighbou?r))\b|싶|려고|면\s"
)
