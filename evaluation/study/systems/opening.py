"""Which system a name means: a peer, or else a profile of the service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from clients.client import AnamnesisClient
from evaluation.study.systems.append_only import AppendOnlySystem
from evaluation.study.systems.mem0 import Mem0System
from evaluation.study.systems.port import System
from evaluation.study.systems.service import Passage, ServiceSystem
from evaluation.study.systems.transcript import Complete, TranscriptSystem
from evaluation.study.vocabulary import Language

PEERS = ("append_only", "transcript", "mem0")
"""Systems that are no profile of the service."""
NEEDS_EXTRA = frozenset({"mem0"})
"""Those of them that an extra installs."""


def opened(
    name: str,
    language: Language,
    client: AnamnesisClient,
    passages: Mapping[str, Passage] = MappingProxyType({}),
    complete: Complete | None = None,
) -> System:
    """A system for one conversation. A name that is no peer's is a profile, which the service knows or refuses.

    Raises InvalidStudy for a peer that is not installed.
    """
    peers: Mapping[str, Callable[[], System]] = {
        "append_only": lambda: AppendOnlySystem(client, language),
        "mem0": lambda: Mem0System(client, language),
        "transcript": lambda: TranscriptSystem(language, complete),
    }
    return peers[name]() if name in peers else ServiceSystem(client, name, language, passages)
