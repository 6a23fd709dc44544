"""The service itself as a system: its profiles over the wire, and each turn's trace from the patient's log."""

from __future__ import annotations

import json
import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from clients.client import AnamnesisClient
from evaluation.study import memory
from evaluation.study.memory import Stated
from evaluation.study.patients import InvalidStudy
from evaluation.study.rows import Context
from evaluation.study.systems.port import MemorySize, Reply, Trace
from evaluation.study.vocabulary import Language
from protos.anamnesis.v1 import audit_pb2, fact_pb2

SHOWN_CHARACTERS = 500
"""Of a document's text in a prompt (thesis)."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A document of the corpus: its text, and in ``about`` its title and topic."""

    text: str
    about: str


def passages_of(lines: str) -> dict[str, Passage]:
    """Passages by id, from JSON Lines as corpora have them."""
    found = (json.loads(line) for line in lines.splitlines())
    return {one["id"]: Passage(one["text"], f"{one['title']} {one.get('topic', '')}") for one in found}


@cache
def shipped_passages() -> Mapping[str, Passage]:
    """The passages of the shipped corpus by id."""
    return passages_of(files("retrieval").joinpath("corpus/passages.jsonl").read_text(encoding="utf-8"))


class ServiceSystem:
    """One conversation under one profile. ``passages`` are the corpus's."""

    def __init__(
        self, client: AnamnesisClient, profile: str, language: Language, passages: Mapping[str, Passage]
    ) -> None:
        self._client, self._profile, self._language, self._passages = client, profile, language, passages
        self._patient = client.register_patient(locale=language, time_zone="Asia/Seoul")
        self._conversation = str(uuid.uuid4())
        self._asked = list[int]()

    def load(self, record: Mapping[str, Any]) -> None:
        """Import the card."""
        self._client.import_card(self._patient, json.dumps(record, ensure_ascii=False))

    def remember(self, text: str, at: datetime) -> None:
        """Observe an utterance."""
        self._client.observe(self._patient, text, conversation_id=self._conversation, said_at=at, locale=self._language)

    def ask(self, text: str, at: datetime) -> Reply:
        """A turn. Raises InvalidStudy where the service refuses it as such."""
        answer, cited, failure, number = "", tuple[str, ...](), "", 0
        for message in self._client.converse(
            self._patient,
            text,
            conversation_id=self._conversation,
            said_at=at,
            locale=self._language,
            profile=self._profile,
        ):
            number = message.turn_number or number
            match message.WhichOneof("payload"):
                case "answer":
                    answer = message.answer.text
                    cited = tuple(dict.fromkeys(one.document_id for one in message.answer.citations))
                case "turn_failed":
                    if not message.turn_number:
                        raise InvalidStudy(f"The service refuses {self._profile}: {message.turn_failed.message}")
                    failure = message.turn_failed.reason
        self._asked.append(number)
        return Reply(answer, cited, failure)

    def facts(self) -> frozenset[Stated]:
        """The profile's facts in force."""
        return memory.held(self._client.profile(self._patient).facts)

    def size(self) -> MemorySize:
        """Mentions heard, and the items that consolidation makes of them."""
        items = self._client.memory(self._patient).consolidated
        return MemorySize(raw=sum(item.mentions for item in items), kept=len(items))

    def traces(self) -> Sequence[Trace]:
        """From the patient's events."""
        profile = self._client.profile(self._patient, include_history=True)
        names = {fact.fact_id: _named(fact) for fact in profile.facts}
        read = traces_of(self._client.events(self._patient), names, self._passages)
        return [read[number] for number in self._asked]


def _named(fact: fact_pb2.Fact) -> str:
    return f"{fact_pb2.SlotKind.Name(fact.slot).removeprefix('SLOT_KIND_').lower()} {fact.name}"


def traces_of(
    events: Iterable[audit_pb2.Event], names: Mapping[str, str], passages: Mapping[str, Passage]
) -> Mapping[int, Trace]:
    """What each turn left in the log, by turn number; ``names`` are those of the facts by id."""
    found = defaultdict[int, Trace](Trace)
    began, assembled = dict[int, float](), dict[int, int]()
    for event in events:
        payload: dict[str, Any] = json.loads(event.payload_json)
        number = payload.get("turn_number")
        if number is None:
            continue
        trace, at = found[number], event.recorded_at.ToMicroseconds() / 1000
        match event.topic.split(".")[-2]:
            case "UtteranceReceived":
                began[number] = at
            case "IntentClassified":
                trace.complexity, trace.needs_retrieval = payload["complexity"], payload["needs_retrieval"]
            case "ModelCalled":
                _called(trace, payload)
            case "DocumentsRetrieved":
                trace.retrievals.append(tuple(one["document_id"] for one in payload["documents"]))
                trace.consistency = payload["consistency"]
            case "ContextAssembled":
                _assembled(trace, payload, names, passages)
                # By rule, the prompt that a model would have read stands in for calls.
                assembled[number] = assembled.get(number, 0) + payload["tokens"]["total"]
            case "QualityAssessed":
                trace.qualities.append(payload["overall"])
            case "RefinementStopped":
                trace.stop_reason = payload["reason"]
            case "AnswerGiven":
                _answered(trace, payload, names)
                trace.milliseconds = at - began[number] if number in began else None
    for number, tokens in assembled.items():
        if not found[number].calls:
            found[number].tokens_in = tokens
    return found


def _called(trace: Trace, payload: Mapping[str, Any]) -> None:
    tokens = payload.get("tokens") or {}
    trace.calls += 1
    trace.tokens_in += tokens.get("prompt", 0)
    trace.tokens_out += tokens.get("completion", 0)
    if payload["skill"] == "answer" and (likely := payload.get("log_probability")) is not None:
        # Of the last draft: its call wrote the answer, if the model did.
        trace.log_probabilities = (likely,)


def _assembled(
    trace: Trace, payload: Mapping[str, Any], names: Mapping[str, str], passages: Mapping[str, Passage]
) -> None:
    shortened = payload.get("compressed") or {}
    trace.contexts = tuple(
        Context(one, shortened[one] if one in shortened else _shown(passages.get(one)))
        for one in payload["document_ids"]
    )
    trace.context_facts = tuple(sorted(names.get(one, "unknown") for one in payload["fact_ids"]))
    trace.context_turns = tuple(payload["turn_numbers"])
    trace.context_summaries = len(payload["summary_ids"])


def _shown(passage: Passage | None) -> str:
    return passage.text[:SHOWN_CHARACTERS] if passage is not None else ""


def _answered(trace: Trace, payload: Mapping[str, Any], names: Mapping[str, str]) -> None:
    trace.cost = payload["cost"]
    trace.iterations = payload["iterations"]
    trace.cache_hit = payload.get("cached_from") is not None
    trace.quality, trace.uncertainty = payload.get("quality"), payload.get("uncertainty")
    trace.warnings = tuple(payload["warnings"])
    trace.facts_used = tuple(sorted(names.get(one, "unknown") for one in payload["facts_used"]))
    if not trace.calls:
        trace.tokens_out = (payload.get("tokens") or {}).get("answer", 0)
