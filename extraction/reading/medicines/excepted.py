"""Medicines that are left out of an end: "위보호제 빼고 나머지는 다 끊었어요", "stopped everything except the aspirin".

The one that is named is the one that goes on; the learned readers hear an end beside it and end it with the others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from extraction.reading.items import Item
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_BEHIND_KO: Final = lazy_regex(
    r"\s?(?:만\s)?(?:빼고|제외하고|빼놓고|외에는?|외엔|말고는?)\s?(?:는|은)?\s?(?:나머지|다른|다(?=\s|[^가-힣])|전부|싹|모두|몽땅|죄다)"
    r"|만\s?(?:빼고|제외하고|남기고|남겨|남겼|남았|남고|놔두고|그대로|계속|먹고\s?있|먹어|먹는|먹습|드시고|드세|드셔)"
)
_AHEAD_EN: Final = lazy_regex(
    r"\b(?:except|apart from|aside from|other than|besides|bar|all but|everything but|anything but|nothing but)"
    r"(?: (?:for|the|my|his|her|their))*\s$"
)
_ONLY_EN: Final = lazy_regex(r"\b(?:just|only)(?: (?:the|my|his|her|on|taking|got|kept|keeping))*\s$")
_LEFT_EN: Final = lazy_regex(
    r"(?: (?:and|&) (?:the |my )?\w+)?(?: (?:is|are|'s|i'm))? (?:left|remains?|now|to go|still)\b"
)
_ENDED_EN: Final = lazy_regex(
    r"\b(?:stop\w*|quit|dropp\w*|ditch\w*|bin|binned|threw|thrown|off|gave up|given up|finish\w*|gone|went"
    r"|discontinu\w*)\b"
)
_CLAUSE: Final = lazy_regex(r"[^.;,!?\n]*")
_ROW: Final = 60


def excepted(read: Read, sheet: Sheet) -> Read:
    """``read`` as going on where the words around its name leave it out of what ends."""
    ends = read.change == "stop" or read.state in ("ended", "on_hold")
    if read.role != "medications" or not read.item.named or not ends or read.item.heard is None:
        return read
    return replace(read, change="mention", state="current") if is_left_out(read.item, sheet) else read


def is_left_out(item: Item, sheet: Sheet) -> bool:
    """Whether the words around a name leave it out of what they tell of the others."""
    ahead = sheet.folded[max(0, item.start - _ROW) : item.start]
    if _BEHIND_KO.match(sheet.folded, item.end) is not None:
        return True
    if _AHEAD_EN.search(ahead) is not None:
        # "All except the aspirin, which she stopped" leaves it out of what goes on.
        behind = _CLAUSE.match(sheet.folded, item.end)
        return _ENDED_EN.search(f"{ahead} {behind[0] if behind is not None else ''}") is not None
    return _ONLY_EN.search(ahead) is not None and _LEFT_EN.match(sheet.folded, item.end) is not None
