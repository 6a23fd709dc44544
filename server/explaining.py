"""An explanation on the wire: what an answer rests on, and every check of it."""

from __future__ import annotations

from collections.abc import Iterator

from agent.explanation import ExplainedDocument, Explanation
from protos.anamnesis.v1 import audit_pb2 as pb
from protos.anamnesis.v1 import conversation_pb2, fact_pb2
from server.translate import Presenter, answer_message, quality_message, short, timestamp


def explanation_message(explanation: Explanation) -> pb.ExplainAnswerResponse:
    """The whole explanation; facts are presented as of the moment that the answer speaks of."""
    turn, source = explanation.turn, explanation.source
    context = source.best.context if source.best else None
    return pb.ExplainAnswerResponse(
        question=turn.utterance.text,
        answer=answer_message(turn.given),
        answer_event_id=turn.answer.event_id,
        answered_at=timestamp(turn.answer.recorded_at),
        facts=list(_facts(explanation)),
        documents=[_document(document) for document in explanation.documents],
        assessments=[quality_message(quality) for quality in explanation.assessments],
        prompt_hash=context.prompt_hash if context else "",
        model=turn.given.author,
        verified=explanation.proved,
        discrepancies=[check.name for check in explanation.differences],
        invalidated=_invalidated(explanation),
        event_ids=source.event_ids,
        checks=[
            pb.ExplanationCheck(name=one.name, recorded=one.recorded, derived=one.derived, agrees=one.agrees)
            for one in explanation.checks
        ],
        models=[
            pb.ExplainedModel(skill=one.skill, model=one.model, parameters=one.parameters, prompt_hash=one.prompt_hash)
            for one in explanation.models
        ],
        stop_reason=source.stopped.reason if source.stopped else "",
        threshold=explanation.assessments[-1].threshold if explanation.assessments else 0.0,
        tokens_by_part=context.tokens if context else {},
        context_turns=context.turn_numbers if context else (),
        summary_ids=context.summary_ids if context else (),
        document_standings=[_standing(document) for document in explanation.documents],
        source_turn=source.turn_number,
        position=explanation.view.position,
        version=explanation.view.version,
        summaries=[
            pb.ExplainedSummary(
                summary_id=one.summary.summary_id,
                first_turn=one.summary.first_turn,
                last_turn=one.summary.last_turn,
                invalidated=one.invalidated,
            )
            for one in explanation.summaries
        ],
        consistency=source.best.retrieved.consistency if source.best and source.best.retrieved else None,
    )


def _facts(explanation: Explanation) -> Iterator[pb.ExplainedFact]:
    presenter = Presenter(explanation.view, explanation.source.utterance.said_at)
    for one in explanation.facts:
        yield pb.ExplainedFact(
            fact=presenter.fact(one.fact), event_id=one.fact.event_id, used=one.used, still_current=one.still_current
        )


def _document(document: ExplainedDocument) -> conversation_pb2.Document:
    """The passage as it was recorded; its title and source as the corpus has them, empty where it is gone."""
    recorded, passage = document.recorded, document.passage
    message = conversation_pb2.Document(
        document_id=recorded.document_id,
        rank=recorded.rank,
        score=recorded.score,
        content_hash=recorded.content_hash,
    )
    if passage is not None:
        message.title, message.source = passage.title, passage.source
        message.topic, message.locale = passage.topic, passage.language
    return message


def _standing(document: ExplainedDocument) -> pb.DocumentStanding:
    return pb.DocumentStanding(
        document_id=document.recorded.document_id,
        recorded_hash=document.recorded.content_hash,
        current_hash=document.passage.content_hash if document.passage else "",
    )


def _invalidated(explanation: Explanation) -> fact_pb2.Invalidated | None:
    stale = explanation.invalidated
    if stale is None:
        return None
    return fact_pb2.Invalidated(
        turn_number=stale.answer_turn_number,
        answer_event_id=stale.answer_event_id,
        reason=f"{stale.reason}: {short(explanation.now.ledger.facts[stale.fact_id].content)}",
    )
