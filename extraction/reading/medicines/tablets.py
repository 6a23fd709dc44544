"""What is taken at a time: "500 두 알" is a gram, "25 반 알" twelve and a half, "two" of paracetamol two tablets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.naming.mentions import Entry
from extraction.reading.figures.figures import Figure
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_forms import FEW, counted_when_bare, form_of

_PIECES: Final = frozenset({"tab", "cap"})
_BREATHED: Final = frozenset({"puff", "spray"})
_A_DAY: Final = lazy_regex(r"(?:하루(?:에)?|매일|a day|per day|daily|each day)\s?$")
_DAY_REACH: Final = 8


def taken_at_once(
    figures: Sequence[Figure], sheet: Sheet, entry: Entry | None, known: float | None = None
) -> Figure | None:
    """The dose that the figures of a medicine make: its strength times how many, where both are told.

    Of what is breathed in, the puffs are the dose and the strength names the product. A count "a day" says nothing of
    one time, and is left beside the strength. ``known`` is the dose on record.
    """
    if not figures:
        return None
    strength = next((one for one in figures if one.kind == "number" and one.quantity.value is not None), None)
    strength = _moved_on(strength, sheet) if strength is not None else None
    figures = figures if strength is None or figures[0].kind != "number" else (strength, *figures[1:])
    count = next((one for one in figures if one.kind == "count"), None)
    if count is None and strength is not None and not strength.reckoned:
        count = _counted_behind(strength, sheet)
    if strength is not None and count is None and _halved(strength, sheet):
        return _times(strength, 0.5)
    if strength is None or count is None:
        # Whose dose on record is as small counts no tablets by such a number.
        return figures[0] if known is not None and known <= FEW else _pieces(figures[0], sheet, entry)
    if count.counter in _BREATHED:
        return count
    many = count.quantity.value
    by_day = _A_DAY.search(sheet.folded[max(0, count.start - _DAY_REACH) : count.start]) is not None
    if count.counter not in _PIECES or many in (None, 1) or by_day or strength.quantity.parts:
        return strength if figures[0] is strength or count.counter in _PIECES else figures[0]
    return strength if many is None else _times(strength, many)


def with_its_count(strength: Figure, sheet: Sheet) -> Figure:
    """What is taken at a time of a tablet of this strength: as many of it as stand right behind, or its half."""
    if _halved(strength, sheet):
        return _times(strength, 0.5)
    count = _counted_behind(strength, sheet)
    if count is None or count.counter not in _PIECES or count.quantity.value is None or strength.quantity.parts:
        return strength
    by_day = _A_DAY.search(sheet.folded[max(0, count.start - _DAY_REACH) : count.start]) is not None
    return strength if by_day else _times(strength, count.quantity.value)


def _times(strength: Figure, many: float) -> Figure:
    value = strength.quantity.value
    if value is None:
        return strength
    return replace(strength, quantity=replace(strength.quantity, value=round(value * many, 3)))


_MOVED: Final = lazy_regex(
    r"[^.;!?]{0,48}\b(?:put|went|gone|bumped|upped|increased|raised|moved|cut|dropped|reduced|lowered|brought|switched|back)\b"
    r"[^.;!?\d]{0,16}\b(?:to|up to|down to)\s$"
    r"|[^.;!?]{0,24}(?:에서|이었는데|였는데|이다가|다가)\s?[^.;!?\d]{0,12}$"
)

_REASONS: Final = frozenset({"symptoms", "conditions", "labs", "vitals"})
_BEFORE_IT: Final = lazy_regex(r"[^.;!?\d]{0,10}(?:던\s?(?:거|것|걸|게)|다가|었는데|는데)[^.;!?\d]{0,28}")
_NOW_SO: Final = lazy_regex(r"\s?(?:으?로(?=\s|$)|이?\s?됐|이?\s?되었)")
"""Korean for a dose of before, and what makes the next number that of now: "40 먹던 거 80 됐고"."""


_AGAIN: Final = lazy_regex(r"(?:다시|도로|원래대로)\s?$")
"""Before a number: the dose went back to it ("80으로 올렸다가 다시 40")."""


def _moved_on(strength: Figure, sheet: Sheet) -> Figure:
    """The dose that a told one was moved to in the same breath: "I was on 75 and they put me up to 100"."""
    figure = next((one for one in sheet.figures if one.start >= strength.end and one.kind == "number"), None)
    if figure is None or figure.quantity.value is None or figure.quantity.unit not in (None, strength.quantity.unit):
        return strength
    named = [one.entry.kind for one in sheet.mentions if strength.end <= one.start < figure.start]
    words = sheet.folded[strength.end : figure.start]
    now = _NOW_SO.match(sheet.folded, figure.end) is not None or _AGAIN.search(words) is not None
    went_over = _BEFORE_IT.fullmatch(words) is not None and now
    moved = went_over or _MOVED.fullmatch(words) is not None
    # Why it was moved may be said between: "10 드시다가 자꾸 토하셔서 5로".
    between = any(kind not in _REASONS for kind in named) if went_over else bool(named)
    if between or not moved or not 1 / _FURTHEST <= figure.value / (strength.value or 1) <= _FURTHEST:
        return strength
    unit = strength.quantity.unit
    return replace(figure, quantity=replace(figure.quantity, unit=unit, unit_stated=strength.quantity.unit_stated))


_FURTHEST: Final = 4.0
"""Most by which a dose is raised or lowered in one step."""


def _counted_behind(strength: Figure, sheet: Sheet) -> Figure | None:
    """The count of tablets or puffs right behind a strength, with no other name between."""
    for figure in sheet.figures:
        if figure.kind == "count" and strength.end <= figure.start <= strength.end + _BEHIND:
            between = any(strength.end <= one.start < figure.start for one in sheet.mentions)
            ends = any(mark in sheet.folded[strength.end : figure.start] for mark in ".;!?\n")
            return None if between or ends else figure
    return None


_BEHIND: Final = 16
_IN_HALVES: Final = lazy_regex(
    r"(?:짜리|정|을|를)?\s?(?:(?:한\s?알|하나)[을를]?\s)?(?:딱\s)?(?:반|절반)(?:으로|씩|만|을)?\s?"
    r"(?:쪼개|쪼갠|잘라|자른|나눠|나누어|갈라)"
    r"|(?:짜리)?\s?(?:를\s|을\s)?(?:쪼개|잘라|나눠|갈라)[가-힣]{0,2}\s반"
    r"|\s?(?:tablets?|pills?|ones?)?,? (?:and )?(?:cut|split|broken|snapped|halved)(?: (?:it|them|one))? (?:in|into)"
    r" (?:half|two|halves)\b"
)


def _halved(strength: Figure, sheet: Sheet) -> bool:
    """Whether a tablet of this strength is said to be halved: what is taken is half of it."""
    whole = strength.quantity.value is not None and not strength.quantity.parts and not strength.reckoned
    return whole and _IN_HALVES.match(sheet.folded, strength.end) is not None


def _pieces(figure: Figure, sheet: Sheet, entry: Entry | None) -> Figure:
    """A bare small number as so many tablets, puffs or drops, where it can be no strength."""
    quantity = figure.quantity
    bare = figure.kind == "number" and quantity.unit is None and not quantity.parts and quantity.value is not None
    if not bare or figure.reckoned or quantity.value is None:
        return figure
    counter = counter_of_few((quantity.value,), entry, sheet.folded[figure.start : figure.end])
    return replace(figure, counter=counter) if counter else figure


def counter_of_few(amounts: Sequence[float], entry: Entry | None, said: str) -> str:
    """What bare ``amounts`` count, told by ``said``; empty where they are strengths."""
    if _are_of_two(amounts, entry):
        return form_of(entry)
    in_words = not any(char.isdigit() for char in said) and not said.startswith(_SINO)
    counted = {counted_when_bare(amount, entry, in_words=in_words) for amount in amounts}
    return counted.pop() if len(counted) == 1 else ""


_SINO: Final = ("일", "이", "삼", "사")
"""Number words by which Korean tells a strength, and counts nothing."""


def _are_of_two(amounts: Sequence[float], entry: Entry | None) -> bool:
    """Whether ``amounts`` are a few tablets of two medicines in one, where no number is a strength by itself."""
    few = all(amount in range(1, FEW + 1) for amount in amounts)
    return few and entry is not None and "/" in entry.name and entry.kind == "medications"
