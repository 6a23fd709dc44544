"""From the wire's facts to the domain's contents: what a client may assert, checked field by field."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from domain.clinical_dates import EARLIEST_YEAR, LATEST_YEAR, first_day
from domain.errors import InvalidCommand
from domain.timing import Timing
from domain.values import (
    ANY,
    PATIENT,
    Certainty,
    Concept,
    Content,
    Polarity,
    Precision,
    SlotKind,
    Status,
    Temporality,
)
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Kind
from extraction.records.concepts import coding_of, concept_of
from extraction.values.plausibility import bounds_of, is_impossible
from protos.anamnesis.v1 import fact_pb2
from server.requests import slot as slot_of

KINDS: Mapping[SlotKind, tuple[Kind, ...]] = {
    SlotKind.CONDITIONS: ("conditions",),
    SlotKind.SYMPTOMS: ("symptoms",),
    SlotKind.MEDICATIONS: ("medications", "drug_classes"),
    SlotKind.VITALS: ("vitals",),
    SlotKind.LABS: ("labs",),
    SlotKind.ALLERGIES: ("allergens", "medications", "drug_classes"),
    SlotKind.FAMILY_HISTORY: ("conditions",),
    SlotKind.SOCIAL_HISTORY: ("social",),
    SlotKind.PROCEDURES: ("procedures",),
}
"""The lexicon tables in which a slot's concepts stand."""

_PRECISIONS = {4: Precision.YEAR, 7: Precision.MONTH, 10: Precision.DAY}
_TEXTS = ("comparator", "unit", "value_stated", "unit_stated", "dose", "frequency", "route", "qualifier", "severity",
          "stage", "reaction")  # fmt: skip
MAX_TEXT = 256
"""Characters of a short text of a fact."""

MOST = 1e15
"""No test is reported in greater numbers, and greater ones are not exact."""

E = TypeVar("E", bound=StrEnum)


def content_of(fact: fact_pb2.Fact, field: str, lexicon: Lexicon, language: str) -> Content:
    """The content that a client asserts; fields that the server assigns are passed over.

    The concept is found in the lexicon by code, then by name. Raises InvalidCommand naming what is wrong in ``field``.
    """
    slot = slot_of(fact.slot)
    if slot is None:
        raise InvalidCommand(f"{field}.slot is missing.", field=f"{field}.slot")
    name = _text(fact.name or fact.display, f"{field}.name")
    if not name:
        raise InvalidCommand(f"{field}.name is missing.", field=f"{field}.name")
    texts = {one: _text(getattr(fact, one), f"{field}.{one}") or None for one in _TEXTS}
    texts["timing"] = _timing(fact.timing, f"{field}.timing")
    valid_from = _date(fact.valid_from, f"{field}.valid_from")
    content = Content(
        slot=slot,
        concept=_concept(fact, slot, name, lexicon, language),
        value=_value(fact, field),
        value_low=_number(fact.value_low, f"{field}.value_low") if fact.HasField("value_low") else None,
        value_high=_number(fact.value_high, f"{field}.value_high") if fact.HasField("value_high") else None,
        status=_one_of(Status, fact.status, f"{field}.status") if fact.status else None,
        polarity=_one_of(Polarity, fact.polarity or Polarity.AFFIRMED, f"{field}.polarity"),
        certainty=_one_of(Certainty, fact.certainty or Certainty.CONFIRMED, f"{field}.certainty"),
        temporality=_one_of(Temporality, fact.temporality or Temporality.CURRENT, f"{field}.temporality"),
        subject=_text(fact.subject, f"{field}.subject") or PATIENT,
        valid_from=valid_from,
        valid_to=_date(fact.valid_to, f"{field}.valid_to"),
        precision=_PRECISIONS[len(valid_from)] if valid_from else None,
        **texts,
    )
    _check(content, field, lexicon)
    return content


def _timing(words: str, field: str) -> str | None:
    """When it is taken, in the canonical order."""
    try:
        return Timing.of(words.split()).written()
    except ValueError as error:
        raise InvalidCommand(f"{field}: {error}.", field=field) from None


def _check(content: Content, field: str, lexicon: Lexicon) -> None:
    """Refuse what each field may say by itself, and all of them together cannot."""
    low, high, start, end = content.value_low, content.value_high, content.valid_from, content.valid_to
    if low is not None and high is not None and low > high:
        raise InvalidCommand(f"{field}.value_low is above {field}.value_high.", field=f"{field}.value_low")
    if start and end and end < start[: len(end)]:
        raise InvalidCommand(f"{field}.valid_to is before {field}.valid_from.", field=f"{field}.valid_to")
    if is_impossible(content, lexicon):
        bounds = bounds_of(content, lexicon)
        raise InvalidCommand(f"{field}: the value is not one of a living patient, {bounds}.", field=field)


def _concept(fact: fact_pb2.Fact, slot: SlotKind, name: str, lexicon: Lexicon, language: str) -> Concept:
    if name == ANY:
        return Concept(concept_id=ANY, name=ANY)
    if slot is SlotKind.DEMOGRAPHICS:
        return Concept(concept_id=name.casefold(), name=name.casefold(), display=fact.display)
    codings = [coding_of(coding.system, coding.code, coding.display or None) for coding in fact.codings]
    names = [name, fact.display] if fact.display else [name]
    return concept_of(lexicon, KINDS[slot], names, codings, language)[0]


def _value(fact: fact_pb2.Fact, field: str) -> float | str | bool | None:
    match fact.WhichOneof("value"):
        case "number":
            return _number(fact.number, f"{field}.number")
        case "text":
            return _text(fact.text, f"{field}.text")
        case "flag":
            return fact.flag
    return None


def _number(value: float, field: str) -> float:
    if not abs(value) < MOST:
        raise InvalidCommand(f"{field} is not a number below {MOST:g}.", field=field)
    # There is one zero.
    return value + 0.0


def _text(value: str, field: str) -> str:
    if len(value) > MAX_TEXT or not value.isprintable():
        raise InvalidCommand(f"{field} is not at most {MAX_TEXT} printable characters.", field=field)
    return value.strip()


def _date(value: str, field: str) -> str | None:
    if value and first_day(value) is None:
        raise InvalidCommand(
            f"{field} is not a (partial) date such as 2025 or 2025-03-09, from {EARLIEST_YEAR} to {LATEST_YEAR}.",
            field=field,
        )
    return value or None


def _one_of(kind: type[E], value: str, field: str) -> E:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(one.value for one in kind)
        raise InvalidCommand(f"{field} is not one of {known}.", field=field) from None
