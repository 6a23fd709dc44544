"""Observations as facts: vital signs, laboratory results and habits; a panel gives its components."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from domain.values import SERIES_SLOTS, Certainty, Content, Polarity, SlotKind, Temporality
from extraction.naming.mentions import Kind
from extraction.records.fhir.claim import Named, Reading
from extraction.records.fhir.elements import Coded, coded, coded_items, member, period, required, status_word
from extraction.records.fhir.note import noted_status, says_no
from extraction.records.fhir.statuses import OBSERVATION
from extraction.records.reader import Node, number_of, precision_of, refuse
from extraction.records.values import in_unit_of

COMPARATORS: Final = ("<", "<=", ">=", ">")

_KINDS: Final[tuple[Kind, ...]] = ("labs", "vitals")
_SLOTS: Final = {"labs": SlotKind.LABS, "vitals": SlotKind.VITALS}
_CATEGORIES: Final = {
    "laboratory": SlotKind.LABS,
    "vital-signs": SlotKind.VITALS,
    "social-history": SlotKind.SOCIAL_HISTORY,
}
_QUALIFIERS: Final = {"1558-6": "fasting", "1521-4": "postprandial"}
"""LOINC codes that name the state in which glucose was measured."""

_SMOKING_STATUS: Final = "72166-2"
_SMOKING: Final = {
    "266919005": "never",
    "8517006": "former",
    "77176002": "current",
    "449868002": "current",
    "428041000124106": "current",
    "428061000124105": "current",
    "428071000124103": "current",
    "230060001": "current",
    "160603005": "current",
}
"""SNOMED CT's answers to LOINC 72166-2, "Tobacco smoking status", as habits are told."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """What all values of one Observation share."""

    reading: Reading
    slot: SlotKind | None
    certainty: Certainty
    valid: tuple[str | None, str | None]


def read_observation(reading: Reading) -> Iterator[Content]:
    """The value of an observation and those of its components; one without any value says nothing."""
    node = reading.node
    certainty = status_word(node, "status", OBSERVATION)
    if certainty is None:
        return
    slots = (_CATEGORIES.get(code.code() or "") for code in coded_items(node, "category"))
    frame = _Frame(reading, next((slot for slot in slots if slot), None), certainty, period(node, "effective"))
    yield from _value(frame, node)
    for component in node.items("component"):
        yield from _value(frame, component)


def _value(frame: _Frame, node: Node) -> Iterator[Content]:
    code = required(node, "code")
    if frame.reading.note is not None:
        yield from _exported(frame, node, code)
    elif code.code("LOINC") == _SMOKING_STATUS:
        yield from _smoking(frame, node)
    else:
        yield from _measured(frame, node, code)


def _exported(frame: _Frame, node: Node, code: Coded) -> Iterator[Content]:
    """A value that we exported: already in the unit of its test. A test without a value repeats nothing."""
    assert frame.reading.note is not None
    slot, found = frame.reading.note.slot, _verbatim(node)
    said = {"value", "value_low", "value_high"} & (found.keys() | frame.reading.note.fields)
    if slot in SERIES_SLOTS and not said:
        return
    named = frame.reading.name(code, _KINDS)
    yield _content(frame, node, named, slot, noted_status(member(node, "_status"), None), found)


def _measured(frame: _Frame, node: Node, code: Coded) -> Iterator[Content]:
    named = frame.reading.name(code, _KINDS)
    slot = _SLOTS.get(named.entry.kind) if named.entry is not None else frame.slot
    if slot is None or slot not in SERIES_SLOTS:
        return
    found = _verbatim(node)
    if "value" in found and not isinstance(found["value"], bool):
        reading = in_unit_of(named.entry, found["value"], found.get("unit"), node.at("valueQuantity.value"))
        found = {
            "value": reading.value,
            "comparator": found.get("comparator") or reading.comparator,
            "unit": reading.unit,
            "value_stated": reading.value_stated,
            "unit_stated": reading.unit_stated,
        }
    if found:
        yield _content(frame, node, named, slot, None, found)


def _smoking(frame: _Frame, node: Node) -> Iterator[Content]:
    answer = coded(node, "valueCodeableConcept")
    habit = _SMOKING.get(answer.code("SNOMED") or "") if answer is not None else None
    if habit is None:
        return
    entry = frame.reading.lexicon.by_name("smoking", ("social",))
    if entry is not None:
        named = Named(entry.concept(frame.reading.language))
        if habit == "never":
            yield _content(frame, node, named, SlotKind.SOCIAL_HISTORY, None, {}).with_fields(polarity=Polarity.NEGATED)
            return
        content = _content(frame, node, named, SlotKind.SOCIAL_HISTORY, None, {"value": habit})
        yield content.with_fields(temporality=Temporality.PAST if habit == "former" else Temporality.CURRENT)


def _content(frame: _Frame, node: Node, named: Named, slot: SlotKind, status: Any, found: dict[str, Any]) -> Content:
    start, end = frame.valid
    negated = says_no(node) or says_no(frame.reading.node)
    polarity, certainty = named.asserted(Polarity.NEGATED if negated else Polarity.AFFIRMED, frame.certainty)
    loinc = next((one.code for one in named.concept.codings if one.code in _QUALIFIERS), "")
    return Content(
        slot=slot,
        concept=named.concept,
        status=status,
        polarity=polarity,
        certainty=certainty,
        qualifier=None if frame.reading.note is not None else _QUALIFIERS.get(loinc),
        valid_from=start,
        valid_to=end if frame.reading.note is not None else None,
        precision=precision_of(start),
        **found,
    )


def _verbatim(node: Node) -> dict[str, Any]:
    """The value[x] as it stands: a quantity, a range, words or a truth value; empty for any other or none."""
    if (quantity := member(node, "valueQuantity")) is not None:
        return _quantity(quantity)
    if (span := member(node, "valueRange")) is not None:
        return _range(span)
    if node.has("valueInteger"):
        return {"value": number_of(node.values["valueInteger"], node.at("valueInteger"))}
    if (answer := coded(node, "valueCodeableConcept")) is not None:
        return {"value": answer.words}
    if (text := node.text("valueString")) is not None:
        return {"value": text}
    flag = node.values.get("valueBoolean")
    return {"value": flag} if isinstance(flag, bool) else {}


def _quantity(quantity: Node) -> dict[str, Any]:
    if not quantity.has("value"):
        return {}
    comparator = quantity.text("comparator")
    if comparator is not None and comparator not in COMPARATORS:
        refuse(quantity.at("comparator"), f"one of {', '.join(COMPARATORS)}")
    found = {
        "value": number_of(quantity.values["value"], quantity.at("value")),
        "comparator": comparator,
        "unit": quantity.text("code") or quantity.text("unit"),
    }
    return {name: value for name, value in found.items() if value is not None}


def _range(span: Node) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in ("low", "high"):
        edge = member(span, name)
        if edge is not None and edge.has("value"):
            found[f"value_{name}"] = number_of(edge.values["value"], edge.at("value"))
            found["unit"] = edge.text("code") or edge.text("unit")
    return found
