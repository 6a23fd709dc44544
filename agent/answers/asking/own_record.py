"""Plain questions for one's own record: "what am I allergic to?", "do I smoke?", "what operations have I had?".

They name no fact, or a thing that is also a subject of general knowledge, and so they were answered by a card. Whoever
asks in the first person what he has, takes, had or stopped asks the record.
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from extraction.text.lazy_regex import lazy_regex

_LEAD: Final = (
    r"^\W*(?:(?:so|and|ok|okay|well|hi|hey|hello|please|pls|sorry|actually|remind me|tell me|can you (?:tell"
    r"|remind) me"
    r"|could you (?:tell|remind) me|do you (?:know|remember)|just|wait|um+|again)[\s,]+)*"
)
_ALLERGIES: Final = lazy_regex(
    rf"{_LEAD}"
    r"(?:(?:what|which)(?: (?:things?|medicines?|drugs?|foods?|stuff|all|else))? (?:am|was) i (?:\w+ )?allergic to"
    r"|what i(?:'m| am) allergic to|am i (?:\w+ )?allergic to (?:anything|something|any \w+)"
    r"|(?:do|have) i (?:have|got)(?: any)?(?: \w+)? allerg(?:y|ies)\W*$|(?:any|my) (?:\w+ )?allergies\W*$"
    r"|what can'?t i (?:have|take|eat)\b.*\ballerg)"
    r"|^\W*(?:제|내|나|저)?\S{0,2}\s?(?:알레르기|알러지|앨러지)\S{0,3}\s?(?:있[나어]요?|뭐\S{0,5}"
    r"|있다고\s?했\S{0,3}|목록)?\s?\?*\W*$",
    re.IGNORECASE,
)
_HABITS: Final = lazy_regex(
    rf"{_LEAD}"
    r"(?:do i (?:still )?(?:smoke|drink|vape)|how (?:much|many)(?: \w+){0,4} (?:do i|am i) (?:smok|drink|vap)\w*"
    r"|am i a (?:smoker|drinker)|did i say (?:that )?i (?:smoke|drink))\b"
    r"|(?:담배|술|음주|흡연)\S{0,2}\s.{0,14}?(?:(?:라|다)고\s?(?:했|말)|[피마]우?[죠지더나]|얼마나"
    r"|몇).{0,10}(?:죠|지|나|요|더라|했)\W*$",
    re.IGNORECASE,
)
_OPERATIONS: Final = lazy_regex(
    _LEAD + r"(?:(?:what|which) (?:operations?|surger\w+|procedures?|ops?) (?:have i had|did i have|i(?:'ve| have) had)"
    r"|(?:have i|did i)(?: ever)?(?: had| have)? any (?:operations?|surger\w+|ops?))\b"
    r"|^\W*(?:(?:제|내|나|저)\S{0,2}\s)?(?:무슨|어떤|뭔)\s?(?:수술|시술)\S{0,2}\s?(?:을\s?)?(?:받|했)"
    r"|(?:수술|시술)\S{0,2}\s?(?:한|받은)\s?(?:적|거|것|게)\S{0,2}\s?(?:있|뭐)",
    re.IGNORECASE,
)
_FAMILY: Final = lazy_regex(
    rf"{_LEAD}"
    r"(?:what (?:runs|is there) in my family|what (?:illness\w*|diseases?|conditions?|problems?)? ?(?:did|does"
    r"|has|had) my "
    r"(?:mum|mom|mam|mother|dad|father|brother|sister|parents|gran\w*|grand\w+) (?:have|had|got|suffer))\b",
    re.IGNORECASE,
)
_AGE: Final = lazy_regex(
    rf"{_LEAD}"
    r"(?:how old am i|what age am i|what(?:'s| is) my age)\b|^\W*(?:제|내|저|나)\S{0,2}\s?(?:나이"
    r"|연세)\S{0,2}\s?(?:몇|뭐|얼마)",
    re.IGNORECASE,
)
_NAME: Final = lazy_regex(r"이름\S{0,2}\s?(?:기억|알)\S{0,4}\W*$|\b(?:remember|know) my name\b", re.IGNORECASE)
_STOPPED: Final = lazy_regex(
    rf"{_LEAD}"
    r"(?:(?:what|which)(?: \w+){0,3} (?:did i|have i|had i)(?: \w+)? (?:stop|stopp|come off|came off|quit"
    r"|give up|given up)"
    r"|what (?:was i|i was) on before\b|(?:what|which)(?: \w+){0,3} i (?:stopped|came off|quit|gave up)"
    r"|anything i(?:'ve| have)? (?:stopped|come off))",
    re.IGNORECASE,
)
_WHY_STOPPED: Final = lazy_regex(
    _LEAD + r"(?:why (?:did|was|have|had) (?:i|my|the|it)\b.{0,40}?\b(?:stop|stopped|come off|came off|quit|taken off)"
    r"|(?:what was )?(?:the |my )?reason (?:that |why |for )?(?:i |my )?(?:came off|come off|coming off"
    r"|stopp\w+|quit)"
    r"|.{0,30}\bstopped because of what)",
    re.IGNORECASE,
)
_TAKEN: Final = lazy_regex(
    _LEAD + r"(?:am i (?:still |currently |already )?(?:on|taking|using)|do i (?:still |already )?(?:take|use))"
    r" (?:the |any |my )?[\w-]+(?: [\w-]+)?\W*$"
    r"|^\W*(?:(?:제|내|나|저)\S{0,2}\s)?\S+\s?(?:을|를)?\s?(?:먹나요|먹고\s?있나요|복용\s?중인가요|먹고\s?있죠"
    r"|먹나)\W*$",
    re.IGNORECASE,
)
_ILLNESSES: Final = lazy_regex(
    r"^\W*(?:(?:제|내|나|저)\S{0,2}\s)?(?:지병|병명|진단명|앓는\s?병|앓고\s?있는\s?병)\S{0,2}\s?(?:뭐|뭔|무엇"
    r"|있)",
    re.IGNORECASE,
)
_SUPPOSES: Final = lazy_regex(r"\b(?:would|could|should|might|if|will)\b|으?면\s", re.IGNORECASE)
_SHORT: Final = 90


def asks_own_record(request: Request) -> str | None:
    """The intent of a plain question for one's own record; None for any other utterance."""
    text = request.text
    if (
        len(text) > _SHORT
        or _SUPPOSES.search(text)
        or request.has("permission", "obligation", "conditional", "correction")
    ):
        return None
    if _AGE.search(text) or _NAME.search(text):
        return "who"
    if _STOPPED.search(text) or (_WHY_STOPPED.search(text) and request.concepts("medications", "drug_classes")):
        return "ended"
    if _ALLERGIES.search(text) and not request.concepts("medications", "drug_classes", "allergens"):
        return "summary"
    if _TAKEN.search(text) and len(request.concepts("medications", "drug_classes")) == 1:
        return "lookup"
    if _ILLNESSES.search(text) and not request.concepts("conditions"):
        return "summary"
    if _FAMILY.search(text):
        return "summary" if not request.concepts("conditions") else "lookup"
    if _OPERATIONS.search(text) or (_HABITS.search(text) and request.concepts("social")):
        return "lookup"
    return None
