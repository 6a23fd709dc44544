"""What can be asked of a patient's aggregate: imperative, each with the server's ``now`` as an argument."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import ClassVar, Literal

from domain.events import Citation, Payload, ReextractionProposed, SpokenReference
from domain.proposals import Doubt, Proposal
from domain.values import Content, Source, Value


class Command(Value):
    """Base of all commands: which patient, which request, who acts, and the server's clock.

    ``actor`` is ``role:name`` of somebody who was recognised, and a role alone where nobody was asked for a name.
    ``FINGERPRINT`` names the fields that the client sent; their hash tells a retry from a reused request id. Fields of
    ``FINGERPRINT_SINCE`` came later and count only where they were sent, so that older requests keep their hash.
    """

    FINGERPRINT: ClassVar[tuple[str, ...]] = ()
    FINGERPRINT_SINCE: ClassVar[tuple[str, ...]] = ()

    request_id: str
    patient_id: str
    now: datetime
    actor: str = "patient"

    def fingerprint(self) -> str:
        """SHA-256 of what the client sent, with the kind of command."""
        sent = {name: value for name, value in self.plain(absent=True).items() if name in self.FINGERPRINT}
        sent |= {name: value for name, value in self.plain().items() if name in self.FINGERPRINT_SINCE}
        # Not orjson: it refuses the lone surrogates of a text that is only checked later, when it is decided upon.
        canonical = json.dumps([type(self).__name__, sent], sort_keys=True)
        return hashlib.sha256(canonical.encode()).hexdigest()


def named(actor: str) -> bool:
    """Whether an actor is somebody who was recognised."""
    return ":" in actor


class RegisterPatient(Command):
    """Make a pseudonymous patient known."""

    FINGERPRINT = ("patient_id", "tenant", "locale", "time_zone")

    tenant: str
    locale: Literal["ko", "en"]
    time_zone: str


class ReceiveUtterance(Command):
    """Save what the patient said (save 1 of a turn). ``said_at`` defaults to the server's clock."""

    FINGERPRINT = ("conversation_id", "text", "sent_said_at", "profile", "sent_locale")
    FINGERPRINT_SINCE = ("agent_said",)

    conversation_id: str
    text: str
    language: Literal["ko", "en"]
    said_at: datetime | None = None
    sent_said_at: datetime | None = None
    sent_locale: str = ""
    profile: str = ""
    agent_said: str | None = None


class ObserveUtterance(ReceiveUtterance):
    """Save what the patient said to another agent: the same, but this service does not answer it."""


class RecordExtraction(Command):
    """Save what extraction read from a turn (save 2); applied once, however often it is sent.

    ``trace`` holds the model calls that it took.
    """

    turn_number: int
    proposals: tuple[Proposal, ...]
    extractors: dict[str, str]
    milliseconds: float = 0.0
    trace: tuple[Payload, ...] = ()


class CompleteTurn(Command):
    """Save the rest of a turn (save 3): the trace of how the answer came to be, and the answer last.

    ``trace`` ends with AnswerGiven, or with TurnFailed when there is none.
    """

    turn_number: int
    trace: tuple[Payload, ...]


class RecordAnswer(Command):
    """Save what another agent answered to an observed turn.

    ``fact_ids`` are the facts that the agent named; ``facts_used`` are these and those found in the text, ``spoke_of``
    what the text names in its order. ``trace`` holds the summaries that were due.
    """

    FINGERPRINT = ("turn_number", "text", "fact_ids", "citations", "model")

    turn_number: int
    text: str
    language: Literal["ko", "en"]
    model: str
    fact_ids: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    facts_used: tuple[str, ...] = ()
    spoke_of: tuple[SpokenReference, ...] = ()
    trace: tuple[Payload, ...] = ()


class ImportRecord(Command):
    """Take over a record's claims; silence in a record ends no fact."""

    FINGERPRINT = ("source", "source_hash")

    source: str
    source_hash: str
    proposals: tuple[Proposal, ...]
    as_of: str | None = None


class RecordSlots(Command):
    """Record facts directly, from an agent of the user's own."""

    FINGERPRINT = ("contents", "source", "expected_version")

    contents: tuple[Content, ...]
    doubts: tuple[Doubt | None, ...] = ()
    """What there is to ask about each content; empty where nothing is."""
    source: Source = Source.CLINICIAN
    expected_version: int | None = None


class CorrectSlot(Command):
    """Correct one current fact by its id; fields that the replacement leaves open are taken over from it."""

    FINGERPRINT = ("fact_id", "replacement", "reason", "expected_version")

    fact_id: str
    replacement: Content
    reason: str
    doubt: Doubt | None = None
    source: Source = Source.CLINICIAN
    expected_version: int | None = None


class RetractSlot(Command):
    """Withdraw one current fact by its id."""

    FINGERPRINT = ("fact_id", "reason", "expected_version")

    fact_id: str
    reason: str
    source: Source = Source.CLINICIAN
    expected_version: int | None = None


class ErasePatient(Command):
    """Forget a patient for good; ``key_fingerprint`` names the key that is destroyed once this is recorded."""

    FINGERPRINT = ("patient_id",)

    key_fingerprint: str


class ProposeReextraction(Command):
    """Put before someone what a newer extractor reads differently in old utterances; changes no fact."""

    FINGERPRINT = ("readings",)

    readings: tuple[ReextractionProposed, ...]
    expected_version: int | None = None


class DecideReextraction(Command):
    """Accept or reject one proposed reading, named by the id of its ReextractionProposed."""

    FINGERPRINT = ("proposed_event_id", "accept")

    proposed_event_id: str
    accept: bool
