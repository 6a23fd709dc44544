"""LangChain's chat history over the log: what a chain says and hears becomes turns, and is read back from there."""

from __future__ import annotations

import json
from collections.abc import Sequence

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from clients.client import AnamnesisClient

_TOPICS = ("anamnesis.Patient.UtteranceReceived.v1", "anamnesis.Patient.AnswerGiven.v1")


class AnamnesisChatMessageHistory(BaseChatMessageHistory):
    """The conversation of one patient, for `RunnableWithMessageHistory`.

    A human message is observed, an AI message recorded as the answer to it. System and tool messages are the chain's
    own affair and aren't kept. ``conversation_id`` keeps conversations of one patient apart; without it all are one.
    """

    def __init__(self, client: AnamnesisClient, patient_id: str, conversation_id: str | None = None) -> None:
        self._client, self._patient, self._conversation = client, patient_id, conversation_id

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]
        """What was said and answered, in the order of the log; the message's id is the event's."""
        found: list[BaseMessage] = []
        mine: set[int] = set()
        for event in self._client.events(self._patient, topics=_TOPICS):
            payload = json.loads(event.payload_json)
            if event.topic == _TOPICS[0]:
                if self._conversation in (None, payload["conversation_id"]):
                    mine.add(payload["turn_number"])
                    found.append(HumanMessage(payload["text"], id=event.event_id))
            elif payload["turn_number"] in mine:
                found.append(AIMessage(payload["text"], id=event.event_id))
        return found

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Observe what the patient said, record what was answered. Raises ValueError for an answer to nothing."""
        before: str | None = None
        turn = 0
        for message in messages:
            text = message.text
            if isinstance(message, HumanMessage):
                said = before or self._last_answer()
                turn = self._client.observe(
                    self._patient, text, agent_said=said, conversation_id=self._conversation
                ).turn_number
            elif isinstance(message, AIMessage) and text.strip():
                turn = turn or self._last_turn()
                self._client.record_answer(self._patient, turn, text, model=_model(message))
                before = text

    def clear(self) -> None:
        """Refused: a medical log isn't cleared by the way.

        Raises NotImplementedError: to forget a patient for good, with a certificate, call `client.erase(patient_id)`.
        """
        raise NotImplementedError("The log is append-only. To forget a patient for good: client.erase(patient_id).")

    def _last_answer(self) -> str | None:
        last = self.messages[-1:]
        return last[0].text if last and isinstance(last[0], AIMessage) else None

    def _last_turn(self) -> int:
        """The turn that is still to be answered."""
        last = 0
        for event in self._client.events(self._patient, topics=_TOPICS):
            payload = json.loads(event.payload_json)
            if event.topic == _TOPICS[0] and self._conversation in (None, payload["conversation_id"]):
                last = payload["turn_number"]
        if not last:
            raise ValueError("An answer needs something that was said: add the human message first.")
        return last


def _model(message: AIMessage) -> str:
    return str(message.response_metadata.get("model_name", "") or "langchain")[:128]
