"""The marks of a correction around two numbers: that one is taken back, or that it only moved, was asked or supposed.

They never say which number is which; the record does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from extraction.reading.asking.asked import sentence_around, sentences
from extraction.text.lazy_regex import lazy_regex

Span = tuple[int, int]

_PLAINLY: Final = lazy_regex(
    r"\b(?<!no )(?:wrong(?:ly)?|incorrect(?:ly)?|mistakes?|mistaken(?:ly)?|errors?|typos?|slip(?:s|ped)?"
    r"|erroneous(?:ly)?"
    r"|mis-?(?:read\w*|typed|typing|heard|spoke\w*|cop\w+|wrote|written|took|taken|inform\w+|stat\w+|quot\w+"
    r"|remember\w+)"
    r"|mix(?:ed|ing)? (?:\w+ ){0,3}?up|muddled|confused|garbled|botched|messed up|bungled"
    r"|replac\w+|swap\w*|substitut\w+|instead of|rather than|in (?:the )?place of|in its place|as opposed to"
    r"|scratch|scrap|strike|cross(?:ed)? (?:it |that )?out|ignore|disregard|forget|drop|delete|erase|overwrite"
    r"|discard"
    r"|correction|correct (?:my|the|that|it|myself|what)|fix(?:ed)?|put (?:\w+ ){0,2}?right|amend\w*|rectif\w+"
    r"|by accident|accidentally|oops|whoops|my bad|wrong(?:ly)? (?:line|number|figure)|never (?:was|been))\b"
    r"|잘못|틀[리렸린려림]|아니라|아니고|아니었고|아니에요|아니예요|아닙니다|아니네|아니더|아니구|아닌데|말고"
    r"|대신|→|->|=>"
    r"|고[쳐치친]|정정|바로\s?잡|수정|바꿔\s?(?:주|줘|쓰|써|적|달)|바꾸어\s?(?:주|쓰)|착각|실수|오타|오기|오류"
    r"|무시|지워|지우|취소|없던|잊어|헷갈|거꾸로|[은는을]\s?줄\s?알았|[은는]\s?줄로"
)
"""Words by which something said before is taken back, or put into another's place."""
_PERHAPS: Final = lazy_regex(
    r"\b(?:actually|in fact|in truth|turns out|turned out|whereas|right one|true (?:one|figure|number|value)|correct"
    r"|real (?:one|figure|number|value)|should (?:be|read|say|have)|ought to|it'?s really)\b"
    r"|맞[아는습고은네더]|옳|바른|정확|제대로|사실|실은|실제|알고\s?보니|다시\s?보니|(?:확인|보)(?:해"
    r"|하)?\s?(?:보)?니까?|진짜"
)
"""Words that put something right where nothing else explains the numbers."""
_PULLS_UP: Final = lazy_regex(
    r"\W*(?:(?:oh|ah|eh|um|uh|er|ok|okay|och|no|so|and|but)\b\W*){0,3}(?:wait|hang on|hold on|oops|whoops|sorry"
    r"|scratch|no\b|eh|wrong"
    r"|apologies|pardon|actually|correction|make (?:that|it)\b)"
    r"|\W*(?:아|앗|어|엇|헉|헐|잠깐|참|아이고|어머|저기)?\W*(?:아니|잠깐|잠시|앗|참|정정|죄송|미안|맞다|잘못)"
)
"""How somebody opens who has just noticed a slip."""
_DENIED_BEFORE: Final = lazy_regex(
    r"\b(?:not|never|isn'?t|wasn'?t|ain'?t|aren'?t|don'?t (?:have|use)|instead of|rather than|without)"
    r"(?: (?:was|is|been|the|a|an|my|it|at|quite|really|actually))*\s$"
)
_DENIED_BEHIND: Final = lazy_regex(
    r"\S{0,12}\s(?:isn'?t|wasn'?t|is not|was not|is no|is wrong|was wrong|never was|doesn'?t|didn'?t|can'?t)\b"
)
_TOLD: Final = lazy_regex(
    r"\b(?:told|gave|given|giving|said|say|saying|wrote|written|typed|entered|quoted|mentioned|reported|put"
    r"|had (?:put|down|it|\w+) ?|sent|noted|stated|claimed|called it|read out)\b[^.;!?\d]{0,28}$"
)
_TOLD_BEHIND: Final = lazy_regex(
    r"[^.;!?\d]{0,16}\b(?:i|that i|which i|as i|what i) (?:\w+ )?(?:told|gave|said|wrote|typed|entered|quoted"
    r"|mentioned|sent)\b"
    r"|\s?\S{0,10}(?:이?라고|으?로)\s?(?:\S{1,6}\s)?(?:했|말|적|썼|알려|알려|불러|드렸|얘기|이야기|입력|보고|전)"
)
_SUPPOSED: Final = lazy_regex(
    r"\b(?:what if|suppos(?:e|ing)|imagine|let'?s say|say (?:it|my)|hypothetical\w*|if (?:my|it|the"
    r"|i)\b[^.?!]{0,40}\b"
    r"(?:were|had been|would|went|goes|drops?|rises?|gets?|becomes?|reach\w*|falls?))\b"
    r"|만약|만일|가령|가정|이?라면\s|였다면|었다면|된다면|오른다면|내린다면|떨어지면|올라가면|내려가면"
)
_MOVES: Final = lazy_regex(
    r"\b(?:rose|risen|went (?:up|down)|gone (?:up|down)|came (?:up|down)|dropped|fell|fallen|climbed|increased"
    r"|decreased"
    r"|jumped|improved|worsened|up to|down to|rises?|drops? to)\b|올[라랐랐른]|떨어|내려[가갔왔]|늘[었어]"
    r"|줄[었어]|상승|하락|증가|감소"
)
_FROM: Final = lazy_regex(r"\bfrom (?:\w+ ){0,2}$")
_TO: Final = lazy_regex(r"[^.;!?\d]{0,16}\b(?:in)?to (?:\w+ ){0,2}$")
_DOWN_TO: Final = lazy_regex(r"\bto (?:\w+ ){0,2}$")
_MOVED_KO: Final = lazy_regex(r"\s?\S{0,10}(?:에서|이던 것이|였는데|이었는데)\s")
_NEW_READING: Final = lazy_regex(
    r"\b(?:now|today|tonight|this (?:morning|afternoon|evening|week|month|time)|just now|re-?(?:test|check"
    r"|measur|took)\w*"
    r"|tested again|measured again|checked again)\b[^.;!?\d]{0,16}$|(?:오늘|지금은|이제는|다시\s?(?:쟀|재)\S*"
    r"|재검\S*)[^.;!?\d]{0,12}$"
)
_EDITING: Final = lazy_regex(
    r"\b(?:change|correct|fix|edit|update|amend|replace|swap|alter|switch)\s(?:\w+\s){0,4}?(?:please|for me"
    r"|from|it|that|the|my)?\b"
    r"|고[쳐치]|정정|바로\s?잡|수정|바꿔\s?(?:주|줘|달)|바꾸어\s?주"
)
_GOES_BACK: Final = (
    r"\b(?:undo|revert|restore|go(?:ing)? back|put(?:ting)? (?:it|that|this) back|switch (?:it |that )?back|back to"
    r"|(?:change|take) (?:it|(?:that|this|my|the)(?: \w+)?) back|original(?:ly)?|initial(?:ly)?|after all"
    r"|(?:at|from) the (?:very )?(?:start|beginning|outset)|to (?:begin|start) with"
    r"|the first (?:time|one|number|value|figure|place)|first (?:said|told|gave|wrote|number|value|figure)"
    r"|(?:told|gave|said)"
    r"(?: \w+){0,2} first|should(?: not|n'?t) have (?:changed|corrected|touched)|leave it at|stands)\b"
    r"|원래|처음|애초|본래|되돌|돌려|도로|없던|무르|취소|그대로|괜히|무시|처음대로|복구|최초|철회"
)
_UNDOES: Final = lazy_regex(_GOES_BACK + r"|\bagain\b|\b(?:my|the|that) (?:correction|change|fix)\b")
_BACK: Final = lazy_regex(_GOES_BACK)
_EARLIER: Final = lazy_regex(
    r"\b(?:previous|prior|older|oldest|former|penultimate|last but one|second[- ]last|one before"
    r"|before (?:the )?(?:last|latest|recent|most recent|newest|that)|not the (?:latest|last|recent|newest"
    r"|most recent)"
    r"|(?:earlier|first) (?:of|one|(?:\w+ ){0,2}(?:result|reading|value|figure|test)))\b"
    r"|이전|예전|그\s?전|지난번|먼젓|먼저번|앞(?:의|에\s?(?:한|것|잰))|전번|직전|첫\s?(?:번째|검사|값|결과)"
    r"|최근\s?(?:것|거|값)?\s?말고|옛"
)
_AIM: Final = (
    r"목표|타깃|타겟|기준|정상|한계"
    r"|target|goal|\baim|\bwants?\b|\bkeep|supposed to be|ideally|\bnormal|\blimit|cut-?off"
)
_AIMED_BEFORE: Final = lazy_regex(rf"(?:{_AIM})[^.,;!?\d]{{0,30}}$")
_AIMED_BEHIND: Final = lazy_regex(rf"[^.,;!?\d]{{0,20}}(?:{_AIM})")
_NORMAL_BEFORE: Final = lazy_regex(
    r"\bnormal(?:ly)?,? (?:it |that )?(?:is|are|would|should|range|value|limit|goes|means)\b[^.,;!?\d]{0,24}$"
    r"|(?:정상|참고|기준)\s?(?:치|값|수치|범위)?(?:은|는|이|가)\s?$"
)
_OPENS_QUESTION: Final = lazy_regex(
    r"\W*(?:(?:so|and|but|well|ok(?:ay)?|um|uh|er|like|then|also|oh|now|sorry|please|wait|hang on|hold on)\b\W*)*"
    r"(?:is|are|was|were|am|do|does|did|can|could|would|will|should|shall|may|might|must|have|has|had|what|why"
    r"|how|which"
    r"|when|who|whose|where|isn'?t|aren'?t|wasn'?t|don'?t|doesn'?t|didn'?t|won'?t|wouldn'?t|couldn'?t)\b"
)
_PARTS_CLAUSES: Final = lazy_regex(
    r"[,;:…]+\s|\s[-–—]+\s|\b(?:so|and|but|because|becuase|cause|cuz|'cause)\s"
    r"|(?<=[가-힣])(?:는데|은데|인데|던데|지만|거든요?|[어아]서|니까|고요?|더니|으니|다만)(?=[\s,])"
)
_GIVES_REASON: Final = lazy_regex(
    r"(?<=[\s,])(?:because|becuase|cause|cuz|'cause|since it turns out|the thing is|as i (?:told|gave|said"
    r"|wrote|typed|mixed))\s"
    r"|\?\s|,? (?:i|and i|i'd|it turns out) (?:told|gave|said|wrote|typed|mixed|misread|misspoke|mistyped|put|had)\b"
)
"""What follows in a question as its ground is told: "does it still hold, because I gave you 86 by mistake?"."""
_ENDS_ASKING: Final = lazy_regex(r"(?:나요|까요?|는지요?|은가요|인가요?|던가요?|습니까|ㅂ니까|입니까|ㄹ까)\W*$")
_ASKS_WHETHER: Final = lazy_regex(r"\b(?:if|whether)\b[^.,;!?\d]{0,24}$")
_REQUESTS: Final = lazy_regex(
    r"\b(?:can|could|would|will|may i ask you to) ?(?:you)?(?: mind| please| kindly| just| be so kind as to){0,2}"
    r" (?:chang|correct|fix|edit|updat|amend|replac|swap|alter|switch|put|mak|us|tak|cross|strik|delet|remov"
    r"|scrap|undo|go"
    r"|revert|restor|set|writ|not|recalculat|redo)\w*"
    r"|(?:고[쳐치]|바꿔|바꾸어|수정해?|정정해?|되돌려|돌려\s?놓아?|바로잡아|취소해?|써|적어|넣어)\s?(?:주|줄"
    r"|줘|달|면|놓|두)"
)
_DENIED_KO: Final = lazy_regex(
    r"(?!\s?\S{0,6}(?:네요?|[예에]요|입니다|이야|임|래요?|던데요?)[\s.,!])\S{0,10}?\s?(?:이|가|은"
    r"|는)?\s?(?:아니[라고구에예었]|아닌|아닙|아님|아녀|아녜|말고|틀[렸린려리]|잘못)"
)


