"""What somebody who can write the files of a log might do to it."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.builders import an_id


@dataclass(frozen=True)
class Tampering:
    """One thing done to a log of fifteen events: the statements, and the positions that must be named."""

    what: str
    statements: tuple[tuple[str, tuple[object, ...]], ...]
    places: frozenset[int]


HEAD = 15
COLUMNS = "originator_id, originator_version, topic, event_id, recorded_at, state, chain"


@st.composite
def tamperings(draw: st.DrawFn) -> Tampering:
    place = draw(st.integers(1, HEAD))
    what = draw(st.sampled_from(["edit", "blur", "delete", "cut", "swap", "swap all", "move", "insert"]))
    row = (place,)
    match what:
        case "edit":
            column, value = draw(
                st.sampled_from(
                    [
                        ("recorded_at", "2024-01-01T00:00:00.000000+00:00"),
                        ("topic", "anamnesis.Patient.SlotRetracted.v1"),
                        ("event_id", an_id("forged")),
                        ("originator_version", 77),
                        ("originator_id", an_id("stranger")),
                        ("state", b'{"text":"forged"}'),
                        ("state", "forged"),
                        ("originator_version", "seven"),
                        ("chain", bytes(32)),
                        ("chain", None),
                    ]
                )
            )
            edit = f"UPDATE stored_events SET {column} = ? WHERE rowid = ?"
            return Tampering(f"{what} {column}", ((edit, (value, place)),), frozenset(row))
        case "blur":
            at = draw(st.integers(1, 40))
            blurred = "SUBSTR(state, 1, ?) || ? || SUBSTR(state, ? + 1)"
            blur = f"UPDATE stored_events SET state = CAST({blurred} AS BLOB) WHERE rowid = ?"
            return Tampering(what, ((blur, (at, "~", at, place)),), frozenset(row))
        case "delete":
            return Tampering(what, (("DELETE FROM stored_events WHERE rowid = ?", row),), frozenset(row))
        case "cut":
            return Tampering(what, (("DELETE FROM stored_events WHERE rowid >= ?", row),), frozenset(row))
        case "move":
            move = "UPDATE stored_events SET rowid = ? WHERE rowid = ?"
            return Tampering(what, ((move, (HEAD + 3, place)),), frozenset({place, HEAD + 3}))
        case "insert":
            copied = COLUMNS.replace("originator_version", "originator_version + 50")
            insert = f"INSERT INTO stored_events ({COLUMNS}) SELECT {copied} FROM stored_events WHERE rowid = ?"
            return Tampering(what, ((insert, row),), frozenset({HEAD + 1}))
    other = draw(st.integers(1, HEAD).filter(lambda one: one != place))
    columns = COLUMNS if what == "swap all" else COLUMNS.removesuffix(", chain")
    taken = f"INSERT INTO aside SELECT rowid, {columns} FROM stored_events WHERE rowid IN (?, ?)"
    names = columns.split(", ")
    freed = "UPDATE stored_events SET originator_version = originator_version + 1000 WHERE rowid IN (?, ?)"
    back = f"UPDATE stored_events SET ({columns}) = (SELECT {columns} FROM aside WHERE rowid_ = ?) WHERE rowid = ?"
    return Tampering(
        what,
        (
            (f"CREATE TEMP TABLE aside (rowid_, {', '.join(names)})", ()),
            (taken, (place, other)),
            (freed, (place, other)),
            (back, (place, other)),
            (back, (other, place)),
        ),
        frozenset({place, other}),
    )
