"""What is measured of the speaker and told by its unit alone: "88 bpm", "i'm like 72 kg or so", "I'm six foot tall".

The models hear a number without the name of a test beside many that are nobody's. Beats a minute are a pulse wherever
they stand; kilograms and degrees are the speaker's where the words around them weigh or measure somebody, nobody else
is named, and nothing is lifted, lost or aimed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read, Role
from extraction.text.lazy_regex import lazy_regex

_WEIGHED: Final = lazy_regex(
    r"\b(?:i'?m|i am|me,|weigh\w*|heavy|scales?|wringing wet|dripping wet)\b"
    r"|나[가갑간갔]|저울|달아|몸무게|체중|키로(?:그램)?(?:이|예|임|요)"
)
_NOT_WEIGHT: Final = lazy_regex(
    r"\b(?:los[et]\w*|gain\w*|put on|drop\w*|shed|lift\w*|carr\w+|bag|box|dumb-?bell\w*|bench\w*|squat\w*|deadlift\w*"
    r"|goal|target|aim\w*|want|should|per kg|a kilo|buy|bought|ate|eat)\b"
    r"|빠[졌지져진]|뺐|뺀|쪘|쪄|찌|감량|늘었|줄었|목표|들[다어고]|상자|쌀|고기"
)
_LEAST_KG, _MOST_KG = 30.0, 250.0
_STANDS: Final = lazy_regex(
    r"\b(?:i'?m|i am|i stand|i measure|me,|im|my height(?: is)?)\s(?:(?:only|just|about|around|like|roughly"
    r"|barely|over|nearly|almost"
    r"|a|exactly|now|still|also|[\w/-]+,)\s){0,3}$|(?:^|[.,;!?]\s?)(?:\d{2},?\s(?:[mf],?\s)?)?$"
)
_TALL: Final = lazy_regex(r"\s?(?:tall|in height|in my (?:socks|bare feet))\b")
_NOT_HEIGHT: Final = lazy_regex(
    r"\s?(?:away|apart|under|deep|long|wide|of|up|above|below|down|from|off|behind|ahead|in the air|round"
    r"|across|waist|square|short of)\b"
)
_STATURES: Final = {"cm": (100.0, 230.0), "[in_i]": (39.0, 90.0)}
"""What adults and bigger children measure, by unit."""
_FEVERED: Final = lazy_regex(
    r"\b(?:running|temp\w*|fever\w*|thermometer|burning|feverish|hot)\b|체온|열[이은도나]|재[니보]|쟀|체온계|도예요|도요|도야"
)
_NOT_FEVER: Final = lazy_regex(
    r"\b(?:outside|weather|oven|water|room|wash|bath|degrees? of|goal)\b"
    r"|날씨|기온|물|방\s|오븐|온탕|사우나"
)


def with_plain_measures(reads: Sequence[Read], sheet: Sheet, heard: Heard) -> list[Read]:
    """``reads`` with what is measured of the speaker by its unit alone, where the models left it aside."""
    others = any(one.entry.kind == "relatives" for one in sheet.mentions) and not heard.patient_is
    if others or all(read.item.kind != "vitals" and not _is_clotting(read) for read in reads):
        return list(reads)
    bound = {figure.start for read in reads for figure in (*read.new, *read.old)}
    return [_measured(read, sheet, bound) for read in reads]


def _measured(read: Read, sheet: Sheet, bound: Iterable[int]) -> Read:
    item = read.item
    if (read.is_fact and not read.doubt) or not item.named or item.entry is None:
        return read
    if item.kind != "vitals" and not _is_clotting(read):
        return read
    # "Bpm" is the name of what stands before it.
    counted = item.entry.concept_id == "heart_rate" and item.start < item.end
    # "Tall" names what stands before it.
    tall = item.entry.concept_id == "body_height" and sheet.folded[item.start : item.end] == "tall"
    if item.start < item.end and not counted and not tall:
        return read
    place = item.start
    figure = next(
        (
            one
            for one in sheet.figures
            if one.start == place
            or (counted and 0 <= place - _number_end(one) <= 1)
            or (tall and 0 <= place - one.end <= 1)
        ),
        None,
    )
    if figure is None or (figure.start in bound and read.new != (figure,)) or _is_asked(sheet.folded, figure):
        return read
    if not _tells(item.entry.concept_id, figure, sheet.folded):
        return read
    role: Role = "labs" if item.kind == "labs" else "vitals"
    return replace(read, role=role, state="current", change="assert", certain=True, doubt=0.0, new=(figure,))


def _is_clotting(read: Read) -> bool:
    """Whether an item is an INR that only its number and who tells it name."""
    item = read.item
    return item.entry is not None and item.entry.concept_id == "inr" and item.start == item.end


def _number_end(figure: Figure) -> int:
    return figure.start + len(f"{figure.quantity.value or 0:g}")


def _tells(concept_id: str, figure: Figure, text: str) -> bool:
    value = figure.quantity.value
    if value is None:
        return False
    match concept_id:
        case "heart_rate" | "inr":
            return True
        case "body_weight":
            weighed = _WEIGHED.search(text) is not None and _NOT_WEIGHT.search(text) is None
            return weighed and figure.quantity.unit == "kg" and _LEAST_KG <= value <= _MOST_KG
        case "body_height":
            low, high = _STATURES.get(figure.quantity.unit or "", (0.0, -1.0))
            if not low <= value <= high or _NOT_HEIGHT.match(text, figure.end) is not None:
                return False
            # "5'11 tall" and "I'm 164 cm": of a fence or a fall neither is said.
            return _STANDS.search(text, 0, figure.start) is not None and (
                _TALL.match(text, figure.end) is not None or "i" in text[max(0, figure.start - 24) : figure.start]
            )
        case "body_temperature":
            return _FEVERED.search(text) is not None and _NOT_FEVER.search(text) is None
        case _:
            return False


def _is_asked(text: str, figure: Figure) -> bool:
    """Whether the very clause that holds the number is a question."""
    end = min((at for mark in ".,;!?\n" if (at := text.find(mark, figure.end)) >= 0), default=len(text))
    return text[end : end + 1] == "?"
