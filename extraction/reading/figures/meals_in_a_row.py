"""Rows of sugars that nothing but their meals names: "빈속에 104, 저녁 먹고 2시간 151", "아침 128 점심 144"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.values import Content
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.meal_circumstances import meal_of
from extraction.reading.figures.row_parts import RowPart, row_parts
from extraction.reading.figures.unnamed_sugars import is_bare_sugar
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex


def is_told_by_meals(sheet: Sheet, figures: Sequence[Figure]) -> bool:
    """Whether several numbers are sugars that their meals alone name: "빈속에 104, 저녁 먹고 2시간 151"."""
    taken = any(one.entry.kind in ("medications", "drug_classes") for one in sheet.mentions)
    if taken or len(figures) < _SEVERAL or not all(is_bare_sugar(one) for one in figures):
        return False
    if _BY_MEAL.search(sheet.folded) is None or sheet.folded.rstrip().endswith("?"):
        return False
    return any(meal_of(one.words(sheet.folded)) is not None for one in row_parts(sheet.folded, figures))


_SEVERAL: Final = 2
_BY_MEAL: Final = lazy_regex(
    r"(?<![가-힣])(?:공복|빈속|식전|식후)(?!\s?(?:운동|유산소|러닝|걷))|(?:아침|점심|저녁|밥)\s?(?:을\s?)?먹(?:기\s?전|고\s?(?:나서\s?)?(?:\d|한|두)\s?시간)"
    r"|\b(?:fasting|fbs|ppbs|before (?:eating|food|breakfast)"
    r"|(?:\d|one|two|an?) ?h(?:ou)?rs? after (?:eating|food|meals?|breakfast|lunch|dinner|supper|tea))\b"
)
"""Words by which sugars alone are called, where nothing else is named."""


def after_each_meal(known: Content | None, parts: Sequence[RowPart], sheet: Sheet) -> str | None:
    """The meal mark of a row of meals that goes on with such a row on record: "아침 128 점심 144 저녁 139"."""
    mark = (known.qualifier or "").partition(" ")[0] if known is not None else ""
    named = all(_MEALTIME.search(sheet.folded, one.start, one.end) is not None for one in parts)
    return mark if mark == "postprandial" and named and len(parts) >= _SEVERAL else None


_MEALTIME: Final = lazy_regex(r"아침|점심|저녁|\b(?:breakfast|lunch|dinner|supper)\b")
