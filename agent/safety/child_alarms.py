"""What calls for care at once in a child, by its age, whoever else is told of and in whichever turn of the talk.

Under three months 38 °C (100.4 °F) or more, or less than 36 °C, and a baby that does not wake or feed, are seen at once
(NICE NG143, NG51: red signs). Two signs of drying out in a small child are (NICE CG84: red flags). One tablet of
somebody grown may be too many for a small child, who looks well for hours (TOXBASE; NHS, poisoning). After the first
jabs that bring a fever in Britain (meningitis B at 8 weeks) the advice is to phone (UKHSA); elsewhere the age decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from agent.safety.alarms import Raised, alarms
from agent.safety.household_told import household_told
from agent.skills.ports import Situation
from domain.ages import MONTHS, YEARS
from extraction.reading.children.child import Child, Household
from extraction.reading.children.swallowed import has_swallowed, may_have_a_battery
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

YOUNG, UNWELL, DRY, TOOK = "young_fever", "infant_unwell", "dehydrated", "child_took_medicine"
BATTERY: Final = "swallowed_battery"
CHILD_ALARMS: Final = (YOUNG, UNWELL, DRY, TOOK, BATTERY)
"""Alarms that are raised here though the words of one turn alone may not raise them."""
HOT, COLD = 38.0, 36.0
"""Degrees Celsius."""
_YOUNG_MONTHS: Final = 3.0
_NEWBORN_MONTHS: Final = 1.0
_SMALL_MONTHS: Final = 60.0
_SWALLOWS_MONTHS: Final = 72.0
_FRESH: Final = timedelta(days=1)
_I: Final = re.IGNORECASE
_NOT_WAKING: Final = lazy_regex(
    r"\b(?:won'?t|can'?t|cannot|will not|not|hard to|difficult to|struggl\w+ to) (?:wak\w+|rouse)\b|\bwon'?t wake\b"
    r"|깨워도|잘?\s?안\s?깨|깨지\s?않|못\s?깨",
    _I,
)
_NOT_FEEDING: Final = lazy_regex(
    r"\b(?:won'?t|not|isn'?t|hasn'?t|refus\w+|stopped|barely|hardly) (?:been )?(?:feed\w*|fed|suck\w*|tak\w+ (?:the "
    r"|his |her |a )?(?:bottle|breast|feeds?)|latch\w*)\b"
    r"|\b(?:missed|skipped|no) (?:\w+ )?feeds?\b|(?:젖|분유|우유|수유)[을를도은는]?\s?(?:잘\s?)?(?:안|못|거부)"
    r"|안\s?먹(?![이여임였인일])|못\s?먹(?![이여임였인일])|안\s?빨|먹지\s?않",
    _I,
)
_NO_URINE: Final = lazy_regex(
    r"\b(?:dry (?:napp\w+|diapers?)|(?:napp\w+|diapers?)(?:'s| is| are| been| has been)*(?: still| bone| completely)*"
    r" dry|no wet (?:napp\w+|diapers?)|last (?:wet )?(?:napp\w+|diapers?|wee|pee)\b[^.?!]{0,24}\b(?:yesterday"
    r"|last night|this morning|in the morning|hours ago|ages ago|\d{1,2} ?a\.?m)"
    r"|(?:hasn'?t|not|hasnt) (?:had a )?(?:wet|weed|wee'?d|peed|pee|passed|wee)"
    r"|no (?:wee|pee|urine))\b|기저귀[가도는]?[^.?!]{0,14}(?:안\s?젖|마른|말라|뽀송|그대로)|(?:소변|오줌"
    r"|쉬)[을를이가도]?\s?(?:\S{1,6}\s)?(?:안|못|없|한\s?번도)"
    r"|(?:기저귀|소변|오줌|쉬)[^.?!]{0,20}(?:아침|새벽|어제|밤|\d{1,2}\s?시)[^.?!]{0,16}(?:번|이후|부터|지금|마지막)"
    r"[^.?!]{0,10}(?:없|안\s|안[봐눠했나])",
    _I,
)
_NO_TEARS: Final = lazy_regex(
    r"\bno tears\b|\bwithout (?:any )?tears\b|\bdry cry\w*|눈물[이도]?\s?(?:안|없|한\s?방울)", _I
)
_SUNKEN: Final = lazy_regex(
    r"\b(?:soft ?spot|fontanelle?|soft place|eyes?)\b[^.?!]{0,20}\b(?:sunk\w*|dip\w*|going in|down|hollow|dent\w*)"
    r"|\bsunken (?:soft ?spot|fontanelle?|eyes)|(?:숨구멍|대천문|숫구멍|정수리|눈)[이가도은]?[^.?!]{0,10}(?:꺼|푹"
    r"|들어가|쑥)",
    _I,
)
_DROWSY: Final = lazy_regex(
    r"\b(?:floppy|limp|listless|letharg\w*|drows\w*|very sleepy|been (?:\w+ )?sleepy|sleepier|(?:so|really|too)"
    r" sleepy|just (?:sleeps|sleeping)|lifeless|(?:is|very|so|too|really) quiet"
    r"|not crying(?: very)? much|hardly cr(?:ies|ying)"
    r"|sleeps? (?:a lot|all (?:day|the time))|asleep all (?:day|the time))\b"
    r"|(?:많이|계속|자꾸|내내|종일)\s?(?:자요|자네|자고|잔다|잠)|축\s?(?:처|쳐|늘)|늘어져|늘어졌|잠만|처져|쳐져"
    r"|기운이?\s?(?:하나도\s?)?없",
    _I,
)
_FEW_WET: Final = lazy_regex(
    r"\b(?:only|just) (?:1|one|2|two) (?:wet|wee|nappy|diaper)\w*|\bone wet (?:nappy|diaper)|기저귀[^.?!]{0,12}(?:한"
    r"|두|1|2)\s?(?:개|번|장)(?:밖에|뿐|만)|소변[^.?!]{0,10}(?:한|두|1|2)\s?번(?:밖에|뿐|만)",
    _I,
)
_YELLOW: Final = lazy_regex(r"\byellow\w*\b|\bjaundice\w*\b|노랗|노란|노래|황달", _I)
_FAR_APART: Final = lazy_regex(
    r"\bfeed\w* (?:only )?every (?:5|6|7|8|five|six|seven|eight) ?(?:hours?|hrs?)\b|(?:젖|분유"
    r"|수유)[^.?!]{0,16}(?:[2-4두세네]번(?:밖에|뿐|만)|[5-9]시간)",
    _I,
)
_CHILLED: Final = lazy_regex(
    r"\b(?:cold|mottled|blotchy|clammy) (?:hands?|feet|arms|legs|limbs|skin)\b|\b(?:hands?|feet|legs|limbs) (?:are"
    r" )?(?:cold|mottled)\b|\bfeels? (?:cool|cold)\b"
    r"|(?:손발|팔다리|손|발|몸)[이가은도]?\s?(?:차고|차가|차요|차네|얼음)|얼룩덜룩",
    _I,
)
_DENIED: Final = lazy_regex(r"\b(?:not|n'?t|no|never) (?:at all )?$|(?:안|않|없이)\s?$", _I)
_JABS: Final = lazy_regex(r"\b(?:jabs?|vaccin\w+|immuni[sz]ation\w*|injections?|men ?b|shots?)\b", _I)
_AMERICAN: Final = lazy_regex(r"\b(?:pediatrician|tylenol|er|911|diapers?|urgent care|mom|shots?)\b|°\s?f\b", _I)


def child_alarms(situation: Situation) -> tuple[Raised, ...]:
    """The alarms for the children of the talk of which these words tell a part."""
    told = household_told(situation)
    if not told.is_of_children:
        return ()
    text = normalise(situation.question.text).text
    return tuple(dict.fromkeys(_raised(one) for one in _found(told, text, situation)))


def childs_fever(situation: Situation) -> bool:
    """Whether the degrees of this turn are a child's."""
    told = household_told(situation)
    if not told.is_of_children or told.main is None:
        return False
    return any(each.line == one.last_line for one in told.children for each in one.temperatures)


