"""Where a kept view and a rebuilt one differ, fact by fact: by keys and names of fields, values only beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from projections.base import fingerprint

MOST_FIELDS = 50
"""Fields of a patient's view that are named; a view that differs in more is wrong as a whole."""

MOST_DETAILED = 100
"""Patients of a view whose fields are named; where more differ, they differ alike."""

IDENTITIES = ("fact_id", "representative", "turn_number", "summary_id")
"""Fields by which the entries of a list are told apart."""

MISSING = "(missing)"
"""Stands for a side that does not have a field."""


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field of a stored view: where it stands, such as "<fact id>/content/dose", and both sides as JSON."""

    path: str
    kept: str = field(repr=False)
    rebuilt: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Difference:
    """A patient whose kept view is not what the log says; an empty fingerprint stands for no view at all."""

    patient_id: str
    kept_fingerprint: str
    rebuilt_fingerprint: str
    fields: tuple[FieldDifference, ...] = field(default=(), compare=False)
    """The first fields that differ, at most :data:`MOST_FIELDS`."""


def difference(
    patient_id: str, kept: Mapping[str, bytes], rebuilt: Mapping[str, bytes], *, earlier: int = 0
) -> Difference | None:
    """How the rows of a patient differ, None where they are the same; without fields after many ``earlier`` ones."""
    if kept == rebuilt:
        return None
    most = MOST_FIELDS if earlier < MOST_DETAILED else 0
    return Difference(
        patient_id,
        fingerprint(kept) if kept else "",
        fingerprint(rebuilt) if rebuilt else "",
        tuple(one for one, _ in zip(_in_rows(kept, rebuilt), range(most), strict=False)),
    )


def _in_rows(kept: Mapping[str, bytes], rebuilt: Mapping[str, bytes]) -> Iterator[FieldDifference]:
    for key in sorted(kept.keys() | rebuilt.keys()):
        if kept.get(key) != rebuilt.get(key):
            yield from _in_values(key, _parsed(kept.get(key)), _parsed(rebuilt.get(key)))


def _parsed(row: bytes | None) -> Any:
    if row is None:
        return MISSING
    try:
        return orjson.loads(row)
    except orjson.JSONDecodeError:
        return "(not JSON)"


def _in_values(path: str, kept: Any, rebuilt: Any) -> Iterator[FieldDifference]:
    if kept == rebuilt:
        return
    left, right = _members(kept), _members(rebuilt)
    if left is None or right is None:
        yield FieldDifference(path or "(view)", orjson.dumps(kept).decode(), orjson.dumps(rebuilt).decode())
        return
    found = False
    for key in dict.fromkeys((*left, *right)):
        for one in _in_values(f"{path}/{key}" if path else key, left.get(key, MISSING), right.get(key, MISSING)):
            found = True
            yield one
    if not found:
        yield FieldDifference(f"{path or '(view)'} (order)", "", "")


def _members(value: Any) -> dict[str, Any] | None:
    """The members of an object or of a list whose entries have identities; None for anything else."""
    if isinstance(value, dict):
        return value
    if isinstance(value, list) and all(isinstance(one, dict) for one in value):
        named = {_identity(one, place): one for place, one in enumerate(value)}
        return named if len(named) == len(value) else None
    return None


def _identity(entry: dict[str, Any], place: int) -> str:
    return next((str(entry[name]) for name in IDENTITIES if name in entry), str(place))
