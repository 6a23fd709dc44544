"""The tables of a log in PostgreSQL: the columns of any log, guards that keep them append-only, and a row of its own.

Names are found by the connection's search path, so that a URL with `options=-csearch_path=...` names a schema.
"""

from __future__ import annotations

from contextlib import suppress

from domain.errors import LogCorrupted
from domain.store.postgres.connections import Connection, NotDurable, rows_of
from domain.store.topic_index import INDEXES, MAKE_INDEXES

FORMAT = "anamnesis log 1"
"""Marks the tables as an Anamnesis log, so that foreign ones are refused."""

APPEND_LOCK = 0x414E414D
"""The advisory lock that whoever appends holds until the transaction has ended ("ANAM")."""
SCHEMA_LOCK = APPEND_LOCK + 1
"""The advisory lock of whoever makes the tables: two servers may start at once."""
USE_LOCK = APPEND_LOCK + 2
"""The advisory lock that whoever may append shares for as long as it is connected; who replaces the master key has it
alone."""
PATIENT_LOCKS = 0x414E4150
"""First half of the advisory locks of the patients ("ANAP"); the second is a hash of the patient's id."""
CHANNEL = "anamnesis_log"
"""Where every commit is told to whoever listens."""

GUARDS = {
    "stored_events_never_change": "BEFORE UPDATE OR DELETE ON stored_events FOR EACH ROW",
    "stored_events_never_vanish": "BEFORE TRUNCATE ON stored_events FOR EACH STATEMENT",
}
"""The triggers that keep the rows from being changed, deleted and truncated, by name."""

_REFUSAL = "BEGIN RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'integrity_constraint_violation'; END"

_SCHEMA = (
    # Bytes and not a collation's order: patients come in the same order as from SQLite, on every machine.
    'CREATE TABLE stored_events (position bigint PRIMARY KEY, originator_id text COLLATE "C" NOT NULL, '
    'originator_version bigint NOT NULL, topic text COLLATE "C" NOT NULL, event_id text NOT NULL, '
    "recorded_at text NOT NULL, chain bytea, state bytea NOT NULL, UNIQUE (originator_id, originator_version))",
    # Encrypted bytes cannot be compressed.
    "ALTER TABLE stored_events ALTER COLUMN state SET STORAGE EXTERNAL",
    "CREATE TABLE log_head (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), format text NOT NULL, "
    "log_id uuid NOT NULL DEFAULT gen_random_uuid(), "
    "sealed boolean NOT NULL DEFAULT false, last_position bigint NOT NULL DEFAULT 0) WITH (fillfactor = 10)",
    f"INSERT INTO log_head (format) VALUES ('{FORMAT}')",  # noqa: S608
    f"CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $${_REFUSAL}$$",
    *(f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION refuse_change()" for name, when in GUARDS.items()),
    # Also for a session that says of itself that it replicates.
    *(f"ALTER TABLE stored_events ENABLE ALWAYS TRIGGER {name}" for name in GUARDS),
)


def make_tables(connection: Connection) -> None:
    """Make the tables where there are none. Raises LogCorrupted for foreign ones, and NotDurable."""
    for setting in ("fsync", "full_page_writes"):
        if rows_of(connection, "SELECT current_setting(%s)", (setting,))[0][0] != "on":
            raise NotDurable(f"The PostgreSQL server runs with {setting} off.")
    if rows_of(connection, "SELECT current_setting('server_encoding')")[0][0] != "UTF8":
        raise LogCorrupted("The database is not encoded in UTF-8: make one with ENCODING 'UTF8'.")
    with connection.transaction():
        rows_of(connection, "SELECT 1 FROM pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
        if not _there(connection, "stored_events") and not _there(connection, "log_head"):
            for statement in _SCHEMA:
                connection.execute(statement.encode())
    check_tables(connection)
    _index_topics(connection)


def _index_topics(connection: Connection) -> None:
    """Make the indexes that a log of an earlier version lacks; whoever may not make them reads without."""
    from psycopg.errors import InsufficientPrivilege

    # Looked for first: to make what is there already takes the right to make it, and a lock that stops the writers.
    if all(_there(connection, name) for name in INDEXES.values()):
        return
    with suppress(InsufficientPrivilege), connection.transaction():
        rows_of(connection, "SELECT 1 FROM pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
        for statement in MAKE_INDEXES:
            connection.execute(statement.encode())


def check_tables(connection: Connection) -> None:
    """Raises LogCorrupted where the database holds no log of ours."""
    whole = _there(connection, "stored_events") and _there(connection, "log_head")
    if not whole or rows_of(connection, "SELECT format FROM log_head") != [(FORMAT,)]:
        raise LogCorrupted("The database holds no Anamnesis log.")


def missing_guards(connection: Connection) -> list[str]:
    """The triggers that are gone, switched off, or call something else than a refusal."""
    standing = rows_of(
        connection,
        "SELECT t.tgname::text FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid "
        "WHERE t.tgrelid = to_regclass('stored_events') AND t.tgenabled = 'A' AND t.tgqual IS NULL AND p.prosrc = %s",
        (_REFUSAL,),
    )
    return [name for name in GUARDS if (name,) not in standing]


def damaged_indexes(connection: Connection) -> list[str]:
    """The indexes of the log that PostgreSQL's own check finds damaged; none where `amcheck` is not installed."""
    if not rows_of(connection, "SELECT 1 FROM pg_extension WHERE extname = 'amcheck'"):
        return []
    indexes = rows_of(
        connection,
        "SELECT indexrelid::bigint, indexrelid::regclass::text FROM pg_index "
        "WHERE indrelid = to_regclass('stored_events')",
    )
    return [name for index, name in indexes if not _sound(connection, index)]


def _sound(connection: Connection, index: int) -> bool:
    from psycopg import errors

    try:
        rows_of(connection, "SELECT 1 FROM bt_index_check(%s::oid::regclass, true)", (index,))
    except (errors.IndexCorrupted, errors.DataCorrupted):
        return False
    return True


def _there(connection: Connection, table: str) -> bool:
    return rows_of(connection, "SELECT to_regclass(%s) IS NOT NULL", (table,)) == [(True,)]
