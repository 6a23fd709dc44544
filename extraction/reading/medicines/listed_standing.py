"""Whether a medicine of a list is taken at all: tried once, declined, or left off by the words of its own entry.

"니페디핀 10짜리 먹던걸 ... 바꿔줬어요", "doctor wanted me on a statin, I said no". And the other way: what an entry
tells of a medicine as it is taken goes before what was read from the words of another entry.
"""

from __future__ import annotations

from typing import Final, Literal

from extraction.reading.medicines.listed_entries import Entry
from extraction.reading.medicines.outright_ends import is_said_over
from extraction.text.lazy_regex import lazy_regex

Standing = Literal["ended", "paused", "declined", "once", "taken"]

_DECLINED_KO: Final = lazy_regex(
    r"(?:먹|맞|쓰|드시|들|복용하|바르)[가-힣]{0,2}(?:라|자)(?:고|는데|는디|던데|더니|더라고?|길래|데)?(?:는|도)?"
    r"[^.!?\n]{0,24}?(?:안\s?(?:먹|묵|맞|쓰|써|삼|샀|사|함|했|드)|아직|싫|거절|됐다고|관심\s?없)"
    r"|(?:은|는|을|를)?\s?(?:[가-힣]{1,8}\s){0,3}?거절(?:하|했|함)"
)
_ONCE_KO: Final = lazy_regex(
    r"한\s?(?:번|알)\s?(?:만\s?)?(?:먹|묵|맞|써|드)[가-힣]{0,3}\s?[^.!?\n]{0,20}?안\s?(?:먹|묵|맞|쓰|써|드)"
    r"|(?:먹|맞|써)어?\s?봤[^.!?\n]{0,24}?안\s?(?:먹|묵|맞|쓰|써)"
    r"|(?:어제|그제|엊그제)만\s?(?:먹|묵|맞|마[신셨시]|쓴|썼)"
)
_LEFT_OFF_KO: Final = lazy_regex(
    r"(?:먹|묵|맞|쓰|바르|드시|복용하|붙이)다가?\s?(?:(?!\d+(?:\.\d+)?\s?(?:mg|밀리|미리|짜리)?\s?으?로)[^.!?\n]){0,30}?(?:끊|관[두둠뒀]|그만|중단|접[었음]|치[워웠]|뺐|빼"
    r"|안\s?(?:먹|묵|맞|쓰|써|드)|바[꾸꿔꿨]|말았)"
    r"|그만\s?[두둠뒀]|관[둠뒀]|치워\s?(?:버|부)|(?<!빼먹)뺌|뺐(?:음|어|고|네|지)|빠[졌짐]"
    r"|(?<!술은 )(?<!술 )(?<!담배는 )(?<!담배 )끊(?:고(?!\s?싶)|은|었(?!다가|으면)|음|어서|기로|으라|으랬|으래)"
    r"|(?:이었|였)(?:는데|는디|다가|지만)?[^.!?\n]{0,12}바[뀌뀐꾼꿨]"
)
_PAUSED_KO: Final = lazy_regex(
    r"(?:지금|요즘|현재|당분간|요새)(?:은|는|엔)?\s?(?:안|쉬)\s?(?:먹|묵|맞|써|쓰|씀|씁|함|해|하|뿌|발|바|고)"
)
_PAUSED_EN: Final = lazy_regex(
    r"^[^.!?\n]{0,40}?\b(?:not (?:at the moment|right now|currently|now)|on hold|having a break from it)\b"
)
_EXCHANGED_KO: Final = lazy_regex(r"(?:먹|맞|쓰|드시)던\s?(?:걸|거|것|약)")
_CHANGES_KO: Final = lazy_regex(r"바[꾸꿔꿨뀌뀐]|교체|변경")
_DECLINED_EN: Final = lazy_regex(
    r"^[)\s]{0,2}[^.!?\n]{0,40}?\b(?:(?:i|he|she|we) (?:said|told (?:him|her|them|the \w+)) (?:no\b|nope"
    r"|no thanks|where)"
    r"|(?:i|he|she|we) (?:refused|declined|turned it down|knocked it back|never (?:took|started|filled) it))"
)
_DECLINED_AHEAD_EN: Final = lazy_regex(
    r"(?:\b(?:knock(?:ed|ing)? back|refus(?:ed|es|ing)|declin(?:ed|es|ing)|turn(?:ed|ing) down|said no to"
    r"|offer(?:ed|s|ing) (?:me|us|him|her)"
    r"|never (?:took|started)|not allowed|avoid|can'?t (?:have|take))|\*\bnot\b\*)(?: (?:the|a|an|any|to take|take))* $"
)
_ONCE_EN: Final = lazy_regex(
    r"^[^.!?\n]{0,30}?\b(?:taken |only |just |had )?(?:once (?:so far|for\b|only\b|last|and\b)"
    r"|(?:taken|took|had|just|only) yesterday|never again)\b"
)
_ONCE_AHEAD_EN: Final = lazy_regex(
    r"\b(?:borrowed|pinched|nicked|tried|(?:gave|lent|slipped) me (?:one|two|some|a couple) of)"
    r"(?: (?:my|his|her|their|a|an|one|some|of|mum'?s|mom'?s|dad'?s|friend'?s?|mate'?s?|sister'?s?|brother'?s?"
    r"|roommate'?s?))* $"
)
_BEGUN: Final = lazy_regex(
    r"\b(?:start\w*|began|begun|beginning|put (?:me|him|her|us) on|prescrib\w+|new|on)\b|시작|처방|새로|부터"
)
"""What is begun goes on: a day told beside it is no single time."""
_LEFT_OFF_EN: Final = lazy_regex(
    r"^(?:[^.!?\n,;]|, (?!and\b)){0,40}?(?:\b(?:finished|completed|(?:was|got|been) stopped|they stopped"
    r"|packed (?:it )?in"
    r"|(?:they |doc(?:tor)? )?took (?:me|him|her|it) off|taken? away|came off it|didn'?t (?:renew|refill)"
    r"|(?:i|he|she) (?:don'?t|doesn'?t|do not) (?:take|use) (?:it )?(?:any ?more|now)))\b"
)
_ENDS: Final = lazy_regex(
    r"\b(?:stop\w*|quit|(?<!on and )off|finish\w*|no longer|any ?more|used to|gave up|given up|ran out|run out|ended"
    r"|ceas\w*|discontinu\w*|withdr\w+|dropp\w+|binned|tak(?:e|en|ing) away|took away|paus\w+|hold|instead|switch\w*"
    r"|swap\w*|replac\w*|allerg\w*|complet\w*|cancel\w*|renew|refill|a break)\b"
    r"|끊|중단|그만|관[두둠뒀]|접[었음]|치[워웠]|뺐|빼|멈|쉬|안\s?(?:먹|묵|맞|쓰|써|드)|예전|다가|바[꾸꿔꿨뀌뀐]|대신|말고|떨어"
    r"|종료|끝|아니|던\s|못\s?먹|알레르기"
)
"""Words by which a medicine, or another near it, may be taken no more."""
_BEFORE: Final = lazy_regex(
    r"\b(?:was|were|had|tried|never|not|did|didn'?t|before(?! (?:breakfast|lunch|dinner|supper|tea|food|meals?"
    r"|eating|bed|sleep|coffee|my|the|each|every|going)\b)|previously|past|until|till)\b|었|았|했|전에"
)
_CLAUSE: Final = lazy_regex(r"[.,;!?](?=\s|$)|\n|\bbut\b")
_LAST_TIME: Final = lazy_regex(r"\blast (?:one|done|dose|shot|jab|given|had|injection)\b|마지막")
_TELLS: Final = frozenset({"strength", "count", "half", "often", "time", "days", "need"})


