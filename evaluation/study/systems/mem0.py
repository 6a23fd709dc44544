"""mem0 as it installs (extra ``mem0``), with its model and its embedder played: what does it do with a correction?

The model that extracts is the service's own reader, so that mem0 differs in what it keeps and in nothing else, and its
embedder hashes terms. Store, search and de-duplication are mem0's own, in memory. Tokens are those of the prompt that
mem0 sends its model for every message, and of the notes that a model would then answer from.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import tempfile
import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Protocol, cast

from agent.tokens import token_counter
from clients.client import AnamnesisClient
from evaluation.study import memory
from evaluation.study.memory import Stated
from evaluation.study.metrics.terms import numbers, terms
from evaluation.study.patients import InvalidStudy
from evaluation.study.systems.port import MemorySize, Reply, Trace
from evaluation.study.vocabulary import Language, vocabulary

DIMENSIONS = 256
"""Of the played embedder's vectors."""
NEAREST, THRESHOLD, EVERYTHING = 20, 0.0, 10_000
"""mem0's own number of notes an answer; no floor of likeness, which a played embedder would not reach honestly."""


_WHO = "patient"
_SCOPE = {"user_id": _WHO}


class Notes(Protocol):
    """What is used of ``mem0.Memory``."""

    llm: Any
    embedding_model: Any
    vector_store: Any

    def add(self, messages: Any, *, user_id: str, infer: bool = True) -> Any:
        """Keep what is said."""

    def search(self, query: str, *, top_k: int, filters: Mapping[str, Any], threshold: float) -> Any:
        """The notes nearest to a query."""

    def get_all(self, *, filters: Mapping[str, Any], top_k: int) -> Any:
        """The notes of somebody."""


class Mem0System:
    """One conversation with a mem0 of its own. Raises InvalidStudy where mem0 is not installed."""

    def __init__(self, client: AnamnesisClient, language: Language) -> None:
        self._client, self._language = client, language
        self._patient = client.register_patient(locale=language, time_zone="Asia/Seoul")
        self._conversation = str(uuid.uuid4())
        self._reader, self._notes = _Reader(), _opened()
        self._notes.llm, self._notes.embedding_model = self._reader, TermEmbedder()
        self._meant, self._traces = dict[str, Stated](), list[Trace]()
        self._count = token_counter().count

    def load(self, record: Mapping[str, Any]) -> None:
        """Add every fact of the card as it is, without a model."""
        self._client.import_card(self._patient, json.dumps(record, ensure_ascii=False))
        for text in self._told(memory.held(self._client.profile(self._patient).facts)):
            self._notes.add(text, user_id=_WHO, infer=False)

    def remember(self, text: str, at: datetime) -> None:
        """Have mem0 extract from the words what the service's reader finds in them."""
        heard = self._client.observe(
            self._patient, text, conversation_id=self._conversation, said_at=at, locale=self._language
        )
        self._reader.found = self._told(memory.held(event.fact for event in heard.slot_events))
        self._notes.add(text, user_id=_WHO)

    def ask(self, text: str, at: datetime) -> Reply:
        """The notes that mem0 finds nearest to the words."""
        self.remember(text, at)
        found = self._notes.search(text, top_k=NEAREST, filters=_SCOPE, threshold=THRESHOLD)
        answer = "\n".join(one["memory"] for one in found["results"])
        read, written = self._reader.spent()
        self._traces.append(
            Trace(tokens_in=read + self._count(answer) + self._count(text), tokens_out=written, calls=1)
        )
        return Reply(answer)

    def facts(self) -> frozenset[Stated]:
        """What stands in mem0's store, by what it was told as."""
        return frozenset(self._meant[one] for one in self._stored() if one in self._meant)

    def size(self) -> MemorySize:
        """Notes in mem0's store."""
        count = len(self._stored())
        return MemorySize(count, count)

    def traces(self) -> Sequence[Trace]:
        """Tokens of extraction and of the notes handed out."""
        return self._traces

    def _stored(self) -> list[str]:
        return [one["memory"] for one in self._notes.get_all(filters=_SCOPE, top_k=EVERYTHING)["results"]]

    def _told(self, facts: Iterable[Stated]) -> list[str]:
        """Facts as sentences that a model might extract, which mean them from now on."""
        meant = {sentence(one, self._language): one for one in sorted(facts)}
        self._meant.update(meant)
        return list(meant)


