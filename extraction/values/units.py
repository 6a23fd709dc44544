"""Units: the words and signs that name them, as UCUM codes, and conversion between them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex


@dataclass(frozen=True, slots=True)
class UnitMatch:
    """A unit word that ends at `end`; `code` is None when only the context can tell the unit ("회", "번")."""

    code: str | None
    end: int


_NO_LETTER: Final = r"(?![A-Za-z])"
_MU: Final = r"(?:[uμ]|mc)"
_LITRE: Final = r"(?:L|l|리터)"
_PER_DECILITRE: Final = r"\s?(?:/|퍼|per )\s?(?:dL|dl|DL|㎗|데시리터|deciliter|decilitre)"

_UNITS: Final[tuple[tuple[str, str], ...]] = (
    ("mg/dL", rf"(?:mg|밀리그램|milligrams?){_PER_DECILITRE}"),
    ("g/dL", rf"(?:g|그램|grams?){_PER_DECILITRE}"),
    ("ug/dL", rf"{_MU}g{_PER_DECILITRE}"),
    ("mmol/mol", rf"mmols?\s?(?:/|per )\s?mol{_NO_LETTER}"),
    ("mmol/L", rf"(?:mmol|밀리몰)s?(?:\s?(?:/|per )\s?{_LITRE}{_NO_LETTER})?{_NO_LETTER}"),
    ("umol/L", rf"{_MU}mol\s?/\s?{_LITRE}{_NO_LETTER}"),
    ("nmol/L", rf"nmols?\s?(?:/|per )\s?{_LITRE}{_NO_LETTER}"),
    ("pmol/L", rf"pmols?\s?(?:/|per )\s?{_LITRE}{_NO_LETTER}"),
    ("meq/L", rf"mEq(?:\s?/\s?{_LITRE}{_NO_LETTER})?{_NO_LETTER}"),
    ("mL/min/{1.73_m2}", r"mL\s?/\s?min\s?/\s?1\.73\s?m(?:2|²|\^2)?"),
    ("mL/min", rf"(?:mL|밀리리터|cc)\s?(?:/|per )\s?(?:min(?:ute)?|분){_NO_LETTER}"),
    ("ng/dL", rf"ng{_PER_DECILITRE}"),
    ("ng/L", rf"ng\s?/\s?{_LITRE}{_NO_LETTER}"),
    ("ng/mL", rf"ng\s?/\s?mL{_NO_LETTER}"),
    ("pg/mL", rf"pg\s?/\s?mL{_NO_LETTER}"),
    ("mg/mL", rf"mg\s?/\s?mL{_NO_LETTER}"),
    ("ug/mL", rf"{_MU}g\s?/\s?mL{_NO_LETTER}"),
    ("mg/L", rf"mg\s?/\s?{_LITRE}{_NO_LETTER}"),
    ("ug/L", rf"{_MU}g\s?/\s?{_LITRE}{_NO_LETTER}"),
    ("g/L", rf"g\s?/\s?{_LITRE}{_NO_LETTER}"),
    ("mg/g", rf"mg\s?/\s?g{_NO_LETTER}"),
    ("m[IU]/L", rf"m(?:I?U)\s?/\s?{_LITRE}{_NO_LETTER}|[uμ]I?U\s?/\s?mL{_NO_LETTER}"),
    ("U/mL", rf"(?:I?U|단위|units?)\s?(?:/|per )\s?mL{_NO_LETTER}"),
    ("U/L", rf"I?U\s?/\s?{_LITRE}{_NO_LETTER}"),
    ("kg/m2", r"kg\s?/\s?m(?:2|²|\^2)"),
    ("mm[Hg]", rf"mm\s?Hg{_NO_LETTER}|밀리미터\s?(?:수은주|에이치지)|수은주"),
    ("/min", r"(?:회|번)?\s?/\s?(?:min|분)|bpm\b|(?:beats|breaths|times) (?:per|a) minute|per minute|비피엠"),
    ("%", r"%|퍼센트|퍼센|per\s?cent\b|프로(?![그젝필바작제스베팜][가-힣]?|라닐)|퍼(?=로|요|예|입|\s|$)"),
    ("mL", rf"mL{_NO_LETTER}|cc{_NO_LETTER}|밀리리터|미리리터|시시|씨씨|milli(?:liter|litre)s?\b"),
    ("ug", rf"{_MU}g{_NO_LETTER}|마이크로\s?(?:그램|그람)?|micrograms?\b|mi[ck](?:e?s)\b|mike\b"),
    ("mm", rf"mm{_NO_LETTER}|밀리미터"),
    (
        "mg",
        rf"(?!(?-i:Mg) ?[:=]? ?\d)mg{_NO_LETTER}|(?:밀리|미리)\s?(?:그램|그람)?|엠지"
        r"|milligrams?\b|milligrammes?\b|mgs\b",
    ),
    ("kg", rf"kgs?{_NO_LETTER}|킬로\s?(?:그램|그람)?|키로(?:그램)?|kilo(?:gram)?s?\b"),
    ("[lb_av]", r"lbs?\b|pounds?\b|파운드"),
    ("cm", rf"cm{_NO_LETTER}|센(?:티|치)(?:미터)?|centi(?:meter|metre)s?\b"),
    ("[in_i]", r"inch(?:es)?\b|인치"),
    ("Cel", rf"°\s?C{_NO_LETTER}|도씨|degrees? (?:C|celsius|centigrade)\b|celsius\b|C{_NO_LETTER}(?!\d)"),
    ("[degF]", rf"°\s?F{_NO_LETTER}|degrees? (?:F|fahrenheit)\b|fahrenheit\b|F{_NO_LETTER}(?!\d)|화씨"),
    ("U", rf"I?U{_NO_LETTER}|단위|유닛|units?\b"),
    ("g", rf"g{_NO_LETTER}|그램|그람|grams?\b|grammes?\b|gms?\b"),
    ("{degree}", r"도(?![가-힣])|도(?=까지|였|이|예|로|나|가|를|는|쯤|정도|넘|에|래|라|인|입|네|요|고)|°|degrees?\b"),
    ("{count}", r"회|번|times\b"),
)
_UNIT: Final = lazy_regex(
    r"\s?(?:" + "|".join(f"(?P<u{at}>{pattern})" for at, (_, pattern) in enumerate(_UNITS)) + ")",
    re.IGNORECASE | re.ASCII,
)

BODY_CELSIUS: Final = (30.0, 45.0)
"""A body's temperature in degrees Celsius lies within; so a bare "도" there is one."""

