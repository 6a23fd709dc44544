"""Weights and temperatures told of children, whatever their units: kilograms, pounds and ounces, °C, °F, "38도 5부".

A weight at birth, in a bag or lost is no weight of now; a limit ("37도 넘으면") is no temperature that was measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from extraction.naming.weight_changes import weight_changes_in
from extraction.text.lazy_regex import lazy_regex
from extraction.values.body_size import KILOGRAMS_A_POUND

OUNCES: Final = 16
_I: Final = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class Measure:
    """A value in kilograms or degrees Celsius, with its place; ``denied`` where the words say that it is not so.

    ``said`` and ``unit_said`` are the speaker's.
    """

    value: float
    start: int
    end: int
    denied: bool = False
    at_birth: bool = False
    said: str = ""
    unit_said: str = ""


_WEIGHT: Final = lazy_regex(
    r"(?<![\d.,/])(?P<n>\d{1,3}(?:[.,]\d{1,2})?)\s?(?P<unit>kgs?\b|kg(?![a-z])|kilos?\b|kilograms?\b|킬론(?=데)"
    r"|키론(?=데)|킬로(?:그램)?|키로(?:그램)?|케이지"
    r"|lbs?\b|lb(?![a-z])|pounds?\b|파운드)(?!\s?(?:당|per|/))(?:,?\s?(?:and\s)?(?P<oz>\d{1,2}(?:\.\d)?)(?!\s?(?:kg|kilo|month"
    r"|week|day|year|ml|mg|yr))"
    r"(?P<oz_unit>\s?(?:oz|ounces?)\b)?(?=[\s,.;)!?]|$))?",
    _I,
)
_BARE_WEIGHT: Final = lazy_regex(
    r"(?:\b(?:weigh(?:s|ed|ing)?(?: in at)?|weight(?: is| was|:)?|scales? (?:says?|said))(?: about| around| like| is)? "
    r"|(?:체중|몸무게)(?:[은는이가도]|\s)?\s?|체중계[^.!?]{0,14}?\s)"
    r"(?P<n>\d{1,3}(?:[.,]\d{1,2})?)(?![\d:]|[.,]\d|\s?(?:kg|kilo|lb|pound|키로|킬로|파운드|ml|mg|%|개월|살|일|주|월"
    r"|시|oz|st\b|stone))",
    _I,
)
_BIRTH: Final = lazy_regex(
    r"\b(?:born|birth ?weight|at birth)\b[^.!?;]{0,20}$|(?:태어날\s?때|출생|출산\s?(?:때|시)|낳을\s?때"
    r"|날\s?때)[^.!?]{0,10}$",
    _I,
)
_DENIED_BEHIND: Final = lazy_regex(
    r"\s?(?:이|가|는|은)?\s?(?:아니라|아니고|아니에|아니구|말고|는\s?옷|은\s?옷|잘못)|,? (?:was|is|thats|that's)"
    r" (?:wrong|old|his brother|her "
    r"sister|her brother|his sister|the (?:old|wrong))",
    _I,
)
_DENIED_BEFORE: Final = lazy_regex(r"\b(?:not|instead of|rather than) $", _I)
_TEMPERATURE: Final = lazy_regex(
    r"(?<![\d.,:/+-])(?P<n>3[4-9][.,]\d{1,2}|4[0-2][.,]\d{1,2}|9[5-9][.,]\d|10[0-8][.,]\d)(?P<unit>\s?(?:°\s?[cf]?|도"
    r"|degrees?(?:\s?[cf]\b)?|[cf]\b))?"
    r"(?![\d:]|\.\d|\s?(?:kg|kilo|lb|pound|ml|mg|%|mm|cm|/|키로|킬로|파운드|미리|밀리|개월|주|살|weeks?|months?"
    r"|years?|oz|st\b))",
    _I,
)
_WHOLE: Final = lazy_regex(
    r"(?<![\d.,:/+-])(?P<n>3[4-9]|4[0-2])\s?(?:°\s?c?|도(?!\s?(?:더|또))|degrees?|c\b)(?:\s?(?P<tenth>\d)\s?부)?"
    r"|(?<![\d.,:/+-])(?P<f>9[5-9]|10[0-8])\s?(?:°\s?f?|degrees?(?:\s?f\b)?|f\b)"
    r"|\b(?:temp(?:erature)?|fever|thermometer)(?: (?:is|was|of|at|says?|said|reads?|showing|up to|hit|around|about"
    r"|now))*\s?:? ?"
    r"(?P<told>3[5-9]|4[0-2]|9[7-9]|10[0-6])(?![\d.,]\d|\s?(?:kg|kilo|lb|pound|ml|mg|%|for|hours?|days?|months?"
    r"|weeks?|years?))"
    r"|(?:열|체온)(?:이|은|도)?\s?(?P<told_ko>3[5-9]|4[0-2])(?![\d.,]\d|\s?(?:kg|키로|킬로|개월|주|일|살))",
    _I,
)
_LIMIT_BEHIND: Final = lazy_regex(
    r"\s?(?:도\s?)?(?:만\s?)?(?:넘으면|넘을|이상이면|이상|부터|이면|되면|미만|이하|or (?:more|over|above|higher)|and"
    r" (?:over|above))",
    _I,
)
_LIMIT_BEFORE: Final = lazy_regex(
    r"\b(?:over|above|if|when|under|below|until|than|hits|reaches) (?:it'?s |it is |it (?:hits|reaches) )?$", _I
)
_FAHRENHEIT: Final = 90.0


def weights_in(text: str) -> tuple[Measure, ...]:
    """The weights of ``text`` in kilograms, in order: what somebody lost or gained is none."""
    found = []
    changes = weight_changes_in(text.casefold())
    for match in _WEIGHT.finditer(text):
        if any(start <= match.start() < end for start, end in changes):
            continue
        number, unit = float(match["n"].replace(",", ".")), match["unit"].casefold()
        pounds = unit.startswith(("lb", "pound", "파운드"))
        ounces = float(match["oz"]) if pounds and match["oz"] and float(match["oz"]) < OUNCES else 0.0
        kilograms = (number + ounces / OUNCES) * KILOGRAMS_A_POUND if pounds else number
        end = match.end() if ounces else match.end("unit")
        found.append(_weighed(text, match.start(), end, round(kilograms, 2), match["n"], "lb" if pounds else "kg"))
    for match in _BARE_WEIGHT.finditer(text):
        found.append(
            _weighed(text, match.start("n"), match.end("n"), float(match["n"].replace(",", ".")), match["n"], "")
        )
    return tuple(sorted((one for one in found if 0.5 <= one.value <= 150), key=lambda one: one.start))


def _weighed(text: str, start: int, end: int, kilograms: float, said: str, unit: str) -> Measure:
    before = text[max(0, start - 30) : start]
    denied = _DENIED_BEHIND.match(text, end) is not None or _DENIED_BEFORE.search(before) is not None
    return Measure(kilograms, start, end, denied, _BIRTH.search(before) is not None, said, unit)


def temperatures_in(text: str) -> tuple[Measure, ...]:
    """The temperatures of ``text`` in degrees Celsius, in order."""
    found = [_measured(match["n"], match) for match in _TEMPERATURE.finditer(text)]
    for match in _WHOLE.finditer(text):
        number = match["n"] or match["f"] or match["told"] or match["told_ko"]
        found.append(_measured(f"{number}.{match['tenth']}" if match["tenth"] else number, match))
    kept: list[Measure] = []
    for one in sorted(found, key=lambda each: (each.start, -each.end)):
        limit = _LIMIT_BEHIND.match(text, one.end) or _LIMIT_BEFORE.search(text[max(0, one.start - 24) : one.start])
        if not limit and not (kept and one.start < kept[-1].end):
            kept.append(one)
    return tuple(kept)


def _measured(said: str, match: re.Match[str]) -> Measure:
    number = float(said.replace(",", "."))
    celsius = round((number - 32) / 1.8, 2) if number > _FAHRENHEIT else number
    return Measure(celsius, match.start(), match.end(), said=said, unit_said="°F" if number > _FAHRENHEIT else "°C")


def bare_decimals(text: str) -> Iterator[Measure]:
    """Numbers with a decimal that have no unit: a weight where one is put right ("12.4네요. 14는 가방 메고")."""
    for match in _BARE_DECIMAL.finditer(text):
        yield Measure(float(match["n"].replace(",", ".")), match.start(), match.end(), said=match["n"])


_BARE_DECIMAL: Final = lazy_regex(
    r"(?<![\d.,:/+-])(?P<n>\d{1,2}[.,]\d{1,2})(?![\d:]|\.\d|\s?(?:kg|kilo|lb|ml|mg|%|cm|/|키로|킬로|미리|밀리|도|°|시"
    r"|pm|am|hours?))",
    _I,
)
