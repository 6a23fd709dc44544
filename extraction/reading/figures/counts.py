"""How many, how often, how much: "스텐트 두 개", "thrown up four times", "pain 6 out of 10", "five kilos lighter".

What is counted beside a finding or an operation is kept as its value: times that it was had, pieces that were put in or
taken out, weight that was lost, how strong a pain is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from extraction.reading.items import Item
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.spoken_numbers import NumberMention, find_numbers

TIMES: Final = "{times}"
PIECES: Final = "{piece}"
OF_TEN: Final = "{score}"
POUNDS: Final = "[lb_av]"

Counted = tuple[float, str]
"""A number and its unit in UCUM."""

_EVENT: Final = lazy_regex(
    r"\s?(?:번(?![째호지가-힣])|번(?=[이은을의씩쯤정]|이나|밖|\s)|회(?![복의사차])|차례|times\b|x\b(?!\s?\d))"
)
_PIECE: Final = lazy_regex(
    r"\s?(?:개(?![월년비])|대(?=[\s,.]|$)|바늘|stents?\b|grafts?\b|stitch(?:es)?\b|pints?\b|polyps?\b|molars?\b|teeth\b"
    r"|rounds?\b|cycles?\b|screws?\b|blisters?\b)"
)
_COURSE: Final = lazy_regex(r"\s?차(?=[\s,.까]|$)")
_WEIGHT: Final = (
    ("kg", lazy_regex(r"\s?(?:kg|킬로|키로|kilos?\b|kgs\b)")),
    (POUNDS, lazy_regex(r"\s?(?:lbs?\b|pounds?\b|파운드)")),
)
_SCORE: Final = lazy_regex(r"\s?(?:점(?![가-힣])|점(?=[이은정쯤])|/\s?10\b|out of (?:10|ten)\b)")
_TWICE: Final = (
    (1.0, lazy_regex(r"\bonce\b(?! (?:a|per|every|daily|weekly|in a|i\b|you\b|the\b))")),
    (2.0, lazy_regex(r"\btwice\b(?! (?:a|per|daily|weekly|as\b))")),
    (3.0, lazy_regex(r"\bthrice\b(?! (?:a|per|daily|weekly))")),
)
_HURTS: Final = lazy_regex(r"pain|ache|headache|migraine|cramp|통증|두통|복통|요통|아프|쑤시")
_LOSES: Final = lazy_regex(r"weight (?:loss|gain|change)|체중 ?(?:감소|증가)")
_REACH: Final = 14
"""Most characters between a name and what is counted of it, on either side."""
_MOST: Final = 60
"""More than so many of anything are no count."""
_APART: Final = lazy_regex(
    r"[.;!?\n]|에서|(?:이하|이상|미만)|\b(?:than|from|every|ago|for)\b|마다|전에|만에|[고며]\s|[어아해여]서\s"
)


def count_of(sheet: Sheet, item: Item, slot: str, starts: Sequence[int]) -> Counted | None:
    """What is counted of a finding or an operation beside its name; ``starts`` are where names begin, in order."""
    if not item.named or slot not in ("symptoms", "conditions", "procedures"):
        return None
    named = f"{item.entry.name.casefold() if item.entry else ''} {sheet.folded[item.start : item.end]}"
    low, high = max(0, item.start - _REACH), min(len(sheet.folded), item.end + _REACH)
    found = [
        (gap, counted)
        for number in find_numbers(sheet.folded, low, min(len(sheet.folded), high + _REACH), lenient=True)
        if (counted := _counted(sheet.folded, number, slot, named)) is not None
        and (gap := _gap(sheet, item, number.start, number.end, starts)) is not None
    ]
    if slot != "conditions":
        for value, words in _TWICE:
            match = words.search(sheet.folded, low, high)
            gap = _gap(sheet, item, match.start(), match.end(), starts) if match else None
            if gap is not None:
                found.append((gap, (value, TIMES)))
    return min(found)[1] if found else None


def _counted(text: str, number: NumberMention, slot: str, named: str) -> Counted | None:
    """What a number counts by the word behind it, where a thing of this kind is counted so."""
    value = float(number.value)
    if number.high is not None or not 0 < value <= _MOST:
        return None
    if _LOSES.search(named) is not None:
        return next(((value, unit) for unit, words in _WEIGHT if words.match(text, number.end)), None)
    if not value.is_integer():
        return None
    if slot == "symptoms" and _HURTS.search(named) is not None and value <= 10 and _SCORE.match(text, number.end):
        return value, OF_TEN
    if slot != "conditions" and _EVENT.match(text, number.end):
        return value, TIMES
    if slot == "procedures" and (_PIECE.match(text, number.end) or _COURSE.match(text, number.end)):
        return value, TIMES if _COURSE.match(text, number.end) else PIECES
    return None


def _gap(sheet: Sheet, item: Item, start: int, end: int, starts: Sequence[int]) -> int | None:
    """How far a count stands from a name; None where too far, or where another name or a boundary lies between."""
    if item.start <= start < item.end:
        return 0
    low, high = (item.end, start) if start >= item.end else (end, item.start)
    if not low <= high <= low + _REACH or bisect_right(starts, low) < bisect_left(starts, high):
        return None
    if end <= item.start and "," in sheet.folded[low:high]:
        # "Dropped my cup twice, words came out mushy": what a count ahead ends with is not what comes next.
        return None
    return high - low if _APART.search(sheet.folded, low, high) is None else None
