"""What all tests share: the knowledge of the service (lexicon, analyser, index), built once a test run."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from domain.broken import STRICT
from domain.collecting import uncollected
from extraction.text.warm_store import keep_in
from server.composition import Knowledge, load_knowledge
from server.data_directory import DataDirectory
from tests.live_databases import forbid_opening
from tests.sampling import leave_out
from tests.shipped import vocabulary

# A developer's own key must not take the tests online; a real endpoint is named by ANAMNESIS_TEST_LLM_BASE_URL.
os.environ.pop("OPENAI_API_KEY", None)
forbid_opening()
# In service a step that breaks is left out; here it shows.
os.environ[STRICT] = "1"

# How long an example takes says how busy the machine is; speed is measured by `make bench`.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")

# Every save waits for the disk, up to a third of a turn, and no test pulls the plug: where memory can be had as a
# folder, and is enough, what tests write lies there.
MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 4 << 30
"""Ten times what a run leaves behind before it ends."""
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ENOUGH_BYTES:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# Kept between runs beside pytest's own cache, and read by every process that a test starts.
CACHE = Path(__file__).parent.parent / ".pytest_cache" / "tables"
os.environ["ANAMNESIS_CACHE"] = str(CACHE)
keep_in(CACHE)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Half a million objects come to stay until the end: the collector need not look through them again and again."""
    with uncollected():
        yield
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to ``make torture`` what is not in a sample, unless tests are asked for by name."""
    if not any("::" in name for name in config.args):
        leave_out(items)


@pytest.fixture(scope="session")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """Lexicon, recogniser and retriever as the server builds them; takes seconds, so once."""
    root: Path = tmp_path_factory.mktemp("knowledge")
    return load_knowledge(DataDirectory(root), vocabulary=vocabulary())
