"""What belongs to each item of an utterance: figures, frequencies, dates and relatives, by the models and by place."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.figures.bare_counts import counts_what_follows
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import day_right_behind
from extraction.reading.figures.measuring import in_range, unit_fits
from extraction.reading.items import Heard, Item
from extraction.reading.learned.arc_features import Arcs, Attribute, AttributeKind, arc_buckets
from extraction.reading.learned.evidence import Evidence
from extraction.reading.learned.item_features import group
from extraction.reading.learned.linear import Models, together
from extraction.reading.learned.masking import Masked
from extraction.reading.rule_view import RuleView
from extraction.reading.settling import Margins
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex
from extraction.values.measure_words import counter_of

ARC_WEIGHT: Final = 0.1
"""What a log-odd of the encoder weighs beside the margin of a pair, chosen on authors that both never saw."""

_SHARED: Final = 0.7
"""Share of the best owner's margin from which a date, a frequency or a relative belongs to another item as well."""


def bound(
    models: Models,
    sheet: Sheet,
    heard: Heard,
    items: Sequence[Item],
    masked: Masked,
    reads: list[Read],
    rules: RuleView,
    evidence: Evidence,
) -> tuple[list[Read], Margins]:
    """``reads`` with the figures, frequencies, dates and relatives that belong to each, and the figures' margins."""
    taken: dict[tuple[int, str], list[Attribute]] = defaultdict(list)
    scored = []
    margins: dict[tuple[int, int], float] = {}
    arcs = Arcs(sheet, items)
    attributes = arcs.attributes
    examples: dict[AttributeKind, list[set[int]]] = defaultdict(list)
    pairs: list[tuple[int, Attribute, list[int]]] = []
    for place, attribute in enumerate(attributes):
        fitting = [
            index
            for index in arcs.candidates(attribute)
            if not items[index].named or reads[index].is_fact or reads[index].role == "old"
        ]
        pairs.append((place, attribute, fitting))
        examples[attribute.kind] += (
            arc_buckets(sheet, heard, arcs, masked, attribute, index, rules) for index in fitting
        )
    # All pairs of a kind at once: a long text has hundreds.
    tables = {kind: iter(models[f"arc:{kind}"].tables_of(those)) for kind, those in examples.items()}
    for place, attribute, fitting in pairs:
        for index in fitting:
            table = together(next(tables[attribute.kind]), evidence.arc(attribute, index), ARC_WEIGHT)
            if attribute.figure is not None:
                margins[index, attribute.start] = table["new"] - table["none"]
            for label in ("new", "old"):
                if label in table and table[label] > table["none"]:
                    scored.append((table[label] - table["none"], -place, -index, attribute, index, label))
    held: set[int] = set()
    best: dict[int, float] = {}
    alone, starts = _implied_items(items), [item.start for item in items if item.named]
    for place, attribute in enumerate(attributes):
        # A test that only its number implies has that number.
        implied = alone.get(attribute.start) if attribute.figure is not None else None
        if implied is not None and reads[implied].is_fact:
            held.add(place)
            taken[implied, "new"].append(attribute)
    for margin, place, _, attribute, index, label in sorted(scored, key=lambda one: (-one[0], one[1], one[2])):
        if -place in held and (attribute.kind == "figure" or margin < _SHARED * best[-place]):
            continue
        if label == "new" and _is_full(items[index], attribute, taken[index, "new"]):
            continue
        held.add(-place)
        best.setdefault(-place, margin)
        taken[index, label].append(attribute)
    for index, read in enumerate(reads):
        if read.role in ("labs", "vitals") and read.change == "assert" and read.item.named and not taken[index, "new"]:
            beside = _beside(attributes, items[index], starts, held)
            if beside is not None:
                held.add(beside[0])
                taken[index, "new"].append(beside[1])
        if read.role == "medications" and read.item.named and not any(one.figure for one in taken[index, "new"]):
            amount = _amount(sheet, attributes, heard, items[index], starts, held)
            if amount is not None:
                held.add(amount[0])
                taken[index, "new"].append(amount[1])
        if (
            read.role == "social_history"
            and read.state == "current"
            and not any(one.figure for one in taken[index, "new"])
        ):
            amount = _of_the_habit(attributes, items[index], starts, held)
            if amount is not None:
                held.add(amount[0])
                taken[index, "new"].append(amount[1])
    _pair_up(attributes, items, reads, taken, held)
    _go_on(sheet, attributes, items, reads, taken, held)
    bound = [_with(read, taken[index, "new"], taken[index, "old"]) for index, read in enumerate(reads)]
    return bound, margins


