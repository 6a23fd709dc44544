"""Whether a small child may have swallowed what is not meant for it: somebody else's tablets, a detergent."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_I: Final = re.IGNORECASE
_SWALLOWED: Final = (
    lazy_regex(
        r"\b(?:ate|eaten|eating|swallow\w*|chew\w*|suck\w*|licked|drank|drunk|took|taken|got (?:into|hold of|at)"
        r"|helped (?:him|her)self|in (?:his|her) (?:mouth|hand)|"
        r"(?:missing|gone) from|one(?:'s| is) missing|popped)\b",
        _I,
    ),
    lazy_regex(
        r"\b(?:(?:grand(?:ad|dad|pa|ma|mother|father)|gran|nan|nana|nanny|granny|mum|mom|dad|daddy|mummy|mother"
        r"|father|auntie|uncle|husband|wife|partner|dog)(?:'s|s'?)|my|our|somebody'?s|someone'?s|the) "
        r"(?:\w+ ){0,3}(?:pills?|tablets?|tabs?|capsules?|meds|medicines?|medication|patch|strips?|box|packet|pack"
        r"|vape|gummies)\b"
        r"|\b(?:pills?|tablets?|capsules?) (?:off|from|on|out of|in) (?:the|my|her|his)\b|\bwashing (?:pod|tablet)"
        r"|\b(?:dishwasher|laundry|detergent) (?:pods?|tablets?)|\bbleach\b|\bantifreeze\b",
        _I,
    ),
)
_SWALLOWED_KO: Final = (
    lazy_regex(
        r"삼켰|삼킨|주워\s?먹|먹은\s?(?:것|거)|먹었을|먹었나|입에\s?(?:넣|물|묻|분홍|하얀)|입에서|모자라|없어졌|쏟아"
        r"|씹|빨고|빨아|꺼내\s?먹|먹어\s?버|집어\s?먹"
    ),
    lazy_regex(
        r"약통|약봉지|약\s?상자|알약|(?:혈압|당뇨|심장|갑상선|수면|신경|우울|할머니|할아버지|할매|할배|엄마|아빠|남편"
        r"|내|제|시어머니|외할머니)\s?(?:의\s?)?약(?:이|을|통|하나)?|정제|캡슐|세제|락스|철분제"
        r"|(?<![가-힣])(?:제|내|엄마|아빠|할머니|할아버지|남편|언니|시어머니)\s[가-힣]{1,7}(?:제|약|정)(?=[을를이도\s])"
    ),
)
_NOT_SWALLOWED: Final = lazy_regex(
    r"\bgave (?:him|her)\b|\bvitamins?\b|\bprescribed\b|\bcalpol\b|\bnurofen\b|비타민|유산균|처방|먹였", _I
)


def has_swallowed(text: str) -> bool:
    """Whether words tell that somebody ate or may have eaten them, whose they are being told, too."""
    if _NOT_SWALLOWED.search(text):
        return False
    return any(all(one.search(text) for one in pair) for pair in (_SWALLOWED, _SWALLOWED_KO))


_BATTERY: Final = lazy_regex(
    r"\b(?:(?:button|coin|watch|disc|little round|round|flat|remote|hearing.?aid) (?:cell )?batter(?:y|ies)|magnets?"
    r"|magnet(?:ic)? balls?)\b"
    r"|(?:동그란|동글|단추|버튼|코인|수은|리모컨|시계|체온계|장난감|보청기)[^.?!]{0,10}(?:건전지|배터리|전지)"
    r"|(?:건전지|배터리|전지)\s?(?:동그란|동글|단추)|자석(?!\s?(?:칠판|벽))",
    _I,
)
_LOST: Final = lazy_regex(
    r"\b(?:missing|gone(?! (?:flat|dead))|can.?t find|cannot find|couldn.?t find|vanish\w*|disappear\w*|nowhere"
    r"|not there|lost|fell out|came out|one short|in (?:his|her) mouth|swallow\w*|ate|eaten)\b"
    r"|없어[졌진지]|안\s?보[이여]|사라[졌진]|못\s?찾|하나가?\s?비|비어\s?있|모자라|입에|삼[켰킨]|먹었",
    _I,
)
_FOUND: Final = lazy_regex(r"\bfound (?:it|them|the)\b|찾았(?!는데\s?없)", _I)


def may_have_a_battery(text: str) -> bool:
    """Whether a small battery or a magnet is missing or went into a mouth: nobody has to have seen it swallowed."""
    return bool(_BATTERY.search(text) and _LOST.search(text)) and not _FOUND.search(text)