def _raised(alarm_id: str) -> Raised:
    return Raised(next(one for one in alarms() if one.alarm_id == alarm_id), ())


def _found(told: Household, text: str, situation: Situation) -> Iterator[str]:
    now = situation.question.said_at
    for child in told.children:
        months = child.months
        if months is None:
            continue
        line = max((each.line for each in child.temperatures), default=-1)
        fresh = [one for one in child.temperatures if now - one.said_at <= _FRESH]
        latest = fresh[-1].degrees if fresh else None
        heard = max(line, child.age_line) >= child.last_line
        if is_young(child) and latest is not None and heard:
            if latest >= HOT - _ROUNDED and not _is_after_jabs(text, child, situation):
                yield YOUNG
            elif latest < COLD:
                yield UNWELL
    meant = told.patient or next((one for one in told.children if one.months is not None), None)
    if meant is None or meant.months is None:
        return
    months = meant.months
    if is_young(meant):
        quiet = [one for one in (_NOT_WAKING, _NOT_FEEDING, _NO_URINE, _DROWSY, _CHILLED) if _says(one, text)]
        if months < _NEWBORN_MONTHS:
            quiet += [one for one in (_FEW_WET, _YELLOW, _FAR_APART) if _says(one, text)]
        if _says(_NOT_WAKING, text) or len(quiet) > 1:
            yield UNWELL
    if months < _SMALL_MONTHS and sum(_says(one, text) for one in (_NO_URINE, _NO_TEARS, _SUNKEN, _DROWSY)) > 1:
        yield DRY
    if months < _SWALLOWS_MONTHS and has_swallowed(text):
        yield TOOK
    if months < _SWALLOWS_MONTHS and may_have_a_battery(text):
        yield BATTERY


_ROUNDED: Final = 0.05
"""Degrees that a rounded reading may lie below the limit."""


def is_young(child: Child) -> bool:
    """Whether a child is under three months; three months told in months count, for they may be eleven weeks."""
    months = child.months
    if months is None:
        return False
    whole = child.age is not None and child.age.unit in (MONTHS, YEARS)
    return months <= _YOUNG_MONTHS if whole else months < _YOUNG_MONTHS


def _is_after_jabs(text: str, child: Child, situation: Situation) -> bool:
    """Whether it is a fever on the day of the first jabs in Britain, of a baby that feeds as ever."""
    british = situation.question.language == "en" and situation.question.time_zone == "Europe/London"
    enough = child.months is not None and child.months >= _FIRST_JABS
    poorly = any(_says(one, text) for one in (_NOT_WAKING, _NOT_FEEDING, _DROWSY, _NO_URINE))
    return british and enough and _JABS.search(text) is not None and not _AMERICAN.search(text) and not poorly


_FIRST_JABS: Final = 1.7
"""Months, of about eight weeks."""


def _says(pattern: re.Pattern[str], text: str) -> bool:
    return any(not _DENIED.search(text[max(0, match.start() - 12) : match.start()]) for match in pattern.finditer(text))
