"""What who looks after a child asks: how much, when again, was it too much, must it be seen, may it go to nursery."""

from __future__ import annotations

import re
from typing import Final, Literal

from extraction.text.lazy_regex import lazy_regex

Wish = Literal["amount", "next", "judge", "seen", "nursery"]
_I: Final = re.IGNORECASE

_PLACES_EN: Final = (
    r"\b(?:nursery|school|day ?care|creche|crèche|preschool|pre-school|playgroup|kindergarten|childminder|kinder|pool"
    r"|swimming|party)\b"
)
_WISHES: Final[tuple[tuple[Wish, re.Pattern[str]], ...]] = (
    ("judge", lazy_regex(
        r"\b(?:too (?:much|many|soon|close)|overdos\w*|double[- ]?dos\w*|doubled|twice (?:the|as much)|by mistake|by"
        r" accident|accidentally|wrong (?:one|child|dose|bottle|spoon)|poison\w*)\b"
        r"|\b(?:is|was) (?:that|it|this) (?:ok|okay|right|alright|all right|fine|safe|bad|dangerous|too)\b|\b(?:did"
        r"|have) (?:i|we) (?:give|given|overdo\w*|poison\w*|harm\w*|mess\w*)\b"
        r"|\bgiven (?:him|her) another\b|\b(?:right|correct|ok) (?:dose|amount)\b"
        r"|너무\s?많|많이\s?(?:먹|준|줬)|과다|과량|두\s?번\s?(?:먹|줬|준)|중복|겹쳐|잘못\s?(?:먹|줬|준|멕)|토\s?시켜"
        r"|토하게|괜찮(?:을까|은가|나|은지|아요\?)|잘했지|잘\s?한\s?거|문제\s?(?:없|되|있)|맞게\s?(?:먹|줬)|멕이뿟"
        r"|먹여\s?버", _I)),
    ("next", lazy_regex(
        r"\b(?:when|what time|how soon|how long)\b[^?.!]{0,60}\b(?:more|another|again|next|due|repeat|second|have it"
        r"|dose)\b|\bnext (?:one|dose|lot|spoon\w*|of)\b|\bhow often\b|\bevery how\b|\bhow many hours\b|\bhow far"
        r" apart\b"
        r"|\b(?:can|could|should|may|shall) (?:i|we|he|she|they|each)\b[^?.!]{0,34}\b(?:more|another|again|top ?up"
        r"|now)\b|\btoo soon\b|\bgive (?:it )?again\b|\bmore\s?\?|\banother (?:one|dose)?\s?\?"
        r"|(?:다음|또|다시|한\s?번\s?더|더)\s?(?:건|거|것|번|약|용량|회|은|는)?[^?.!]{0,16}(?:먹|줘|줄|드|투여|언제"
        r"|몇|멕)|몇\s?시간\s?(?:뒤|후|간격|마다|지나|있다|만에|텀)|몇\s?시에|언제\s?(?:또|다시|더|부터\s?먹|먹|멕)"
        r"|차례|간격", _I)),
    ("amount", lazy_regex(
        r"\bhow (?:much|many (?:ml|mls|spoon\w*|drops|tablets))\b|\bwhat(?:'s| is)? (?:the |his |her )?(?:right "
        r"|correct )?(?:dose|dosage|amount)\b|\bdos(?:e|age)\b[^.!]{0,30}\?|\b(?:can|could|may|should|shall) (?:i|we)"
        r" (?:give|use|do|try)\b"
        r"|\b(?:can|could|may|should) (?:he|she|they|the baby|baby|my \w+) (?:have|take)\b|\b(?:tylenol|motrin|advil"
        r"|calpol|nurofen|ibuprofen|paracetamol)(?: now| too| as well| ok)?\s?\?|\bdose\b[^.?!]{0,30}\b(?:pls"
        r"|please)\b|\bok(?:ay)? to give\b"
        r"|\bsafe to give\b|\bdo it\?"
        r"|얼마|몇\s?(?:ml|밀리|미리|cc|알|정|스푼|숟|포|씨씨)|용량|먹여도|먹일까|먹이면|멕여도|멕일까|멕이면|줘도"
        r"|줄까|주면\s?(?:되|돼)|먹이라|먹여야|뭐\s?(?:먹|줘)", _I)),
    ("nursery", lazy_regex(
        rf"{_PLACES_EN}(?: (?:today|tomorrow|then|yet|now|monday|with (?:it|that)))?\s?\?|\b(?:can|may|ok|okay"
        rf"|allowed|back|return|go|send|sending|keep|until|till|til|when|off)\b[^.?!]{{0,60}}{_PLACES_EN}"
        rf"|{_PLACES_EN}[^.?!]{{0,60}}\b(?:back|til|till|until|allowed|sayin\w*|says?)\b"
        r"|(?:어린이집|유치원|학교)(?:은|는)요|(?:어린이집|유치원|학교|등원|등교|얼집|놀이방|물놀이|수영"
        r"|키즈카페)[은는에이도를을]?[^.?!]{0,20}(?:보내"
        r"|가도|가나|가요|갈|언제|되|돼|됨|있는데|\?)", _I)),
    ("seen", lazy_regex(
        r"\b(?:a ?& ?e|a and e|hospital|casualty|e\.?r\.?|emergency|urgent care|doctor'?s?|dr|gp|111|999|911|seeing"
        r"|be seen|get seen|see some(?:one|body)|time to (?:see|call|go|ring)|take (?:him|her) in|clinic)\b[^.!]*\?"
        r"|\bneeds? (?:seeing|to be seen|a doctor|looking at|antibiotics)\b|\bworr(?:y|ied)\b|\bwatch\b|\bwait (?:and"
        r" see|till|until|it out)\b|\bnormal\?"
        r"|응급실|병원|소아과|119|진료|데려가|가야|안\s?가도|지켜|두고\s?보|괜찮", _I)),
)  # fmt: skip


def wishes_in(text: str) -> tuple[Wish, ...]:
    """What the words ask for, in the order in which it is answered."""
    return tuple(name for name, pattern in _WISHES if pattern.search(text))


def asks_at_all(text: str) -> bool:
    """Whether words ask: by a mark, or by the order of a question without one."""
    return "?" in text or _ASKS.search(text) is not None


_ASKS: Final = lazy_regex(
    r"\b(?:how|what|when|which|can|could|should|shall|may|do|does|did|is|are|need|needs)\b[^.!?]{0,80}$|(?:까요?"
    r"|나요?|가요?|죠|지요?|는지도?|을지|되려나|까|는교|니꺼|능교|남|됨|ㄹ까|냐|니|는가|될랑가요?)(?=[\s.,~!ㅠㅜ]|$)"
    r"|언제\s?가요|어떡해|어쩌",
    _I,
)
