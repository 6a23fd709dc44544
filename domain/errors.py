"""Failures have names.

AnamnesisError
 |-- InvalidCommand            the request itself is wrong
 |   |-- InvalidText           empty, over-long or control characters
 |   |-- InvalidIdentifier     not a UUID
 |   |-- InvalidRecord         a record that cannot be read
 |   |   `-- RecordTooLarge    more of it than is read at once
 |   |-- InvalidMoment         an as-of that is not a moment of this log
 |   |-- InvalidQuery          SQL that does not only read, or cannot be run
 |   `-- UnknownProjection     a name no view has
 |-- PatientNotFound
 |-- PatientErased
 |-- AlreadyRegistered
 |-- RequestIdReused           same id, other payload
 |-- FactNotFound
 |-- TurnNotFound
 |-- TurnNotObserved           an answer of another agent to a turn that this service answers
 |-- TurnAnswered              a second answer to a turn
 |-- ReadingNotFound           a proposed re-extraction that is decided, replaced or was never made
 |-- TurnInProgress            a turn was sent while another of the same stream runs
 |-- BudgetExceeded            pinned facts do not fit
 |-- ConflictingUpdate         another writer was faster, repeatedly or against expected_version
 |-- NotServed                 an RPC that this version does not serve
 |-- TooManyRequests           a limit on work in flight
 |-- StoreUnavailable          the log cannot be written or read just now
 |   |-- StoreLocked
 |   |-- StoreReadOnly
 |   |-- StoreFull             the disk has no room
 |   |-- LogReplaced           the open log is not the file that its path names any more
 |   |-- KeyringUnavailable    the master key or the keyring is missing, wrong or damaged
 |   |-- LogNotSealed          the log is from before encryption
 |   `-- LogSealed             the log is encrypted and no keyring was given
 `-- LogCorrupted              a stored event that cannot be read
     |-- UnknownTopic
     |-- EventNotFolded        an event that is whole, and that a fold of this version fails on
     |-- PatientKeyMissing     one patient's key is gone, and no erasure says why
     `-- LogTruncated          the log ends before its head anchor

Every class carries the gRPC status and the ErrorInfo reason that a client sees; messages never hold patient text.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Self


class AnamnesisError(Exception):
    """Base of all named failures. ``details`` are identifiers and numbers safe to show, never patient text."""

    status: ClassVar[str] = "INTERNAL"
    reason: ClassVar[str] = "INTERNAL"
    advice: ClassVar[str] = "Try again; if it persists, run `anamnesis doctor`."
    retry_seconds: ClassVar[float | None] = None
    """After how many seconds the same request may succeed as it is; None where repeating it does not help."""

    def __init__(self, message: str = "", **details: str | int | float) -> None:
        super().__init__(message or self.__class__.__doc__ or self.reason)
        self.details: Mapping[str, str] = MappingProxyType({key: str(value) for key, value in details.items()})

    def again(self) -> Self:
        """The same failure for another caller: one exception that many raise would gather the traces of all."""
        return type(self)(str(self), **self.details)


class InvalidCommand(AnamnesisError):
    """The request is not valid."""

    status = "INVALID_ARGUMENT"
    reason = "INVALID_REQUEST"
    advice = "Correct the named field and send the request again."


class InvalidText(InvalidCommand):
    """The text is empty, too long, or holds control characters."""

    reason = "INVALID_TEXT"
    advice = "Send 1 to 4,000 characters of plain text."


class InvalidIdentifier(InvalidCommand):
    """An identifier is not a UUID."""

    reason = "INVALID_IDENTIFIER"
    advice = "Send a UUID such as 0b9d1a2c-3d4e-4f50-8a61-728394a5b6c7."


class InvalidRecord(InvalidCommand):
    """The record cannot be read."""

    reason = "INVALID_RECORD"
    advice = "Check the record against the documented schema; nothing of it was stored."


class RecordTooLarge(InvalidRecord):
    """The record holds more than is read at once."""

    reason = "RECORD_TOO_LARGE"
    advice = "Send it in parts, each under a request id of its own: what an earlier part said is not recorded twice."


class InvalidMoment(InvalidCommand):
    """The as-of moment is not valid."""

    reason = "INVALID_MOMENT"
    advice = "Use a position of at least 1, or a time with its zone."


class InvalidQuery(InvalidCommand):
    """The query cannot be run on the event log."""

    reason = "INVALID_QUERY"
    advice = "Send one SELECT, WITH, DESCRIBE or SHOW; SHOW TABLES lists what there is."


class UnknownProjection(InvalidCommand):
    """No projection has this name."""

    reason = "UNKNOWN_PROJECTION"
    advice = "List the names with ListProjections."


class PatientNotFound(AnamnesisError):
    """No such patient."""

    status = "NOT_FOUND"
    reason = "PATIENT_NOT_FOUND"
    advice = "Register the patient first with RegisterPatient."


class PatientErased(AnamnesisError):
    """The patient's data was erased."""

    status = "FAILED_PRECONDITION"
    reason = "PATIENT_ERASED"
    advice = "Nothing can be read or written for an erased patient."


class AlreadyRegistered(AnamnesisError):
    """The patient is registered already."""

    status = "ALREADY_EXISTS"
    reason = "ALREADY_REGISTERED"
    advice = "Go on with the registered patient."


class RequestIdReused(AnamnesisError):
    """The request id was used before for another request."""

    status = "ALREADY_EXISTS"
    reason = "REQUEST_ID_REUSED"
    advice = "Use a new UUID for every new request; repeat an id only to retry the same one."


class FactNotFound(AnamnesisError):
    """No such fact is current."""

    status = "NOT_FOUND"
    reason = "FACT_NOT_FOUND"
    advice = "Read the profile and name a current fact."


