"""What one event after the other did to a patient's memory: the stream, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from domain.errors import PatientErased, PatientNotFound, TurnNotFound
from domain.events import PatientErased as Erasure
from domain.events import Recorded, Shredded
from domain.ledger import Fact
from projections.patient_view import PatientView

Kind = Literal["begun", "ended", "revived", "repeated", "disputed", "settled"]


@dataclass(frozen=True, slots=True)
class Change:
    """A fact as it stands after an event, and what the event did to it."""

    kind: Kind
    fact: Fact


@dataclass(frozen=True, slots=True)
class Step:
    """An event with what it changed; ``view`` is the memory after it, which the next step changes."""

    event: Recorded
    changes: tuple[Change, ...]
    view: PatientView


def stepped(patient_id: str, events: Iterable[Recorded]) -> Iterator[Step]:
    """Every event of a stream that begins with the first, folded one by one."""
    view = PatientView(patient_id)
    for event in events:
        before = dict(view.ledger.facts)
        view.apply(event)
        yield Step(event, tuple(_changes(before, view.ledger.facts)), view)


def told_stream(patient_id: str, events: Sequence[Recorded]) -> Sequence[Recorded]:
    """The stream, if there is something to tell of it. Raises PatientNotFound and PatientErased."""
    if not events:
        raise PatientNotFound(patient_id=patient_id)
    if any(isinstance(event.payload, Erasure | Shredded) for event in events):
        raise PatientErased(patient_id=patient_id)
    return events


def until_turn(events: Sequence[Recorded], turn_number: int) -> Sequence[Recorded]:
    """The stream up to the last event of a turn. Raises TurnNotFound."""
    ends = [index for index, event in enumerate(events, start=1) if event.payload.turn_number == turn_number]
    if not ends:
        raise TurnNotFound(f"There is no turn {turn_number}.", turn_number=turn_number)
    return events[: ends[-1]]


def _changes(before: Mapping[str, Fact], after: Mapping[str, Fact]) -> Iterator[Change]:
    for fact_id, fact in after.items():
        old = before.get(fact_id)
        if old is fact:
            continue
        if old is None:
            yield Change("begun", fact)
        elif old.current and not fact.current:
            yield Change("ended", fact)
        elif fact.current and not old.current:
            yield Change("revived", fact)
        elif fact.mentions > old.mentions:
            yield Change("repeated", fact)
        elif fact.disputed != old.disputed:
            yield Change("disputed" if fact.disputed else "settled", fact)
