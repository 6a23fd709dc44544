"""Medicines that nobody took: not to be taken, advised against, given up before the first dose, or still weighed.

"They said not to take clarithromycin", "위고비 시작하려다 비싸서 접었어요" and "로페라미드 먹어 말어": none is taken.
"I can't take ibuprofen" and "이부프로펜은 금기래요" tell more, and are kept as what is not taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_BEHIND_KO: Final = lazy_regex(
    r"[가-힣]{0,3}\s?(?:[은는을를도]\s?)?(?:(?:절대|더는|이제|아직|같이|함께)\s?)?"
    r"(?:먹|묵|드시|쓰|맞|복용하|사용하|바르|넣|옇|시작하)지\s?(?:말|마|않는\s?게\s?좋)"
)
_AHEAD_EN: Final = lazy_regex(
    r"\b(?:told|said|says|advised|warned|asked)\b[^.;!?]{0,20}"
    r"\b(?:not to|never to|don't|do not|to avoid|to stay (?:off|away from))"
    r"\s?(?:take|taking|use|using|have|start|touch)?\s?(?:any|the|my|that|this)?\s?$"
)
_MARKED: Final = lazy_regex(
    r"can'?t|can ?not|n'?t |\bnot |never|no longer|unable|intoleran|steer|stay|keep|avoid|refrain"
    r"|off[- ]limits|banned|forbid|contra|a no[- ]no|the question|안|않|못|금|피[하해]|지\s?[말마]"
)
"""Without one of these nothing is said not to be taken."""
_CANNOT_EN: Final = lazy_regex(
    r"\b(?:(?:can'?t|can ?not|mustn'?t|must not|must never|shouldn'?t|should not|should never|not to|never to"
    r"|(?:not|isn'?t|ain'?t|aren'?t|never|no longer) (?:\w+ )?(?:able|allowed|supposed|meant|permitted)(?: to)?"
    r"|unable to)"
    r"(?: \w+ly| ever| even)?(?: (?:take|have|use|tolerate|stomach|handle|touch|go on|go near|be on|be given|get))?"
    r"|intoleran(?:t|ce) (?:to|of|with)|(?:steer|stay|keep)(?:ing)? (?:well )?(?:clear|away|off)(?: (?:of|from))?"
    r"|avoid(?:ing|ed|s)?|refrain(?:ing)? from)"
    r"(?: (?:take|taking|using|having))?(?: (?:any|any more|the|my|stuff like|things like|anything with))?\s$"
)
_STILL_CAN_EN: Final = lazy_regex(
    r"[^.;!?\n]{0,30}?\b(?:without|unless|until|till|at night|in the (?:morning|evening)|before|after"
    r"|with (?:food|milk)|on an empty|same time|every day|today|tonight|tomorrow|yet)\b"
)
"""When or how it is not taken: then it is, else."""
_UNBORNE_EN: Final = lazy_regex(
    r"\s(?:is|are|was|'s) (?:\w+ )?(?:off[- ]limits|banned|forbidden|contra-?indicated|a no[- ]no|out of the question)"
    r"|\s(?:does ?n'?t|do ?n'?t|does not|do not|never|did ?n'?t) (?:really |ever |at all )?"
    r"(?:agree|sit (?:right|well))\b"
)
_CANNOT_KO: Final = lazy_regex(
    r"(?:같은\s?(?:거|것|약))?(?:계열)?(?:[은는을를이가도]|이랑|하고|랑)?\s?(?:(?:저|나|제|내)(?:랑|한테|하고|는)?\s?)?(?:절대\s?|전혀\s?)?"
    r"(?:(?:먹|묵|드시|쓰|맞|복용하|사용하)으?면\s?(?:큰일|절대\s?)?(?:안|아니)\s?(?:되|돼|된|됩|됨)"
    r"|못\s?(?:먹(?!었)|묵(?!었)|드(?:세|시|심)|쓰(?!러)|쓴|써|맞(?!았)|복용)|(?:먹|쓰)지\s?(?:못|말|마)"
    r"|금[기지](?![가-힣]*\s?아니)|피[하해](?:라|야|고|는|요|달)|안\s?(?:맞[는아았]|받[는아]))"
)
_NOT_ALWAYS_KO: Final = lazy_regex(r"(?:오늘|어제|아침|저녁|밤|점심|며칠|빈속|공복|내일|이번)\S{0,3}\s?(?:\S{1,4}\s)?$")
_NEVER_BEGUN_KO: Final = lazy_regex(
    r"(?:[^.!?\n,]|\.(?=\d)){0,14}?(?:시작하|먹|드시|맞|쓰|받|사|타|처방받으)(?:으?려다가?|으?려고\s?(?:했|하다)\S{0,3}|ㄹ까\s?하다가?|을까\s?하다가?)\s?"
    r"[^.!?\n]{0,16}?(?:접[었음고]|말[았고기음]|포기|관[뒀두둠]|그만[뒀두둠]|(?:안|못)\s?(?:먹|드|맞|샀|쓰|했|하|받|시작)|취소)"
)
_WEIGHED_KO: Final = lazy_regex(
    r"[은는을를도]?\s?(?:\S{1,5}\s)?(?:먹|쓰|맞|넣|바르)(?:[어아]|을까|을지|을까요)\s?(?:말[어까지아]|마[까라])"
)
_NEVER_BEGUN_EN: Final = lazy_regex(
    r"\b(?:was|were|i'd been|he'd been|she'd been) (?:\w+ )?(?:going|about|meant|supposed|due) to"
    r" (?:start|take|try|begin|go on|get|have)(?: (?:on|some|the|my|an?))*\s$"
    r"|\b(?:nearly|almost) (?:took|started|tried|went on)(?: (?:on|some|the|my|an?))*\s$"
)
_NOTHING_CAME_EN: Final = lazy_regex(
    r"[^.!?\n]{0,60}?\b(?:but|then|so|until|and)\b[^.!?\n]{0,24}?"
    r"\b(?:didn'?t|did not|never|decided (?:against|not)|changed my mind|bottled it|chickened out|gave up|couldn'?t"
    r"|said no|too (?:dear|expensive))\b"
)
_OFFERED: Final = lazy_regex(
    r"\b(?:offer(?:ed|s|ing)|mention(?:ed|s|ing)|suggest(?:ed|s|ing)|talk(?:ed|s|ing) (?:about|of)|float(?:ed|ing)"
    r"|(?:said|says) (?:to )?try|wanted (?:me|him|her) (?:on|to)|thinking (?:about|of)|consider(?:ed|ing))\b"
)
_TURNED_DOWN: Final = lazy_regex(
    r"[^!?\n]{0,60}?(?:\bnot yet\b|\bnot on (?:it|them|that)\b|\bdidn'?t (?:take|start|agree)\b"
    r"|\b(?:i|we|he|she|i've|we've) (?:have )?(?:refused|declined|said no|turned (?:it|that) down)\b)"
)
_OFFERED_KO: Final = lazy_regex(
    r"[^.!?\n]{0,24}?(?:생각해\s?보|권하|권유|말씀하|얘기하|하자(?:고|는|셨|시)|어떻겠|고려)[^.!?\n]{0,20}?"
    r"(?:아직(?:은|도)?\s?(?:안|못)|거절|싫다고|안\s?(?:하기로|한다고|바꿨|먹기로|맞기로|먹겠))"
)
_SHOP: Final = (
    r"(?:pharmacy|pharmacist|chemist|drug ?store|supermarket|grocery|shop|store|cvs|walgreens|rite aid|boots|superdrug"
    r"|tesco|asda|walmart|target|costco|amazon)"
)
_IN_THE_SHOP_EN: Final = lazy_regex(
    rf"\b{_SHOP}(?:'s)? (?:\w+ ){{0,2}}?(?:has|have|had|got|sells?|stocks?|carries|keeps?|does|do)\b(?: got)?"
    r"[^.;!?\n]{0,30}$"
    rf"|\b(?:sold|on sale|available|in stock) (?:at|in|by) (?:the |a |my )?{_SHOP}[^.;!?\n]{{0,30}}$"
)
_IN_THE_SHOP_KO: Final = lazy_regex(r"[이가을를도은는]?\s?(?:\S{1,5}\s)?(?:팔|파[는던니])[가-힣]{0,3}(?=[\s.,?!]|$)")
"""What a shop has is not taken by that: who buys it says so."""
_REACH: Final = 60


def without_what_was_advised_against(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` without the medicines that are not on record and were advised against or never begun.

    Those that cannot be taken are not taken for the record: whoever is asked about them later has to know.
    """
    marked = _MARKED.search(sheet.folded) is not None
    named = [_not_to_be_taken(read) if _cannot_be_taken(read, sheet) else read for read in reads] if marked else reads
    return [replace(read, role="other") if _is_not_taken(read, sheet) else read for read in named]


