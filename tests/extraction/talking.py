"""A patient who talks: utterances read by rule, decided upon what was said before, as a turn does it."""

from __future__ import annotations

from datetime import datetime, timedelta

from domain.events import ExtractionCompleted, Payload, Recorded, RecordImported
from domain.ledger import Fact, Ledger
from domain.patient import decide, fold
from domain.values import Content
from extraction.rules.pipeline import Extractor
from tests.builders import NOW, PATIENT_ID, extraction, importing, registered, said
from tests.specs import history

ZONE = "Asia/Seoul"


class Talk:
    """One conversation; ``past`` is what was on record before it, a day passes where ``say`` is told so."""

    def __init__(self, extractor: Extractor, *past: Payload) -> None:
        self._extractor = extractor
        self._events: list[Payload] = [registered(ZONE), *past]
        self._now, self._turn = NOW, 0

    def say(self, text: str, *, days_later: int = 0) -> tuple[Payload, ...]:
        """The events that ``text`` became."""
        self._turn += 1
        self._now += timedelta(days=days_later, minutes=1)
        self._events.append(said(self._turn, text, at=self._now))
        reading = self._extractor.read(text, said_at=self._now, time_zone=ZONE, spoken_of=self._spoken_of())
        decided = decide(fold(PATIENT_ID, self._history()), extraction(self._turn, *reading.proposals, now=self._now))
        self._events += decided
        return tuple(payload for payload in decided if not isinstance(payload, ExtractionCompleted))

    def read(self, content: Content) -> tuple[Payload, ...]:
        """The events that a record with this one claim became."""
        self._now += timedelta(minutes=1)
        decided = decide(fold(PATIENT_ID, self._history()), importing(content, now=self._now))
        self._events += decided
        return tuple(payload for payload in decided if not isinstance(payload, RecordImported))

    @property
    def ledger(self) -> Ledger:
        """What is believed by now."""
        return fold(PATIENT_ID, self._history()).ledger

    @property
    def believed(self) -> list[Fact]:
        """The facts that are current and undisputed, in the order in which they were recorded."""
        return [fact for fact in self.ledger.current() if not fact.disputed]

    @property
    def today(self) -> datetime:
        """The clock of the last utterance."""
        return self._now

    def _history(self) -> tuple[Recorded, ...]:
        return history(*self._events)

    def _spoken_of(self) -> tuple[Content, ...]:
        told = sorted(self.ledger.current(), key=lambda fact: (fact.evidence[-1].turn_number or 0, fact.version))
        return tuple(fact.content for fact in reversed(told))
