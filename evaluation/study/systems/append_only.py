"""A memory that only adds: what is told stands beside what was told before, and nothing is ever taken back.

It reads with the service's own understanding, so that it differs in what is done with a correction and in nothing else.
Its answer is what such a store hands to a model: the notes nearest to the question.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from agent.tokens import token_counter
from clients.client import AnamnesisClient
from evaluation.study import memory
from evaluation.study.memory import Stated
from evaluation.study.metrics.terms import numbers, terms
from evaluation.study.systems.port import MemorySize, Reply, Trace
from evaluation.study.vocabulary import Language

NEAREST = 10
"""Notes of an answer (mem0's search gives ten by default)."""


class AppendOnlySystem:
    """One conversation with a store that has no update, no delete and no order but that of arrival."""

    def __init__(self, client: AnamnesisClient, language: Language) -> None:
        self._client, self._language = client, language
        self._patient = client.register_patient(locale=language, time_zone="Asia/Seoul")
        self._conversation = str(uuid.uuid4())
        self._notes, self._facts = list[str](), set[Stated]()
        self._traces = list[Trace]()
        self._count = token_counter().count

    def load(self, record: Mapping[str, Any]) -> None:
        """Take every fact of the card as a note."""
        self._client.import_card(self._patient, json.dumps(record, ensure_ascii=False))
        self._facts |= memory.held(self._client.profile(self._patient).facts)
        self._notes += [" ".join(one) for one in sorted(self._facts)]

    def remember(self, text: str, at: datetime) -> None:
        """Add the words, and the facts that the service's reader finds in them."""
        heard = self._client.observe(
            self._patient, text, conversation_id=self._conversation, said_at=at, locale=self._language
        )
        told = memory.held(event.fact for event in heard.slot_events)
        self._facts |= told
        if told:
            self._notes.append(text)

    def ask(self, text: str, at: datetime) -> Reply:
        """The notes nearest to the words, the newer of equals first."""
        self.remember(text, at)
        wanted = terms(text) | {str(one) for one in numbers(text)}
        ranked = sorted(
            enumerate(self._notes),
            key=lambda note: (-len(wanted & (terms(note[1]) | {str(one) for one in numbers(note[1])})), -note[0]),
        )
        answer = "\n".join(note for _, note in ranked[:NEAREST])
        self._traces.append(Trace(tokens_in=self._count(answer) + self._count(text)))
        return Reply(answer)

    def facts(self) -> frozenset[Stated]:
        """All that was ever told."""
        return frozenset(self._facts)

    def size(self) -> MemorySize:
        """Notes; none is ever merged with another."""
        return MemorySize(len(self._notes), len(self._notes))

    def traces(self) -> Sequence[Trace]:
        """Tokens of the notes handed out."""
        return self._traces