def _pair_up(
    attributes: Sequence[Attribute],
    items: Sequence[Item],
    reads: Sequence[Read],
    taken: dict[tuple[int, str], list[Attribute]],
    held: set[int],
) -> None:
    """Give a pressure the lower number of its pair, and one that is told the further pairs that follow it."""
    for place, attribute in enumerate(attributes):
        figure = attribute.figure
        if place in held or figure is None or figure.kind not in ("systolic", "diastolic"):
            continue
        for (index, label), own in list(taken.items()):
            if label != "new" or not (items[index].concept_id == _PRESSURE or not items[index].named):
                continue
            uppers = [one.start for one in own if one.figure is not None and one.figure.kind == "systolic"]
            further = reads[index].change == "assert" and reads[index].role == "vitals" and bool(uppers)
            if attribute.start in uppers or (further and min(uppers) < attribute.start):
                held.add(place)
                own.append(attribute)
                break


_PRESSURE: Final = "blood_pressure"


def _go_on(
    sheet: Sheet,
    attributes: Sequence[Attribute],
    items: Sequence[Item],
    reads: Sequence[Read],
    taken: dict[tuple[int, str], list[Attribute]],
    held: set[int],
) -> None:
    """Give a test that is told with a value the further values of its row ("38.9 at lunch, 37.4 after")."""
    starts = [item.start for item in items if item.named and item.kind != "age"]
    for (index, label), own in list(taken.items()):
        entry, read = items[index].entry, reads[index]
        told = label == "new" and read.change == "assert" and read.role in ("labs", "vitals") and items[index].named
        plain = [one for one in own if one.figure is not None and one.figure.kind == "number"]
        if not told or entry is None or not plain or len(plain) != len([one for one in own if one.figure is not None]):
            continue
        last = min(plain, key=lambda one: one.start)
        row = {one.start: one for one in plain}
        first, end = bisect_left(attributes, last.end, key=lambda one: one.start), max(row)
        for place, attribute in enumerate(attributes[first:], first):
            if attribute.start in row:
                last = row[attribute.start]
                continue
            if attribute.start - last.end > _FOLLOWS or _any_in(starts, last.end, attribute.start):
                if attribute.start > end:
                    break
                continue
            figure = attribute.figure
            if place in held or figure is None or figure.kind != "number" or last.figure is None:
                continue
            between = sheet.folded[last.end : attribute.start]
            if not between or figure.quantity.unit not in (None, last.figure.quantity.unit):
                continue
            joined = _ARROW.fullmatch(between) is not None
            alike = (joined or _is_alike(last.figure, figure, sheet.folded)) and in_range(entry, figure.quantity)
            # What it was is one more value where its day is told with it: "7.2 (was 8.9 in May)".
            former = _FORMER.fullmatch(between) is not None and day_right_behind(figure, sheet) is not None
            further = joined or former or _OTHERWISE.search(between) is None
            if alike and unit_fits(entry, figure.quantity) and further:
                held.add(place)
                own.append(attribute)
                last = attribute


_FOLLOWS: Final = 40
"""Most characters between two values of a test that are told in a row."""

