"""Which corpus the service answers from: opened whatever model is missing, and exchanged while turns run."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import structlog

from domain.errors import AnamnesisError
from extraction.text.warm_store import shared_place
from retrieval import Retriever, Tokenizer, open_or_build, shipped_corpus
from retrieval.archive import MANIFEST, read_passages
from retrieval.cards import Cards, shipped_cards
from retrieval.corpus import Passage
from retrieval.dense import Encoder
from retrieval.errors import EncoderUnavailable, IndexStale
from retrieval.index import Index, build_index, open_index
from retrieval.legs import ENCODER_UNAVAILABLE
from retrieval.ranking import DEFAULT_WEIGHTS, Policy
from retrieval.shelf import Engines
from server.data_directory import DataDirectory
from server.settings import Settings
from server.work import WorkPool

WATCH_SECONDS = 2.0
FAISS_MISSING = "faiss_missing"

log = structlog.get_logger(__name__)


def retrieval_policy(settings: Settings) -> Policy:
    """How legs are combined, as set; what is not set has its default."""
    weights = {language: {str(leg): share for leg, share in legs.items()} for language, legs in DEFAULT_WEIGHTS.items()}
    for language, legs in settings.retrieval_weights.items():
        weights[language].update({str(leg): share for leg, share in legs.items()})
    return Policy(fusion=settings.retrieval_fusion, weights=weights)


def own_index(settings: Settings, directory: DataDirectory) -> Path | None:
    """Where the operator's own index stands: as set, else in the data directory, else nowhere."""
    if settings.index is not None:
        return settings.index
    return directory.corpus if (directory.corpus / MANIFEST).is_file() else None


def passages_in(settings: Settings, directory: DataDirectory) -> Sequence[Passage]:
    """What the service answers from on this data directory, without an index. Raises IndexStale and IndexCorrupt."""
    own = own_index(settings, directory)
    return (*shipped_corpus(), *shipped_cards().by_id.values()) if own is None else read_passages(own)


def open_retriever(settings: Settings, directory: DataDirectory, tokenizer: Tokenizer) -> Retriever:
    """The retriever over the operator's own corpus, else over the shipped one.

    An encoder that is set and cannot be had leaves words and LSA, FAISS that is not installed NumPy, and every search
    says so. Raises IndexStale when the index that is set is not there, IndexCorrupt, and CorpusInvalid.
    """
    encoders, degraded = configured_encoders(settings)
    engines = Engines(settings.lexical_engine, settings.vector_engine)
    if engines.vector != "numpy" and find_spec("faiss") is None:
        engines, degraded = replace(engines, vector="numpy"), (*degraded, FAISS_MISSING)
    own = own_index(settings, directory)
    try:
        index = _opened(own, directory, tokenizer, encoders, engines)
    except EncoderUnavailable as error:
        log.warning("encoder_unavailable", reason=str(error))
        index, degraded = _opened(own, directory, tokenizer, (), engines), (*degraded, ENCODER_UNAVAILABLE)
    # Whoever brings documents of their own is answered from those.
    cards = shipped_cards() if own is None else Cards()
    return Retriever(index, retrieval_policy(settings), degraded, cards)


def configured_encoders(settings: Settings) -> tuple[list[Encoder], tuple[str, ...]]:
    """The encoder that is set, if any, and the warning codes of one that cannot be had."""
    try:
        if settings.encoder is not None:
            from retrieval.sentence_encoder import sentence_encoder

            return [sentence_encoder(settings.encoder)], ()
        if settings.embedding_model is not None:
            from retrieval.served_encoder import served_encoder

            return [served_encoder(settings.embedding_model, settings.embedding_base_url)], ()
    except EncoderUnavailable as error:
        log.warning("encoder_unavailable", reason=str(error))
        return [], (ENCODER_UNAVAILABLE,)
    return [], ()


class IndexWatch:
    """Exchanges the index for a newer one when one was built; one that cannot be read leaves the old one serving."""

    def __init__(self, retriever: Retriever, settings: Settings, directory: DataDirectory, work: WorkPool) -> None:
        self._retriever = retriever
        self._settings = settings
        self._directory = directory
        self._work = work
        self._seen = index_stamp(settings, directory)

    async def run(self, seconds: float = WATCH_SECONDS) -> None:
        """Look every ``seconds``."""
        while True:
            await asyncio.sleep(seconds)
            await self.look()

    async def look(self) -> bool:
        """Whether there was a newer index that could be read; it is searched from now on."""
        stamp = index_stamp(self._settings, self._directory)
        if stamp in (self._seen, None):
            return False
        self._seen = stamp
        try:
            newer = await self._work(lambda: open_retriever(self._settings, self._directory, self._retriever.tokenizer))
        except (AnamnesisError, OSError) as error:
            log.warning("index_not_exchanged", reason=str(error))
            return False
        self._retriever.take_over(newer)
        log.info("index_exchanged", corpus_hash=self._retriever.corpus_hash)
        return True


def _opened(
    own: Path | None, directory: DataDirectory, tokenizer: Tokenizer, encoders: Sequence[Encoder], engines: Engines
) -> Index:
    if own is None:
        place = directory.index
        if not encoders and not (place / MANIFEST).is_file():
            # The shipped corpus is the same for every data directory: one index serves all that this user has.
            place = shared_place(f"index-{hashlib.sha256(tokenizer.id.encode()).hexdigest()[:16]}") or place
        return open_or_build(place, shipped_corpus(), tokenizer, encoders, engines)
    try:
        return open_index(own, tokenizer, encoders, engines)
    except IndexStale as reason:
        # Another encoder or tokenizer than it was built with: the passages are there, so it is built in memory.
        passages = read_passages(own)
        log.warning("index_built_in_memory", reason=str(reason))
        return build_index(passages, tokenizer, encoders, engines)


def index_stamp(settings: Settings, directory: DataDirectory) -> tuple[int, int] | None:
    """What changes when another index was built; None where there is none."""
    own = own_index(settings, directory)
    try:
        found = ((own or directory.index) / MANIFEST).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino
