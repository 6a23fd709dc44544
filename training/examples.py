"""Annotated utterances as examples: each item with the role, the state and the figures that its author gave it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from domain.values import SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser
from extraction.reading.figures.figures import Figure
from extraction.reading.items import UNLISTED, Heard, Item, ItemKind, items_of, with_unlisted
from extraction.reading.learned.masking import Masked, mask
from extraction.reading.rule_view import NO_RULES, RuleView
from extraction.reading.sheet import Sheet, lay_out
from extraction.text.normalise import normalise
from training.numbers import number
from training.playing import ZONE, content_of

READINGS: Final = Path(__file__).parent / "readings"

_FITTING: Final[Mapping[str, frozenset[str]]] = {
    "conditions": frozenset({"conditions", "symptoms", "topic", "procedures"}),
    "symptoms": frozenset({"symptoms", "conditions", "vitals"}),
    "medications": frozenset({"medications", "drug_classes", "allergens", "topic", "procedures"}),
    "labs": frozenset({"labs", "vitals", "medications"}),
    "vitals": frozenset({"vitals", "labs"}),
    "allergies": frozenset({"allergens", "medications", "drug_classes", "topic", "social", "symptoms", "conditions"}),
    "family_history": frozenset({"conditions", "symptoms", "topic", "procedures"}),
    "social_history": frozenset({"social", "procedures", "age", "topic"}),
    "procedures": frozenset({"procedures", "conditions", "medications", "topic", "labs", "vitals"}),
    "demographics": frozenset({"age", "gender", "social"}),
}
"""Which kinds of item an author's fact of a slot may stand on, the most fitting first by overlap."""

KIND_OF: Final[Mapping[str, ItemKind]] = {
    "conditions": "conditions", "symptoms": "symptoms", "medications": "medications", "labs": "labs",
    "vitals": "vitals", "allergies": "allergens", "procedures": "procedures", "social_history": "social",
    "family_history": "conditions",
}  # fmt: skip
"""The kind of item that a slot's facts are, where no table says otherwise."""

STATES: Final = ("current", "negated", "past", "stopped", "planned", "on_hold")


@dataclass(slots=True)
class Example:
    """One utterance with its items and what they are by its author."""

    reading: Mapping[str, Any]
    sheet: Sheet
    heard: Heard
    items: tuple[Item, ...]
    masked: Masked
    facts: list[list[Mapping[str, Any]]] = field(default_factory=list)
    """The author's facts of each item; a pressure has two."""
    roles: list[str] = field(default_factory=list)
    rules: RuleView = NO_RULES
    lost: list[Mapping[str, Any]] = field(default_factory=list)
    """Facts that stand on no item."""