BODY_FAHRENHEIT: Final = (86.0, 113.0)
"""The same limits in degrees Fahrenheit."""

LEAST_RATE_PER_MINUTE: Final = 30
"""No medicine is taken thirty times a day: a bare count of "회" from here on is a pulse."""

NGSP_SLOPE: Final = 0.09148
NGSP_INTERCEPT: Final = 2.152
"""NGSP % = 0.09148 x IFCC mmol/mol + 2.152: the master equation of ngsp.org/ifccngsp.asp."""

_SAME_KIND: Final = (
    {"g": 1.0, "mg": 1e-3, "ug": 1e-6, "kg": 1e3, "[lb_av]": 453.59237},
    {"cm": 1.0, "mm": 0.1, "m": 100.0, "[in_i]": 2.54},
)
"""Factors to one unit of each kind; the pound and the inch are exact by definition (1959 agreement)."""


def unit_at(text: str, at: int, value: float) -> UnitMatch | None:
    """Return the unit written at `at` of normalised `text`, just after a number of `value`; None when there is none."""
    match = _UNIT.match(text, at)
    if match is None or match.lastgroup is None:
        return None
    code, end = _UNITS[int(match.lastgroup[1:])][0], match.end()
    if code == "{degree}":
        # A bare "110도" is a knee's, not a fever in Fahrenheit, which nobody tells in Korean without saying so.
        return _degrees(value, end, fahrenheit="도" not in match[0])
    if code == "{count}":
        return UnitMatch("/min" if value >= LEAST_RATE_PER_MINUTE and "times" not in match[0] else None, end)
    return UnitMatch(code, end)


def _degrees(value: float, end: int, *, fahrenheit: bool) -> UnitMatch | None:
    if BODY_CELSIUS[0] <= value <= BODY_CELSIUS[1]:
        return UnitMatch("Cel", end)
    if fahrenheit and BODY_FAHRENHEIT[0] <= value <= BODY_FAHRENHEIT[1]:
        return UnitMatch("[degF]", end)
    return None


def convert(value: float, from_unit: str, to_unit: str, alt_units: Mapping[str, str]) -> float | None:
    """Convert `value` between UCUM units; None when no rule joins the two.

    `alt_units` belongs to one test: it maps each alternative unit to the factor that gives the test's own unit
    ({"mmol/L": "18.016"} for glucose in mg/dL), or to "ifcc" (mmol/mol to NGSP %) or "fahrenheit" (to Cel). A unit
    that is not among them is taken for the test's own. Raises ValueError when a factor is no positive number.
    """
    if from_unit == to_unit:
        return value
    if from_unit in alt_units or to_unit in alt_units:
        own = _to_own(value, alt_units[from_unit]) if from_unit in alt_units else value
        return _from_own(own, alt_units[to_unit]) if to_unit in alt_units else own
    for factors in _SAME_KIND:
        if from_unit in factors and to_unit in factors:
            return value * factors[from_unit] / factors[to_unit]
    return None


def _to_own(value: float, rule: str) -> float:
    if rule == "ifcc":
        return NGSP_SLOPE * value + NGSP_INTERCEPT
    if rule == "fahrenheit":
        return (value - 32.0) * 5.0 / 9.0
    return value * _factor(rule)


def _from_own(value: float, rule: str) -> float:
    if rule == "ifcc":
        return (value - NGSP_INTERCEPT) / NGSP_SLOPE
    if rule == "fahrenheit":
        return value * 9.0 / 5.0 + 32.0
    return value / _factor(rule)


def _factor(rule: str) -> float:
    factor = float(rule)
    if not 0.0 < factor < float("inf"):
        raise ValueError("a unit's factor must be a positive number")
    return factor
