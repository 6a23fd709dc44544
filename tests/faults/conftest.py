from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.warm_server import Nursery


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """What the servers of all tests are forked from that hold the log, and not the start, against a kill."""
    one = Nursery(tmp_path_factory.mktemp("nursery"))
    yield one
    one.close()
