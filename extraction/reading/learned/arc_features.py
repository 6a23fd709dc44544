"""What is looked at to bind a figure, a frequency, a date or a relative to the item that it belongs to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal, get_args

from domain.values import Content
from extraction.naming.mentions import Entry, Mention
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import in_range, unit_fits
from extraction.reading.items import Heard, Item
from extraction.reading.learned.features import Look, looked_at
from extraction.reading.learned.item_features import group
from extraction.reading.learned.masking import Masked
from extraction.reading.rule_view import NO_RULES, Opinion, RuleView
from extraction.reading.sheet import Sheet
from extraction.values.dates import DateMention
from extraction.values.frequencies import FrequencyMention

AttributeKind = Literal["figure", "frequency", "date", "relative"]

_DOSES: Final = frozenset({"mg", "ug", "g", "U", "mL", "mg/mL", "U/mL", "%", "meq/L"})


@dataclass(frozen=True, slots=True)
class Attribute:
    """Something that belongs to an item: exactly one of the four, and its place."""

    kind: AttributeKind
    start: int
    end: int
    figure: Figure | None = None
    frequency: FrequencyMention | None = None
    date: DateMention | None = None
    relative: Mention | None = None


def attributes_of(sheet: Sheet) -> tuple[Attribute, ...]:
    """All attributes of an utterance, by place; an age is its own item and none of another's."""
    found = [
        *(Attribute("figure", one.start, one.end, figure=one) for one in sheet.figures if one.kind != "age"),
        *(Attribute("frequency", one.start, one.end, frequency=one) for one in sheet.frequencies),
        *(Attribute("date", one.start, one.end, date=one) for one in sheet.dates),
        *(
            Attribute("relative", one.start, one.end, relative=one)
            for one in sheet.mentions
            if one.entry.kind == "relatives"
        ),
    ]
    return tuple(sorted(found, key=lambda one: (one.start, one.kind)))


NEAREST: Final = 12
"""How many named items an attribute may belong to: the nearest, so that an endless text costs what its words do."""

_PAIRS: Final = 2_400
"""How many pairs of an attribute with a named item, or with one of memory, are looked at before fewer are near."""

_COUNTED: Final = 3
"""From how many on of a kind between two places all numbers are one."""

_FIGURED: Final = frozenset({"test", "drug", "allergen", "habit", "procedure"})
_FAMILIES: Final[Mapping[AttributeKind, frozenset[str]]] = {
    "frequency": frozenset({"drug", "habit", "finding", "procedure"}),
    "date": frozenset({"finding", "drug", "test", "allergen", "procedure", "habit"}),
    "relative": frozenset({"finding", "topic", "procedure", "allergen", "test", "drug"}),
}


