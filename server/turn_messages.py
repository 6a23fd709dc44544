"""From the updates of a running turn to the messages of its stream."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.updates import (
    AnswerDraft,
    ContextReady,
    DocumentsFound,
    DraftDropped,
    MemoryUpdated,
    QualityScored,
    TurnAccepted,
    TurnAnswered,
    TurnEnded,
    TurnUpdate,
    TurnWarning,
    UtteranceUnderstood,
)
from domain.errors import AnamnesisError
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1 import fact_pb2
from server.slot_events import shown
from server.statuses import delay
from server.translate import answer_message, context_message, document_message, quality_message
from server.understood import understood_message

DELTA_CHARACTERS = 160
"""About how long a piece of an answer is: a sentence or two. All of it is saved before the first is sent, and each
message costs the event loop about .3 ms of processor time."""

_SENTENCES = re.compile(r".+?(?:[.!?](?=\s)\s*|\n+|$)", re.DOTALL)
_WORDS = re.compile(r"\S*\s*")


@dataclass(slots=True)
class TurnMessages:
    """Makes the messages of one turn, which all carry its request id and, once it has one, its number."""

    request_id: str
    turn_number: int = 0
    version: int = 0
    """The patient's, after the last save that the turn told of."""

    def of(self, update: TurnUpdate, position: int) -> Iterator[pb.ConverseResponse]:
        """The messages of one update."""
        match update:
            case TurnAccepted() | TurnAnswered() | TurnEnded():
                self.version = update.version
            case MemoryUpdated():
                self.version = update.view.version
        for response in self._payloads(update):
            response.request_id = self.request_id
            response.turn_number = self.turn_number
            response.position = position
            response.version = self.version
            yield response

    def failed(self, error: AnamnesisError) -> pb.ConverseResponse:
        """The end of a turn that a named failure ended; the advice stands for the error's own words."""
        again = None if error.retry_seconds is None else delay(error.retry_seconds)
        return pb.ConverseResponse(
            request_id=self.request_id,
            turn_number=self.turn_number,
            turn_failed=pb.TurnFailed(reason=error.reason, message=f"{error} {error.advice}", retry_after=again),
        )

    def _payloads(self, update: TurnUpdate) -> Iterator[pb.ConverseResponse]:
        match update:
            case TurnAccepted():
                self.turn_number = update.turn_number
                yield pb.ConverseResponse(turn_accepted=pb.TurnAccepted())
            case UtteranceUnderstood():
                yield pb.ConverseResponse(understood=understood_message(update.understanding))
            case MemoryUpdated():
                language = update.view.registered.locale if update.view.registered else "ko"
                for message in shown(update.events, update.view, language):
                    if isinstance(message, fact_pb2.Invalidated):
                        yield pb.ConverseResponse(invalidated=message)
                    else:
                        yield pb.ConverseResponse(slot_event=message)
            case DocumentsFound():
                documents = [document_message(hit) for hit in update.hits]
                found = pb.DocumentsRetrieved(documents=documents, consistency=update.consistency)
                yield pb.ConverseResponse(documents_retrieved=found)
            case ContextReady():
                yield pb.ConverseResponse(context_assembled=context_message(update.context))
            case QualityScored():
                yield pb.ConverseResponse(quality_assessed=quality_message(update.quality))
            case TurnWarning():
                yield pb.ConverseResponse(warning=pb.Warning(code=update.code, message=update.message))
            case AnswerDraft():
                for sentence in _SENTENCES.findall(update.text):
                    yield pb.ConverseResponse(draft_delta=pb.DraftDelta(text=sentence))
            case DraftDropped():
                yield pb.ConverseResponse(draft_withdrawn=pb.DraftWithdrawn())
            case TurnAnswered():
                for piece in pieces(update.answer.text):
                    yield pb.ConverseResponse(answer_delta=pb.AnswerDelta(text=piece))
                yield pb.ConverseResponse(answer=answer_message(update.answer))
                yield pb.ConverseResponse(turn_completed=pb.TurnCompleted(answer_event_id=update.answer_event_id))
            case TurnEnded():
                yield pb.ConverseResponse(turn_failed=pb.TurnFailed(reason=update.reason, message=update.message))


def pieces(text: str, length: int = DELTA_CHARACTERS) -> Iterator[str]:
    """``text`` in pieces that end where a word ends, and add up to it exactly."""
    piece = ""
    for word in _WORDS.findall(text):
        if piece and len(piece) + len(word) > length:
            yield piece
            piece = ""
        piece += word
    if piece:
        yield piece
