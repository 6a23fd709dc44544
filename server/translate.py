"""From the domain's values to the wire's: pure, and total over every fact that the domain can hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from google.protobuf.timestamp_pb2 import Timestamp

from domain.decay import importance, time_weight
from domain.events import AnswerGiven, Citation, ContextAssembled, QualityAssessed
from domain.ledger import Fact
from domain.store.mapper import LogRow
from domain.trust import DEFAULT_TRUST_ORDER, TrustOrder, in_trust_order
from domain.values import ANY, Content, Evidence, SlotKind
from projections.consolidated import ConsolidatedItem
from projections.patient_view import PatientView
from projections.timeline import History, Version
from protos.anamnesis.v1 import audit_pb2, conversation_pb2, fact_pb2, memory_pb2
from retrieval.retriever import Hit
from server.erasing import Erased

SLOT_ORDER = tuple(SlotKind)

NO_KEY = (
    "No key was found when the patient was erased: it had been lost or altered, or the log was not encrypted then. "
    "Nothing else opens the payloads."
)

_ENDED_KINDS = {
    "corrected": fact_pb2.SLOT_EVENT_KIND_CORRECTED,
    "changed": fact_pb2.SLOT_EVENT_KIND_CHANGED,
    "retracted": fact_pb2.SLOT_EVENT_KIND_RETRACTED,
    "reverted": fact_pb2.SLOT_EVENT_KIND_REVERTED,
    "resolved": fact_pb2.SLOT_EVENT_KIND_CORRECTED,
}


@dataclass(frozen=True, slots=True)
class Presenter:
    """Presents the facts of one patient's view as of a moment: what depends on the time of reading is computed here."""

    view: PatientView
    at: datetime
    trust: TrustOrder = DEFAULT_TRUST_ORDER

    def fact(self, fact: Fact) -> fact_pb2.Fact:
        """One fact with its evidence, its weight at the moment, and how it stands."""
        message = content_message(fact.content)
        message.fact_id = fact.fact_id
        message.recorded_at.CopyFrom(timestamp(fact.recorded_at))
        message.evidence.CopyFrom(evidence_message(fact.evidence[0]))
        message.mentions = fact.mentions
        message.importance = self.importance(fact)
        message.pinned = self.view.profile.is_pinned(fact)
        message.current = fact.current
        message.disputed = fact.disputed
        message.superseded_by = fact.superseded_by or ""
        return message

    def importance(self, fact: Fact) -> float:
        """The thesis's importance of a fact by itself (cohesion 1)."""
        weight = time_weight(fact.content.slot, self.view.importance.reference_time(fact), self.at)
        return importance(weight, fact.mentions)

    def grouped(self, facts: Iterable[Fact]) -> list[fact_pb2.Fact]:
        """Facts grouped by slot, the most important first within a slot; equal ones in recording order.

        Of the sides of an open contradiction the most trusted stands first.
        """
        weighed = [(SLOT_ORDER.index(fact.content.slot), -self.importance(fact), fact.version, fact) for fact in facts]
        arranged = (fact for *_, fact in sorted(weighed, key=lambda one: one[:3]))
        return [self.fact(fact) for fact in in_trust_order(arranged, self.trust)]

    def history(self, history: History) -> memory_pb2.FactHistory:
        """All versions of one line of facts."""
        return memory_pb2.FactHistory(
            key=history.key,
            slot=slot_number(history.slot),
            name=history.name,
            versions=[self._version(version) for version in history.versions],
        )

    def _version(self, version: Version) -> memory_pb2.FactVersion:
        return memory_pb2.FactVersion(
            fact=self.fact(version.fact),
            ended_by=version.ended_by or "",
            ended_at=timestamp(version.ended_at) if version.ended_at else None,
            reason=version.reason or version.ended,
            ended_kind=_ENDED_KINDS.get(version.ended, fact_pb2.SLOT_EVENT_KIND_UNSPECIFIED),
        )

    def semantic(self, fact: Fact, mentions: int) -> memory_pb2.SemanticItem:
        """A lasting fact, why it lasts, and the events of so many latest mentions."""
        if fact.content.slot is SlotKind.ALLERGIES:
            reason = "allergy"
        else:
            reason = "chronic" if fact.content.concept.chronic else "repeated"
        return memory_pb2.SemanticItem(
            fact=self.fact(fact),
            importance=self.importance(fact),
            reason=reason,
            event_ids=dict.fromkeys(evidence.event_id for evidence in fact.evidence.last(mentions)),
            more_event_ids=fact.mentions > mentions,
        )

    def consolidated(self, item: ConsolidatedItem, mentions: int) -> memory_pb2.ConsolidatedItem:
        """Facts that say one thing, spoken for by one of them, and why by that one.

        Of each fact the events of so many latest mentions are named.
        """
        cluster = item.cluster
        return memory_pb2.ConsolidatedItem(
            fact=self.fact(cluster.representative),
            importance=item.importance,
            mentions=cluster.mentions,
            cohesion=cluster.cohesion,
            member_event_ids=cluster.latest_event_ids(mentions),
            more_member_event_ids=any(fact.mentions > mentions for fact in cluster.members),
            member_fact_ids=[fact.fact_id for fact in cluster.members],
            contradictions=cluster.contradictions,
            trend=cluster.trend,
            reason=cluster.won,
        )


