"""A FHIR R4 record as the same proposals that words would bring: a bundle, or newline-delimited resources.

Read are Patient (age and sex only), Condition, AllergyIntolerance, MedicationRequest, MedicationStatement with the
Medication they refer to, Observation, Procedure and FamilyMemberHistory. Everything else is counted as skipped, and so
is what was entered in error. Names, identifiers, addresses, telephone numbers and the date of birth are never read
into a fact.

What our own exports add, and where, is told in :mod:`extraction.records.fhir.note`: with it a profile comes back
as it was.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Final

from domain.cancellation import cancellable
from domain.proposals import Proposal
from domain.values import Content
from extraction.naming.lexicon import Lexicon
from extraction.records.card import CardReading
from extraction.records.fhir.claim import Reading
from extraction.records.fhir.conditions import read_allergy, read_condition, read_family, read_procedure
from extraction.records.fhir.document import read_document
from extraction.records.fhir.medications import read_request, read_statement
from extraction.records.fhir.note import is_understood
from extraction.records.fhir.observations import read_observation
from extraction.records.fhir.patient import demographics, one_patient
from extraction.records.fhir.selection import Claim, select
from extraction.records.limits import MAX_ENTRIES, check_facts
from extraction.records.reader import refuse

EXTRACTOR: Final = "fhir@1"
SKIPPED: Final = "skipped"
"""The count of resources that are no fact of the patient: of an unknown type, or in error, or without a value."""

SUPERSEDED: Final = "superseded"
"""The count of statements that a newer one of the same record replaces."""

_READERS: Final[dict[str, Callable[[Reading], Iterator[Content]]]] = {
    "Condition": read_condition,
    "AllergyIntolerance": read_allergy,
    "MedicationRequest": read_request,
    "MedicationStatement": read_statement,
    "Observation": read_observation,
    "Procedure": read_procedure,
    "FamilyMemberHistory": read_family,
}
_SUPPORTING: Final = frozenset({"Patient", "Medication"})
"""Read with the resources that they belong to."""


def read_bundle(
    bundle_json: str | bytes,
    lexicon: Lexicon,
    language: str,
    *,
    patient: str | None = None,
    limit: int = MAX_ENTRIES,
) -> CardReading:
    """Read a FHIR R4 record of one patient: a bundle, one resource, or one resource a line.

    A record of several patients is refused unless `patient`, a logical id, says whose resources to take. `counts` holds
    the facts of each slot, and `skipped` and `superseded` resources where there are any; `as_of` is the newest clinical
    date. Raises InvalidRecord, which names the place and no content, and RecordTooLarge for more than `limit` entries
    or facts.
    """
    document = read_document(bundle_json, limit)
    for resource in document.resources:
        if resource.path == "$" and resource.text("resourceType") not in _READERS.keys() | _SUPPORTING:
            refuse("$.resourceType", f"Bundle, {', '.join(_READERS)} or Patient")
    own, foreign = one_patient(document, frozenset(_READERS), patient)
    skipped, claims = foreign, []
    for resource in cancellable(own):
        kind = resource.named("resourceType")
        if kind in _SUPPORTING:
            continue
        reading = Reading(resource, document, lexicon, language).of(resource)
        found = list(cancellable(_facts(reading, kind))) if is_understood(resource) else []
        skipped += not found and not (reading.note is not None and reading.note.is_history)
        claims += found
    kept, superseded = select(claims)
    check_facts(kept, limit)
    contents, as_of = demographics(document, own, kept)
    counts = Counter(content.slot.value for content in contents)
    counts.update({SKIPPED: skipped, SUPERSEDED: superseded})
    return CardReading(
        proposals=tuple(Proposal(content=content, extractor=EXTRACTOR) for content in contents),
        source_hash=hashlib.sha256(document.raw).hexdigest(),
        as_of=as_of,
        counts=MappingProxyType({name: count for name, count in counts.items() if count}),
    )


def _facts(reading: Reading, kind: str) -> Iterator[Claim]:
    reader, note = _READERS.get(kind), reading.note
    if reader is None or (note is not None and note.is_history):
        return
    for content in reader(reading):
        yield Claim(content if note is None else note.complete(content), exported=note is not None)
