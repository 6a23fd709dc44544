"""A process that writes to a log in PostgreSQL until it is killed, and says what was acknowledged.

`python -m tests.faults.postgres_worker STORE FOLDER NUMBER`
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from domain.errors import StoreUnavailable
from server.data_directory import DataDirectory, Keeping
from tests.builders import utterance


def main(store: str, folder: Path, first: int) -> None:
    """Print each turn's number once it was saved; what could not be saved is tried again under the same request id."""
    with DataDirectory(folder).records(Keeping(store=store), lock_timeout=2) as records:
        for number in count(first):
            while True:
                try:
                    records.execute(utterance(number))
                    break
                except StoreUnavailable:
                    continue
            print(number, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
