"""What a search of one patient's memory costs beside mem0's over FAISS, and beside FAISS alone.

    python -m evaluation.search_bench [--events 10000]

Dated values of one test, an event and a note each; ten are looked for. CPU time: of the server's process for
SearchMemory, over loopback gRPC with what it leaves to be done, and of this process for mem0 (extra ``mem0``), whose
embedder is played and so costs nothing of a model. The bar: three times mem0's search.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from clients.client import AnamnesisClient
from evaluation.facts_bench import recorded
from evaluation.server_process import settled, started
from evaluation.study.patients import InvalidStudy
from evaluation.study.systems.mem0 import TermEmbedder, opened_over

BAR = 3.0
"""Times mem0's search that SearchMemory may take."""
FOUND = 10
SEARCHES = 20
"""Searches that a figure is the mean of, after one unmeasured: the kernel counts in hundredths of a second."""
WHO = "patient"
DIMENSIONS = 1536
"""Of mem0's vectors as it installs (``FAISSConfig.embedding_model_dims`` of mem0 2.2: those of OpenAI's embedder)."""


def queries() -> list[str]:
    """What is looked for, no two alike."""
    return [f"혈당 {100 + number}" for number in range(SEARCHES + 1)]


def served(client: AnamnesisClient, process_id: int, events: int) -> float:
    """Seconds of the server's process that a SearchMemory over so many facts of a new patient takes."""
    patient_id = recorded(client, events)
    first, *others = queries()
    client.search(patient_id, first, k=FOUND)
    began = settled(process_id)
    for query in others:
        if len(client.search(patient_id, query, k=FOUND).hits) != FOUND:
            raise RuntimeError(f"SearchMemory found less than {FOUND} of {events} values.")
    return (settled(process_id) - began) / len(others)


def in_mem0(events: int, folder: Path) -> float:
    """Seconds that mem0's search takes over as many notes in its FAISS store.

    Raises InvalidStudy where mem0 is not installed.
    """
    notes = opened_over("faiss", {"path": str(folder), "collection_name": "notes", "embedding_model_dims": DIMENSIONS})
    embedder = TermEmbedder(DIMENSIONS)
    notes.embedding_model = embedder
    texts = [f"혈당 {90 + number % 80} mg/dL ({number})" for number in range(events)]
    # All at once: its own way writes the whole index for every note.
    notes.vector_store.insert(
        np.array([embedder.embed(text) for text in texts], dtype=np.float32),
        [{"data": text, "user_id": WHO} for text in texts],
        [str(uuid.uuid4()) for _ in texts],
    )
    scope = {"user_id": WHO}
    return _each(lambda query: len(notes.search(query, top_k=FOUND, filters=scope, threshold=0.0)["results"]))


def in_faiss(events: int) -> float:
    """Seconds that FAISS alone takes to find the nearest of as many vectors."""
    import faiss

    chance = np.random.default_rng(7)
    index = faiss.IndexFlatIP(DIMENSIONS)
    index.add(chance.standard_normal((events, DIMENSIONS), dtype=np.float32))
    embedder = TermEmbedder(DIMENSIONS)
    return _each(lambda query: index.search(np.array([embedder.embed(query)], dtype=np.float32), FOUND)[1].size)


def _each(search: Callable[[str], int]) -> float:
    first, *others = queries()
    found = search(first)
    began = time.process_time()
    for query in others:
        found = min(found, search(query))
    spent = (time.process_time() - began) / len(others)
    if found != FOUND:
        raise RuntimeError(f"A search found {found} in place of {FOUND}.")
    return spent


def measure(client: AnamnesisClient, process_id: int, events: int, folder: Path) -> Iterator[str]:
    """The three, a line each."""
    own = 1000 * served(client, process_id, events)
    yield f"{FOUND} of {events} events of one patient, ms CPU a search:"
    yield f"  SearchMemory               {own:8.2f}"
    yield f"  FAISS alone (floor)        {1000 * in_faiss(events):8.2f}"
    try:
        peer = 1000 * in_mem0(events, folder)
    except InvalidStudy as error:
        yield f"  mem0 over FAISS            not measured: {error}"
        return
    held = "within" if own <= BAR * peer else "OVER"
    yield f"  mem0 over FAISS            {peer:8.2f}   SearchMemory x{own / peer:.2f}, {held} x{BAR:g}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=10_000)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, started(Path(folder) / "data") as (process, address):
        with AnamnesisClient(address, timeout=60) as client:
            for line in measure(client, process.pid, options.events, Path(folder) / "notes"):
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
