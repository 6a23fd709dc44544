"""Words that deny an end, weigh one, ask back what was taken away, or say that it goes on: "I never stopped it"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

_ABSENT_KO: Final = r"(?:없|아니|아닙|아닌|아녜|않|마세|마시|말아|말고)"
_DENIAL_KO: Final = rf"\S{{0,4}}\s?(?:적|일|거|건|것|게|데|곳)?(?:은|는|이|가|도)?\s?(?:전혀\s|하나도\s)?{_ABSENT_KO}"
_DENIAL_EN: Final = r"(?:\b(?:not|never|nobody|nothing|no one|without|no)\b|n't\b|nothing's)(?:\s\w+){0,3}?\s"
_ENDING_KO: Final = r"(?:끊|중단|그만[가-힣]|바꾸|바뀌|바뀐|바꾼|변경|취소|지우|지운|삭제|빼|뺀)"
_MENDING_KO: Final = r"(?:고치|고친|정정|수정|바로잡|되돌리|되돌린)"
_ENDING_EN: Final = r"(?:stop|quit|quitt|chang|remov|delet|drop|switch|discontinu|withdr|com(?:e|ing) off)\w*"
_MENDING_EN: Final = r"(?:correct|fix|amend|edit|alter)\w*"
_NOT_KO: Final = (
    r"(?<![가-힣])(?:안|못)\s?(?:끊|끈[었어]|그만\s?[두뒀]|그만\s?먹|멈[추췄]|뺐|빼[고지요]|중단|바[꾸꿨])(?!었?으면)"
)
"""An end with the short negation before it: "안 끊었어요"."""
DENIED_END: Final = rf"{_ENDING_KO}{_DENIAL_KO}|{_NOT_KO}|중단\s?안\s?[했하]|{_DENIAL_EN}{_ENDING_EN}|\bunchanged\b"
DENIED_MENDING: Final = rf"{_MENDING_KO}{_DENIAL_KO}|{_DENIAL_EN}{_MENDING_EN}"
RESTORED: Final = (
    r"(?:취소|삭제|지우|지운|지워진|뺀|빼신|없앤)\S{0,4}\s?(?:거|것|걸|기록|값)?\S?\s?(?:다시|도로|되|살|복)"
    r"|\b(?:restore|undo|bring back|put back)\b.{0,40}?\b(?:delet\w+|remov\w+|scratch\w*|withdr\w+|cancel\w+)"
)
UNSAID: Final = (
    r"(?:끊|중단|그만)\S{0,6}\s?(?:\S{0,4}\s)?(?:거|것|말|건|걸|얘기|이야기|기록)\S{0,3}\s?(?:은|는|을|를)?\s?"
    r"(?:취소|무시|빼|지워|삭제|잘못|없던)"
    rf"|\b(?:scratch|forget|ignore|disregard|undo|cancel|take back|strike)\b[^.;!?]{{0,60}}?\b{_ENDING_EN}"
)

_WEIGHED_KO: Final = (
    r"\S{1,6}[을를]?지\s?말지|\S{0,6}까\s?말까"
    r"|(?:끊|중단|그만|줄이|빼|멈추)\S{0,4}\s?\S{0,3}(?:을까|ㄹ까|까요?(?=\s|[?.!]|$)|고\s?싶|어도\s?(?:되|돼|될)|면\s?(?:안\s?)?(?:되|돼|될|어떻"
    r"|어떨))"
    r"|(?:끊|중단|그만|빼|멈추)\S{0,4}\s?(?:게|는\s?게|는게|것이)\s?(?:나을|좋을|맞)"
)
_WEIGHED_EN: Final = (
    r"\b(?:thinking (?:of|about)|considering|tempted to|wondering (?:if|about|whether)"
    r"|whether (?:to|i should)|(?:should|what if|can|could|may) (?:i|he|she|we)(?: just)?"
    rf"|(?:want|like|love|hoping?|hate) to)(?:\s\w+){{0,3}}?\s?{_ENDING_EN}"
)
_GOES_ON_KO: Final = (
    r"(?:그대로|여전히|원래\s?대로|하던\s?대로|먹던\s?대로|쓰던\s?대로|계속)(?!\s?(?:안|못|말|까먹|빼먹|거르|끊))"
    r"|아직(?:도|은|까지)?\s?(?:먹|드[시셔]|맞고|쓰|복용|갖고|달고)|만\s?(?:남겼|남기|먹고|드시고)"
)
_GOES_ON_EN: Final = (
    r"\bstill (?:on|tak(?:e|es|ing)|us(?:e|es|ing)|inject\w*)\b"
    r"|\b(?:keep|keeps|keeping|kept|stay|stays|staying|stayed|carry|carries|carrying|continu(?:e|es|ed|ing)|remains?)\b"
    r"(?!\s(?:off|away|without|forget|miss|skip|ask|say|tell|show|list|remind|bring|com(?:e|ing) up|gett?ing))"
    r"|\b(?:as|same as|like) before\b|\bunchanged\b|\bthe same\b(?! (?:time|day|thing))"
)
GOES_ON: Final = f"(?:{_GOES_ON_KO})|(?:{_GOES_ON_EN})"
WEIGHED: Final = f"(?:{_WEIGHED_KO})|(?:{_WEIGHED_EN})"
RESUMED: Final = (
    r"(?:도로|다시)\s?(?:먹|드[시셔세십]|맞[기고아으습]|쓰|써|복용|시작)"
    r"|\b(?:back on (?:it|them|the|my)|(?:restart|resum)\w*|start(?:ed|ing)? (?:(?:it|them|taking it"
    r"|taking them) )?again)\b"
)
_GOING_ON: Final = lazy_regex(GOES_ON, re.IGNORECASE)
_CLAUSE_END: Final = lazy_regex(r"[,.;!?\n]|고\s|데\s|지만\s|서\s|\b(?:but|while|and|though|so)\b")
_KEEPING: Final = lazy_regex(f"(?:{DENIED_END})|(?:{RESTORED})|(?:{UNSAID})|(?:{WEIGHED})", re.IGNORECASE)
_ENDS: Final = ".?!\n"


def keeping(folded: str) -> Iterator[tuple[int, int]]:
    """The places [start, end) of the sentences of a text in lower case that deny or weigh an end, or ask it
    back, and of the clauses that say that something goes on.
    """
    for match in _KEEPING.finditer(folded):
        start = max(folded.rfind(mark, 0, match.start()) for mark in _ENDS) + 1
        ends = [at for mark in _ENDS if (at := folded.find(mark, match.end())) >= 0]
        yield start, min(ends, default=len(folded))
    for match in _GOING_ON.finditer(folded):
        yield _clause(folded, match.start(), match.end())


def denies_all(places: Sequence[tuple[int, int]], mentions: Sequence[Mention]) -> bool:
    """Whether one of such places names nothing of which an end is denied: it may be of what nobody names."""
    return any(not any(start <= one.start < end for one in mentions) for start, end in places)


def _clause(folded: str, start: int, end: int) -> tuple[int, int]:
    """The words around [start, end) up to where another clause begins: what goes on is named there."""
    first = max((one.end() for one in _CLAUSE_END.finditer(folded, 0, start)), default=0)
    last = _CLAUSE_END.search(folded, end)
    return first, last.start() if last else len(folded)
