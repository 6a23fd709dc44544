"""Medicines that somebody was told not to take: "they said not to take clarithromycin" tells of none that is taken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read

_BEHIND_KO: Final = re.compile(
    r"[가-힣]{0,3}\s?(?:[은는을를도]\s?)?(?:(?:절대|더는|이제|아직|같이|함께)\s?)?"
    r"(?:먹|묵|드시|쓰|맞|복용하|사용하|바르|넣|옇|시작하)지\s?(?:말|마|않는\s?게\s?좋)"
)
_AHEAD_EN: Final = re.compile(
    r"\b(?:told|said|says|advised|warned|asked)\b[^.;!?]{0,20}"
    r"\b(?:not to|never to|don't|do not|to avoid|to stay (?:off|away from))"
    r"\s?(?:take|taking|use|using|have|start|touch)?\s?(?:any|the|my|that|this)?\s?$"
)
_REACH: Final = 60


def without_what_was_advised_against(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` without the medicines that are not on record and were advised against."""
    return [replace(read, role="other") if _is_advised_against(read, sheet) else read for read in reads]


def _is_advised_against(read: Read, sheet: Sheet) -> bool:
    item = read.item
    if read.role != "medications" or not item.named or item.heard is not None or read.state == "negated":
        return False
    ahead = sheet.folded[max(0, item.start - _REACH) : item.start]
    return _BEHIND_KO.match(sheet.folded, item.end) is not None or _AHEAD_EN.search(ahead) is not None
