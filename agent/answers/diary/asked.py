"""What is asked of a diary: how many in all, how far it moved, the worst day, whether it gets better, a note of it."""

from __future__ import annotations

import re
from typing import Final, Literal

from extraction.text.lazy_regex import lazy_regex

Asked = Literal["total", "change", "extreme", "average", "better", "days", "note"]

_ASKED: Final[tuple[tuple[Asked, re.Pattern[str]], ...]] = (
    (
        "total",
        lazy_regex(
            r"\bhow many\b(?! (?:mg|milligrams|should|can|may|times (?:a|per) day|a day|do i))|\b(?:altogether"
            r"|in all|all told|in total|total|add(?:s|ed)? up|sum)\b"
            r"|몇\s?(?:번|알|개|회|정|차례|대|잔|장)|(?<![가-힣])총(?![가-힣]*\s?콜)|모두|다\s?해서|다\s?합"
            r"|합[쳐해하]|통틀어",
            re.IGNORECASE,
        ),
    ),
    (
        "change",
        lazy_regex(
            r"\bhow (?:much|far) (?:is|was|has|have|did|am|are|'s|up|down|more|less|better"
            r"|worse)\b[^?]{0,40}\b(?:up|down|more|less|gain\w*|lost|lose|drop\w*|fall\w*|fell|risen|rose"
            r"|change\w*|put on)\b"
            r"|\bhow much (?:up|down|more|less|better|worse|weight)\b|\bhow many \w+ (?:up|down|more|less|on"
            r"|off)\b|\b(?:since|than|from|with|to) (?:the |my |it |when |at |we |i |he |she )*(?:first"
            r"|start\w*|began|begin\w*)\b|\bcompare\w*\b"
            r"|\b(?:is|has|are) (?:it|this|that|he|she) (?:up|down|gone up|gone down|dropp\w+|ris\w+|fall\w+)\b"
            r"|\b(?:big|large|much of an?|sharp|real) (?:drop|fall|rise|jump|change|difference|gain|loss)\b"
            r"|\bup much\b|\bdown much\b"
            r"|(?:얼마나?|몇\s?(?:도|킬로|키로|그램|점|kg|알|번|미리)?)\S{0,2}\s?(?:가\s|이\s)?(?:더\s)?(?:늘"
            r"|줄|올|내[려렸]|떨어|빠|쪘|찐"
            r"|오[른르]|불[었어])|처음(?:보다|하고|이랑|에\s?비|과)|첫\s?날(?:보다|하고|이랑|과)|비교",
            re.IGNORECASE,
        ),
    ),
    (
        "extreme",
        lazy_regex(
            r"\b(?:worst|best|highest|lowest|longest|most|least|peak\w*|biggest|heaviest"
            r"|baddest)\b(?! (?:likely|of the time|people))|제일|가장|젤(?=\s)|최악|최고|최저",
            re.IGNORECASE,
        ),
    ),
    (
        "average",
        lazy_regex(r"\b(?:average\w*|avg|ave|mean|on the whole)\b(?! (?:that|it|by|i|you|the)\b)|평균", re.IGNORECASE),
    ),
    (
        "better",
        lazy_regex(
            r"\b(?:getting|got|get|gotten|going|is (?:it|this|that)|am i|any|doing|looking|are we) (?:any "
            r"|much |a bit )?(?:better|worse|improv\w*|the right way|in the right direction|right way|up or down)\b"
            r"|\b(?:better or worse|improving|right direction|worth celebrating|on the mend|trend)\b"
            r"|(?:나아|좋아|나빠|심해|호전|악화|늘어|줄어)(?:지|진|졌|가|나)|낫(?:고|는)|점점|추세"
            r"|어떻게\s?(?:변|되[어고]\s?가)",
            re.IGNORECASE,
        ),
    ),
    (
        "days",
        lazy_regex(
            r"\b(?:how many (?:days|nights|weeks)|over how (?:many|long)|which (?:day|night|week)s?|what days?"
            r"|(?:each|every) (?:day|night)|day by day|per (?:day|night)"
            r"|on what day|since when|when did it (?:start|get|turn))\b"
            r"|날마다|날별|날짜별|그날그날|하루하루|며칠|몇\s?일|어느\s?(?:날|주)|언제부터(?=\s?(?:나빠|줄|늘|심|안\s?좋|그[랬런]|이런|아[프팠]|올"
            r"|떨))|언제\s?(?:제일|가장|젤)",
            re.IGNORECASE,
        ),
    ),
    (
        "note",
        lazy_regex(
            r"\b(?:write|put|sum(?:marise|marize)?|note|jot|type|text|message|draft"
            r"|give me)\b[^.?!]{0,40}\b(?:lines?|nurse|doctor|doc|gp|surgery|physio\w*|neurolog\w*|consultant"
            r"|clinic|midwife|team|handover|down)\b"
            r"|\b(?:\d|two|three|one|a couple of) (?:short )?lines?\b|\b(?:what|how)(?:'ll| do| shall| should"
            r"| will| can| to)? (?:i |we )?(?:say|tell)\b|\bwhat to (?:say|tell|give)\b|\bwhat (?:do )?i (?:say"
            r"|tell)\b"
            r"|(?:적어|써|정리해?|요약해?)\s?(?:줘|주[세시쇼라소이]|달|줄|놔|봐)|(?:한|두|세|2|3)\s?줄"
            r"|(?:의사|간호사|선생|원장|약사|보건소"
            r"|병원)\S{0,6}\s?(?:\S{1,6}\s)?(?:뭐라|뭐라고|어떻게\s?말|말해|말할|보여|전할|알릴)",
            re.IGNORECASE,
        ),
    ),
)
_TO_COME: Final = lazy_regex(
    r"남았|남은|\b(?:left|until|till|to go|due|next (?:dose|one|injection|jab))\b", re.IGNORECASE
)
"""What is asked of days to come is no question for what was told."""
_ADVICE: Final = lazy_regex(
    r"\bhow (?:many|much) (?:(?!and|what)\w+ ){0,3}(?:can|should|may|could|do|must) (?:i|he|she|we|you)\b"
    r"|몇\s?(?:알|개|번)\S{0,3}\s?(?:먹어도|먹어야|먹으면|써도|드려|먹일)",
    re.IGNORECASE,
)


