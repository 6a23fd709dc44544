"""What only the first start of a machine derives is derived by a process of its own, and the memory goes with it.

To lay out the lexicon's tables and to build the index takes libraries and objects that nothing needs afterwards: a
server that has done so itself holds 200 MiB more for as long as it runs.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from domain.errors import AnamnesisError
from extraction.text.warm_store import derived_apart, keep_in
from server.composition import Knowledge, load_knowledge
from server.data_directory import DataDirectory
from server.logs import configure_logs
from server.settings import Settings


def load_as_later(directory: DataDirectory, settings: Settings) -> Knowledge:
    """As :func:`load_knowledge`; what is kept nowhere yet is derived beforehand, by another process.

    Raises what that raises.
    """
    if settings.cache is not None:
        keep_in(settings.cache)
    with derived_apart(partial(derive, directory.path, settings)):
        return load_knowledge(directory, settings)


def derive(path: Path, settings: Settings) -> None:
    """Have another process load once, so that all is kept; what it fails at is left to whoever loads next."""
    # Not by multiprocessing, which would leave a process behind that looks after its resources.
    with suppress(OSError):
        subprocess.run(  # noqa: S603
            [sys.executable, "-m", __name__],
            input=pickle.dumps((path, settings)),
            stdout=subprocess.DEVNULL,
            check=False,
        )


def main() -> None:
    """Load what the process that began this one will: data directory and settings come from it."""
    path, settings = pickle.load(sys.stdin.buffer)  # noqa: S301
    configure_logs(settings.log_level)
    with suppress(AnamnesisError):
        # A pack keeps nothing: to load it takes minutes, and is to be done once.
        load_knowledge(DataDirectory(path), settings.model_copy(update={"medcat_pack": None}))


if __name__ == "__main__":
    main()