def _not_to_be_taken(read: Read) -> Read:
    return replace(read, state="negated", change="assert", certain=True, new=(), old=(), frequencies=(), dates=())


def _cannot_be_taken(read: Read, sheet: Sheet) -> bool:
    item, text = read.item, sheet.folded
    if read.role not in ("medications", "other") or not item.named or item.heard is not None or read.subjects:
        return False
    if item.kind not in ("medications", "drug_classes"):
        return False
    ahead = text[max(0, item.start - _REACH) : item.start]
    if sheet.language == "ko":
        return _CANNOT_KO.match(text, item.end) is not None and _NOT_ALWAYS_KO.search(ahead) is None
    if _UNBORNE_EN.match(text, item.end) is not None:
        return True
    return _CANNOT_EN.search(ahead) is not None and _STILL_CAN_EN.match(text, item.end) is None


def _is_not_taken(read: Read, sheet: Sheet) -> bool:
    item = read.item
    if read.role != "medications" or not item.named or item.heard is not None or read.state == "negated":
        return False
    ahead = sheet.folded[max(0, item.start - _REACH) : item.start]
    if _BEHIND_KO.match(sheet.folded, item.end) is not None or _AHEAD_EN.search(ahead) is not None:
        return True
    if sheet.language == "ko":
        never = (_NEVER_BEGUN_KO, _WEIGHED_KO, _OFFERED_KO, _IN_THE_SHOP_KO)
        return any(one.match(sheet.folded, item.end) is not None for one in never)
    opening = max(ahead.rfind(mark) for mark in ".!?\n") + 1
    if _OFFERED.search(ahead, opening) is not None and _TURNED_DOWN.match(sheet.folded, item.end) is not None:
        return True
    if _IN_THE_SHOP_EN.search(ahead, opening) is not None:
        return True
    meant = _NEVER_BEGUN_EN.search(ahead)
    return meant is not None and _NOTHING_CAME_EN.match(sheet.folded, item.end) is not None