def asked_in(text: str) -> tuple[Span, ...]:
    """The stretches that ask: a sentence that opens as a question, else the last clause of one that ends as one."""
    found = []
    for start, end in sentences(text):
        if text[end : end + 1] != "?" and _ENDS_ASKING.search(text, start, end) is None:
            continue
        parts = [start, *(one.end() for one in _PARTS_CLAUSES.finditer(text, start, end))]
        opens = start if _OPENS_QUESTION.match(text, start, end) else parts[-1]
        told = _GIVES_REASON.search(text, opens, end)
        found.append((opens, told.start() if told is not None else end))
    return tuple(found)


def is_asked(text: str, start: int, asks: Sequence[Span]) -> bool:
    """Whether the number at ``start`` stands in a question, or behind "if" and "whether"."""
    within = any(first <= start < last for first, last in asks)
    return within or _ASKS_WHETHER.search(text, max(0, start - 40), start) is not None


def requested(text: str) -> bool:
    """Whether the words ask for a change of what is noted, if only in the form of a question."""
    return _REQUESTS.search(text) is not None


def takes_back_plainly(text: str, old: Span, new: Span, asks: Sequence[Span]) -> bool:
    """Whether outside a question a number is taken back or told as said before, or the old one is denied."""
    plain = any(not any(first <= one.start() < last for first, last in asks) for one in _PLAINLY.finditer(text))
    if plain or is_denied(text, old):
        return True
    told = _TOLD.search(text, max(0, old[0] - 60), old[0]) or _TOLD_BEHIND.match(text, old[1])
    return told is not None and not is_asked(text, new[0], asks) and not is_asked(text, old[0], asks)


