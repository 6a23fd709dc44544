"""Words that no table lists and that are no complaint: what everybody does, what is as it should be, what passes."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex


def says_nothing(text: str, start: int, end: int) -> bool:
    """Whether [start, end) names nothing by itself: a number, a small verb, a part without its complaint."""
    return _SAYS_NOTHING.fullmatch(text, start, end) is not None


def is_no_complaint(text: str, start: int, end: int) -> bool:
    """Whether [start, end) tells of an ordinary doing, of what works as it should, of relief, or of a bare colour."""
    return any(words.fullmatch(text, start, end) is not None for words in (_ORDINARY_DOINGS, _AS_IT_SHOULD, _BARE))


_SAYS_NOTHING: Final = lazy_regex(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|both|some|another|other)\b"
    r"|[^.]{0,30}(?:지도\s?않(?:았|고|은|아|는)[가-힣]{0,3}|죽을\s?(?:것|거|뻔)[가-힣\s]{0,6}|죽겠[가-힣]{0,3}|터지는\s?줄[가-힣]{0,3})"
    r"|(?:dead to the world|killing me|dying(?: of \w+)?|bright as a button|scared to death)(?: \w+){0,2}"
    r"|[\d\s.,/+:-]+(?:times?|days?|hours?|mins?|minutes?|months?|years?|yrs?|번|회|일|달|시간|개월)?"
    r"|(?:repeat|look|looks|couldn'?t|can'?t|cannot|don'?t|didn'?t|won'?t|wasn'?t|isn'?t|feel|feels|feeling"
    r"|literal|moderate"
    r"|severe|mild|itself|again|always|never|자꾸|계속|너무|조금|많이|가끔|하루|요즘|진짜|완전)"
    r"|(?:왼쪽?|오른쪽?|양쪽?)?\s?(?:팔뚝?|다리|허리|어깨|무릎|손목?|발목?|배|목|등|가슴|머리|얼굴|눈|귀|코|갑상선|자궁|유방)"
    r"(?:이랑|랑|하고|에|은|는|도|이|가)",
    re.IGNORECASE,
)
"""Words that no table lists and that name nothing by themselves: numbers, small verbs, a part without its complaint."""


_ORDINARY_DOINGS: Final = lazy_regex(
    r"(?:(?:laugh|scream|shout|yell|kick|play|jump|run|runn|giggl|smil|danc|sing|cheer|chatt)(?:s|es|ed|ing)?"
    r"|cried|ran)"
    r"(?:\s(?:about|around|so|hard|lots|a lot|like|all|and|out|loud)){0,4}"
    r"|(?:eat|drink|sleep|feed|pee|wee|poo|poop)(?:s|ing)?(?:\s(?:and|eat|drink|sleep|feed)(?:s|ing)?)?"
    r"(?:\s(?:fine|ok|okay|well|good|normally|plenty|lots|great|grand))?"
    r"|[a-z ]{2,24}?(?:'s| is| are| feels?)(?: all| now| much| grand and)* "
    r"(?:grand|fine|ok|okay|good|perfect|settled|better)"
    r"(?: now| again)?"
    r"|(?:hates?|hated|likes?|loves?)\b.*|\S+(?:\s(?:is|was))? gone"
    r"|(?:물|밥|우유|분유|죽|약|잠|소변|대변|오줌|똥|응가)(?:을|를|도|은|는|이|만)?(?:\s잘)?(?:\s?(?:마시|먹|자|보|봐|싸|누)\S{0,3})?"
    r"|(?:잘\s)?(?:놀|웃|뛰|떠들)\S{0,3}"
    r"|(?:[가-힣]{1,4}\s)?(?:바빠|바쁘|바쁜|바빴)\S{0,4}"
    r"|생리(?:를|가|는|도)?\s?(?:보통\s|한\s)?(?:[2-7]|이틀|사흘|나흘|닷새|엿새|이레|일주)일?(?:간|정도|쯤|동안)?(?:\s?하\S{0,4})?",
    re.IGNORECASE,
)
"""What people do all day, which is no complaint by itself, whatever it stands beside; "can't sleep" is none."""


_AS_IT_SHOULD: Final = lazy_regex(
    r"(?:\S+(?:은|는|도|이|가)\s)?(?:그대로|규칙적|고르|돌아[왔오와]|일정하)\S*"
    r"|\S+(?:은|는)\s(?:나오는데|되는데|잘|괜찮\S*|멀쩡\S*)"
    r"|(?:.*(?:면|나면|니까)\s(?:\S+\s){0,3})?(?:금방\s|좀\s|다\s|거의\s)?(?:풀[려렸리]|가라앉|무뎌[지졌져])\S*"
    r"|(?:속|마음|가슴|몸)이\s(?:다\s|아주\s)?(?:시원|가볍|편[하해안])\S*"
    r"|(?:더\s|점점\s)?(?:심해[지졌져]|덜해[지졌져])\S*"
)
"""What works, is regular, came back or passes ("쉬면 풀려요", "목소리는 돌아왔는데") is nobody's complaint."""
_BARE: Final = lazy_regex(
    r"(?:red|white|pink|black|blue|new|old|bad|dry|big)"
    r"|(?:room|house|windows?|door|floor|kitchen|bathroom|stairs|bed|socks?|shoes?|trousers|shirt|gloves|nights?|mornings?"
    r"|edges?|top|bottom|side|something|nothing|anything|everything|it all"
    r"|(?:a )?(?:funny|strange|weird|odd) thing|strength|energy|appetite)",
    re.IGNORECASE,
)
"""A colour or a size by itself, a piece of clothing or of a house: the tagger's cut of a longer clause."""
