"""What all tests share: the knowledge of the service (lexicon, analyser, index), built once a test run."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.composition import Knowledge, load_knowledge
from server.data_directory import DataDirectory


@pytest.fixture(scope="session")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """Lexicon, recogniser and retriever as the server builds them; takes seconds, so once."""
    root: Path = tmp_path_factory.mktemp("knowledge")
    return load_knowledge(DataDirectory(root))