def takes_back(text: str) -> bool:
    """Whether outside a question something is taken back, or put into another's place."""
    asks = [] if requested(text) else asked_in(text)
    return any(not any(first <= one.start() < last for first, last in asks) for one in _PLAINLY.finditer(text))


def is_name_taken_back(text: str, old: Span, new: Span, *, dosed: bool) -> bool:
    """Whether a name is taken back in its own clause, or in one that holds neither, and the other is not.

    Where the other is told without a dose (not ``dosed``) the old name itself must be denied.
    """
    first, second = sorted((old, new))
    if _ADDS.search(text) is not None or _JOINS.fullmatch(text, first[1], second[0]):
        return False
    asks = [] if requested(text) else asked_in(text)
    if any(first <= old[0] < last for first, last in asks):
        return False
    if _NEVER_TAKEN.search(text, max(0, old[0] - 40), old[0]) or _NOT_TAKEN.match(text, old[1]):
        return True
    if is_denied(text, old):
        return True
    clauses = _clauses(text)
    told = False
    for one in _PLAINLY.finditer(text):
        if any(first <= one.start() < last for first, last in asks):
            continue
        start, end = next((span for span in clauses if span[0] <= one.start() < span[1]), (0, len(text)))
        if one[0] in _DONE:
            # "She swapped A for B": what was taken until then was taken.
            continue
        holds_old, holds_new = start <= old[0] < end, start <= new[0] < end
        told = told or holds_old or (dosed and not holds_new)
    return told


