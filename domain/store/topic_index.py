"""The topics that a start asks for, each with an index of its own: their few rows are found without a whole scan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from domain.events import ExtractionCompleted, PatientErased, UtteranceReceived

INDEXES: Final[Mapping[str, str]] = {
    PatientErased.topic(): "stored_events_erased",
    UtteranceReceived.topic(): "stored_events_received",
    ExtractionCompleted.topic(): "stored_events_extracted",
}
"""The index of each topic, over the patients of its rows. Other topics have none: every save would pay for it."""

MAKE_INDEXES: Final = tuple(
    f"CREATE INDEX IF NOT EXISTS {name} ON stored_events (originator_id) WHERE topic = '{topic}'"
    for topic, name in INDEXES.items()
)


def has_topic(topic: str, parameter: str) -> tuple[str, tuple[str, ...]]:
    """The condition that a row is of ``topic``, and the values to bind for ``parameter`` in it.

    An index of some rows is used only where the statement itself says that it asks for no others.
    """
    return (f"topic = '{topic}'", ()) if topic in INDEXES else (f"topic = {parameter}", (topic,))


def more_of(topic: str, than: str, parameter: str) -> tuple[str, tuple[str, ...]]:
    """The statement for the patients with more rows of ``topic`` than of ``than``, and the values to bind in it."""
    (of_one, one), (of_other, other) = has_topic(topic, parameter), has_topic(than, parameter)
    counted = "SELECT originator_id, count(*) AS rows_of FROM stored_events WHERE {} GROUP BY originator_id"
    statement = (
        f"SELECT begun.originator_id FROM ({counted.format(of_one)}) AS begun "  # noqa: S608
        f"LEFT JOIN ({counted.format(of_other)}) AS ended ON ended.originator_id = begun.originator_id "
        "WHERE begun.rows_of > coalesce(ended.rows_of, 0) ORDER BY begun.originator_id"
    )
    return statement, (*one, *other)
