"""The tools that a model is given: remember, recall, correct, what_changed.

A model only passes on what the patient said, word for word; what becomes of it the service decides, as in any other
turn. So a model that is wrong, or misled by a text, can state things and cannot rewrite the record.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from clients.adapters.outcomes import Json, fact_json, observed_json
from clients.client import AnamnesisClient
from clients.errors import InvalidRequest, ServiceError
from clients.requests import as_of
from protos.anamnesis.v1 import fact_pb2

RECALL_TOKENS = 1_000
"""Length of what recall returns (ours): a quarter of the context that the service itself works with."""
MOST_CHANGES = 50
"""Changes that what_changed tells at once, the latest (ours)."""

_TEXT = {"type": "string"}
SCHEMAS: tuple[Json, ...] = (
    {
        "name": "remember",
        "description": "Keep what the patient has just said, word for word. Returns what was understood, which of your "
        "earlier answers no longer hold, and questions to ask back. Call it once for each message of the patient.",
        "parameters": {
            "type": "object",
            "properties": {
                "text": {**_TEXT, "description": "The patient's words, unchanged, in their language."},
                "agent_said": {**_TEXT, "description": "What you said just before, where the patient replies to it."},
            },
            "required": ["text"],
            "additionalProperties": False,
        },
    },
    {
        "name": "recall",
        "description": "What is known of the patient and bears on a question: facts, recent changes, open questions, "
        "warnings. Call it before you answer. With known_at, what was known at that moment.",
        "parameters": {
            "type": "object",
            "properties": {
                "query": {**_TEXT, "description": "What you want to know."},
                "known_at": {**_TEXT, "description": "A moment with its zone, such as 2025-03-10T09:00:00Z."},
            },
            "required": ["query"],
            "additionalProperties": False,
        },
    },
    {
        "name": "correct",
        "description": "Pass on that the patient says something on record is wrong. Returns what was corrected and "
        "whether the record now holds the value that you understood. It never changes anything by itself: where "
        "holds is false, ask the patient to say it with the name and the value.",
        "parameters": {
            "type": "object",
            "properties": {
                "said": {**_TEXT, "description": "The patient's words, unchanged."},
                "fact": {**_TEXT, "description": "The name of what is wrong, such as HbA1c."},
                "value": {**_TEXT, "description": "The value that is right, without its unit, such as 6.9."},
            },
            "required": ["said", "fact", "value"],
            "additionalProperties": False,
        },
    },
    {
        "name": "what_changed",
        "description": "What was corrected, changed or withdrawn since a moment, and which answers it overtook.",
        "parameters": {
            "type": "object",
            "properties": {"since": {**_TEXT, "description": "A moment with its zone; without it, ever."}},
            "additionalProperties": False,
        },
    },
)
"""Name, description and parameters (JSON schema) of each tool."""


class MemoryTools:
    """The tools for one patient. They return JSON values; failures raise :class:`clients.errors.ServiceError`."""

    def __init__(self, client: AnamnesisClient, patient_id: str, *, conversation_id: str | None = None) -> None:
        self._client, self._patient, self._conversation = client, patient_id, conversation_id

    def call(self, name: str, arguments: str | Mapping[str, Any]) -> str:
        """The result of a tool call as JSON text: what a model is to read, also when the call was wrong."""
        try:
            given = json.loads(arguments) if isinstance(arguments, str) else dict(arguments)
            tool = {schema["name"]: schema for schema in SCHEMAS}[name]
            known = tool["parameters"]["properties"].keys()
            if (
                not isinstance(given, dict)
                or given.keys() - known
                or set(tool["parameters"].get("required", ())) - given.keys()
            ):
                raise InvalidRequest(
                    "The arguments do not fit the tool.", "BAD_ARGUMENTS", f"It takes {', '.join(known)}."
                )
            result = getattr(self, name)(**given)
        except KeyError:
            names = ", ".join(schema["name"] for schema in SCHEMAS)
            result = {"error": "There is no such tool.", "advice": f"The tools are {names}."}
        except ValueError:
            result = {"error": "The arguments are not what they should be.", "advice": "Send a JSON object."}
        except ServiceError as error:
            result = {"error": str(error), "reason": error.reason, "advice": error.advice}
        return json.dumps(result, ensure_ascii=False)

    def remember(self, text: str, agent_said: str | None = None) -> Json:
        """Keep what the patient said, and tell what it was understood as."""
        return observed_json(
            self._client.observe(self._patient, text, agent_said=agent_said, conversation_id=self._conversation)
        )

    def recall(self, query: str, known_at: str | None = None) -> Json:
        """What a prompt needs to know. Raises ValueError for a moment without its zone."""
        past = None if known_at is None else as_of(known_at=datetime.fromisoformat(known_at))
        found = self._client.context(self._patient, query, token_budget=RECALL_TOKENS, as_of=past)
        return {"memory": found.text, "tokens": found.tokens}

    def correct(self, said: str, fact: str, value: str) -> Json:
        """Pass on a correction in the patient's words, and tell whether the record now holds ``value``."""
        told = self.remember(said)
        name = fact.strip().casefold()
        known = [
            one
            for one in self._client.profile(self._patient).facts
            if name in (one.name.casefold(), one.display.casefold())
        ]
        return told | {
            "holds": any(not one.disputed and _says(one, value) for one in known),
            "on_record": [fact_json(one) for one in known],
        }

    def what_changed(self, since: str | None = None) -> Json:
        """Versions of facts that ended since a moment, and the answers that fell. Raises ValueError, as recall does."""
        after = None if since is None else as_of(known_at=datetime.fromisoformat(since)).known_at.ToDatetime()
        ended = [
            (version.ended_at.ToDatetime(), version, history)
            for history in self._client.timeline(self._patient)
            for version in history.versions
            if version.ended_by and (after is None or version.ended_at.ToDatetime() > after)
        ]
        ended.sort(key=lambda one: one[0])
        answers = [
            json.loads(event.payload_json)
            for event in self._client.events(self._patient, topics=["anamnesis.Patient.AnswerInvalidated.v1"])
            if after is None or event.recorded_at.ToDatetime() > after
        ]
        return {
            "changes": [
                {
                    "at": at.isoformat(timespec="seconds") + "Z",
                    "kind": fact_pb2.SlotEventKind.Name(version.ended_kind).removeprefix("SLOT_EVENT_KIND_").lower(),
                    "was": fact_json(version.fact),
                    "now": [fact_json(one.fact) for one in history.versions if not one.ended_by],
                }
                for at, version, history in ended[-MOST_CHANGES:]
            ],
            "answers_that_no_longer_hold": [
                {"turn_number": one["answer_turn_number"], "reason": one["reason"]} for one in answers[-MOST_CHANGES:]
            ],
        }


def _says(fact: fact_pb2.Fact, value: str) -> bool:
    """Whether a fact states a value as a model may have written it."""
    wanted = value.strip().casefold()
    if fact.WhichOneof("value") == "number":
        try:
            return float(wanted.removesuffix("%")) == fact.number
        except ValueError:
            return wanted == f"{fact.number:g} {fact.unit}".casefold().strip()
    stated = (fact.text, fact.dose, fact.status, f"{fact.dose} {fact.frequency}")
    return wanted.replace(" ", "") in [one.casefold().replace(" ", "") for one in stated if one.strip()]