class TurnNotFound(AnamnesisError):
    """No such turn."""

    status = "NOT_FOUND"
    reason = "TURN_NOT_FOUND"
    advice = "List the patient's events to see the turns."


class TurnNotObserved(AnamnesisError):
    """This service answers the turn itself."""

    status = "FAILED_PRECONDITION"
    reason = "TURN_NOT_OBSERVED"
    advice = "Record answers to turns of Observe only; Converse answers and records its own."


class TurnAnswered(AnamnesisError):
    """The turn has its answer already."""

    status = "ALREADY_EXISTS"
    reason = "TURN_ANSWERED"
    advice = "An answer that was given is never replaced; repeat its request id to read what was recorded."


class ReadingNotFound(AnamnesisError):
    """No such reading awaits a decision."""

    status = "NOT_FOUND"
    reason = "READING_NOT_FOUND"
    advice = "List what is proposed with `anamnesis reextract --dry-run`; a newer reading replaces an older one."


class TurnInProgress(AnamnesisError):
    """A turn of this stream is still running."""

    status = "FAILED_PRECONDITION"
    reason = "TURN_IN_PROGRESS"
    advice = "Wait for turn_completed or turn_failed before sending the next turn."


class BudgetExceeded(AnamnesisError):
    """The facts that must not be dropped do not fit into the token budget."""

    status = "FAILED_PRECONDITION"
    reason = "BUDGET_EXCEEDED"
    advice = "Ask with at least the named number of tokens."


class ConflictingUpdate(AnamnesisError):
    """The patient was changed meanwhile."""

    status = "ABORTED"
    reason = "CONFLICTING_UPDATE"
    advice = "Read the patient again and retry."


class NotServed(AnamnesisError):
    """This version does not serve the call yet."""

    status = "UNIMPLEMENTED"
    reason = "NOT_SERVED"
    advice = "See the CHANGELOG for what this version serves."


class TooManyRequests(AnamnesisError):
    """Too much work is in flight."""

    status = "RESOURCE_EXHAUSTED"
    reason = "TOO_MANY_REQUESTS"
    advice = "Wait a moment and retry."
    retry_seconds = 1.0


class StoreUnavailable(AnamnesisError):
    """The log cannot be reached just now."""

    status = "UNAVAILABLE"
    reason = "STORE_UNAVAILABLE"
    retry_seconds: ClassVar[float | None] = 1.0
    advice = "Check the disk and the data directory, then retry with the same request id."


class StoreLocked(StoreUnavailable):
    """Another process holds the log."""

    reason = "STORE_LOCKED"
    advice = "Stop the other process on this data directory, then retry with the same request id."


class StoreReadOnly(StoreUnavailable):
    """The log is read-only."""

    reason = "STORE_READ_ONLY"
    retry_seconds = None
    advice = "Give the service write permission on the data directory, then retry with the same request id."


class StoreFull(StoreUnavailable):
    """The disk of the data directory is full."""

    status = "RESOURCE_EXHAUSTED"
    reason = "STORE_FULL"
    advice = "Make room on the disk of the data directory, then retry with the same request id."


class LogReplaced(StoreUnavailable):
    """The files of the log were removed or replaced while the service had them open; nothing is written to them."""

    reason = "LOG_REPLACED"
    retry_seconds = None
    advice = "Restart the service, run `anamnesis verify`, and let nothing touch the data directory while it runs."


class KeyringUnavailable(StoreUnavailable):
    """The keys of the log cannot be used."""

    status = "FAILED_PRECONDITION"
    reason = "KEYRING_UNAVAILABLE"
    retry_seconds = None
    advice = "Name the right file with ANAMNESIS_MASTER_KEY_FILE, and put back keys.db; without them nothing opens."


class LogNotSealed(StoreUnavailable):
    """The log is from before encryption."""

    status = "FAILED_PRECONDITION"
    reason = "LOG_NOT_SEALED"
    retry_seconds = None
    advice = "Copy it to a new directory with `anamnesis convert OLD --into NEW`, and serve that."


class LogSealed(StoreUnavailable):
    """The log is encrypted, and no keyring was given."""

    status = "FAILED_PRECONDITION"
    reason = "LOG_SEALED"
    retry_seconds = None
    advice = "Open it with its keyring."


class LogCorrupted(AnamnesisError):
    """A stored event cannot be read."""

    status = "DATA_LOSS"
    reason = "LOG_CORRUPTED"
    advice = "Restore the log from a backup; `anamnesis verify` names every event that was changed."


class UnknownTopic(LogCorrupted):
    """The log holds an event of a kind that this version does not know."""

    reason = "UNKNOWN_TOPIC"
    advice = "Run a version of the service that knows this event."


class EventNotFolded(LogCorrupted):
    """An event of this patient cannot be folded; the log itself is whole."""

    reason = "EVENT_NOT_FOLDED"
    advice = "Run `anamnesis doctor`, which names the event, and report it; other patients are not concerned."


class PatientKeyMissing(LogCorrupted):
    """The patient's key is not there."""

    reason = "PATIENT_KEY_MISSING"
    advice = "Put back keys.db from a backup, or erase the patient; the others are not concerned."


class LogTruncated(LogCorrupted):
    """The log ends before the head that was noted at its last save."""

    reason = "LOG_TRUNCATED"
    advice = "Run `anamnesis verify`; restore a backup, or accept the loss with `anamnesis verify --accept-head`."


def all_errors() -> tuple[type[AnamnesisError], ...]:
    """Every named failure, the base included: the error table that the wire and the documents are checked against."""
    found: list[type[AnamnesisError]] = [AnamnesisError]
    for cls in found:
        found.extend(cls.__subclasses__())
    return tuple(found)
