"""Going on with a turn whose stream was cut: the same request id again, and nothing told twice."""

from __future__ import annotations

from dataclasses import dataclass, field

from protos.anamnesis.v1.conversation_pb2 import ConverseResponse


@dataclass(slots=True)
class Told:
    """What of one turn has been told already, over however many streams."""

    finished: bool = False
    _characters: int = 0
    _again: int = 0
    _seen: set[str] = field(default_factory=set)

    def begin(self) -> None:
        """A new stream starts to tell the turn from its beginning."""
        self._again = 0

    def fresh(self, response: ConverseResponse) -> ConverseResponse | None:
        """The part of ``response`` that has not been told; None when there is none."""
        kind = response.WhichOneof("payload")
        self.finished = self.finished or kind in ("turn_completed", "turn_failed")
        if kind == "answer_delta":
            return self._fresh_delta(response)
        mark = _mark(response, kind or "")
        if mark is None:
            return response
        if mark in self._seen:
            return None
        self._seen.add(mark)
        return response

    def _fresh_delta(self, response: ConverseResponse) -> ConverseResponse | None:
        text = response.answer_delta.text
        known = max(0, min(len(text), self._characters - self._again))
        self._again += len(text)
        if known == len(text):
            return None
        self._characters = self._again
        response.answer_delta.text = text[known:]
        return response


def _mark(response: ConverseResponse, kind: str) -> str | None:
    """What identifies a message that must be told once; None for one whose repetition says that work was repeated."""
    match kind:
        case "turn_accepted":
            return kind
        case "slot_event":
            return response.slot_event.event_id
        case "invalidated":
            return f"{response.invalidated.answer_event_id}:{response.invalidated.reason}"
    return None
