"""The service that a study plays against: in the playing process, by the real composition, on loopback."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evaluation.study.running.service import CONFIGURED
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.settings import Settings

_known: dict[Path | None, Knowledge] = {}
"""What is loaded once a process, by corpus."""


@contextmanager
def in_process(data: Path, corpus: Path | None, model: str) -> Iterator[str]:
    """Serve from ``data`` in a thread; yields the address. See ``evaluation.study.running.service.Serving``."""
    from server.app import serving, utc_now
    from server.logs import configure_logs

    configure_logs("error")
    settings = _settings(data, corpus, model)
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


def _settings(data: Path, corpus: Path | None, model: str) -> Settings:
    # Nobody is a patient here, so nobody has to be told who read what.
    fixed = {"address": "127.0.0.1:0", "data": data, "access_log": "off", "log_level": "error"}
    if corpus is not None:
        fixed["index"] = data.parent / "index"
    if model == CONFIGURED:
        return Settings(**fixed)  # type: ignore[arg-type]
    # Offline whatever the environment says: a study must not spend money, or differ, because a key happens to be set.
    return Settings.model_construct(
        **{**Settings.model_construct().model_dump(), **fixed, "llm_base_url": model, "llm_key_file": None}
    )


def _knowledge(settings: Settings, corpus: Path | None) -> Knowledge:
    from server.composition import load_knowledge

    if corpus not in _known:
        directory = DataDirectory(settings.data)
        _known[corpus] = load_knowledge(directory, settings)
    return _known[corpus]
