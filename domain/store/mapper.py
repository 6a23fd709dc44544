"""Payloads to rows and back: the stored state is the payload's JSON alone, under a stable topic with a version."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

import msgspec
from cryptography.exceptions import InvalidTag
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent

from domain.errors import InvalidCommand, LogCorrupted, LogSealed, PatientKeyMissing, UnknownTopic
from domain.events import EVENTS, PatientErased, Payload, Recorded
from domain.store.keyring import ERASABLE, LASTING, NONCE_BYTES, Keyring

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the JSON of one schema version of an event into that of the next."""

UPCASTS: Mapping[tuple[str, int], Upcast] = {}
"""By event name and version: how to read what older versions of the service wrote. CHANGELOG.md, "Event schema"."""

_BY_TOPIC: dict[str, Callable[[bytes], Payload]] = {
    event.topic(): msgspec.json.Decoder(event).decode for event in EVENTS
}
_BY_NAME: dict[str, type[Payload]] = {event.__name__: event for event in EVENTS}
_TOPIC = re.compile(r"anamnesis\.Patient\.([A-Za-z]+)\.v(\d+)")
_PLACE = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_ENCODER = msgspec.json.Encoder()


class LogRow(NamedTuple):
    """A row of the log: ``id`` is its global position, 0 as long as it has none.

    It has the library's names, and is a tuple because a replay makes millions of them.
    """

    id: int
    originator_id: str
    originator_version: int
    topic: str
    event_id: str
    recorded_at: str
    state: bytes


def encode(payload: Payload) -> bytes:
    """The payload's JSON; what is None is left out."""
    return _ENCODER.encode(payload)


def decode(topic: str, state: bytes, upcasts: Mapping[tuple[str, int], Upcast] = UPCASTS) -> Payload:
    """The payload that a row holds, upcast when an older version wrote it.

    Raises UnknownTopic for an event that this version does not know, and LogCorrupted for a state it cannot read;
    neither message quotes the state.
    """
    read = _BY_TOPIC.get(topic)
    try:
        return read(state) if read is not None else _upcast(topic, state, upcasts)
    except msgspec.ValidationError as error:
        # Of the message only the place: the rest may quote what stands there.
        place = _PLACE.search(str(error))
        field = place["path"] if place else "a field is missing or unknown"
        raise LogCorrupted(f"An event of topic {topic} cannot be read: {field}.", topic=topic) from None
    except ValueError:
        raise LogCorrupted(f"An event of topic {topic} is not JSON.", topic=topic) from None


def as_stored(payload: Payload) -> Payload:
    """The payload as the log will give it back, so that what is folded now and what is replayed are the same.

    Raises InvalidCommand for one that the log could not give back, before anything is saved.
    """
    topic = payload.topic()
    try:
        return decode(topic, encode(payload))
    except LogCorrupted as error:
        raise InvalidCommand(f"The request leads to an event that could not be read again. {error}") from None
    except (UnicodeEncodeError, TypeError):
        raise InvalidCommand(f"The request leads to an event of topic {topic} that cannot be stored.") from None


def _upcast(topic: str, state: bytes, upcasts: Mapping[tuple[str, int], Upcast]) -> Payload:
    match = _TOPIC.fullmatch(topic)
    event = _BY_NAME.get(match[1]) if match else None
    if match is None or event is None or int(match[2]) > event.SCHEMA:
        raise UnknownTopic(f"The log holds an event of unknown topic {topic!r}.", topic=topic)
    data: dict[str, Any] = msgspec.json.decode(state)
    for version in range(int(match[2]), event.SCHEMA):
        step = upcasts.get((match[1], version))
        if step is None:
            raise UnknownTopic(f"No reader for version {version} of {match[1]}.", topic=topic)
        data = step(data)
    return event.of(data)


