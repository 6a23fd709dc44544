"""Who the patient is said to be: an age, a sex, people at home, and how somebody lives.

An answer may not give a patient a wife, a night shift or an age that nobody told. What is told of a life is the open
class of all, so only the circumstances that answers lean on are looked for, each by the words that name it in either
language; a sentence may claim one that the material names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from agent.skills.clauses import clauses_of
from agent.skills.span_checks import Grounds
from agent.skills.whose_checks import Problem
from extraction.text.lazy_regex import lazy_regex
from extraction.values.spoken_numbers import find_numbers

_CIRCUMSTANCES: Final = {
    name: (lazy_regex(claimed, re.IGNORECASE), lazy_regex(told, re.IGNORECASE))
    for name, claimed, told in (
        (
            "a wife, a husband or a partner",
            r"\byour (?:wife|husband|spouse|partner|fiancée?)\b|(?:아내|남편|배우자)(?:분|께서)",
            r"\b(?:wife|husband|spouse|partner|married)\b|아내|남편|배우자|와이프|집사람|신랑|결혼",
        ),
        (
            "a parent",
            r"\byour (?:mother|father|mum|mom|dad|parents)\b|(?:어머님|아버님|부모님)",
            r"\b(?:mother|father|mum|mom|mam|dad|parents?)\b|어머[니님]|아버[지님]|엄마|아빠|부모",
        ),
        (
            "a child",
            r"\byour (?:\w+ )?(?:son|daughter|children|kids)\b|(?:아드님|따님|자녀분)",
            r"\b(?:sons?|daughters?|child(?:ren)?|kids?)\b|아들|아드님|(?<![가-힣])딸|따님|자녀|아이|엄마가|어머니가",
        ),
        (
            "twins",
            r"\b(?:with|expecting|your|carrying) twins\b|쌍둥이",
            r"\btwins?\b|쌍둥이|다태",
        ),
        (
            "a first pregnancy",
            r"\b(?:your|a|the) first (?:pregnancy|baby|child)\b|첫\s?아이|첫\s?임신|첫째(?:를|라|이)",
            r"\bfirst (?:pregnancy|baby|child)\b|첫\s?아이|첫\s?임신|첫째|초산",
        ),
        (
            "an earlier pregnancy",
            r"\b(?:last|previous|earlier|second|third) pregnanc(?:y|ies)\b|through (?:a|your) pregnancy before\b"
            r"|\bpregnant before\b|둘째(?:를|라|이)|셋째(?:를|라|이)|(?:지난|이전|전)\s?임신",
            r"\b(?:second|third|last|previous|earlier|previously) pregnan\w+|둘째|셋째|(?:지난|이전|전)\s?임신|경산",
        ),
        (
            "living alone",
            r"\b(?:live|lives|living|are|is) (?:alone|on (?:your|his|her) own|by (?:your|him|her)sel\w+)\b"
            r"|혼자\s(?:사[시는]|지내[시는]|계[시신])|독거",
            r"\b(?:alone|on (?:my|your|his|her) own)\b|혼자|독거|자취",
        ),
        (
            "a diet without meat",
            r"\b(?:as|being|are|is) an? (?:vegetarian|vegan)\b|\byour (?:vegetarian|vegan)\b|채식을?\s?(?:하시"
            r"|하니|하는)"
            r"|채식주의",
            r"\b(?:vegetarian|vegan|no meat|not eat meat)\b|채식|고기를?\s?안",
        ),
        (
            "work by night or in shifts",
            r"\b(?:(?:your|with|on|work\w*) (?:the )?(?:night|shift|late) ?(?:shifts?|work|nights)|work(?:s"
            r"|ing)? nights)\b"
            r"|(?:밤샘|야간|교대)\s?(?:근무|일|작업)",
            r"\b(?:nights?|shifts?)\b|밤샘|야간|교대|야근",
        ),
        (
            "coffee",
            r"\bcups? of coffee (?:a|per|each) day\b|\byour (?:\w+ )?coffees?\b"
            r"|커피를?\s?(?:\S+\s){0,3}(?:드시니|마시니"
            r"|드시는|마시는|드셔서|마셔서)",
            r"\bcoffee|caffein\w+\b|커피|카페인",
        ),
        (
            "alcohol",
            r"\byour (?:\w+ ){0,2}(?:drinking|beers?|wine)\b|\b(?:the|those) (?:beers?|drinks|glasses of wine) you\b"
            r"|(?:술|소주|맥주|와인|음주)(?:을|를)?\s?(?:\S+\s){0,3}(?:드시니|마시니|드시는|마시는|드셔서"
            r"|하시니|즐기)",
            r"\b(?:drinks?|drinking|alcohol|beers?|wine|whisky)\b|술|소주|맥주|와인|음주|막걸리",
        ),
        (
            "a smoker at home",
            r"\b(?:lives?|living) with (?:a|two) smokers?\b|\bsmokers? (?:at home|in the house)\b"
            r"|집에?서?\s?담배를?\s?피우(?:시|는\s분)",
            r"\bsmok\w+|담배|흡연",
        ),
        (
            "school",
            r"\b(?:at|in|from) (?:your|his|her) (?:school|class|university|college|kindergarten|nursery)\b"
            r"|(?:초등학생|중학생|고등학생|대학생|수험생)이?(?:라|시|니|어)",
            r"\b(?:school|student|class|university|college|pupil|nursery|kindergarten)\b|학생|학교|유치원"
            r"|어린이집|수험",
        ),
        (
            "a job",
            r"\b(?:in|at|of) your (?:job|work|office|trade)\b|\byour (?:job|work|office|colleagues|boss)\b"
            r"|직장\S{0,3}\s?(?:다니시|일하시)|회사에\s?다니시",
            r"\b(?:job|works?|working|office|nurse|teacher|driver|engineer|employ\w+|colleagues?|boss|shifts?)\b"
            r"|직장|회사|근무|일하|기사|교사|간호사"
            r"|직업|사원|공무원|자영업",
        ),
        (
            "a stay in hospital",
            r"\b(?:having been|since you were|when you were|after you were|your (?:last )?stay) (?:in hospital"
            r"|hospitali[sz]ed)\b|\byour (?:last )?(?:hospital stay|admission)\b"
            r"|입원\S{0,3}\s?(?:하셨|하신|계셨)",
            r"\b(?:hospital\w*|admi(?:ssion|tted))\b|입원|병원",
        ),
    )
}  # fmt: skip
"""What a circumstance is called, the words that give it to the patient, and those by which the material tells of it."""
_STAGES: Final = (
    (lazy_regex(r"\b(?:newborn|infant)\b|신생아", re.IGNORECASE), 0, 1.5),
    (lazy_regex(r"\btoddler\b|\bpre-?schooler\b", re.IGNORECASE), 1, 5.5),
    (lazy_regex(r"초등학생", re.IGNORECASE), 6, 13.5),
    (lazy_regex(r"중학생", re.IGNORECASE), 12, 16.5),
    (lazy_regex(r"고등학생", re.IGNORECASE), 15, 19.5),
    (lazy_regex(r"\bteenager?\b|\bteens\b|십\s?대", re.IGNORECASE), 13, 20),
    (lazy_regex(r"(?:할아버님|할머님|어르신)\s?(?:연세|나이)|고령이시|노년", re.IGNORECASE), 60, 200),
    (
        lazy_regex(
            r"\b(?:elderly|pensioner|an older (?:man|woman|person|adult)|at your advanced age)\b", re.IGNORECASE
        ),
        60,
        200,
    ),
)
"""Words for a time of life, with the years from and below which somebody is in it."""
_PATIENT_IS: Final = lazy_regex(
    r"\b(?:as|being|for) an? |\b(?:you|he|she)(?:['’](?:re|s)| are| is) (?:an? |still an? )?|\byour age\b|이시|이라"
    r"|이니|세에는|연세|나이",
    re.IGNORECASE,
)
_YEARS_EN: Final = lazy_regex(
    r"(?:^|,\s)(?:at|aged)\s(?P<at>[a-z]+(?:-[a-z]+)?)(?=[,.]|\s(?:you|your|he|his|she|her|years old)\b)"
    r"|\baged (?P<aged>\d{1,3})\b"
    r"|\b(?:boy|girl|man|woman|child|person|someone|somebody|adult|patient) of (?P<of>[a-z]+(?:-[a-z]+)?|\d{1,3})\b"
    r"|\b(?P<old>[a-z]+(?:-[a-z]+)?|\d{1,3})[ -]years?[ -]olds?\b|\bin (?:your|his|her) (?P<decade>twenties"
    r"|thirties|forties|fifties|sixties|seventies|eighties|nineties|teens)\b",
    re.IGNORECASE,
)
_YEARS_KO: Final = lazy_regex(
    r"(?P<years>[가-힣]{1,4}|\d{1,3})\s?(?:살|세)(?:이[시니라]|인\s|의\s|에는|니까|라서|면\s)"
    r"|(?P<tens>\d0)\s?대(?:이[시니라]|인|라|의|는|에)"
)
_DECADES: Final = (
    "teens",
    "twenties",
    "thirties",
    "forties",
    "fifties",
    "sixties",
    "seventies",
    "eighties",
    "nineties",
)
_MALE: Final = lazy_regex(
    r"\b(?:as|being|for|like) an? (?:\w+ )?(?:man|boy|male|father|gentleman)\b|남성이(?:시|라|니)|남자(?:이시"
    r"|라서|시니)",
    re.IGNORECASE,
)
_FEMALE: Final = lazy_regex(
    r"\b(?:as|being|for|like) an? (?:\w+ )?(?:woman|girl|female|mother|lady)\b|여성이(?:시|라|니)|여자(?:이시"
    r"|라서|시니)",
    re.IGNORECASE,
)
_NEARLY: Final = 1.01
"""Years by which a told age may be from the reckoned one: a birthday may lie between."""


def of_life(sentence: str, grounds: Grounds) -> Problem | None:
    """What is wrong with who a sentence says that the patient is."""
    spoken = "".join(" " * len(one.text) if one.supposed else one.text for one in clauses_of(sentence))
    material = "\n".join(grounds.texts)
    for name, (claims, told) in _CIRCUMSTANCES.items():
        if claims.search(spoken) and not told.search(material):
            return "beyond_the_record", f"nobody told of {name}"
    if grounds.years is not None:
        for low, below in _ages(spoken):
            if not low - _NEARLY <= grounds.years < below + _NEARLY:
                return "beyond_the_record", f"the patient is of another age: {grounds.years:g}"
    for sex, words in (("male", _MALE), ("female", _FEMALE)):
        if grounds.sex is not None and grounds.sex != sex and words.search(spoken):
            return "beyond_the_record", f"the patient is {grounds.sex}"
    return None


def _ages(sentence: str) -> Iterator[tuple[float, float]]:
    """The years from which and below which a sentence says that the patient is."""
    for words, low, below in _STAGES:
        if words.search(sentence) and _PATIENT_IS.search(sentence):
            yield low, below
    for found in _YEARS_EN.finditer(sentence):
        if found["decade"]:
            low = 10 * (_DECADES.index(found["decade"].casefold()) + 1)
            yield low, low + 9
            continue
        years = _count(found["at"] or found["aged"] or found["of"] or found["old"])
        if years is not None:
            yield years, years
    for found in _YEARS_KO.finditer(sentence):
        if found["tens"]:
            yield float(found["tens"]), float(found["tens"]) + 9
        elif (years := _count(found["years"])) is not None:
            yield years, years


def _count(words: str) -> float | None:
    if words.isdigit():
        return float(words)
    read = find_numbers(words, lenient=True)
    return float(read[0].value) if read and (read[0].start, read[0].end) == (0, len(words)) else None