_ALIKE: Final = 2.5
_ARROW: Final = lazy_regex(r"[a-z%/]{0,8}\s?(?:\([^()]{1,16}\)\s?)?(?:→|->|=>|➝|➔)\s?(?:now |then |지금 |현재 )?")
"""An arrow leads from one value of a test to the next, however far it goes: "612 → 14 → 31"."""
_FORMER: Final = lazy_regex(
    r"[a-z%/]{0,8}[\s,;(.-]{1,3}(?:(?:up|down) from |(?:and |but )?(?:it |that )?(?:was|were|had been) (?:at )?|from )"
)
_OTHERWISE: Final = lazy_regex(
    r"[.;?!\n]"
    r"|\b(?:from|was|were|before|last|previous|goal|target|normal(?:ly)?|usual(?:ly)?"
    r"|under|over|below|above|than|up to|of|in|for)\b"
    r"|(?<!, down )(?<!, back )(?<!then down )\bto\b"
    r"|지난|전에|전엔|이전|예전|에서|보다|목표|정상|기준|이상|이하|미만"
)
"""Words between two numbers by which the second is no further value: an earlier one, a goal, a limit, no more of it."""


def _is_alike(one: Figure, other: Figure, text: str) -> bool:
    """Whether two numbers can be values of one test: near to each other, and both written with decimals or without."""
    written = _has_decimals(one, text) == _has_decimals(other, text)
    return written and bool(one.value) and 1 / _ALIKE <= other.value / one.value <= _ALIKE


def _has_decimals(figure: Figure, text: str) -> bool:
    """Whether a number is told with decimals: "6.0" is, though it is whole."""
    return not float(figure.value).is_integer() or _DECIMALS.search(text, figure.start, figure.end) is not None


_DECIMALS: Final = lazy_regex(r"\d[.,]0")


_FEW_AFTER: Final = 30
"""More attributes than begin within _BESIDE or _AMOUNT_REACH characters."""

_BESIDE: Final = 8
"""Most characters between a test's name and a number that is its value for want of another."""


def _beside(
    attributes: Sequence[Attribute], item: Item, starts: Sequence[int], held: set[int]
) -> tuple[int, Attribute] | None:
    """The free figure right behind a test that was told without one, if it can be its value."""
    if item.entry is None or item.end == item.start:
        return None
    first = bisect_left(attributes, item.end, key=lambda one: one.start)
    for place, attribute in enumerate(attributes[first : first + _FEW_AFTER], first):
        figure = attribute.figure
        if figure is None or place in held or not item.end <= figure.start <= item.end + _BESIDE:
            continue
        between = _any_in(starts, item.end + 1, figure.start)
        fits = figure.kind == "number" and unit_fits(item.entry, figure.quantity)
        return (place, attribute) if fits and not between and in_range(item.entry, figure.quantity) else None
    return None


_AMOUNT_REACH: Final = 14
"""Most characters between a medicine's name and a counted amount of it ("타이레놀 하루에 두 알")."""

_BEFORE_REACH: Final = 24
"""Most characters between the beginning of a count and the name right behind it ("two of the panadol")."""

_COUNTED: Final = frozenset({"tab", "cap", "packet", "puff", "drop", "spray", "patch", "pump", "spoon"})


