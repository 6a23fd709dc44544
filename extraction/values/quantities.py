"""Quantities as people say them: a value or range, its comparator, and its unit in UCUM.

Unit codes are UCUM (ucum.org). A word that only suggests a unit is read by what is plausible for a patient: "38도" is
a temperature, "밀리" a milligram, a count of thirty or more "회" a rate per minute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.blood_pressure import find_blood_pressure
from extraction.values.spoken_numbers import NumberMention, find_numbers
from extraction.values.units import UnitMatch, convert, unit_at

__all__ = ["Comparator", "QuantityMention", "convert", "find_blood_pressure", "find_quantities"]

Comparator = Literal["<", "<=", ">", ">="]
"""The comparators of FHIR Quantity."""


@dataclass(frozen=True, slots=True)
class QuantityMention:
    """A quantity and its span.

    `value` is None for a range, which has `low` and `high`. `unit` is a UCUM code or None; `unit_stated` says whether
    a unit was spoken. `parts` holds every strength of a combination ("250/50mcg"), whose first is `value`.
    """

    value: float | None
    low: float | None
    high: float | None
    comparator: Comparator | None
    unit: str | None
    unit_stated: bool
    start: int
    end: int
    parts: tuple[float, ...] = ()


_COMPARATORS_AFTER: Final[Sequence[tuple[re.Pattern[str], Comparator]]] = (
    (lazy_regex(r"(?:을|를|이|가|은|는|도)?\s?안\s?(?:넘|되|돼)"), "<="),
    (lazy_regex(r"(?:을|를|이|가|은|는|도)?\s?넘지\s?(?:않|못)"), "<="),
    (lazy_regex(r"(?:을|를|이|가|은|는|도)?\s?(?:넘|초과|웃도)"), ">"),
    (lazy_regex(r"\s?보다\s?(?:더\s?)?(?:높|크|많|커)"), ">"),
    (lazy_regex(r"\s?보다\s?(?:더\s?)?(?:낮|작|적)"), "<"),
    (lazy_regex(r"\s?이상(?!하|해|한|소견)"), ">="),
    (lazy_regex(r"\s?이하"), "<="),
    (lazy_regex(r"\s?(?:미만|(?:밑|아래)(?![는가]?\s?\d))"), "<"),
    (lazy_regex(r"\s?(?:or|and) (?:more|higher|above|greater|over|up)\b", re.IGNORECASE), ">="),
    (lazy_regex(r"\s?or (?:less|lower|below|under|fewer)\b", re.IGNORECASE), "<="),
)
_COMPARATORS_BEFORE: Final[Sequence[tuple[re.Pattern[str], Comparator]]] = (
    (lazy_regex(r"(?:\bat least|\b(?:no|not) (?:less|lower|fewer) than|>=|≥)\s?$", re.IGNORECASE), ">="),
    (lazy_regex(r"(?:\bat most|\b(?:no|not) (?:more|higher|greater|over) than|\bnot (?:over|above)|<=|≤)\s?$",
                re.IGNORECASE), "<="),
    (lazy_regex(r"(?:\bover|\babove|\b(?:more|greater|higher|bigger) than|\bexceed(?:s|ed|ing)?|\bbeyond"
                r"|(?<![-=])>)\s?$", re.IGNORECASE), ">"),
    (lazy_regex(r"(?:\bunder|\bbelow|\b(?:less|lower|fewer|smaller) than|<)\s?$", re.IGNORECASE), "<"),
)  # fmt: skip
_PRESSURE_OVER: Final = lazy_regex(r"[\w]\s(?:over)\s?$", re.IGNORECASE)
_BEFORE_WINDOW: Final = 24

_RANGE_GAP: Final = lazy_regex(r"\s?(?:에서|부터|내지|~|-|to|through|and|하고|과|와)\s?", re.IGNORECASE)
_CHANGE_AFTER: Final = lazy_regex(r"\s?(?:으로|로)(?!\s?(?:왔다|나오|나와))")
_RANGE_AFTER: Final = lazy_regex(r"\s?사이")
_FROM_BEFORE: Final = lazy_regex(r"\bfrom\s$", re.IGNORECASE)
_RANGING_FROM: Final = lazy_regex(
    r"\b(?:rang(?:e|es|ed|ing)|runs?|var(?:y|ies)|anywhere"
    r"|usually)\s+from\s$",
    re.IGNORECASE,
)
_BETWEEN_BEFORE: Final = lazy_regex(r"\bbetween\s$", re.IGNORECASE)
_TENTHS: Final = "영일이삼사오육칠팔구"
_TENTH_OF_DEGREE: Final = lazy_regex(rf"\s?([{_TENTHS}0-9])\s?부(?![가-힣]*[터위])", re.ASCII)
"""The tenths of a temperature: "38도 5부"."""

_PER_MINUTE_BEFORE: Final = lazy_regex(r"(?:분당|1분에|일\s?분에)\s?$")
_COMBINATION_GAP: Final = lazy_regex(r"\s?/\s?")
_MASS_UNITS: Final = frozenset({"mg", "ug", "g"})


@dataclass(frozen=True, slots=True)
class _Measured:
    number: NumberMention
    unit: UnitMatch | None

    @property
    def end(self) -> int:
        return self.unit.end if self.unit else self.number.end

    @property
    def code(self) -> str | None:
        return self.unit.code if self.unit else None


@remembered
def find_quantities(text: str) -> tuple[QuantityMention, ...]:
    """Return the quantities of `text` in order: every number, so that those of dates are the caller's to leave out.

    "500에서 1000으로" and "from 500 to 1000" are a change, thus two quantities; "120에서 140 사이" is one range.
    """
    source = normalise(text)
    measured = [_measure(source.text, number) for number in find_numbers(source.text)]
    found = []
    for mention in _quantities(source.text, measured):
        start, end = source.span(mention.start, mention.end)
        found.append(replace(mention, start=start, end=end))
    return tuple(found)


def _measure(text: str, number: NumberMention) -> _Measured:
    unit = unit_at(text, number.end, float(number.value))
    if unit is not None and unit.code is None and _PER_MINUTE_BEFORE.search(_before(text, number.start)):
        unit = UnitMatch("/min", unit.end)
    tenth = _TENTH_OF_DEGREE.match(text, unit.end) if unit is not None and unit.code == "Cel" else None
    if unit is not None and tenth is not None:
        value = round(number.value + (int(tenth[1]) if tenth[1].isdigit() else _TENTHS.index(tenth[1])) / 10, 1)
        return _Measured(replace(number, value=value), UnitMatch(unit.code, tenth.end()))
    if unit is not None and unit.code in _HALVED and (half := _HALF_BEHIND.match(text, unit.end)):
        return _Measured(replace(number, value=number.value + 0.5), UnitMatch(unit.code, half.end()))
    return _Measured(number, unit)


_HALVED: Final = frozenset({"mg", "mL", "U", "g"})
_HALF_BEHIND: Final = lazy_regex(
    r"\s?반(?=\s|$|[.,!?~]|씩|쯤|이|을|만|으로)(?!\s?(?:알|정|개|포|캡슐|병|컵|잔)|(?:으로|씩|만)?\s(?:쪼개|쪼갠|잘라|자른|나눠|나누어|갈라))"
)
"""The half that Korean says behind the unit ("2미리 반"); before a counter it counts that ("500밀리 반 알")."""


def _quantities(text: str, measured: Sequence[_Measured]) -> Iterator[QuantityMention]:
    at = 0
    while at < len(measured):
        first = measured[at]
        second = measured[at + 1] if at + 1 < len(measured) else None
        mention = None
        if second is not None:
            mention = _as_range(text, first, second) or _as_combination(text, first, second)
        if mention is None:
            yield _single(text, first)
            at += 1
        else:
            yield mention
            at += 2


def _single(text: str, item: _Measured) -> QuantityMention:
    value, high = float(item.number.value), item.number.high
    start, end, comparator = item.number.start, item.end, None
    before = _before(text, start)
    for pattern, sign in _COMPARATORS_AFTER:
        if after := pattern.match(text, end):
            end, comparator = after.end(), sign
            break
    else:
        for pattern, sign in _COMPARATORS_BEFORE:
            if (ahead := pattern.search(before)) and not _follows_a_reading(before, ahead):
                start, comparator = start - (len(before) - ahead.start()), sign
                break
    spans = high is not None
    return QuantityMention(
        None if spans else value, value if spans else None, float(high) if high is not None else None,
        comparator, item.code, item.code is not None, start, end,
    )  # fmt: skip


def _follows_a_reading(before: str, ahead: re.Match[str]) -> bool:
    """In "138 over 86" the word joins two pressures and compares nothing."""
    if not _PRESSURE_OVER.search(before):
        return False
    return bool(re.search(r"\d\s$", before[: ahead.start()])) or any(
        number.end == len(before[: ahead.start()].rstrip()) for number in find_numbers(before[: ahead.start()])
    )


def _as_range(text: str, first: _Measured, second: _Measured) -> QuantityMention | None:
    low, high = float(first.number.value), float(second.number.value)
    gap = _RANGE_GAP.fullmatch(text, first.end, second.number.start)
    if gap is None or low >= high or (first.code and first.code != second.code):
        return None
    joint, before = gap[0].strip().lower(), _before(text, first.number.start)
    closed, start, end = _RANGE_AFTER.match(text, second.end), first.number.start, second.end
    between = _BETWEEN_BEFORE.search(before)
    if joint in ("and", "하고", "과", "와") and not (between or (closed and joint != "and")):
        return None
    if joint in ("에서", "부터") and _CHANGE_AFTER.match(text, second.end) and closed is None:
        return None
    if joint in ("to", "through") and _FROM_BEFORE.search(before) and not _RANGING_FROM.search(before):
        return None
    if joint == "-" and _is_dashed_row(text, first.number.start, second.number.end):
        return None
    if between:
        start -= len(between[0])
    return QuantityMention(
        None, low, high, None, second.code, second.code is not None, start, closed.end() if closed else end
    )


def _is_dashed_row(text: str, start: int, end: int) -> bool:
    """More than one dash makes a date ("2020-08-21") or a telephone number, no range."""
    return text[start - 1 : start] == "-" or bool(re.match(r"-\d", text[end : end + 2]))


def _as_combination(text: str, first: _Measured, second: _Measured) -> QuantityMention | None:
    if first.unit is None or first.code == second.code:
        gap = _COMBINATION_GAP.fullmatch(text, first.end, second.number.start)
        if gap is not None and second.code in _MASS_UNITS:
            parts = (float(first.number.value), float(second.number.value))
            return QuantityMention(parts[0], None, None, None, second.code, True, first.number.start, second.end, parts)
    return None


def _before(text: str, start: int) -> str:
    return text[max(0, start - _BEFORE_WINDOW) : start]