def tells_the_last_time(text: str) -> bool:
    """Whether words tell when something was given the last time: that ends nothing."""
    return _LAST_TIME.search(text) is not None


def standing(text: str, entry: Entry, *, korean: bool) -> Standing | None:
    """How a medicine stands by the words of its entry; None where these leave it open."""
    name = entry.mention
    ahead, behind = text[max(entry.start, name.start - _REACH) : name.start], text[name.end : entry.end]
    goes_on = _BEGUN.search(ahead) is not None or any(
        word.kind == "often" and text[word.start : word.end].strip() != "once" for word in entry.words
    )
    if korean:
        if _DECLINED_KO.search(behind) is not None:
            return "declined"
        if _ONCE_KO.search(behind) is not None and not goes_on:
            return "once"
        if _PAUSED_KO.search(behind) is not None:
            return "paused"
        exchanged = _EXCHANGED_KO.search(behind) is not None and _CHANGES_KO.search(text, entry.end) is not None
        if exchanged or _LEFT_OFF_KO.search(behind) is not None:
            return "ended"
    else:
        if _DECLINED_AHEAD_EN.search(ahead) is not None or _DECLINED_EN.search(behind) is not None:
            return "declined"
        if _ONCE_AHEAD_EN.search(ahead) is not None or (_ONCE_EN.search(behind) is not None and not goes_on):
            return "once"
        if _PAUSED_EN.search(behind) is not None:
            return "paused"
        if _LEFT_OFF_EN.search(behind) is not None:
            return "ended"
    if is_said_over(text, (entry.start, name.start), (name.end, entry.end), korean=korean):
        return "ended"
    return "taken" if _is_told_as_taken(text, entry) else None


_REACH: Final = 60
_CLAUSE_REACH: Final = 160
"""Most characters before and behind a name in which its clause is looked for."""


def _is_told_as_taken(text: str, entry: Entry) -> bool:
    """Whether an entry tells how its medicine is taken, and nothing in or behind it speaks of an end."""
    if not any(word.kind in _TELLS for word in entry.words):
        return False
    low = max(0, entry.mention.start - _CLAUSE_REACH)
    first = max((match.end() for match in _CLAUSE.finditer(text, low, entry.mention.start)), default=low)
    clause = _CLAUSE.search(text, entry.mention.end, entry.mention.end + _CLAUSE_REACH)
    last = clause.start() if clause is not None else min(len(text), entry.mention.end + _CLAUSE_REACH)
    return _ENDS.search(text, first, max(entry.end, last)) is None and _BEFORE.search(text, first, last) is None