def _clauses(text: str) -> list[Span]:
    found = []
    for start, end in sentences(text):
        marks = [start, *(one.end() for one in _CLAUSE.finditer(text, start, end)), end]
        found += list(pairwise(marks))
    return found


def changed_by_another(text: str) -> bool:
    """Whether the words tell of a change of treatment: then what stands on record was true until now."""
    return _CHANGED.search(text) is not None


_CLAUSE: Final = lazy_regex(r"[,;:]\s|\s[-–—]+\s|\bbut\s|(?<=[가-힣])(?:는데|은데|인데|던데|지만|만|고)(?=[\s,])")
_DONE: Final = frozenset({"swapped", "replaced", "substituted"})
_ADDS: Final = lazy_regex(
    r"\b(?:also|as well|too|besides|beside|in addition|on top of|together|along with|additionally|forgot)\b"
    r"|[0-9a-z가-힣]도\s?(?:\S{1,6}\s)?(?:먹|복용|드|맞|써|쓰)|추가|같이|함께|깜[빡박]"
)
_JOINS: Final = lazy_regex(r"\S{0,4}\s?(?:with|and|plus|,|/|\+|이?랑|하고|와|과)\s?")
_NEVER_TAKEN: Final = lazy_regex(
    r"\b(?:never (?:been on|took|taken|had|used)|not (?:on|taking)|don'?t take|do not take|ain'?t on|isn'?t"
    r"|wasn'?t|not) (?:the )?$"
)
_NOT_TAKEN: Final = lazy_regex(
    r"[^.,;!?]{0,12}\b(?:is not|isn'?t|was not|wasn'?t|never was|i am not|i'?m not|i do not|i don'?t|was wrong"
    r"|is wrong)\b"
    r"|(?:\([^)]*\))?\S{0,8}\s?(?:먹는\s)?(?:약은|약이|약은?|것[은이]?|거)?\s?(?:없고|아니고|아닙|아니에"
    r"|아니라|아니었)"
    r"|\s?자리에"
)
_CHANGED: Final = lazy_regex(
    r"\b(?:doctor|gp|consultant|hospital|clinic|they|nurse|pharmacist) (?:has |have |just )?(?:switched"
    r"|changed|moved|put|swapped|started|replaced)"
    r"|\b(?:switched|changed|moved) (?:me|over|from)\b|\bfrom now\b|\bsince (?:last|yesterday)\b"
    r"|바뀌[었어]|바꿔\s?주셨|바꾸셨|변경됐|변경되|교체"
)


