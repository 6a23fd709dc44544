"""What families call an illness or a test: "her last fit", "the camera down", "no crises since June", "LMP".

The word alone has other meanings, which the words beside it rule out.
"""

from __future__ import annotations

from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_SICKLE: Final = r"sickle|hydroxyurea|hbs\b|hgb s\b|crizanl|hbss|transfus|haemoglobin s|hemoglobin s"
_WHO_EN: Final = (
    r"(?:mum|mam|mom|dad|nan|nana|nanna|gran|grandma|granny|grandad|grandpa|grandfather|grandmother|father|mother|husband"
    r"|wife|son|daughter|hubby|ma|pa|da|she|he|i|we|they)"
)
_NOT_A_FALL: Final = (
    r"(?! (?:asleep|off|ill|sick|pregnant|behind|for|in love|apart|out|short|through|into (?:place|line|debt)"
    r"|flat|silent|foul"
    r"|victim|to (?:me|him|her|\d)|from \d|below|back|under))"
)

_POOR: Final = r"(?:dodgy|ropey|ropy|crook|dicky|gammy|banjaxed|knackered|poor|failing|bad|weak|damaged)"
_NOT_WELL: Final = (
    r"(?:(?:are|is)(?: a bit| very| pretty| really| quite)? (?:dodgy|ropey|ropy|crook|bad|failing|poor|weak)"
    r"|(?:are|is) not (?:that |so |very )?(?:great|good|the best|working (?:well|right|properly)"
    r"|what they (?:were|used to be))"
    r"|(?:aren'?t|isn'?t|don'?t)(?: that| so| very)? (?:great|good|the best|work(?:ing)?"
    r"(?: (?:well|right|properly|too well))?))\b"
)
"""What is said of an organ that ails for good, in words that name no illness."""

HOUSEHOLD_NAMES: Final = (
    Told("symptoms", "seizure", lazy_regex(
        r"\b(?:no|any|last|two|three|four|five|\d|more|another|big|bad|her|his|my|first|of) (?P<it>fits?)\b"
        r"(?! (?:for|to|and (?:well|healthy)|enough|as|me|him|her|you|in(?!\s(?:the|his|her|my|a|march|may|june"
        r"|july|april|august"
        r"|sept|oct|nov|dec|jan|feb))|into|well|like|the|bloke|man|woman|lass|lad|young|old|person|tests?|result|note|bit"
        r"|of (?:laughter|rage|temper|giggles|the giggles|anger|coughing|pique)|over))"
    )),
    *(
        Told("conditions", "sickle_cell_crisis", lazy_regex(pattern), frozenset({"sickle_cell_crisis"}))
        for pattern in (
            rf"(?:{_SICKLE})[\s\S]{{0,400}}?\b(?P<it>cris[ei]s)\b",
            rf"\b(?P<it>cris[ei]s)\b(?=[\s\S]{{0,400}}(?:{_SICKLE}))",
            r"\b(?:pain|bone|no|last|two|three|four|a year|painful) (?P<it>crises)\b",
        )
    ),
    Told("symptoms", "nightmares", lazy_regex(
        r"\b(?:the |his |her |my |them |bad |horrible |awful |wild |violent )dreams\b(?! of (?:being|becoming|owning))"
        r"|\bdreams (?:is|are|came|come|have|about|bout|again|back|settled|eased|stopped|gone|started)\b"
    )),
    *(
        Told("procedures", name, lazy_regex(pattern), frozenset({"endoscopy"}))
        for name, pattern in (
            ("colonoscopy", r"\bcameras? (?:up|test up) (?:my|the|his|her)\b"),
            ("gastroscopy", r"\bcameras? (?:test )?down(?: (?:my|the|his|her) (?:throat|gullet|neck|stomach))?\b"),
            (
                "endoscopy",
                r"\b(?:the|a|another|next|last|second|had|repeat)\s(?:camera|scope)\b(?! (?:phone|roll|app|shop"
                r"|lens|man|crew))"
                r"|\bcamera(?:'s| is| was)? (?:test|again|inside|booked|on the \d|next|done)|(?:^|[.;:(]\s?)scope(?=:)",
            ),
        )
    ),
    Told("symptoms", "falls", lazy_regex(
        r"\b(?:no|any|had|had a|two|three|four|five|six|\d|more|another|nasty|bad|of|her|his|my|me|recurrent) "
        r"(?P<it>falls?)\b"
        r"(?! (?:team|clinic|risk|season|semester|term|off|out|over|down|asleep|prevention|alarm|assessment"
        r"|service|for|into))"
        rf"|\b{_WHO_EN}(?:'s|'ve| has| had| have| never| nearly)?(?: just| only| also| never| not)? (?:fell"
        rf"|fallen)\b{_NOT_A_FALL}"
        r"|\b(?:slipped|tripped) (?:in the|over|down|off|getting|coming|going|stepping|on (?:the|a wet|some|wet|ice))\b"
    ), frozenset({"falls"})),
    *(
        Told("conditions", name, lazy_regex(pattern))
        for name, pattern in (
            ("kidney_disease", rf"\b{_POOR} kidneys?\b(?! (?:stones?|infections?|beans?|pie))|\bkidneys? {_NOT_WELL}"),
            ("heart_disease", rf"\b{_POOR} (?:heart|ticker)\b(?! (?:attack|rate|beat|burn|rhythm))"),
            ("liver_disease", rf"\b{_POOR} liver\b(?! (?:tests?|results?))|\bliver {_NOT_WELL}"),
            ("thyroid_disease", rf"\b{_POOR} thyroid\b(?! (?:tests?|results?))|\bthyroid {_NOT_WELL}"),
        )
    ),
    Told("symptoms", "last_menstrual_period", lazy_regex(
        r"\blmp\b|\blast (?:period|menses|monthly|menstrual period|bleed)\b(?! (?:pain|cramp|of))"
        r"|(?:마지막|최종|최근)\s?(?:생리|월경)(?!통|대|컵)|(?<![가-힣])막생(?![가-힣])"
    )),
)  # fmt: skip
