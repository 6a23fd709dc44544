"""How big a finding is, where it is measured: "9 mm 담석", "자궁근종 2.1센치", "endometrioma 3cm"."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.reading.items import Item
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

LENGTHS: Final = frozenset({"mm", "cm"})
_MEASURED: Final = lazy_regex(
    r"stone|calcul|nodul|cyst|polyp|fibroid|adenoma|tumou?r|mass|lump|aneurysm|hernia|endometrio|ulcer|lymph|angioma"
    r"|lipoma|lesion|mole|wound|node|cancer|carcinoma|fibroma|myoma|plaque|stenosis|gap|opacit|defect"
    r"|돌|결석|결절|물혹|낭종|용종|근종|혹|종양|덩어리|동맥류|탈장|궤양|림프절|혈관종|지방종|사마귀|상처|점|선종|섬유종|간유리|결손|구멍"
)
_REACH: Final = 14
"""Most characters between a finding and its size, on either side."""


def size_of(sheet: Sheet, item: Item, starts: Sequence[int]) -> Figure | None:
    """The length told of a finding that is measured, nearest first; ``starts`` are where names begin, in order."""
    name = item.entry.name.casefold() if item.entry is not None else ""
    words = f"{name} {sheet.folded[item.start : item.end]}"
    if not item.named or _MEASURED.search(words) is None:
        return None
    near: list[tuple[int, Figure]] = []
    for figure in (_measured(one, sheet) for one in sheet.figures):
        if figure.kind != "number" or figure.quantity.unit not in LENGTHS or figure.quantity.value is None:
            continue
        behind = figure.start >= item.end
        low, high = (item.end, figure.start) if behind else (figure.end, item.start)
        beside = low <= high <= low + _REACH and bisect_right(starts, low) >= bisect_left(starts, high)
        if beside and _OTHER.search(sheet.folded, low, high) is None:
            near.append((high - low, figure))
        elif item.start <= figure.start < item.end:
            near.append((0, figure))
    return min(near, key=lambda one: one[0])[1] if near else None


def _measured(figure: Figure, sheet: Sheet) -> Figure:
    """A number of "미리", which alone is a dose, as millimetres: who tells a stone's size names no milligrams."""
    if figure.quantity.unit != "mg" or _MILLI.search(sheet.folded, figure.start, figure.end) is None:
        return figure
    return replace(figure, quantity=replace(figure.quantity, unit="mm"))


_MILLI: Final = lazy_regex(r"(?:밀리|미리)\s?$")
_OTHER: Final = lazy_regex(r"[.;!?\n]|이하|이상|미만|초과|\bthan\b|\bunder\b|\bover\b")
