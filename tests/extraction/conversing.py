"""A patient who talks to the shipped reader: each utterance is read upon what the conversation has said before it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from agent.nodes.extract import goals_set, lately_corrected, lately_spoken_of, of_last_turn
from agent.whose_record import said_before
from domain.events import Payload
from domain.ledger import Fact
from domain.patient import decide, fold
from projections.patient_view import PatientView
from tests.builders import PATIENT_ID, extraction, registered, said
from tests.shipped import reader
from tests.specs import history

ZONE: Final = "Asia/Seoul"
SPOKEN_AT: Final = datetime(2026, 6, 15, 1, tzinfo=UTC)


def after(*texts: str, apart: timedelta = timedelta(minutes=2)) -> list[Fact]:
    """The live facts after these utterances of one conversation, so far apart, the first said on 2026-06-15."""
    events: list[Payload] = [registered(ZONE)]
    for turn, text in enumerate(texts, 1):
        now = SPOKEN_AT + turn * apart
        events.append(said(turn, text, at=now))
        view = PatientView.fold(PATIENT_ID, history(*events))
        reading = reader().read(
            text, said_at=now, time_zone=ZONE, language="ko" if any("가" <= one <= "힣" for one in text) else "en",
            spoken_of=lately_spoken_of(view), of_last_turn=of_last_turn(view), corrected=lately_corrected(view),
            goals=goals_set(view), said_before=said_before(view, turn),
        )  # fmt: skip
        events += decide(fold(PATIENT_ID, history(*events)), extraction(turn, *reading.proposals, now=now))
    return list(fold(PATIENT_ID, history(*events)).ledger.current())