class Arcs:
    """The attributes of an utterance, and the items that each may belong to: tests have figures, ages have none.

    Laid out once, so that a pair costs the same in a text of any length.
    """

    def __init__(self, sheet: Sheet, items: Sequence[Item]) -> None:
        """``items`` in the order of :func:`extraction.reading.items.items_of`: the named ones by place."""
        self.items = items
        self.attributes = attributes_of(sheet)
        self._nearest = max(1, min(NEAREST, _PAIRS // max(1, 2 * len(self.attributes))))
        self._places = sorted((item.start, index) for index, item in enumerate(items) if item.named)
        self._named: dict[AttributeKind, list[int]] = {}
        self._unnamed: dict[AttributeKind, list[int]] = {}
        for kind in get_args(AttributeKind):
            fitting = [index for index, item in enumerate(items) if _fits(kind, item)]
            self._named[kind] = [index for index in fitting if items[index].named]
            self._unnamed[kind] = [index for index in fitting if not items[index].named][: self._nearest]
        self._starts: dict[AttributeKind, list[int]] = {
            kind: [one.start for one in self.attributes if one.kind == kind] for kind in get_args(AttributeKind)
        }
        self._starts["figure"] = sorted(one.start for one in sheet.figures if one.kind != "diastolic")

    def candidates(self, attribute: Attribute) -> Sequence[int]:
        """The items that an attribute may belong to, the nearest of those named, in their order."""
        named, wanted = self._named[attribute.kind], self._nearest
        if len(named) > wanted:
            middle = bisect_left(named, attribute.start, key=lambda index: self.items[index].start)
            first = max(0, middle - wanted)
            while first > 0 and self.items[named[first - 1]].start == self.items[named[first]].start:
                first -= 1
            around = named[first : middle + wanted]
            around.sort(key=lambda index: (abs(self.items[index].start - attribute.start), index))
            named = sorted(around[:wanted])
        return (*named, *self._unnamed[attribute.kind])

    def rivals(self, index: int, nearby: int, start: int, end: int) -> tuple[int, int]:
        """How many words near an item name others in [start, end): of its family, and of the other ones.

        Near are those from the item ``nearby`` on.
        """
        item = self.items[index]
        family, alike, others = group(item), 0, 0
        for place in range(bisect_left(self._places, (start, -1)), bisect_left(self._places, (end, -1))):
            begin, at = self._places[place]
            one = self.items[at]
            if nearby <= at < nearby + 4 * NEAREST and one is not item and one.end > begin:
                alike += group(one) == family
                others += group(one) != family
        return alike, others

    def taken(self, attribute: Attribute, start: int, end: int) -> int:
        """How many others of its kind, up to three, begin in [start, end); a pressure is one."""
        starts = self._starts[attribute.kind]
        first = bisect_left(starts, start)
        count = 0
        while first < len(starts) and starts[first] < end and count < _COUNTED:
            count += starts[first] != attribute.start
            first += 1
        return count


def _fits(kind: AttributeKind, item: Item) -> bool:
    family = group(item)
    if kind == "figure":
        return family in _FIGURED or item.concept_id == "fever"
    return family in _FAMILIES[kind] and (item.named or kind != "relative")


def arc_buckets(
    sheet: Sheet, heard: Heard, arcs: Arcs, masked: Masked, attribute: Attribute, index: int,
    rules: RuleView = NO_RULES,
) -> set[int]:  # fmt: skip
    """The buckets of the features of one pair."""
    item = arcs.items[index]
    what = attribute.kind if item.named else f"memory-{attribute.kind}"
    pair = f"{what}/{group(item)}"
    told = _told_by_rules(attribute, rules.of(index))
    own = ((f"pair={pair}", None), (f"{what}:rules={told}", None), (f"{pair}:rules={told}", None))
    looks = _pair(sheet, heard, arcs, masked, attribute, index)
    return looked_at(masked, (pair, what), looks) | looked_at(masked, (), own)


def _pair(sheet: Sheet, heard: Heard, arcs: Arcs, masked: Masked, attribute: Attribute, index: int) -> Iterator[Look]:
    first, last = masked.index(attribute.start), masked.index(max(attribute.start, attribute.end - 1))
    for at, side in ((first - 1, "l="), (first - 2, "ll="), (last + 1, "r="), (last + 2, "rr=")):
        yield (side, masked.tokens[at].text) if 0 <= at < len(masked.tokens) else (f"{side}|", None)
    for name in _beside(sheet, heard, arcs, masked, attribute, index, first, last):
        yield name, None


def _beside(
    sheet: Sheet, heard: Heard, arcs: Arcs, masked: Masked, attribute: Attribute, index: int, first: int, last: int
) -> Iterator[str]:
    """What the two are, how they compare with the record, and how far apart they stand."""
    items, item = arcs.items, arcs.items[index]
    yield from _kind_of(attribute, item)
    fact = heard.facts[item.heard] if item.heard is not None else None
    if fact is not None:
        yield from _against_memory(attribute, fact, item)
    if not item.named:
        yield f"rank={min(item.heard or 0, 3)}"
        named = (one for one in items if one.named and group(one) == group(item))
        yield f"rivals={len(list(islice(named, 2)))}"
        yield f"figures={min(len(sheet.figures), 4)}"
        return
    yield from _distance(arcs, masked, attribute, index, first, last)


def _told_by_rules(attribute: Attribute, opinions: Sequence[Opinion]) -> str:
    """Whether the rules gave this figure, frequency, date or relative to the item: "yes", another one, or nothing."""
    if not opinions:
        return "silent"
    answers = set()
    for one in opinions:
        content, target = one.proposal.content, one.proposal.target
        if content is None:
            continue
        if attribute.figure is not None:
            value = attribute.figure.value
            stated = content.value_stated or content.dose or ""
            answers.add(
                "yes" if f"{value:g}" in stated.replace("+", " ").split() or stated.startswith(f"{value:g}") else "no"
            )
            if target is not None and target.old == value:
                answers.add("old")
        elif attribute.frequency is not None:
            answers.add("yes" if content.frequency == attribute.frequency.code else "no")
        elif attribute.date is not None:
            answers.add("yes" if attribute.date.value in (content.valid_from, content.valid_to) else "no")
        elif attribute.relative is not None:
            answers.add("yes" if content.subject == attribute.relative.entry.concept_id else "no")
    return "old" if "old" in answers else "yes" if "yes" in answers else "no"


def _kind_of(attribute: Attribute, item: Item) -> Iterator[str]:
    if attribute.figure is not None:
        figure = attribute.figure
        quantity = figure.quantity
        unit = figure.counter or quantity.unit or ("pressure" if figure.kind != "number" else "none")
        yield f"unit={unit}"
        yield f"shape={figure.kind}{figure.spoken}{quantity.comparator or ''}{quantity.low is not None}"
        yield f"whole={float(figure.value).is_integer()}{len(str(int(figure.value)))}"
        if item.entry is not None:
            yield from _fit(figure, item.entry)
    elif attribute.date is not None:
        yield f"date={attribute.date.kind}{attribute.date.precision}"
    elif attribute.frequency is not None:
        yield f"code={attribute.frequency.code}{attribute.frequency.weak}"
        yield f"weak={attribute.frequency.weak}"
    elif attribute.relative is not None:
        yield f"kin={attribute.relative.entry.extra.get('kin', '')}"
        yield f"relative={attribute.relative.entry.concept_id}"


def _fit(figure: Figure, entry: Entry) -> Iterator[str]:
    pressure = "blood_pressure" in entry.concept_id
    if figure.kind in ("systolic", "diastolic"):
        yield f"pressure={pressure}"
        return
    if entry.kind in ("labs", "vitals"):
        fits = unit_fits(entry, figure.quantity)
        yield f"fits={fits}{figure.quantity.unit is not None}"
        yield f"range={in_range(entry, figure.quantity)}"
        yield f"fits={fits}range={in_range(entry, figure.quantity)}"
    elif entry.kind in ("medications", "drug_classes"):
        yield f"dose={figure.quantity.unit in _DOSES or bool(figure.counter)}"


def _against_memory(attribute: Attribute, fact: Content, item: Item) -> Iterator[str]:
    """How an attribute compares with what is on record."""
    yield f"slot={fact.slot.value}"
    figure = attribute.figure
    if figure is not None:
        own = fact.value if isinstance(fact.value, float) else _dose(fact)
        if own is None:
            yield "no-number"
            return
        same = abs(own - figure.value) < 1e-6
        yield f"same={same}"
        ratio = figure.value / own if own else 0
        yield f"near={0.5 < ratio < 2}{same}"
        yield f"digits={sorted(f'{own:g}') == sorted(f'{figure.value:g}') and not same}"
        if figure.kind in ("systolic", "diastolic"):
            yield f"part={figure.kind in fact.concept.concept_id}"
        if "blood_pressure" in fact.concept.concept_id:
            yield f"which={fact.concept.concept_id[:4]}"
    if attribute.date is not None and fact.valid_from:
        shorter, longer = sorted((fact.valid_from, attribute.date.value), key=len)
        yield f"day={longer.startswith(shorter)}"
    if attribute.frequency is not None:
        yield f"frequency={'same' if fact.frequency == attribute.frequency.code else bool(fact.frequency)}"


def _dose(fact: Content) -> float | None:
    digits = ""
    for char in fact.dose or "":
        if char.isdigit() or (char == "." and digits):
            digits += char
        elif digits:
            break
    return float(digits.rstrip(".")) if digits else None


def _distance(arcs: Arcs, masked: Masked, attribute: Attribute, index: int, first: int, last: int) -> Iterator[str]:
    item = arcs.items[index]
    nearby = max(0, index - 2 * NEAREST)
    items = arcs.items[nearby : nearby + 4 * NEAREST]
    own_first = masked.index(item.start)
    own_last = max(own_first, masked.index(max(item.start, item.end - 1)))
    before = own_last < first or (item.start <= attribute.start and item.end == item.start)
    side = "after" if before else "ahead"
    low, high = (own_last + 1, first) if before else (last + 1, own_first)
    gap = max(0, high - low)
    step = next((limit for limit in (0, 1, 2, 3, 4, 6, 9, 14, 25) if gap <= limit), 99)
    yield f"{side}{step}"
    if item.end == item.start:
        yield f"implied{item.start == attribute.start}"
    between = masked.tokens[low:high]
    if gap <= 3:
        yield f"{side}:between={' '.join(token.text for token in between)}"
    sentences = abs(masked.sentences[own_first] - masked.sentences[first]) if own_first >= 0 <= first else 0
    yield f"{side}:sentences={min(sentences, 3)}"
    yield f"{side}:commas={min(sum(token.text in ',;' for token in between), 3)}"
    place = (min(item.end, attribute.end), max(item.start, attribute.start))
    alike, others = arcs.rivals(index, nearby, *place)
    yield f"{side}:rivals={min(alike, 3)}"
    yield f"{side}:others={min(others, 3)}"
    same = arcs.taken(attribute, *place)
    yield f"{side}:taken={same}"
    yield f"{side}:step={step}rivals={min(alike, 2)}taken={min(same, 2)}"
    later = (one for one in items if one.named and group(one) == group(item) and one.start >= attribute.end)
    rival = next(later, None) if before else None
    if rival is not None:
        following = masked.index(rival.start) - last
        yield f"next-rival={'closer' if following < gap else 'farther'}{min(following, 4)}"
    for token in between[:2]:
        yield f"{side}:b1={token.text}"
    for token in between[-2:]:
        yield f"{side}:b2={token.text}"
    yield f"{side}:own-right={masked.tokens[own_last + 1].text if own_last + 1 < len(masked.tokens) else '|'}"
