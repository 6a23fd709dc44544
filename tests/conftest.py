"""What all tests share: the knowledge of the service (lexicon, analyser, index), built once a test run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from extraction.text.warm_store import keep_in
from server.composition import Knowledge, load_knowledge
from server.data_directory import DataDirectory
from tests.live_databases import forbid_opening
from tests.shipped import vocabulary

# A developer's own key must not take the tests online; a real endpoint is named by ANAMNESIS_TEST_LLM_BASE_URL.
os.environ.pop("OPENAI_API_KEY", None)
forbid_opening()

# How long an example takes says how busy the machine is; speed is measured by `make bench`.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")

# Kept between runs beside pytest's own cache, and read by every process that a test starts.
CACHE = Path(__file__).parent.parent / ".pytest_cache" / "tables"
os.environ["ANAMNESIS_CACHE"] = str(CACHE)
keep_in(CACHE)


@pytest.fixture(scope="session")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """Lexicon, recogniser and retriever as the server builds them; takes seconds, so once."""
    root: Path = tmp_path_factory.mktemp("knowledge")
    return load_knowledge(DataDirectory(root), vocabulary=vocabulary())
