"""MedicationRequest and MedicationStatement as facts: a request is all that most records know of taking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from domain.values import Certainty, Content, Polarity, SlotKind, Status
from extraction.records.fhir.claim import Reading
from extraction.records.fhir.elements import Coded, coded, member, period, required, sentence, status_word
from extraction.records.fhir.note import noted_status
from extraction.records.fhir.statuses import MEDICATION, time_of
from extraction.records.fhir.timing import frequency_of, timing_of
from extraction.records.reader import Node, number_of, precision_of, refuse
from extraction.text.lazy_regex import lazy_regex

ROUTES: Final = {
    "26643006": "oral",
    "37839007": "sublingual",
    "447694001": "inhalation",
    "54485002": "ophthalmic",
    "10547007": "otic",
    "46713006": "nasal",
    "37161004": "rectal",
    "16857009": "vaginal",
    "45890007": "transdermal",
    "47625008": "intravenous",
    "78421000": "intramuscular",
    "34206005": "subcutaneous",
    "6064005": "topical",
}
"""SNOMED CT's routes of administration, as facts name them."""

_PLANS: Final = frozenset({"proposal", "plan"})
_STRENGTH: Final = lazy_regex(r"(?<![\d.,/])(\d+(?:\.\d+)?)\s?(MG|MCG|UG|G)(/ACTUAT)?(?![\w/])", re.IGNORECASE)
_STATED_DOSE: Final = lazy_regex(r"(\d+(?:\.\d+)?)\s?(mg|mcg|ug|g|mL|units?|IU)(?![\w/])", re.IGNORECASE)
_COUNTED: Final = frozenset({"1", "{tbl}", "{capsule}", "tablet", "tablets", "tab", "capsule", "capsules"})
_SEMANTIC_TAG: Final = lazy_regex(r"\s+route \(qualifier value\)$", re.IGNORECASE)
_MICROGRAMS: Final = 1000
"""In a milligram; a puff's strength is spoken of in micrograms."""


def read_request(reading: Reading) -> Iterator[Content]:
    """A prescription or order; one that says "do not give" states nothing about taking."""
    node = reading.node
    if node.values.get("doNotPerform") is True:
        return
    planned = (node.text("intent") or "order") in _PLANS
    yield from _medicine(reading, "dosageInstruction", (node.date("authoredOn"), None), planned=planned)


def read_statement(reading: Reading) -> Iterator[Content]:
    """What the patient takes, took, or will take, as somebody said."""
    yield from _medicine(reading, "dosage", period(reading.node, "effective"), planned=False)


def _medicine(
    reading: Reading, dosages: str, valid: tuple[str | None, str | None], *, planned: bool
) -> Iterator[Content]:
    node = reading.node
    known = status_word(node, "status", MEDICATION)
    if known is None:
        return
    code = _code(reading)
    named = reading.name(code, ("medications", "drug_classes"))
    polarity, certainty = named.asserted(Polarity.AFFIRMED, Certainty.CONFIRMED)
    (status,) = known
    if planned and status is Status.ACTIVE:
        status = Status.PLANNED
    if named.is_whole_slot:
        status = None
    status = noted_status(member(node, "_status"), status)
    dosage = next(node.items(dosages), None)
    often = frequency_of(dosage) if dosage is not None else None
    start, end = valid
    yield Content(
        slot=SlotKind.MEDICATIONS,
        concept=named.concept,
        dose=_dose(dosage, code, exported=reading.note is not None),
        frequency=often,
        timing=timing_of(dosage, often) if dosage is not None else None,
        route=_route(dosage),
        status=status,
        polarity=polarity,
        certainty=certainty,
        temporality=time_of(status),
        valid_from=start,
        valid_to=end,
        precision=precision_of(start),
    )


def _code(reading: Reading) -> Coded:
    """The medicine, named in the resource or in the Medication that it refers to."""
    node = reading.node
    if (code := coded(node, "medicationCodeableConcept")) is not None:
        return code
    reference = member(node, "medicationReference") or refuse(node.at("medication[x]"), "a medicine")
    if reference.has("reference"):
        return required(reading.document.referred(reference, node), "code")
    return Coded((), reference.named("display"), reference.path)


def _dose(dosage: Node | None, code: Coded, *, exported: bool) -> str | None:
    """The amount of one intake; a count of tablets is multiplied by the strength in the medicine's name.

    Our exports state every dose as a quantity or in a note, so their words are not read again.
    """
    strength = None if exported else _strength(code)
    for given in dosage.items("doseAndRate") if dosage is not None else ():
        if (quantity := member(given, "doseQuantity")) is not None:
            amount = number_of(quantity.values.get("value"), quantity.at("value"))
            unit = quantity.text("unit") or quantity.text("code")
            if unit is not None and unit not in _COUNTED:
                return f"{amount:g} {unit}"
            if strength is not None:
                return f"{amount * strength[0]:g} {strength[1]}"
            return None
    if dosage is not None and not exported and (stated := _STATED_DOSE.search(sentence(dosage, "text"))):
        return f"{stated[1]} {stated[2]}"
    return f"{strength[0]:g} {strength[1]}" if strength is not None else None


def _strength(code: Coded) -> tuple[float, str] | None:
    """The strength in the name of a medicine of one ingredient ("Lisinopril 10 MG Oral Tablet")."""
    for name in code.names:
        found = _STRENGTH.findall(name)
        if len(found) == 1 and "/" not in name.replace("/ACTUAT", ""):
            amount, unit = float(found[0][0]), found[0][1].lower()
            in_micrograms = found[0][2] and unit == "mg" and amount < 1
            return (amount * _MICROGRAMS, "mcg") if in_micrograms else (amount, unit)
    return None


def _route(dosage: Node | None) -> str | None:
    route = coded(dosage, "route") if dosage is not None else None
    if route is None:
        return None
    return ROUTES.get(route.code("SNOMED") or "") or _SEMANTIC_TAG.sub("", route.words)
