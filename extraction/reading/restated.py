"""A medicine on record whose dose, rhythm or end is told in passing, where the readers heard its name alone.

Beside other news the readers often take "she says it's every second day now" or "그만 먹으래요" for a mention of
what is known. Of the medicines that 38 authors told with another dose or rhythm than the record's, 393 were changed,
151 put right and 25 told for other reasons; none was meant to stand beside the old one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from domain.values import Content, Polarity, SlotKind, Status
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read

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
    if not read.new and not read.frequencies and _ORDERED_TO_STOP.match(behind):
        return replace(read, change="stop", state="ended")
    if (read.new or read.frequencies) and _BECOMES.search(before + " " + behind):
        return replace(read, change="change")
    return read


def _clause(text: str, read: Read) -> tuple[str, str]:
    """The words before the name and behind it, within its sentence."""
    opening = max(text.rfind(mark, 0, read.item.start) for mark in ".!?\n;") + 1
    end = _END.search(text, read.item.end)
    return text[opening : read.item.start], text[read.item.end : end.start() if end else len(text)]


_END: Final = re.compile(r"[!?\n;]|\.(?=\s|$)")
_WEIGHED: Final = re.compile(
    r"까\s?(?:요|봐|말까|고|\?|$)|[으라다]?면\b|예정|계획|다음\s?(?:주|달|진료)|내일|모레|어도\s?(?:되|돼|될)|싶|할래|려고|기로"
    r"|\b(?:if|should|could|can|may|might|would|will|going to|plan\w*|thinking|consider\w*|next|tomorrow|until)\b"
)
_ORDERED_TO_STOP: Final = re.compile(
    r"(?:을|를|은|는|도)?(?:\s?(?:이제|인자|오늘부터|당장|그냥|아예))?\s?"
    r"(?:그만\s?(?:먹|드시|두|쓰|맞|하)|끊|빼|중단하|멈추|먹지\s?말|쓰지\s?말)"
    r"(?:으?래|으?라(?:고|네|는|시|십|카|카데|\s?(?:했|혔|하|캤))|으?랍|자(?:고|\s?(?:했|하)|시|네))"
)
_BECOMES: Final = re.compile(
    r"되었|됐|됩니다|바뀌|바뀐|바꿔|바꿨|바꾸|변경|늘[었려렸]|늘어|줄[었여였이]|올[렸라랐려]|올리|내[렸려리]|낮[췄추]|높[였이]|조정|증량|감량|이제\b|인자\b"
    r"|\b(?:now|noo|reduced|increased|raised|lowered|upped|halved|doubled|bumped|dropped|cut|put up|went (?:up|down)"
    r"|(?:brought|taken|came|gone|moved) (?:up|down)|instead of|no longer|not every|changed|switched)\b"
)
