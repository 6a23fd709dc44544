"""What exported resources add where FHIR has no place for it, so that an import gives back the fact as it was.

The extension ``urn:anamnesis:fact`` of a resource has the parts ``slot``, ``concept`` (its id), ``name``, ``display``,
``broader`` (repeated) and ``chronic``; ``ended`` on a fact that is history; and those fields of the fact that a reader
of the standard elements would miss or take for something else, under their names with hyphens (``qualifier``,
``value-stated``, ``certainty``...). ``urn:anamnesis:status`` stands on a status element that has to say more, or less,
than the fact does. ``urn:anamnesis:negated`` is a modifier extension, for resources in which FHIR cannot say no.
``urn:anamnesis:export`` on the Patient says that every fact, age and sex among them, has a resource of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from domain.values import PATIENT, Certainty, Content, Polarity, Precision, Status, Temporality
from projections.fhir_elements import Json

FACT: Final = "urn:anamnesis:fact"
STATUS: Final = "urn:anamnesis:status"
NEGATED: Final = "urn:anamnesis:negated"
EXPORT: Final = "urn:anamnesis:export"
UNSTATED: Final = "unstated"

_UNTOLD: Final[dict[str, Any]] = {
    "polarity": Polarity.AFFIRMED,
    "certainty": Certainty.CONFIRMED,
    "temporality": Temporality.CURRENT,
    "subject": PATIENT,
}
"""What a reader takes for granted where nothing is told; for any other field, that it is open."""

_FIELDS: Final = (
    *_UNTOLD,
    "qualifier",
    "precision",
    "value",
    "value_low",
    "value_high",
    "comparator",
    "unit",
    "value_stated",
    "unit_stated",
    "dose",
    "frequency",
    "timing",
    "route",
    "severity",
    "stage",
    "reaction",
    "valid_from",
    "valid_to",
)
_PRECISIONS: Final = {4: Precision.YEAR, 7: Precision.MONTH, 10: Precision.DAY}
_CODES: Final = (Polarity, Certainty, Temporality, Precision)


def fact_note(content: Content, told: Mapping[str, Any], ended: str | None) -> Json:
    """The extension for a fact of whose fields the resource has `told` these; `ended` says how it became history."""
    concept = content.concept
    parts: list[Json] = [_part("slot", content.slot.value, "valueCode")]
    parts += [_part("concept", concept.concept_id), _part("name", concept.name)]
    parts += [_part("display", concept.display)] if concept.display else []
    parts += [_part("broader", name) for name in concept.broader]
    parts += [_part("chronic", True, "valueBoolean")] if concept.chronic else []
    parts += [_part("ended", ended, "valueCode")] if ended else []
    known = {**_UNTOLD, "precision": _PRECISIONS.get(len(told.get("valid_from") or "")), **told}
    for name in _FIELDS:
        value = getattr(content, name)
        if value is not None and value != known.get(name):
            parts.append(_part(name.replace("_", "-"), value, _type_of(value)))
    return {"url": FACT, "extension": parts}


def status_note(status: Status | None) -> Json:
    """What stands on a status element beside its own word: the status of the fact."""
    return {"extension": [{"url": STATUS, "valueCode": UNSTATED if status is None else status.value}]}


def negation() -> Json:
    """The modifier by which a resource or an element of it says that the thing is not so."""
    return {"modifierExtension": [{"url": NEGATED, "valueBoolean": True}]}


def _type_of(value: object) -> str:
    if isinstance(value, _CODES):
        return "valueCode"
    if isinstance(value, bool):
        return "valueBoolean"
    return "valueDecimal" if isinstance(value, int | float) else "valueString"


def _part(url: str, value: object, kind: str = "valueString") -> Json:
    return {"url": url, kind: value}