class PayloadMapper(Mapper[str]):
    """The library's mapper seam over :func:`encode` and :func:`decode`, for a log in the clear; no class names."""

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """The row of a recorded event."""
        assert isinstance(domain_event, Recorded)
        return cast(StoredEvent, rows_of([domain_event])[0])

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """The recorded event of a row."""
        assert isinstance(stored_event, LogRow)
        return recorded_from(stored_event)


def rows_of(events: Sequence[Recorded], keyring: Keyring | None = None) -> list[LogRow]:
    """The rows that store events of one save; with a keyring, payloads are encrypted. Raises PatientKeyMissing."""
    # Random numbers once for all: each call into the system lets other threads in, who do not hurry back.
    nonces = os.urandom(NONCE_BYTES * len(events)) if keyring is not None else b""
    moment, recorded_at = None, ""
    rows = []
    for number, event in enumerate(events):
        topic, state = event.payload.topic(), encode(event.payload)
        if keyring is not None:
            nonce = nonces[NONCE_BYTES * number : NONCE_BYTES * (number + 1)]
            lasting = isinstance(event.payload, PatientErased)
            state = keyring.encrypt(event.patient_id, event.version, topic, state, lasting=lasting, nonce=nonce)
        if event.recorded_at is not moment:
            moment, recorded_at = event.recorded_at, event.recorded_at.isoformat(timespec="microseconds")
        rows.append(LogRow(0, event.patient_id, event.version, topic, event.event_id, recorded_at, state))
    return rows


def opened(row: LogRow, keyring: Keyring | None) -> bytes:
    """The payload's JSON that a row holds.

    Raises LogSealed without a keyring, PatientKeyMissing, and LogCorrupted for a state that was changed or moved.
    """
    if keyring is None:
        if row.state[:1] in (ERASABLE, LASTING):
            raise LogSealed
        return row.state
    patient_id = row.originator_id
    try:
        return keyring.decrypt(patient_id, row.originator_version, row.topic, row.state)
    except InvalidTag:
        raise LogCorrupted(
            "An event was changed, or stands where it was not written.",
            patient_id=patient_id,
            version=row.originator_version,
        ) from None


def recorded_from(row: LogRow, keyring: Keyring | None = None) -> Recorded:
    """The recorded event that a row of our recorder holds; raises as :func:`opened` and :func:`decode` do."""
    return placed(row, decode(row.topic, opened(row, keyring)))


def replayed(
    rows: Iterable[LogRow], keyring: Keyring | None, with_care: Callable[[LogRow], Recorded | None]
) -> Iterator[tuple[LogRow, Recorded | None]]:
    """Rows with their events; one that is damaged, of an older schema or without its key is left to ``with_care``."""
    # A replay reads millions of rows, and all but a few are whole and of today's topics: those take the short way,
    # by names that stand near.
    decrypt = keyring.decrypt if keyring is not None else None
    read, make, text, at, told = _BY_TOPIC, Recorded, str, datetime.min, ""
    event: Recorded | None
    for row in rows:
        position, patient_id, version, topic, event_id, recorded_at, state = row
        try:
            if recorded_at != told:
                at, told = datetime.fromisoformat(recorded_at), recorded_at
            payload = read[topic](decrypt(patient_id, version, topic, state) if decrypt else state)
            event = make(patient_id, version, event_id, at, payload, position)
        except (KeyError, ValueError, TypeError, InvalidTag, PatientKeyMissing):
            event = with_care(row)
        # SQLite hands out whatever type a column has come to have.
        yield row, event if event_id.__class__ is text else with_care(row)


def placed(row: LogRow, payload: Payload) -> Recorded:
    """``payload`` at the place of ``row``; raises LogCorrupted for a damaged time."""
    try:
        recorded_at = datetime.fromisoformat(row.recorded_at)
    except ValueError:
        raise LogCorrupted(f"The time of the event at position {row.id} cannot be read.", position=row.id) from None
    return Recorded(
        patient_id=row.originator_id,
        version=row.originator_version,
        event_id=row.event_id,
        recorded_at=recorded_at,
        payload=payload,
        position=row.id,
    )
