"""A medicine on record whose dose, rhythm or end is told in passing, where the readers heard its name alone.

Beside other news the readers often take "she says it's every second day now" or "그만 먹으래요" for a mention of
what is known. Of the medicines that 38 authors told with another dose or rhythm than the record's, 393 were changed,
151 put right and 25 told for other reasons; none was meant to stand beside the old one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from domain.values import Content, Polarity, SlotKind, Status
from extraction.reading.medicines.excepted import is_left_out
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_HEARD_ONLY: Final = frozenset({"mention", "assert"})
_IN_FORCE: Final = frozenset({None, Status.ACTIVE, Status.RECURRENCE})


def restated(read: Read, known: Content | None, sheet: Sheet) -> Read:
    """``read`` as a change or a stop of ``known`` where the words around its name say so; else as it is."""
    if known is None or known.slot is not SlotKind.MEDICATIONS or known.status not in _IN_FORCE:
        return read
    if not read.item.named or read.role != "medications" or read.state != "current" or not read.certain:
        return read
    if read.change not in _HEARD_ONLY or known.polarity is not Polarity.AFFIRMED:
        return read
    before, behind = _clause(sheet.folded, read)
    if _WEIGHED.search(before + behind):
        return read
    ended = _ORDERED_TO_STOP.match(behind) or _is_over(before, behind)
    if not read.new and not read.frequencies and ended and not _stands_in(read, sheet):
        return replace(read, change="stop", state="ended")
    if (read.new or read.frequencies) and _BECOMES.search(before + " " + behind):
        return replace(read, change="change")
    return read


def _is_over(before: str, behind: str) -> bool:
    """Whether the words right around a name tell that it is taken no more, without a word of stopping."""
    ahead = _OVER_AHEAD.search(before) is not None and _OVER_LATER.match(behind) is not None
    return ahead or _OVER_BEHIND.match(behind) is not None


def _stands_in(read: Read, sheet: Sheet) -> bool:
    """Whether the words around a name deny its end, leave it out of one, or say that it goes on."""
    return is_left_out(read.item, sheet) or any(start <= read.item.start < end for start, end in sheet.going_on)


def _clause(text: str, read: Read) -> tuple[str, str]:
    """The words before the name and behind it, within its sentence."""
    opening = max(text.rfind(mark, 0, read.item.start) for mark in ".!?\n;") + 1
    end = _END.search(text, read.item.end)
    return text[opening : read.item.start], text[read.item.end : end.start() if end else len(text)]


_END: Final = lazy_regex(r"[!?\n;]|\.(?=\s|$)")
_WEIGHED: Final = lazy_regex(
    r"까\s?(?:요|봐|말까|고|\?|$)|[으라다]?면\b|예정|계획|다음\s?(?:주|달|진료)|내일|모레|어도\s?(?:되|돼|될)|싶|할래|려고|기로"
    r"|\b(?:if|should|could|can(?!'t)|may|might|would|will|going to|plan\w*|thinking|consider\w*|next|tomorrow|until)\b"
)
_ORDERED_TO_STOP: Final = lazy_regex(
    r"(?:을|를|은|는|도)?(?:\s?(?:이제|인자|오늘부터|당장|그냥|아예))?\s?"
    r"(?:그만\s?(?:먹|드시|두|쓰|맞|하)|끊|빼|중단하|멈추|먹지\s?말|쓰지\s?말)"
    r"(?:으?래|으?라(?:고|네|는|시|십|카|카데|\s?(?:했|혔|하|캤))|으?랍|자(?:고|\s?(?:했|하)|시|네))"
)
_OVER_BEHIND: Final = lazy_regex(
    r"[은는을를도]?\s?(?:[^\s.,!?]{1,8}\s){0,3}?(?:더는|더\s?이상|이젠|이제는?)\s?(?:[^\s.,!?]{1,6}\s)?(?:안|못)\s?"
    r"(?:먹|묵|드[시셔]|써|쓰|맞|바르|발라)(?!\S{0,4}(?:나요|까요|\?))"
    r"|[은는을를도]?\s?(?:[^\s.,!?]{1,6}\s){0,2}?(?:안|않)\s?(?:먹은|드신|쓴|맞은|바른)\s?지\s"
    r"|[,:]?\s(?:i|he|she|we) (?:can'?t|cannot|couldn'?t|don'?t|doesn'?t|won'?t|no longer|never)"
    r" (?:take|stand|tolerate|stomach|use|bother with|need|touch)(?:s|ed)?(?: (?:it|them|that|those))?"
    r"(?: any ?more| any longer)\b"
    r"|[,:]?\s(?:i |he |she |we |we've |i've )?(?:haven'?t|hasn'?t|not)(?: been)? (?:touched|taken|had|used)"
    r"(?: (?:it|them|any))? (?:since|in (?:weeks|months|years|ages)|for (?:weeks|months|years|ages))\b"
    r"|\s(?:has |have |had )?(?:gone|went|is|are) (?:in|into) the bin\b"
)
_OVER_AHEAD: Final = lazy_regex(
    r"\b(?:haven'?t|hasn'?t|not|don'?t|doesn'?t|can'?t|couldn'?t|no longer|won'?t)(?: been)?"
    r" (?:touch(?:ed)?|tak(?:e|en|ing)|had|us(?:e|ed|ing)|on|bother(?:ed)? with|need|stand|stomach|tolerate)"
    r"(?: (?:the|my|his|her|any|that|those))*\s?$"
)
_OVER_LATER: Final = lazy_regex(
    r"(?: (?:tablets?|pills?|puffer|inhaler|patch(?:es)?|injections?|one))?[^.;,!?]{0,10}?\s"
    r"(?:since\b|any ?more\b|any longer\b|in (?:weeks|months|years|ages)|for (?:weeks|months|years|ages))"
)
_BECOMES: Final = lazy_regex(
    r"되었|됐|됩니다|바뀌|바뀐|바꿔|바꿨|바꾸|변경|늘[었려렸]|늘어|줄[었여였이]|올[렸라랐려]|올리|내[렸려리]|낮[췄추]|높[였이]|조정|증량|감량|이제\b|인자\b"
    r"|\b(?:now|noo|reduced|increased|raised|lowered|upped|halved|doubled|bumped|dropped|cut|put up|went (?:up|down)"
    r"|(?:brought|taken|came|gone|moved) (?:up|down)|instead of|no longer|not every|changed|switched)\b"
)
