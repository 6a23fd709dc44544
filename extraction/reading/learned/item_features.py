"""What is looked at to read one item: the words around it, what it is, and what memory holds of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.values import Content, Polarity
from extraction.reading.items import Heard, Item
from extraction.reading.learned.features import Look, hashed_under, looked_at, reach, whole, window
from extraction.reading.learned.masking import Masked
from extraction.reading.rule_view import NO_RULES, RuleView, opinion_features
from extraction.reading.sheet import Sheet
from extraction.values.dose_units import number_of_dose

_GROUPS: Final = {
    "conditions": "finding", "symptoms": "finding", "medications": "drug", "drug_classes": "drug", "labs": "test",
    "vitals": "test", "allergens": "allergen", "procedures": "procedure", "social": "habit", "topic": "topic",
    "age": "person", "gender": "person",
}  # fmt: skip


_COUNTED: Final = 3
"""Others of a family from which on all numbers are one."""


def group(item: Item) -> str:
    """The family of an item's kind: what is said of one of a family is said of all."""
    return _GROUPS[item.kind]


def item_buckets(
    sheet: Sheet, heard: Heard, items: Sequence[Item], masked: Masked, index: int, rules: RuleView = NO_RULES
) -> set[int]:
    """The buckets of one item's features: those of its own, and its words by language and by family."""
    item = items[index]
    family = group(item) if item.named else f"memory-{group(item)}"
    own = looked_at(masked, (), ((name, None) for name in _own(sheet, heard, items, masked, index, rules)))
    if item.named:
        own |= looked_at(masked, (sheet.language, family), _named_words(masked, item))
        return own
    return _said(masked, sheet.language).union(_said(masked, family), own)


def _said(masked: Masked, prefix: str) -> set[int]:
    """The buckets of the words of the whole utterance under ``prefix``."""
    if prefix not in masked.kept:
        masked.kept[prefix] = hashed_under((prefix,), whole(masked))
    return masked.kept[prefix]


def _own(
    sheet: Sheet, heard: Heard, items: Sequence[Item], masked: Masked, index: int, rules: RuleView
) -> Iterator[str]:
    item = items[index]
    family = group(item) if item.named else f"memory-{group(item)}"
    yield f"kind={item.kind}"
    yield f"family={family}"
    if item.kind == "topic":
        yield f"topic={item.slot}"
    yield from _entry(item, family)
    yield from _neighbours(items, index, masked, remembers=bool(heard.facts))
    yield from _memory(sheet, heard, item, family)
    yield from opinion_features(rules.of(index), family)


def _named_words(masked: Masked, item: Item) -> list[Look]:
    first = masked.index(item.start)
    last = max(first, masked.index(max(item.start, item.end - 1)))
    if item.end == item.start:
        return [("implied", None), *window(masked, first, first)]
    return window(masked, first, last)


def _entry(item: Item, family: str) -> Iterator[str]:
    entry = item.entry
    if entry is None:
        return
    yield f"id={entry.concept_id}"
    yield f"chronic={entry.extra.get('chronic', '')}{family}"
    yield f"category={entry.extra.get('category', '')}"
    for above in entry.broader[:3]:
        yield f"broader={above}"
    if item.confidence < 1:
        yield f"guess={round(item.confidence, 1)}"


def _neighbours(items: Sequence[Item], index: int, masked: Masked, *, remembers: bool) -> Iterator[str]:
    item = items[index]
    if not item.named:
        yield f"named={min(sum(one.named for one in items), 4)}"
        same = sum(one.named and one.kind == item.kind for one in items)
        yield f"same={min(same, 3)}"
        return
    for step in (-1, 1):
        at = index + step
        if 0 <= at < len(items) and items[at].named:
            near = abs(masked.index(items[at].start) - masked.index(item.start))
            yield f"next{step}={group(items[at])}{min(near, 8) // 3}"
        else:
            yield f"next{step}=|"
    yield f"first={index == 0}"
    family = group(item)
    far = reach(len(items))
    alike, fresh, known, waiting = _alike(items[max(0, index - far) : index + far], item, family, remembers=remembers)
    yield f"alike={alike}{family}"
    yield f"beside-new={fresh}{item.heard is not None}{family}"
    yield f"beside-known={known}{item.heard is not None}{family}"
    yield f"unnamed-known={waiting}{item.heard is not None}{family}"


def _alike(items: Sequence[Item], item: Item, family: str, *, remembers: bool) -> tuple[int, bool, bool, bool]:
    """How many others of a family are named, up to three; whether a new, a known, an unnamed one is among them.

    Where nothing is on record, none is known, and a few are enough to see.
    """
    alike, fresh, known, waiting = 0, False, False, False
    for one in items:
        if one is item or group(one) != family:
            continue
        if not one.named:
            waiting = True
            continue
        alike += 1
        fresh = fresh or one.heard is None
        known = known or one.heard is not None
        if not remembers and alike >= _COUNTED:
            break
    return min(alike, _COUNTED), fresh, known, waiting


def _memory(sheet: Sheet, heard: Heard, item: Item, family: str) -> Iterator[str]:
    yield f"heard={min(len(heard.facts), 4)}{family}"
    yield f"agent={bool(heard.agent_said)}{heard.agent_said.rstrip().endswith('?')}{family}"
    if item.heard is None:
        yield f"new{family}"
        return
    fact = heard.facts[item.heard]
    yield f"known{family}={fact.status or ''}{fact.polarity.value if fact.polarity is Polarity.NEGATED else ''}"
    yield f"order={min(item.heard, 4)}{family}"
    if item.heard == 0 and len(heard.facts) == 1:
        yield f"only{family}"
    said = heard.agent_said.casefold()
    names = (fact.concept.name.casefold(), fact.concept.display.casefold())
    if said and any(name and name in said for name in names):
        yield f"agent-named{family}"
    yield from _told(sheet, fact, family)


def _told(sheet: Sheet, fact: Content, family: str) -> Iterator[str]:
    """Whether the value or dose on record is said, and another one beside it."""
    own = (fact.value,) if isinstance(fact.value, float) else (number_of_dose(fact.dose),)
    said = [figure.value for figure in sheet.figures if figure.kind != "age"]
    for value in own:
        if value is None:
            continue
        again = any(abs(one - value) < 1e-6 for one in said)
        yield f"repeats={again}{family}"
        yield f"other-number={any(abs(one - value) >= 1e-6 for one in said)}{family}"
        yield f"told={again}{len(said) > again}{family}"
    if fact.dose and any(one.quantity.unit in ("mg", "ug", "U", "g") or one.counter for one in sheet.figures):
        yield f"dose-said{family}"
    if sheet.frequencies:
        yield f"frequency-said{family}"