def asked_of_days(text: str) -> frozenset[Asked]:
    """What the words ask of what was told over days; nothing of a question for how much may be taken."""
    if _ADVICE.search(text) is not None or _TO_COME.search(text) is not None:
        return frozenset()
    return frozenset(kind for kind, said in _ASKED if said.search(text) is not None)


def spans_asked(text: str) -> tuple[tuple[int, int], ...]:
    """The places of the words that ask."""
    return tuple(match.span() for kind, said in _ASKED if kind != "note" for match in said.finditer(text))


def asks_of_days(sentence: str) -> bool:
    """Whether one sentence asks, so that its numbers are no entry."""
    return sentence.rstrip().endswith("?") or _ASKING.search(sentence) is not None


_ASKING: Final = lazy_regex(
    r"\b(?:how (?:many|much|far|long)|which|what(?:'s|'ll| is| was| do| shall| to)?|compare|average of"
    r"|in (?:two|2|one|three|3) (?:short )?lines"
    r"|write (?:it|this|that|me|a)|put (?:it|this) |give me|is (?:it|this|that|he|she) (?:getting|going|better"
    r"|worse|up|down)|do i|should i|shall i)\b"
    r"|몇|얼마|어느|언제|며칠|뭐라|적어\s?(?:줘|주|달)|써\s?(?:줘|주)|정리해|비교해|(?:맞|되|괜찮|됐)(?:지|죠"
    r"|나|을까|겠지)|(?:한|두|2|1)\s?줄(?:로|만|씩)?",
    re.IGNORECASE,
)
