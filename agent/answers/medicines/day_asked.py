"""Whether words ask for the day's medicines by the clock: a timetable, what to take when, how to space several."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.following.references import spoken
from agent.answers.medicines.hours_of_day import tells_hours
from agent.words.sentences import CATALOGUES
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.answers import Answers

_THINGS: Final = r"(?:medicines?|medications?|meds|tablets?|pills?|drugs?|capsules?|prescriptions?|doses?)"
_SEVERAL: Final = (
    r"(?:them|these|those|both|each(?: one| of (?:them|these|those))?|all(?: of (?:them|these|those|it))?"
    rf"|everything|(?:my|the|his|her|our|these|those|all) (?:\w+ )?{_THINGS}|(?:the|these|those) (?:two|three|four))"
)
_PLAN: Final = lazy_regex(
    r"\b(?:time ?tables?|schedules?|(?:daily|day) (?:plan|planner|chart|schedule)|plan (?:of|for) (?:the|my|his|her|a"
    r"|each) day"
    r"|dosing (?:plan|chart|schedule)|(?:pill|tablet|medication|medicine) (?:plan|planner|chart|routine|times))\b"
    r"|시간표|복약\s?(?:표|계획|일정|시간)|복용\s?(?:표|계획|일정|시간|스케[줄쥴]|순서)|스케[줄쥴]|일과표"
    r"|하루\s?(?:계획|일정|일과)"
    r"|약\s?(?:먹는|복용)\s?(?:시간|순서|계획|일정)|(?:먹는|먹을|드시는|드실)\s?(?:시간|순서)",
    re.IGNORECASE,
)
"""Names of what is wanted."""
_WHEN: Final = lazy_regex(
    rf"\b(?:when|what times?|which times?(?: of (?:the )?day)?)\b[^?.!]*\b(?:take|have|taken|for)\b[^?.!]*\b"
    rf"(?:what|which"
    rf"|{_SEVERAL})(?:\b|$)"
    rf"|\bwhat (?:do|should|shall|must) i take (?:and )?when\b|\bwhat (?:to take|goes|is taken|do i take) when\b"
    rf"|\bwhich (?:one|pill|tablet|of them) when\b"
    rf"|\b(?:what|which|in what|in which) order\b[^?]*\b(?:take|{_SEVERAL}|day)"
    rf"|\bbest times?\b[^?]*\b{_SEVERAL}"
    rf"|\b(?:space|spread|fit|split|arrange|organi[sz]e|set|lay|sort|divide|put|time|plan|combine"
    rf"|juggle|work|slot|squeeze)\b[^?]{{0,30}}\b{_SEVERAL}\b"
    r"[^?]{0,40}\b(?:day|out|over|through|times?|together|around|schedule)\b"
    r"|\b(?:by|at (?:what|which)|which|what) times? of (?:the )?day\b"
    r"|(?:언제|몇\s?시에)\s?(?:언제\s?)?(?:뭘|무엇|무슨|어떤|뭐|어느)|(?:뭘|무엇을|어떤\s?(?:약|걸)[을]?|무슨\s?약을?"
    r"|어느\s?약을?)\s?언제"
    r"|(?:각각|각자|둘\s?다|모두|전부|이\s?약들|두\s?(?:가지|개|약)|세\s?(?:가지|개|약)|약들)[^?]{0,14}(?:언제|몇\s?시)"
    r"|(?:둘|두\s?(?:가지|개|약)|세\s?(?:가지|개|약)|약|이것들|이\s?약들)[^?]{0,16}(?:나눠|나누어|띄워|띄어|배치|배분)"
    r"|(?:아침|점심|저녁)[^?]{0,12}(?:점심|저녁|밤|자기\s?전)[^?]{0,8}(?:나눠|나누어|별로|구분|정리)",
    re.IGNORECASE,
)
"""Questions of what is taken when, of several."""
_AT_WHICH_TIMES: Final = lazy_regex(
    r"\b(?:which|what) times of (?:the )?day\b|\b(?:at )?what times should i take\b|몇\s?시\s?몇\s?시|언제언제",
    re.IGNORECASE,
)
_ELSE: Final = lazy_regex(
    r"\b(?:week|weekly plan|exercis\w*|work ?out|diet|meal plan|appointments?|visits?|vaccin\w*|immuni[sz]\w*"
    r"|sleep schedule"
    r"|test schedule|scan|travel|school timetable|bus|train)\b|이번\s?주|다음\s?주|일주일\s?계획|운동|식단|예약"
    r"|진료\s?일정|접종|검사\s?(?:일정|계획)"
    r"|수업|학교",
    re.IGNORECASE,
)
"""Words of another plan."""
_MEDICINE_WORDS: Final = lazy_regex(rf"\b{_THINGS}\b|약|복용|복약|먹", re.IGNORECASE)
_POINTS: Final = lazy_regex(
    r"\b(?:them|these|those|both|each|it all|all of (?:it|them))\b|둘|두\s?(?:개|가지)|이것들|그것들|이걸|그걸|이거"
    r"|그거",
    re.IGNORECASE,
)
_DOES: Final = lazy_regex(
    r"\b(?:make|draw|set|put|give|write|work|do|need|want|can|could|would|help|create|build|show|please|how|what)\b"
    r"|짜|만들|정리|해\s?(?:줘|주)|주세요|줘|알려|어떻게|될까|돼요|되나|좋을|부탁",
    re.IGNORECASE,
)
_BARE_PLAN: Final = lazy_regex(
    r"^\W*(?:그럼|그러면|자|ok|okay|so|then|and)?\W*(?:시간표|스케[줄쥴]|하루\s?(?:계획|일정)|time ?table|schedule)",
    re.I,
)
_LONGEST: Final = 200


def asks_day(request: Request, answers: Answers) -> bool:
    """Whether a timetable of the day's medicines is asked for, or its hours are told after one was given."""
    text = request.text
    if len(text) > _LONGEST or request.tests or request.has("audit", "correction"):
        return False
    if _gave_one(answers) and tells_hours(text):
        return True
    if _ELSE.search(text) is not None:
        return False
    medicine = bool(request.concepts("medications", "drug_classes")) or SlotKind.MEDICATIONS in request.slots
    medicine = medicine or _MEDICINE_WORDS.search(text) is not None
    if _PLAN.search(text) is not None and _DOES.search(text) is not None:
        lately = _spoke_of_medicine(answers)
        return medicine or (lately and (_POINTS.search(text) is not None or _BARE_PLAN.search(text) is not None))
    at_which = _AT_WHICH_TIMES.search(text) is not None
    if not at_which and _WHEN.search(text) is None:
        return False
    return medicine or ((at_which or _POINTS.search(text) is not None) and _spoke_of_medicine(answers))


def _spoke_of_medicine(answers: Answers) -> bool:
    return spoken(answers, "medications") is not None


def _gave_one(answers: Answers) -> bool:
    """Whether the last answer was a timetable."""
    last = answers.last()
    heads = (catalogue["day.head"].partition("{")[0] for catalogue in CATALOGUES.values())
    return last is not None and any(head in last.text for head in heads)