def sentence(fact: Stated, language: Language) -> str:
    """A fact in words, with the name that the vocabulary has for it in this language."""
    words, (slot, name) = vocabulary(), fact[:2]
    tables: Mapping[str, Mapping[str, Any]] = {
        "conditions": words.conditions, "medications": words.medicines, "allergies": words.allergens,
        "labs": words.tests,
    }  # fmt: skip
    term = tables.get(slot, {}).get(name)
    called = term.name(language) if term is not None else name
    if slot == "labs":
        return f"{called} {fact[3]} {term.unit if term is not None else ''} ({fact[2]})"
    kind = {
        "ko": {"allergies": "알레르기", "conditions": "진단"},
        "en": {"allergies": "allergy", "conditions": "diagnosis"},
    }
    return " ".join(part for part in (kind[language].get(slot, ""), called, *fact[2:]) if part)


class _Reader:
    """Stands for mem0's model: says what was found, and counts what it was sent."""

    def __init__(self) -> None:
        self.found: Sequence[str] = ()
        self._read = self._written = 0
        self._count = cache(token_counter().count)

    def generate_response(self, messages: Sequence[Mapping[str, str]], **_: Any) -> str:
        """The facts as mem0's prompt asks for them."""
        said = json.dumps(
            {"memory": [{"text": text, "attributed_to": "user"} for text in self.found]}, ensure_ascii=False
        )
        self._read += sum(self._count(message["content"]) for message in messages)
        self._written += self._count(said)
        return said

    def spent(self) -> tuple[int, int]:
        """Tokens read and written since it was last asked."""
        spent, self._read, self._written = (self._read, self._written), 0, 0
        return spent


class TermEmbedder:
    """Terms and numbers hashed into a vector of length 1: alike where the words are, on every machine."""

    def __init__(self, dimensions: int = DIMENSIONS) -> None:
        """``dimensions`` of its vectors."""
        self._dimensions = dimensions

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """One text."""
        vector = [0.0] * self._dimensions
        for term in {*terms(text), *map(str, numbers(text))}:
            drawn = hashlib.sha256(term.encode()).digest()
            vector[int.from_bytes(drawn[:4]) % self._dimensions] += 1.0 if drawn[4] % 2 else -1.0
        length = math.sqrt(sum(one * one for one in vector))
        return [one / length for one in vector] if length else [1.0, *vector[1:]]

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list[list[float]]:
        """Several."""
        return [self.embed(text) for text in texts]


def _opened() -> Notes:
    """An empty mem0, all of it in memory."""
    try:
        from qdrant_client import QdrantClient
    except ImportError as error:
        raise InvalidStudy(_MISSING) from error
    return opened_over("qdrant", {"client": QdrantClient(":memory:"), "collection_name": "notes"})


_MISSING = "The peer mem0 is not installed: pip install 'anamnesis[mem0]'."


def opened_over(provider: str, store: Mapping[str, Any], *, history: str = ":memory:") -> Notes:
    """An empty mem0 over a vector store of its own, by name, with its model to be set; ``history`` is a file of SQLite.

    Raises InvalidStudy where mem0 is not installed.
    """
    # Read while mem0 is imported: it would tell its makers of every call, and keep an identity in the home folder.
    os.environ["MEM0_TELEMETRY"] = "False"
    os.environ.setdefault("MEM0_DIR", tempfile.gettempdir())
    try:
        from mem0 import Memory
    except ImportError as error:
        raise InvalidStudy(_MISSING) from error
    # The client refuses to be made without a key; what it makes is replaced before anything is asked of it.
    unused = {"provider": "openai", "config": {"api_key": "none"}}
    vectors = {"provider": provider, "config": {"embedding_model_dims": DIMENSIONS, **store}}
    config = {"llm": unused, "embedder": unused, "history_db_path": history, "vector_store": vectors}
    return cast(Notes, Memory.from_config(config))
