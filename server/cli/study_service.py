"""The service that a study plays against: in the playing process, by the real composition, on loopback."""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from pydantic import SecretStr

from evaluation.study.experiments.definition import WHOLE_BUDGET
from evaluation.study.running.service import CONFIGURED
from retrieval import Tokenizer
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.settings import LONGEST_TURN, InvalidSettings, Settings, SkillName, load_settings

if TYPE_CHECKING:
    from evaluation.study.judging.endpoint import Endpoint

UNASKED: dict[SkillName, str] = {"understand": "", "summary": ""}
"""Skills that a played model leaves to the rules."""
PRICE = (0.15, 0.6)
"""USD per million tokens read and written, as gpt-4o-mini's: costs of a played model are for comparison."""

_known: dict[str, Knowledge] = {}
"""What is loaded once a process, by the content of the corpus."""


@contextmanager
def in_process(data: Path, corpus: Path | None, model: str, budget: int) -> Iterator[str]:
    """Serve from ``data`` in a thread; yields the address. See ``evaluation.study.running.service.Serving``."""
    from server.app import serving, utc_now
    from server.logs import configure_logs

    configure_logs("error")
    settings = _settings(data, corpus, model, budget)
    knowledge = _knowledge(settings, corpus)
    loop, started = asyncio.new_event_loop(), threading.Event()
    stop = asyncio.Event()
    outcome: list[str | BaseException] = []

    async def serve() -> None:
        try:
            async with serving(settings, utc_now, lambda _: knowledge) as service:
                outcome.append(service.address)
                started.set()
                await stop.wait()
        except BaseException as error:
            # Whoever waits for the address has to hear why there is none.
            outcome.append(error)
            started.set()
            raise

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True, name="study-service")
    thread.start()
    started.wait()
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    try:
        yield outcome[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


def _settings(data: Path, corpus: Path | None, model: str, budget: int) -> Settings:
    # Nobody is a patient here, so nobody has to be told who read what.
    fixed: dict[str, Any] = {"address": "127.0.0.1:0", "data": data, "store": SecretStr("")}
    fixed |= {"access_log": "off", "log_level": "error"}
    if budget != WHOLE_BUDGET:
        fixed["llm_budget"] = budget
    if corpus is not None:
        fixed["index"] = data.with_name("index")
    if model == CONFIGURED:
        # Asked of every service that tells it: one that doesn't take the parameter is asked without it from then on.
        return load_settings(fixed | {"llm_log_probabilities": True})
    # Offline whatever the environment says: a study must not spend money, or differ, because a key happens to be set.
    # Nor may a busy machine have a turn fail, or fall back to the rules, that another one plays.
    fixed |= {"turn_seconds": float(LONGEST_TURN), "call_seconds": float(LONGEST_TURN)}
    if model:
        fixed |= {"llm_base_url": model, "llm_model": "played", "llm_models": UNASKED, "llm_stream": False,
                  "llm_log_probabilities": True,
                  "llm_attempts": 1, "llm_spend_limit": 0.0, "llm_prices": {"played": PRICE},
                  "llm_seconds": dict.fromkeys(get_args(SkillName), float(LONGEST_TURN))}  # fmt: skip
    return Settings.model_construct(**fixed)


def keep(knowledge: Knowledge) -> None:
    """Have the services of this process know what is loaded already, over the shipped corpus."""
    _known[""] = knowledge


def _knowledge(settings: Settings, corpus: Path | None) -> Knowledge:
    from server.composition import load_knowledge
    from server.corpus import open_retriever

    directory = DataDirectory(settings.data)
    if "" not in _known:
        _known[""] = load_knowledge(directory, settings.model_copy(update={"index": None}))
    if corpus is None:
        return _known[""]
    content = hashlib.sha256(corpus.read_bytes()).hexdigest()
    if content not in _known:
        _build(corpus, settings, _known[""].tokenizer)
        # Only the corpus is another: lexicon, analyser and recogniser take seconds to load.
        retriever = open_retriever(settings, directory, _known[""].tokenizer)
        _known[content] = replace(_known[""], retriever=retriever)
    return _known[content]


def _build(corpus: Path, settings: Settings, tokenizer: Tokenizer) -> None:
    from retrieval.library import build_library
    from retrieval.loading import load_sources

    assert settings.index is not None
    build_library(settings.index, load_sources([corpus]), tokenizer)


def configured_endpoint(skill: SkillName = "quality") -> Endpoint:
    """The model that the settings configure for a skill; a judge's is that of quality.

    Raises InvalidSettings where they name none.
    """
    from evaluation.study.judging.endpoint import Endpoint
    from server.language_models import endpoint

    settings = load_settings()
    where = endpoint(settings)
    if where is None:
        raise InvalidSettings("No language model is configured: set OPENAI_API_KEY or ANAMNESIS_LLM_BASE_URL.", count=1)
    model = settings.llm_models.get(skill) or settings.llm_model
    return Endpoint(where.base_url, where.key, model, settings.llm_prices.get(model, (0.0, 0.0)))
