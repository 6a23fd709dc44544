"""Complaints in a family's words: "my chest was kinda tight", "the iron was worrying my stomach", "sleep is all over".

A part or a work of the body stands beside a word for its state, with any small words between. What people say of one
such work is few: a table holds it, and no sentence.
"""

from __future__ import annotations

from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_WHOSE: Final = r"(?:my|me|his|her|the|their|our)"
_IS: Final = (
    r"(?:'s|'re)?(?:\s(?:is|are|was|were|be|been|being|has|have|had|feels?|felt|feeling|gets?|got|getting|went|goes"
    r"|going|gone|turned"
    r"|seems?|a|bit|little|kind|of|kinda|sort|sorta|very|really|so|quite|pretty|too|all|just|fierce|awful|still|always"
    r"|fairly|proper|pure|absolutely|completely|totally|something|now|again)){0,6}\s"
)
_BELLY: Final = r"(?:stomach|tummy|tum|belly|guts?|insides)"
_BOWEL_BESIDE: Final = r"(?:stomach|tummy|\btum\b|belly|\bguts?\b|bowels?|loose|runny|watery|cramp|the runs)"
_TOILET: Final = r"(?:toilet|loo|bog|jacks|dunny|bathroom|washroom|restroom|john|pot|throne)"
_RUNS_TO: Final = (
    rf"(?:running|back and forth|in and out|up and down|legging it|rushing) (?:to|of) (?:the|my) {_TOILET}"
)

_BELLY_STATES: Final = (
    Told("symptoms", "vomiting", lazy_regex(r"\bsick(?:ed|ing)(?: (?:it|everything|milk))?(?: up)?\b")),
    Told("symptoms", "abdominal_pain", lazy_regex(
        rf"\b{_BELLY}{_IS}(?:in (?:bits|ribbons|a heap|agony|knots|flitters)|at (?:me|him|her)|killing (?:me|him|her)"
        rf"|cramping|cramped|in cramps|banjaxed)\b"
    )),
    Told("symptoms", "indigestion", lazy_regex(
        rf"\b(?:upset(?:s|ting)?|worr(?:y|ies|ied|ying)|bother(?:s|ed|ing)?|disturb(?:s|ed|ing)?|irritat(?:es|ed|ing)"
        rf"|wreck(?:s|ed|ing)|annoy(?:s|ed|ing)) {_WHOSE} {_BELLY}\b(?: (?:too much|so much|a lot|bad|badly))?"
        rf"|\b(?:hard|rough|harsh|tough) on {_WHOSE} {_BELLY}\b"
        rf"|\b{_BELLY}{_IS}(?:upset|off|not right|queasy|unsettled|playing up|acting up|not agreeing)\b"
    )),
    Told("symptoms", "diarrhea", lazy_regex(
        rf"\b(?:can'?t|cant|couldn'?t|couldnt|never|barely|hardly) (?:get|be|stay) (?:off|away from) the {_TOILET}\b"
        rf"|\b(?:living|lived|stuck|glued) (?:on|to) the {_TOILET}\b"
        rf"|\b(?:go|goes|going|went|gone|run|runs|running|comes?) (?:straight|right|clean) through "
        r"(?:me|him|her|them)\b"
        rf"|\b{_RUNS_TO}\b(?=[^?!]{{0,80}}{_BOWEL_BESIDE})"
    ), frozenset({"urinary_frequency"})),
    Told("symptoms", "diarrhea", lazy_regex(
        rf"{_BOWEL_BESIDE}[^?!]{{0,80}}?\b(?P<it>{_RUNS_TO})\b"
    ), frozenset({"urinary_frequency"})),
)  # fmt: skip

EVERYDAY_STATES: Final = (
    *_BELLY_STATES,
    Told("symptoms", "chest_tightness", lazy_regex(
        rf"\bchest{_IS}(?:tight(?:ish|ening)?|heavy|squeezed)\b(?! (?:cold|cough|infection))"
        r"|(?<![가-힣])가슴\s?(?:한복판|한가운데|가운데|중앙|왼쪽|전체|안쪽)?(?:이|가|은|는|도|을)?\s(?:[가-힣]{1,4}\s){0,2}?"
        r"(?:조[이여][가-힣]{0,2}|답답[가-힣]{0,3}|눌[리려린렸][가-힣]{0,2})"
    )),
    Told("symptoms", "heavy_menstrual_bleeding", lazy_regex(
        rf"\b(?:periods?|monthl(?:y|ies)|menses|time of the month|cycle){_IS}(?:heavy|heavier|flooding)\b"
        r"|\bheavy (?:on|with) (?:my|her) (?:period|monthly|cycle)\b"
    )),
    Told("symptoms", "slurred_speech", lazy_regex(
        r"\b(?:words|speech|voice|talking)(?:\s(?:was|were|is|are|came|come|comes|coming|went|gone|got|out|all|a|bit"
        r"|kinda|kind|of|really|so|very|just)){0,5}\s"
        r"(?:mush(?:y)?|slur(?:red|ry|ring|rin)|garbled|jumbled|muddled|mixed up|gibberish)\b"
    )),
    Told("symptoms", "chest_retractions", lazy_regex(
        r"\b(?:skin|chest|belly|tummy|muscles?|bit|space|spaces)? ?(?:under|between|below|beneath|around) "
        rf"{_WHOSE} ribs (?:is |are |was |were |keeps? |keep )?(?:go|suck|pull|draw|cav|dip)\w* in\b"
        rf"|\bribs? (?:is |are |was |were |keeps? )?(?:suck|pull|draw|cav)\w* in\b"
        r"|(?<![가-힣])갈비뼈?(?:\s?(?:사이|밑|아래|쪽))?(?:가|이|로|도)?\s(?:[쏙쑥푹]{1,2}\s?)?(?:들어[가갔간갑]|꺼[지져진집]|패[이여])[가-힣]{0,2}"
    )),
    Told("symptoms", "visual_disturbance", lazy_regex(
        r"\b(?:everything|things|the world|lights?|my (?:vision|sight)|vision)"
        r"(?: (?:is|are|was|were|has|have|looks?|looking|seems?|all|a|bit|kind|of|gone|going|turned|got|sort|really"
        r"|tinged"
        r"|goes|went))+ yellow(?:ish|y|-tinged| tinged)?\b|\b(?:seeing|see|sees) (?:everything "
        r"|things )?(?:in )?yellow\b"
        r"|(?:눈앞|세상|앞|모든\s?(?:게|것)|사물|빛|주변|다)(?:이|가|도|을)?\s?(?:다\s|온통\s|좀\s|자꾸\s)?(?:노랗|누렇|노르스름하|노리끼리하)게\s?보[가-힣]{0,2}"
    ), frozenset({"dizziness", "presyncope", "jaundice"})),
    Told("symptoms", "shortness_of_breath", lazy_regex(
        r"\b(?:i'?m|am|is|he'?s|she'?s|was|gets?|getting|got|so|fierce|badly) puffed(?: out)?\b"
        r"|\b(?:out of|no|short of) puff\b"
    )),
    Told("symptoms", "insomnia", lazy_regex(
        rf"\bsleep{_IS}(?:over the place|shot|terrible|rubbish|desperate|brutal|shocking|woeful|useless|non-?existent"
        r"|to (?:pot|pieces|hell)|broken|crap)\b(?!\s?\?)"
    )),
)  # fmt: skip
