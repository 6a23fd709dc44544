"""Condition, Procedure, AllergyIntolerance and FamilyMemberHistory as facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from domain.values import BOTH, LEFT, RIGHT, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Kind
from extraction.records.fhir.claim import Reading
from extraction.records.fhir.elements import coded, coded_items, member, period, required, severity_of, status_word
from extraction.records.fhir.note import noted_status, says_no
from extraction.records.fhir.relatives import relative
from extraction.records.fhir.statuses import ALLERGY, CONDITION, FAMILY, PROCEDURE, VERIFICATION, time_of
from extraction.records.reader import Node, precision_of
from extraction.text.lazy_regex import lazy_regex
from extraction.values.sides import side_marks

_FINDINGS: Final[tuple[Kind, ...]] = ("conditions", "procedures", "symptoms")
_ALLERGENS: Final[tuple[Kind, ...]] = ("allergens", "medications", "drug_classes")


_LATERALITY: Final = {"7771000": LEFT, "24028007": RIGHT, "51440002": BOTH}
"""SNOMED CT: Left, Right, Right and left."""
_SEMANTIC_TAG: Final = lazy_regex(r"\s*\((?:finding|disorder|morphologic abnormality|situation)\)$")


def read_condition(reading: Reading) -> Iterator[Content]:
    """A diagnosis or problem: present, past, suspected or ruled out."""
    node = reading.node
    known = status_word(node, "verificationStatus", VERIFICATION)
    if known is None:
        return
    onset, abated = period(node, "onset")[0], period(node, "abatement")[0]
    named = reading.name(required(node, "code"), _FINDINGS)
    polarity, certainty = named.asserted(*known)
    status = status_word(node, "clinicalStatus", CONDITION)
    if status is None and abated:
        status = Status.RESOLVED
    # Whether a problem that is ruled out or absent is active has no meaning.
    if polarity is Polarity.NEGATED or named.is_whole_slot:
        status = None
    status = noted_status(member(node, "clinicalStatus"), status)
    operated = named.entry is not None and named.entry.kind == "procedures"
    yield Content(
        slot=SlotKind.PROCEDURES if operated else SlotKind.CONDITIONS,
        concept=named.concept,
        status=status,
        polarity=polarity,
        certainty=certainty,
        temporality=time_of(status),
        severity=severity_of(node, "severity"),
        stage=_stage(node),
        qualifier=_side(node),
        valid_from=onset,
        valid_to=abated,
        precision=precision_of(onset),
    )


def read_procedure(reading: Reading) -> Iterator[Content]:
    """An operation or examination: done, planned or not done."""
    node = reading.node
    known = status_word(node, "status", PROCEDURE)
    if known is None:
        return
    assertion, when = known
    named = reading.name(required(node, "code"), ("procedures",))
    polarity, certainty = named.asserted(*assertion)
    start, end = period(node, "performed")
    status = Status.PLANNED if when is Temporality.FUTURE else None
    yield Content(
        slot=SlotKind.PROCEDURES,
        concept=named.concept,
        status=noted_status(member(node, "_status"), status),
        polarity=polarity,
        certainty=certainty,
        temporality=when,
        qualifier=_side(node),
        valid_from=start,
        # The minutes that an operation took are no period of the patient's life.
        valid_to=end if end != start else None,
        precision=precision_of(start),
    )


def read_allergy(reading: Reading) -> Iterator[Content]:
    """An allergy or intolerance, "no known allergies", or "no information"."""
    node = reading.node
    known = status_word(node, "verificationStatus", VERIFICATION)
    if known is None:
        return
    named = reading.name(required(node, "code"), _ALLERGENS)
    polarity, certainty = named.asserted(*known)
    status = status_word(node, "clinicalStatus", ALLERGY)
    if polarity is Polarity.NEGATED:
        status = None
    status = noted_status(member(node, "clinicalStatus"), status)
    onset = period(node, "onset")[0]
    reactions = tuple(node.items("reaction"))
    yield Content(
        slot=SlotKind.ALLERGIES,
        concept=named.concept,
        status=status,
        polarity=polarity,
        certainty=certainty,
        temporality=time_of(status),
        reaction=_manifestations(reactions),
        severity=next((word for one in reactions if (word := one.text("severity"))), None),
        valid_from=onset,
        precision=precision_of(onset),
    )


def read_family(reading: Reading) -> Iterator[Content]:
    """The conditions of one relative."""
    node = reading.node
    known = status_word(node, "status", FAMILY)
    if known is None:
        return
    subject = relative(required(node, "relationship"), reading.lexicon)
    for condition in node.items("condition"):
        named = reading.name(required(condition, "code"), ("conditions", "symptoms"))
        polarity, certainty = named.asserted(Polarity.NEGATED if says_no(condition) else Polarity.AFFIRMED, known)
        start, end = period(condition, "onset")
        yield Content(
            slot=SlotKind.FAMILY_HISTORY,
            concept=named.concept,
            subject=subject,
            status=noted_status(member(node, "_status"), None),
            polarity=polarity,
            certainty=certainty,
            valid_from=start,
            valid_to=end,
            precision=precision_of(start),
        )


def _side(node: Node) -> str | None:
    """The side of the body, of sites that tell one alone: by the code of the side, or by their words."""
    told: set[str] = set()
    for site in coded_items(node, "bodySite"):
        codes = [_LATERALITY[one.code] for one in site.codings if one.code in _LATERALITY]
        told |= set(codes) or {one.side for one in side_marks(site.words.casefold())}
    return next(iter(told)) if len(told) == 1 else BOTH if told else None


def _stage(node: Node) -> str | None:
    summaries = (coded(stage, "summary") for stage in node.items("stage"))
    return next((summary.words for summary in summaries if summary is not None), None)


def _manifestations(reactions: tuple[Node, ...]) -> str | None:
    """The reactions by their names, each once, without the "(finding)" that SNOMED CT adds."""
    words = (coded.words for reaction in reactions for coded in coded_items(reaction, "manifestation"))
    return ", ".join(dict.fromkeys(_SEMANTIC_TAG.sub("", word) for word in words)) or None
