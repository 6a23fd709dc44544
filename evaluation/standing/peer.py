"""A whole turn beside mem0's `add` and `search` of the same words, over as many memories, on the same disk.

mem0's model answers at once and its embedder draws vectors, so what is measured of it is its own doing; a turn reads
the words with the service's own reader, which is no language model, and so does more.
"""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from clients.client import AnamnesisClient
from evaluation.bench import OPENERS, UTTERANCES
from evaluation.facts_bench import recorded
from evaluation.server_process import settled, started
from evaluation.standing.figures import Figure, Skipped
from evaluation.study.patients import InvalidStudy
from evaluation.study.systems.mem0 import opened_over

MEMORIES = (10, 1_000)
DIMENSIONS = 1536
"""Of mem0's vectors as it installs."""
FOUND = 10
ROUNDS = 3
WHO = "patient"
FLOOR = "mem0 add + search"


class DrawnEmbedder:
    """A vector of length 1 for each text, drawn by its digest, no two at an obtuse angle."""

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """One text."""
        drawn = hashlib.sha256(text.encode()).digest()
        vector = np.random.default_rng(int.from_bytes(drawn[:8])).random(DIMENSIONS)
        found: list[float] = (vector / np.linalg.norm(vector)).tolist()
        return found

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list[list[float]]:
        """Several."""
        return [self.embed(text) for text in texts]


class ReadyModel:
    """Stands for mem0's model: one memory is what was said, at once."""

    said = ""

    def generate_response(self, messages: Sequence[Mapping[str, str]], **_: Any) -> str:
        """The memory as mem0's prompt asks for it."""
        return json.dumps({"memory": [{"text": self.said, "attributed_to": "user"}]}, ensure_ascii=False)


def words(rounds: int) -> list[str]:
    """What is said, no two alike."""
    return [f"{OPENERS[number]}, {text}" for number in range(rounds) for text in UTTERANCES]


def in_mem0(memories: int, folder: Path, rounds: int = ROUNDS) -> float:
    """CPU seconds that mem0 takes to add what is said and to search for it, over so many memories.

    Raises InvalidStudy where mem0 or its vector store is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    place = {"path": str(folder / "vectors"), "collection_name": "notes", "embedding_model_dims": DIMENSIONS}
    notes = opened_over("faiss", place, history=str(folder / "history.db"))
    embedder, model = DrawnEmbedder(), ReadyModel()
    notes.embedding_model, notes.llm = embedder, model
    texts = [f"혈당 {90 + number % 80} mg/dL ({number})" for number in range(memories)]
    notes.vector_store.insert(
        np.array(embedder.embed_batch(texts), dtype=np.float32),
        [{"data": text, "user_id": WHO} for text in texts],
        [str(uuid.uuid4()) for _ in texts],
    )
    spent = 0.0
    for number, text in enumerate(words(rounds + 1)):
        model.said = text
        began = time.process_time()
        added = notes.add(text, user_id=WHO)["results"]
        found = notes.search(text, top_k=FOUND, filters={"user_id": WHO}, threshold=0.0)["results"]
        if number >= len(UTTERANCES):  # the first round warms it up
            spent += time.process_time() - began
        if len(added) != 1 or len(found) != FOUND:
            raise RuntimeError(f"mem0 added {len(added)} memories and found {len(found)} in place of 1 and {FOUND}.")
    return spent / (rounds * len(UTTERANCES))


def served(client: AnamnesisClient, process_id: int, memories: int, rounds: int = ROUNDS) -> float:
    """CPU seconds of the server's process for a whole turn of the same words, over so many facts."""
    said = words(rounds + 1)
    began, patient_id = 0.0, ""
    for number, text in enumerate(said):
        if number % len(UTTERANCES) == 0 and number <= len(UTTERANCES):
            patient_id = recorded(client, memories)
            began = settled(process_id)
        for _ in client.converse(patient_id, text):
            pass
    return (settled(process_id) - began) / (rounds * len(UTTERANCES))


def measure(folder: Path, sizes: Sequence[int] = MEMORIES) -> Iterator[Figure | Skipped]:
    """A line for each number of memories."""
    try:
        peers = {size: in_mem0(size, folder / f"mem0-{size}") for size in sizes}
    except (InvalidStudy, ImportError) as error:
        yield Skipped("a turn beside mem0's add + search", str(error))
        return
    with started(folder / "data") as (process, address), AnamnesisClient(address, timeout=60) as client:
        for size in sizes:
            own = served(client, process.pid, size)
            yield Figure(f"a whole turn over {size:,} memories", 1000 * own, "ms CPU", 1000 * peers[size], FLOOR)