def denies_the_new(text: str, old: Span, new: Span) -> bool:
    """Whether the number that is not on record is the one that is denied: "not 107 but 86"."""
    return is_denied(text, new) and not is_denied(text, old)


def is_denied(text: str, number: Span) -> bool:
    """Whether a number is the one that is denied, by words before or behind it."""
    before = _DENIED_BEFORE.search(text, max(0, number[0] - 40), number[0])
    return bool(before or _DENIED_BEHIND.match(text, number[1]) or _DENIED_KO.match(text, number[1]))


def puts_right(text: str) -> bool:
    """Whether the words say what is right, which is a correction where nothing else explains two numbers."""
    return _PERHAPS.search(text) is not None


def pulls_up(text: str) -> bool:
    """Whether the words open as those of somebody who pulls up: "no wait", "oops", "아 아니"."""
    return _PULLS_UP.match(text) is not None


def supposes(text: str, old: int, new: int) -> bool:
    """Whether one sentence supposes both numbers: nothing of it was measured."""
    start, end = sentence_around(text, old)
    return start <= new < end and _SUPPOSED.search(text, start, end) is not None


def moves_between(text: str, old: Span, new: Span) -> bool:
    """Whether the value moved from one number to the other, or the second was measured anew."""
    if _NEW_READING.search(text, max(0, new[0] - 40), new[0]) is not None:
        return True
    first, second = sorted((old, new))
    if _MOVES.search(text, first[1], second[0]) is not None:
        return True
    before, between = text[max(0, first[0] - 24) : first[0]], text[first[1] : second[0]]
    if (_FROM.search(before) and _TO.match(between)) or (_DOWN_TO.search(before) and _FROM.search(between)):
        return True
    behind = text[second[1] : second[1] + 24]
    return _MOVED_KO.match(text, first[1]) is not None and _MOVES.search(behind) is not None


def editing(text: str) -> bool:
    """Whether the words ask to edit what is noted: then "from 101 to 93" is no change of the value."""
    return _EDITING.search(text) is not None


def undoes(text: str) -> bool:
    """Whether the words go back to what was said first."""
    return _UNDOES.search(text) is not None


def goes_back(text: str) -> bool:
    """Whether they go back to it in so many words; to name a correction is not enough."""
    return _BACK.search(text) is not None


def of_an_earlier_one(text: str) -> bool:
    """Whether they speak of an earlier result than the latest."""
    return _EARLIER.search(text) is not None


def is_normal(text: str, start: int) -> bool:
    """Whether the number at ``start`` is told as what is normal for anybody."""
    return _NORMAL_BEFORE.search(text, max(0, start - 60), start) is not None


def is_aimed_at(text: str, number: Span) -> bool:
    """Whether a number is told as an aim or a limit, and not as what a record should read."""
    before = _AIMED_BEFORE.search(text, max(0, number[0] - 60), number[0])
    return bool(before or _AIMED_BEHIND.match(text, number[1]))
