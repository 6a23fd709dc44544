"""Measured values of a record: numbers, bounds ("<0.01") and findings in words, in the unit of the test."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from extraction.naming.mentions import Entry
from extraction.records.reader import Node, number_of, refuse, text_of
from extraction.text.lazy_regex import lazy_regex
from extraction.values.units import convert, unit_at

_BOUNDED: Final = lazy_regex(r"(<=|>=|<|>|≤|≥)?\s*(-?\d+(?:\.\d+)?)")
_SIGNS: Final = {"≤": "<=", "≥": ">="}
_PAIR: Final = lazy_regex(r"(\d{2,3})\s*/\s*(\d{2,3})")


@dataclass(frozen=True, slots=True)
class Measured:
    """A value in `unit` (UCUM where known); the stated fields are set where the record has another unit."""

    value: float | str
    comparator: str | None = None
    unit: str | None = None
    value_stated: str | None = None
    unit_stated: str | None = None


def pressure_pair(node: Node) -> tuple[float, float] | None:
    """Systolic and diastolic pressure of a panel: "138/86", or a `systolic` and a `diastolic` member."""
    value = node.values.get("value")
    source = Node(value, node.at("value")) if isinstance(value, dict) else node
    if source.has("systolic") and source.has("diastolic"):
        return (
            number_of(source.values["systolic"], source.at("systolic")),
            number_of(source.values["diastolic"], source.at("diastolic")),
        )
    match = _PAIR.fullmatch(value.strip()) if isinstance(value, str) else None
    return (float(match[1]), float(match[2])) if match else None


def measured(node: Node, entry: Entry | None) -> Measured:
    """The `value` and `unit` of an item, converted to the unit of `entry`. Raises InvalidRecord."""
    return in_unit_of(entry, node.values.get("value"), node.text("unit"), node.at("value"))


def in_unit_of(entry: Entry | None, value: Any, unit_stated: str | None, path: str) -> Measured:
    """`value` in the unit of `entry`: a number, a bounded number, or the record's words as they stand."""
    comparator, number = None, value
    if isinstance(value, str):
        match = _BOUNDED.fullmatch(value.strip())
        if match is None:
            return Measured(text_of(value, path) or refuse(path, "a number or a short text"))
        comparator, number = _SIGNS.get(match[1], match[1]), float(match[2])
    amount = number_of(number, path)
    unit = _ucum(unit_stated, amount)
    columns = entry.extra if entry else {}
    if columns.get("plausible_low") and amount < 0 <= float(columns["plausible_low"]):
        refuse(path, "a number that is not negative")
    own = columns.get("unit") or None
    if own is None or unit is None or unit == own:
        return Measured(amount, comparator, unit or own)
    converted = convert(amount, unit, own, _alternatives(columns.get("alt_units", "")))
    if converted is None or converted == amount:
        return Measured(amount, comparator, unit if converted is None else own)
    return Measured(converted, comparator, own, f"{amount:g}", unit_stated)


def _ucum(stated: str | None, amount: float) -> str | None:
    if stated is None:
        return None
    match = unit_at(stated, 0, amount)
    return match.code if match is not None and match.end == len(stated) else stated


def _alternatives(cell: str) -> dict[str, str]:
    pairs = (re.split("[:=]", part, maxsplit=1) for part in cell.split("|") if re.search("[:=]", part))
    return {unit.strip(): rule.strip() for unit, rule in pairs}
