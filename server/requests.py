"""What a client may send: every field is checked here, and what is wrong has a name before any work begins."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from google.protobuf.timestamp_pb2 import Timestamp

from agent.observing import ForeignAnswer
from agent.profiles import profile_named
from agent.turns import TurnRequest
from domain.clinical_dates import EARLIEST_YEAR, LATEST_YEAR, is_clinical_moment
from domain.errors import InvalidCommand, InvalidMoment, InvalidText
from domain.events import Citation
from domain.utterance import checked_answer, checked_text, checked_uuid
from domain.values import SlotKind
from protos.anamnesis.v1 import conversation_pb2, fact_pb2
from server.authentication.principal import DEFAULT_TENANT as DEFAULT_TENANT

MAX_LABEL = 128
"""Characters of a tenant or conversation id: room for two UUIDs with a prefix."""

MAX_GROUNDS = 200
"""Facts and documents that an answer may name: as many as one request may record (ours)."""
DEFAULT_MODEL = "agent"
"""Who answered, where nobody is named."""

DEFAULT_CONVERSATION = "default"

Language = Literal["ko", "en"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A checked as-of: which prefix of the log is known, and which moment of the patient's life is described."""

    position: int | None = None
    known_at: datetime | None = None
    valid_at: datetime | None = None


def moment(as_of: fact_pb2.AsOf) -> Moment:
    """The moment asked for. Raises InvalidMoment."""
    which = as_of.WhichOneof("moment")
    if which == "position" and as_of.position < 1:
        raise InvalidMoment("A position is at least 1.", position=as_of.position)
    return Moment(
        position=as_of.position if which == "position" else None,
        known_at=_time(as_of.known_at, "known_at") if which == "known_at" else None,
        valid_at=_time(as_of.valid_at, "valid_at") if as_of.HasField("valid_at") else None,
    )


def turn_request(message: conversation_pb2.ConverseRequest, default_profile: str) -> TurnRequest:
    """One turn, checked. Raises the named failures of its fields; what it raises never quotes the text."""
    profile = message.profile or default_profile
    profile_named(profile)
    return TurnRequest(
        request_id=checked_uuid("request_id", message.request_id),
        patient_id=checked_uuid("patient_id", message.patient_id),
        conversation_id=label("conversation_id", message.conversation_id or DEFAULT_CONVERSATION),
        text=checked_text(message.text),
        said_at=_time(message.said_at, "said_at") if message.HasField("said_at") else None,
        locale=language(message.locale) if message.locale else None,
        profile=profile,
        agent_said=_said_before(message.agent_said),
        drafts=message.drafts,
    )


def observation(message: conversation_pb2.ObserveRequest) -> TurnRequest:
    """One turn of another agent, checked alike."""
    return TurnRequest(
        request_id=checked_uuid("request_id", message.request_id),
        patient_id=checked_uuid("patient_id", message.patient_id),
        conversation_id=label("conversation_id", message.conversation_id or DEFAULT_CONVERSATION),
        text=checked_text(message.text),
        said_at=_time(message.said_at, "said_at") if message.HasField("said_at") else None,
        locale=language(message.locale) if message.locale else None,
        agent_said=_said_before(message.agent_said),
        observed=True,
    )


def foreign_answer(message: conversation_pb2.RecordAnswerRequest) -> ForeignAnswer:
    """What another agent answered, checked. Raises InvalidCommand and InvalidIdentifier."""
    if message.turn_number < 1:
        raise InvalidCommand("turn_number is not at least 1.", field="turn_number", got=message.turn_number)
    for field, given in (("fact_ids", message.fact_ids), ("documents", message.documents)):
        if len(given) > MAX_GROUNDS:
            raise InvalidCommand(f"{field} holds more than {MAX_GROUNDS}.", field=field, got=len(given))
    return ForeignAnswer(
        request_id=checked_uuid("request_id", message.request_id),
        patient_id=checked_uuid("patient_id", message.patient_id),
        turn_number=message.turn_number,
        text=checked_answer("text", message.text),
        model=label("model", message.model) or DEFAULT_MODEL,
        fact_ids=tuple(dict.fromkeys(checked_uuid("fact_ids", one) for one in message.fact_ids)),
        citations=tuple(_citation(place, one) for place, one in enumerate(message.documents)),
    )


def _citation(place: int, message: conversation_pb2.Citation) -> Citation:
    field = f"documents[{place}]"
    if not message.document_id.strip():
        raise InvalidCommand(f"{field}.document_id is empty.", field=f"{field}.document_id")
    return Citation(
        document_id=label(f"{field}.document_id", message.document_id),
        title=short_text(f"{field}.title", message.title),
        quote=short_text(f"{field}.quote", message.quote),
        source=short_text(f"{field}.source", message.source),
    )


def _said_before(value: str) -> str | None:
    return checked_answer("agent_said", value) if value else None


def language(value: str) -> Language:
    """One of the languages that are served. Raises InvalidCommand."""
    if value not in ("ko", "en"):
        raise InvalidCommand('locale is neither "ko" nor "en".', field="locale")
    return cast(Language, value)


def time_zone(value: str) -> str:
    """The name of an IANA time zone. Raises InvalidCommand."""
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidCommand("time_zone is not the name of an IANA time zone.", field="time_zone") from None
    return value


def within(moment: Moment, head: int) -> Moment:
    """``moment``, which lies in a log that ends at ``head``. Raises InvalidMoment for a position behind its end."""
    if moment.position is not None and moment.position > head:
        raise InvalidMoment(f"The log ends at position {head}.", position=moment.position)
    return moment


def label(field: str, value: str) -> str:
    """A short name chosen by the client. Raises InvalidCommand."""
    if len(value) > MAX_LABEL or not value.isprintable():
        raise InvalidCommand(f"{field} is not at most {MAX_LABEL} printable characters.", field=field)
    return value


def short_text(field: str, value: str) -> str:
    """Words about a document, possibly none, checked like an utterance. Raises InvalidCommand."""
    if not value:
        return value
    try:
        return checked_text(value)
    except InvalidText as error:
        raise InvalidCommand(f"{field}: {error}", field=field) from None


def query(value: str) -> str:
    """The words of a search, checked like an utterance. Raises InvalidText."""
    return checked_text(value)


def count(field: str, value: int, most: int) -> int:
    """A number of things asked for, 0 for the default. Raises InvalidCommand."""
    if not 0 <= value <= most:
        raise InvalidCommand(f"{field} is not between 0 and {most}.", field=field, got=value)
    return value


def slot(value: int) -> SlotKind | None:
    """The slot of a filter; None for every slot. Raises InvalidCommand for a number that is none."""
    if value == fact_pb2.SLOT_KIND_UNSPECIFIED:
        return None
    try:
        name = fact_pb2.SlotKind.Name(cast(fact_pb2.SlotKind, value))
    except ValueError:
        raise InvalidCommand("slot is not a slot kind.", field="slot") from None
    return SlotKind(name.removeprefix("SLOT_KIND_").lower())


def _time(value: Timestamp, field: str) -> datetime:
    try:
        moment = value.ToDatetime(tzinfo=UTC)
    except (ValueError, OverflowError):
        moment = None
    if moment is None or not is_clinical_moment(moment):
        raise InvalidMoment(
            f"{field} is not a moment of the years {EARLIEST_YEAR} to {LATEST_YEAR}.", field=field
        ) from None
    return moment