def load(path: Path) -> list[dict[str, Any]]:
    """The readings of one author."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def examples(rows: Sequence[Mapping[str, Any]], lexicon: Lexicon, recogniser: ConceptRecogniser) -> Iterator[Example]:
    """The examples of ``rows``."""
    for row in rows:
        yield example(row, lexicon, recogniser)


def example(row: Mapping[str, Any], lexicon: Lexicon, recogniser: ConceptRecogniser) -> Example:
    """One utterance laid out and aligned with what its author made of it."""
    heard = Heard(
        facts=tuple(content_of(known, lexicon, row["lang"]) for known in reversed(row.get("known") or ())),
        agent_said=row.get("agent_said") or "",
    )
    said_at = datetime.fromisoformat(f"{row['at']}T03:00:00+00:00")
    expects = any(isinstance(fact.value, float) or fact.dose for fact in heard.facts)
    sheet = lay_out(row["text"], lexicon, recogniser, said_at, ZONE, row["lang"], expects_value=expects)
    items = items_of(sheet, heard, lexicon)
    found = Example(row, sheet, heard, items, mask(sheet, items))
    _align(found, lexicon)
    if fresh := tuple(_unlisted(found)):
        items = with_unlisted(items, fresh)
        found = Example(row, sheet, heard, items, mask(sheet, items))
        _align(found, lexicon)
    return found


def _unlisted(example: Example) -> Iterator[Item]:
    """What the author names in words that no table lists: facts that stand on no item, and what must be no fact."""
    taken = [(one.start, max(one.end, one.start + 1)) for one in example.items if one.named and one.entry is not None]
    for fact in (*example.lost, *example.reading["not_facts"]):
        kind = KIND_OF.get(fact.get("slot", ""))
        if kind is None or fact.get("name") in ("*", "none"):
            continue
        for start, end in places(example, fact.get("said"))[:1]:
            if not any(start < last and first < end for first, last in taken):
                taken.append((start, end))
                yield Item(kind, start, end)


def named_spans(example: Example) -> list[tuple[str, int, int]]:
    """Everything that the author names, fact or not: the kind, and its place in the normalised text."""
    marked = example.reading.get("named")
    if marked is not None:
        return [(kind, start, end) for kind, start, end in marked if kind in UNLISTED and start < end]
    found: list[tuple[str, int, int]] = []
    for fact in (*example.reading["facts"], *example.reading["not_facts"]):
        kind = KIND_OF.get(fact.get("slot", ""))
        if kind is not None and fact.get("name") not in ("*", "none"):
            found += [(kind, start, end) for start, end in places(example, fact.get("said"))[:1]]
    return found


def _align(example: Example, lexicon: Lexicon) -> None:
    row, items = example.reading, example.items
    example.facts = [[] for _ in items]
    for fact in row["facts"]:
        index = _item_of(fact, example, lexicon)
        if index is None:
            example.lost.append(fact)
        else:
            example.facts[index].append(fact)
    asked = [
        span for ask in row["asks"] for about in ask.get("about", ()) for span in places(example, about.get("said"))
    ]
    not_facts = [(span, no["why"]) for no in row["not_facts"] for span in places(example, no.get("said"))]
    old = [span for fact in row["facts"] for span in places(example, (fact.get("replaces") or {}).get("said"))]
    old_names = [str((fact.get("replaces") or {}).get("name") or "") for fact in row["facts"]]
    for index, item in enumerate(items):
        if example.facts[index]:
            example.roles.append(example.facts[index][0]["slot"])
        elif not item.named:
            example.roles.append("untouched")
        elif _over(item, old) or _why(item, not_facts) == "old_value" or _is_called(item, old_names, lexicon, row):
            example.roles.append("old")
        elif _over(item, asked) or _why(item, not_facts) == "question":
            example.roles.append("asked")
        else:
            example.roles.append("other")


def _is_called(item: Item, names: Sequence[str], lexicon: Lexicon, row: Mapping[str, Any]) -> bool:
    if item.entry is None:
        return False
    return any(name and (item.entry.name == name or lexicon.by_name(name) is item.entry) for name in names)


def _over(item: Item, spans: Sequence[tuple[int, int]]) -> bool:
    return item.named and any(start < item.end and item.start < end for start, end in spans)


def _why(item: Item, spans: Sequence[tuple[tuple[int, int], str]]) -> str:
    return next((why for (start, end), why in spans if start < item.end and item.start < end), "")


def places(example: Example, said: Any) -> list[tuple[int, int]]:
    """Where ``said`` stands in the normalised text."""
    words = normalise(str(said)).text.strip() if said else ""
    if not words:
        return []
    found, start = [], example.sheet.text.find(words)
    while start >= 0:
        found.append((start, start + len(words)))
        start = example.sheet.text.find(words, start + len(words))
    return found


def _item_of(fact: Mapping[str, Any], example: Example, lexicon: Lexicon) -> int | None:
    spans = places(example, fact.get("said"))
    fitting = _FITTING[fact["slot"]]
    scored = []
    concept = content_of({**fact, "value": None}, lexicon, example.reading["lang"]).concept.concept_id
    for index, item in enumerate(example.items):
        if item.kind not in fitting:
            continue
        same = concept in (item.concept_id, *(item.entry.broader if item.entry else ()))
        same = same or (concept == "gender" and item.kind == "gender")
        pressure = (
            fact["slot"] == "vitals" and "blood_pressure" in item.concept_id and "pressure" in str(fact["name"]).lower()
        )
        if item.kind == "topic" and not (fact["name"] in ("*", "none") and item.slot == fact["slot"]):
            continue
        if fact["name"] in ("*", "none") and item.kind != "topic":
            continue
        if item.named and item.end > item.start:
            overlap = max((min(end, item.end) - max(start, item.start) for start, end in spans), default=0)
            if overlap > 0:
                scored.append(
                    (3 + 2 * (same or pressure) + overlap / 100 + (item.kind == fact["slot"]) / 2, -index, index)
                )
            elif not spans and (same or pressure):
                scored.append((2.0, -index, index))
        elif item.named:
            near = _has_value(fact, [one for one in example.sheet.figures if one.start == item.start])
            if near and (same or pressure):
                scored.append((2.5, -index, index))
        else:
            known = example.heard.facts[item.heard or 0]
            alike = known.concept.concept_id == concept and known.slot == fact["slot"]
            related = known.slot == fact["slot"] and _is_replaced(fact, known.concept.concept_id, lexicon, example)
            if alike or related:
                scored.append((2.2 if alike else 1.5, -index, index))
    return max(scored)[2] if scored else None


def _is_replaced(fact: Mapping[str, Any], concept_id: str, lexicon: Lexicon, example: Example) -> bool:
    name = (fact.get("replaces") or {}).get("name")
    if not name:
        return False
    replaced = content_of({"slot": fact["slot"], "name": name}, lexicon, example.reading["lang"])
    return replaced.concept.concept_id == concept_id


def _has_value(fact: Mapping[str, Any], figures: Sequence[Figure]) -> bool:
    return any(is_value(fact, figure) for figure in figures)


def is_value(fact: Mapping[str, Any], figure: Figure) -> bool:
    """Whether ``figure`` is the new value or dose of ``fact``."""
    return _is_number(figure, fact.get("value"), fact) or _is_number(figure, fact.get("dose"), fact)


def is_old(fact: Mapping[str, Any], figure: Figure) -> bool:
    """Whether ``figure`` is what ``fact`` replaces."""
    replaced = fact.get("replaces") or {}
    return _is_number(figure, replaced.get("value"), fact) or _is_number(figure, replaced.get("dose"), fact)


def _is_number(figure: Figure, words: Any, fact: Mapping[str, Any]) -> bool:
    value = number(words)
    if value is None:
        return False
    name = str(fact["name"]).lower()
    if figure.kind in ("systolic", "diastolic") and "pressure" in name and figure.kind not in name:
        return False
    quantity = figure.quantity
    numbers = [one for one in (quantity.value, quantity.low, quantity.high, *quantity.parts) if one is not None]
    return any(abs(one - value) < 1e-6 for one in numbers)


def state_of(fact: Mapping[str, Any]) -> str:
    """How a fact is asserted, as one of STATES."""
    status, temporality = fact.get("status") or "", fact.get("temporality") or ""
    if fact.get("polarity") == "negated":
        return "negated"
    if fact["op"] == "stop" or status == "stopped":
        return "stopped" if fact["slot"] in ("medications", "social_history") else "past"
    if status == "on_hold":
        return "on_hold"
    if status == "planned" or temporality == "future":
        return "planned"
    if status in ("resolved", "remission") or temporality == "past":
        return "past"
    return "current"


def slots() -> tuple[str, ...]:
    """The slots as the readings name them."""
    return tuple(slot.value for slot in SlotKind)