def _amount(
    sheet: Sheet, attributes: Sequence[Attribute], heard: Heard, item: Item, starts: Sequence[int], held: set[int]
) -> tuple[int, Attribute] | None:
    """The free amount of a medicine that was told without one: a count right before its name, or behind it counted, or
    a bare number right behind.

    Of a medicine whose strength stands on record a count says how many were taken, and is no dose of its own.
    """
    strength = (heard.facts[item.heard].dose or "") if item.heard is not None else ""
    ahead = bisect_left(attributes, item.start - _BEFORE_REACH, key=lambda one: one.start)
    for place, attribute in enumerate(attributes[ahead : ahead + _FEW_AFTER], ahead):
        figure = attribute.figure
        if figure is not None and place not in held and counts_what_follows(figure, item.start, sheet.folded):
            counted = not strength or figure.counter == counter_of(strength)
            return (place, attribute) if counted else None
    first = bisect_left(attributes, item.end, key=lambda one: one.start)
    for place, attribute in enumerate(attributes[first : first + _FEW_AFTER], first):
        figure = attribute.figure
        if attribute.start > item.end + _AMOUNT_REACH:
            return None
        if figure is None or place in held or figure.start < item.end:
            continue
        if _any_in(starts, item.end, figure.start):
            return None
        if figure.kind == "count":
            counted = figure.counter in _COUNTED and (not strength or figure.counter == counter_of(strength))
            return (place, attribute) if counted else None
        bare = figure.kind == "number" and not sheet.text[item.end : figure.start].strip()
        return (place, attribute) if bare and figure.quantity.unit in _STRENGTHS else None
    return None


_HABITS: Final = {
    "alcohol": frozenset({"drink"}), "caffeine": frozenset({"drink"}), "smoking": frozenset({"pack", "cigarette"}),
    "electronic_cigarette": frozenset({"pack", "cigarette", "puff"}), "walking": frozenset({"step"}),
    "exercise": frozenset({"step"}),
}  # fmt: skip
"""What is counted of each habit."""

_HABIT_REACH: Final = 24
"""Most characters between a habit and how much of it, on either side ("소주는 저녁마다 반 병", "two beers")."""


def _of_the_habit(
    attributes: Sequence[Attribute], item: Item, starts: Sequence[int], held: set[int]
) -> tuple[int, Attribute] | None:
    """The free amount nearest to a habit of what is counted of it, with no other name between them."""
    counters = _HABITS.get(item.concept_id, frozenset())
    first = bisect_left(attributes, item.start - _HABIT_REACH, key=lambda one: one.start)
    found = []
    for place, attribute in enumerate(attributes[first : first + 2 * _FEW_AFTER], first):
        figure = attribute.figure
        if attribute.start > item.end + _HABIT_REACH:
            break
        if figure is None or place in held or figure.counter not in counters:
            continue
        behind = figure.start >= item.end
        low, high = (item.end, figure.start) if behind else (figure.end, item.start)
        if not _any_in(starts, low, high):
            found.append((max(0, high - low), place, attribute))
    return min(found, key=lambda one: one[:2])[1:] if found else None


_STRENGTHS: Final = frozenset({None, "mg", "ug", "g", "U", "mL"})


def _any_in(starts: Sequence[int], start: int, end: int) -> bool:
    """Whether any of ``starts``, which grow, lies in [start, end)."""
    at = bisect_left(starts, start)
    return at < len(starts) and starts[at] < end


def _implied_items(items: Sequence[Item]) -> dict[int, int]:
    """The items that are spoken of because of a figure alone, by where it begins; of several the first."""
    found: dict[int, int] = {}
    for index, item in enumerate(items):
        if item.named and item.start == item.end:
            found.setdefault(item.start, index)
    return found


def _is_full(item: Item, attribute: Attribute, own: Sequence[Attribute]) -> bool:
    """A medicine has one dose; a test may have several values, each its own reading."""
    if attribute.figure is None:
        return False
    alike = [one.figure for one in own if one.figure is not None]
    if not item.named:
        return bool(alike)
    return group(item) not in ("test",) and any(one.kind == attribute.figure.kind for one in alike)


def _with(read: Read, new: Sequence[Attribute], old: Sequence[Attribute]) -> Read:
    placed = sorted(new, key=lambda one: one.start)
    return replace(
        read,
        new=tuple(one.figure for one in placed if one.figure is not None),
        old=tuple(one.figure for one in old if one.figure is not None),
        frequencies=tuple(one.frequency for one in placed if one.frequency is not None),
        dates=tuple(one.date for one in placed if one.date is not None),
        subjects=tuple(one.relative.entry for one in placed if one.relative is not None),
    )
