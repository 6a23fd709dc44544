"""The turns of other agents and questions to memory on the wire."""

from __future__ import annotations

from collections.abc import Iterable

from agent.asking import AnsweredQuestion
from agent.observing import AnswerTaken, Observed
from agent.updates import TurnWarning
from projections.patient_view import PatientView
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1 import fact_pb2
from server.slot_events import shown
from server.translate import citation_message
from server.understood import understood_message


def observed_message(observed: Observed) -> pb.ObserveResponse:
    """What an utterance was understood as."""
    view = observed.view
    messages = list(shown(observed.events, view, view.profile.locale or "ko"))
    return pb.ObserveResponse(
        turn_number=observed.turn_number,
        understood=understood_message(observed.understanding) if observed.understanding is not None else None,
        slot_events=[message for message in messages if isinstance(message, fact_pb2.SlotEvent)],
        invalidated=[message for message in messages if isinstance(message, fact_pb2.Invalidated)],
        version=view.version,
        position=view.position,
        warnings=_warnings(observed.warnings),
    )


def answer_taken_message(taken: AnswerTaken) -> pb.RecordAnswerResponse:
    """What a recorded answer rests on."""
    return pb.RecordAnswerResponse(
        answer_event_id=taken.answer_event_id,
        facts_used=taken.facts_used,
        warnings=_warnings(taken.warnings),
        version=taken.version,
        position=taken.position,
    )


def asked_message(answered: AnsweredQuestion, view: PatientView) -> pb.AskResponse:
    """The answer to a question, and the past that it is from."""
    draft = answered.draft
    answer = pb.Answer(
        text=draft.text,
        citations=[citation_message(citation) for citation in draft.citations],
        facts_used=draft.facts_used,
        quality=answered.quality,
        iterations=answered.iterations,
    )
    return pb.AskResponse(answer=answer, version=view.version, position=view.position)


def _warnings(warnings: Iterable[TurnWarning]) -> list[pb.Warning]:
    return [pb.Warning(code=warning.code, message=warning.message) for warning in warnings]