def content_message(content: Content) -> fact_pb2.Fact:
    """What a fact says, without how it stands."""
    concept = content.concept
    message = fact_pb2.Fact(
        slot=slot_number(content.slot),
        name=concept.name,
        display=concept.display or concept.name,
        codings=[
            fact_pb2.Coding(system=coding.system, code=coding.code, display=coding.display or "")
            for coding in concept.codings
        ],
        value_low=content.value_low,
        value_high=content.value_high,
        polarity=content.polarity,
        certainty=content.certainty,
        subject=content.subject,
        temporality=content.temporality,
    )
    for name in _PLAIN_TEXTS:
        setattr(message, name, getattr(content, name) or "")
    if isinstance(content.value, bool):
        message.flag = content.value
    elif isinstance(content.value, (int, float)):
        message.number = content.value
    elif content.value is not None:
        message.text = content.value
    return message


_PLAIN_TEXTS = (
    "comparator",
    "unit",
    "value_stated",
    "unit_stated",
    "dose",
    "frequency",
    "timing",
    "route",
    "status",
    "qualifier",
    "severity",
    "stage",
    "reaction",
    "valid_from",
    "valid_to",
    "precision",
)
"""Fields that have one name on both sides and are empty on the wire when they are open."""


def evidence_message(evidence: Evidence) -> fact_pb2.Evidence:
    """Where a fact comes from."""
    return fact_pb2.Evidence(
        event_id=evidence.event_id,
        turn_number=evidence.turn_number or 0,
        quote=evidence.quote,
        source=evidence.source,
        extractor=evidence.extractor,
    )


def slot_number(slot: SlotKind) -> fact_pb2.SlotKind:
    """The wire's number of a slot."""
    return cast(fact_pb2.SlotKind, fact_pb2.SlotKind.Value(f"SLOT_KIND_{slot.name}"))


def timestamp(moment: datetime) -> Timestamp:
    """A moment on the wire."""
    message = Timestamp()
    message.FromDatetime(moment)
    return message


def short(content: Content) -> str:
    """A fact in a few words, as in "HbA1c 7.2 % (2025-03-09)"."""
    name = content.concept.display or content.concept.name
    if content.concept.concept_id == ANY:
        name = content.slot.value
    value = "" if content.value is None else f"{content.value:g}" if isinstance(content.value, float) else content.value
    words = [name, value, content.unit if content.value is not None else "", content.dose, content.frequency]
    words += [content.timing] if content.timing else []
    when = f"({content.valid_from})" if content.valid_from else ""
    return " ".join(str(word) for word in (*words, when) if word not in (None, ""))


def answer_message(answer: AnswerGiven) -> conversation_pb2.Answer:
    """A recorded answer."""
    return conversation_pb2.Answer(
        text=answer.text,
        citations=[citation_message(citation) for citation in answer.citations],
        facts_used=answer.facts_used,
        quality=answer.quality,
        uncertainty=answer.uncertainty,
        from_cache=answer.cached_from is not None,
        iterations=answer.iterations,
        turns_used=answer.turns_used or (),
    )


def citation_message(citation: Citation) -> conversation_pb2.Citation:
    """A passage that was quoted."""
    return conversation_pb2.Citation(
        document_id=citation.document_id, title=citation.title, quote=citation.quote, source=citation.source
    )


def document_message(hit: Hit) -> conversation_pb2.Document:
    """A passage found."""
    passage = hit.passage
    return conversation_pb2.Document(
        document_id=passage.document_id,
        title=passage.title,
        source=passage.source,
        topic=passage.topic,
        locale=passage.language,
        rank=hit.rank,
        score=hit.score,
        content_hash=passage.content_hash,
    )


def context_message(context: ContextAssembled) -> conversation_pb2.ContextAssembled:
    """What an answer is based on."""
    return conversation_pb2.ContextAssembled(
        tokens_by_part=context.tokens,
        fact_ids=context.fact_ids,
        document_ids=context.document_ids,
        prompt_hash=context.prompt_hash,
    )


def quality_message(quality: QualityAssessed) -> conversation_pb2.QualityAssessed:
    """The judgement of a draft."""
    return conversation_pb2.QualityAssessed(
        iteration=quality.iteration,
        grounding=quality.grounding,
        completeness=quality.completeness,
        accuracy=quality.accuracy,
        overall=quality.overall,
        verdict=quality.verdict,
    )


def erasure_message(erased: Erased) -> memory_pb2.ErasePatientResponse:
    """An erasure that is done, with its certificate."""
    event, payload, search = erased.event, erased.payload, erased.search
    return memory_pb2.ErasePatientResponse(
        version=event.version,
        position=event.position,
        event_id=event.event_id,
        certificate=memory_pb2.ErasureCertificate(
            patient_id=event.patient_id,
            erased_at=timestamp(event.recorded_at),
            key_fingerprint=payload.key_fingerprint,
            events=payload.events,
            certificate_hash=payload.certificate_hash,
            values_searched=search.values,
            files_searched=search.files,
            bytes_searched=search.size,
            found_in=search.found_in,
            backups=map(str, erased.backups),
            backups_not_reached=map(str, erased.unreached),
            key_note="" if payload.key_fingerprint else NO_KEY,
        ),
    )


def event_message(row: LogRow, payload_json: str) -> audit_pb2.Event:
    """One entry of the log with its payload; empty where nothing of it can be read."""
    return audit_pb2.Event(
        event_id=row.event_id,
        topic=row.topic,
        patient_id=str(row.originator_id),
        version=row.originator_version,
        position=row.id,
        recorded_at=timestamp(datetime.fromisoformat(row.recorded_at)),
        payload_json=payload_json,
    )
