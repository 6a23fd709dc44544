"""Whether it is asked who the patient is: the name, where that one lives or comes from, the day of birth, or "
"all of it.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from extraction.text.lazy_regex import lazy_regex

Detail = Literal["name", "home", "birth", "who"]

_OF: Final = (
    r"(?:my|our|his|her|their|(?:mum|mom|mam|dad)'?s|the patient'?s?"
    r"|(?:my|our) (?!doctor|gp|nurse|consultant|surgeon|tablet|pill|medic|drug|meds)[a-z]+'?s)"
)
_WHOM: Final = r"(?:i|we|he|she|they|the patient|(?:my|our) [a-z]+|mum|mom|mam|dad)"
_SAID_SO: Final = lazy_regex(
    r"\W*(?:please |just |you can |you may |and )*call me (?:[^\W\d_]|['’-])+(?: please| instead)?\W*"
    r"|\W*(?:저를?\s|그냥\s|앞으로\s)*[가-힣]{2,5}(?:이라고|라고|으로|로)\s?불러\s?(?:주세요|줘요?|주십시오"
    r"|주시면 돼요|줄래요?)\W*",
    re.IGNORECASE,
)
_ASKED_EN: Final[tuple[tuple[Detail, re.Pattern[str]], ...]] = (
    (
        "name",
        lazy_regex(
            rf"\b(?:what(?:'s|s| is| was)?|whats|do you (?:still )?(?:know|remember|have|recall)|(?:can|could) "
            rf"you (?:tell me|remember|recall|spell)"
            rf"|(?:so )?tell me|say|spell|how (?:do|did|have) you (?:spell|spelt|spelled|write|written)|which"
            rf"|under (?:what|which)|remind me(?: of)?)\s(?:was |is )?{_OF} "
            r"(?:full |first |last |sur|given |real |whole )?name\b(?! of| for (?:the|my|this))"
            r"|\bwhat (?:do|should|will|would|are) you (?:call|calling|going to call) (?:me|him|her)\b"
            r"|\bwhat(?:'s| is|s)? (?:the )?(?:patient|he|she) (?:called|named)\b|\bwhat (?:am i|is (?:he|she"
            r"|the patient)) called\b"
            r"|\b(?:what|which|whose) name (?:do you have|have you got|is (?:on|this)|did i (?:give|tell)|are "
            r"we|is it)\b"
            r"|\bhave (?:you|i) (?:got|given you|told you) (?:my|his|her) name\b|\bdid i (?:tell|give) you "
            r"(?:my|his|her) name\b"
        ),
    ),
    (
        "home",
        lazy_regex(
            rf"\bwhere (?:do|does|did) (?:{_WHOM}|(?!it|this|that|the|your)[a-z]+) (?:live|come from|say i "
            rf"lived?|reside)\b|\bwhere (?:am|is|are"
            rf"|'s) {_WHOM} (?:living|from|based)\b"
            rf"|\b(?:what(?:'s|s| is)?|do you (?:know|have|remember)) {_OF} (?:home )?(?:address|home ?town"
            rf"|town|city|place of residence)\b"
            rf"|\b(?:which|what) (?:town|city|country|place|part of [a-z]+) (?:do|does|am|is) {_WHOM} (?:live"
            rf"|living|from|come from|in)\b"
            rf"|\b(?:know|remember|tell me) where {_WHOM}(?:'m|'s)? (?:live|lives|am from|is from|from|come "
            rf"from|comes from)\b"
        ),
    ),
    (
        "birth",
        lazy_regex(
            rf"\bwhen (?:was|were|is|am) {_WHOM} born\b|\bwhen(?:'s| is|s) {_OF} birthday\b|\bwhat (?:year|day"
            rf"|date|month) (?:was|were) {_WHOM} born\b"
            rf"|\b(?:what(?:'s|s| is)?|do you (?:know|have|remember)|tell me) {_OF} (?:birthday|date of birth"
            rf"|d\.?o\.?b|birth ?date|birth year|year of birth)\b"
            rf"|\b(?:know|remember|tell me) when (?:{_WHOM} (?:was|were) born|{_OF} birthday is)\b|\bwhich "
            rf"year (?:was|were) {_WHOM} born\b"
        ),
    ),
    (
        "who",
        lazy_regex(
            r"\bwho am i\b(?! (?:supposed|meant|to |going|seeing|talking|speaking))|\b(?:know|remember|recall"
            r"|tell me|forgotten) who (?:i am|this is|i'm|we(?:'re| are) talking about|you(?:'re| are) talking "
            r"to|the patient is|it is)\b"
            r"|\bwho (?:are we|were we) (?:talking|speaking) about\b|\bwho (?:are|do you think) you(?:'re)? "
            r"(?:talking|speaking) (?:to|with)\b"
            r"|\bwho(?:'s| is|s) (?:the patient|this (?:record|chart|file|profile|account|about|for)|it "
            r"(?:about|for)|all this (?:about|for))\b"
            r"|\bwhose (?:record|chart|file|profile|history|notes?) (?:is|are) (?:this|these|it)\b|\bdo you "
            r"(?:remember|recogni[sz]e) (?:me|us)\s?\?"
            r"|\bwho (?:do you have|have you got) (?:here|down|on (?:file|record))\b|\bwho (?:is|was) this about\b"
        ),
    ),
)
_PERSON_KO: Final = (
    r"(?:제|내|저의|나의|우리|환자(?:분)?|그분|애|아이|어머니|엄마|아버지|아빠|남편|아내|딸|아들|할머니|할아버지)"
)
_ASKS_KO: Final = (
    r"(?:뭐|뭔|뭘|무엇|무슨|어떻게|알아|아세요|아시|아나|알고|알지|알죠|알려|기억|말해|불러|몇|언제|적혀|되어 "
    r"있|있어|있나|누구)"
)
_ASKED_KO: Final[tuple[tuple[Detail, re.Pattern[str]], ...]] = (
    (
        "name",
        lazy_regex(
            rf"{_PERSON_KO}(?:의)?\s?(?:이름|성함|성명)(?:이|은|을|도|가)?\s?(?:혹시\s|지금\s|뭘로\s|뭐라고\s)?{_ASKS_KO}"
            r"|(?:저|나|절|날)(?:를|을)?\s?(?:뭐라고|어떻게)\s?(?:불러|부르)"
        ),
    ),
    (
        "home",
        lazy_regex(
            r"(?:제가|내가|저|나|저는|나는|그분|환자(?:분)?(?:은|이)?|어머니가?|엄마가?|아버지가?|아빠가?)\s?(?:지금\s)?어디(?:에|에서|서)?\s?(?:사는|살|사세|사시|산다|출신)"
            rf"|(?:사는|살고 있는)\s?(?:곳|데|동네|지역)(?:이|은|을|가)?\s?{_ASKS_KO}|{_PERSON_KO}\s?(?:주소"
            rf"|고향|집이?)(?:가|는|를|이|은)?\s?(?:뭐|어디|알|기억|어떻게)|어디\s?사(?:는지|냐|니)"
            r"|(?:제가|내가|저)\s?어디\s?(?:사람|출신)|[가-힣]{2,3}(?:이|은|는|가|이는|이가)?\s어디\s?(?:에\s?)?(?:살(?:아|지|죠|더)|사(?:시|세|는지|나))"
        ),
    ),
    (
        "birth",
        lazy_regex(
            rf"(?:제가|내가|저|나|저는|나는|그분|어머니|엄마|아버지|아빠|애|아이)(?:가|는|은)?\s?(?:언제|몇\s?년(?:도|에)?)(?:에)?\s?(?:태어|생)"
            rf"|{_PERSON_KO}?\s?(?:생일|생년월일|생신|출생\s?연도)(?:이|은|을|가)?\s?{_ASKS_KO}|몇\s?년생"
        ),
    ),
    (
        "who",
        lazy_regex(
            r"(?:제가|내가|저|나|난|저는|나는)\s?누(?:구|군)|누군지\s?(?:알|아|기억)|(?:저|나|절|날)(?:를|을)?\s?(?:기억(?:해|하)|알아보)"
            r"|(?:지금\s)?누구(?:의)?\s?(?:얘기|이야기|기록|차트|정보|건데|거예요|거야)|환자(?:분)?(?:가|는|이)?\s?누(?:구|군)|누구에\s?(?:대해|관해)"
        ),
    ),
)
_ASKING_KO: Final = lazy_regex(
    r"[?？]|(?:나요|까요?|죠|지요?|니|냐|어요|아요|세요|해요|예요|에요|야|줘|봐|까|지|는지|아|어)\W*$"
)
_LONGEST: Final = 140


def says_how_to_call(text: str) -> bool:
    """Whether words say no more than by which name somebody wants to be called."""
    return _SAID_SO.fullmatch(text) is not None


def details_asked(text: str) -> tuple[Detail, ...]:
    """Which details of the person words ask for; empty where they ask for none."""
    folded = text.casefold().replace("’", "'")
    if len(folded) > _LONGEST:
        return ()
    korean = any("가" <= char <= "힣" for char in folded)
    if korean and _ASKING_KO.search(folded) is None:
        return ()
    found = tuple(kind for kind, pattern in (_ASKED_KO if korean else _ASKED_EN) if pattern.search(folded))
    return ("who",) if "who" in found else found
