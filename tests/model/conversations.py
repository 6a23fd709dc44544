"""Two conversations with corrections, and what must be in force after them whoever stands behind the service."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from clients.client import AnamnesisClient
from protos.anamnesis.v1 import conversation_pb2, fact_pb2

BEGAN = datetime.fromisoformat("2026-03-10T10:00:00+09:00")

SAID: dict[str, tuple[str, ...]] = {
    "ko": (
        "저는 고혈압이 있고 암로디핀 5mg을 하루 한 번 먹어요.",
        "어제 당화혈색소가 8.2%였어요.",
        "아, 당화혈색소는 8.2가 아니라 7.2%였어요.",
        "아목시실린을 먹고 두드러기가 났어요.",
        "암로디핀은 지난주에 끊었어요.",
        "제 당화혈색소가 얼마였죠?",
        "고혈압이면 무엇을 먹는 게 좋은가요?",
    ),
    "en": (
        "I have atrial fibrillation and take apixaban 5 mg twice a day.",
        "My potassium was 5.6 mmol/L yesterday.",
        "Sorry, the potassium was 4.6, not 5.6.",
        "I got hives from penicillin.",
        "I stopped apixaban last week.",
        "What was my potassium?",
        "What should I eat with high blood pressure?",
    ),
}
IN_FORCE = {
    "ko": {"Hypertension", "HbA1c 7.2", "Amoxicillin", "Amlodipine 5mg QD stopped"},
    "en": {"Atrial fibrillation", "Potassium 4.6", "Penicillin", "Apixaban 5mg BID stopped"},
}
"""What the patient said and holds to, by name, value, dose, frequency and status."""
CORRECTED = {"ko": "8.2", "en": "5.6"}
ASKED_BACK = {"ko": (6, "7.2"), "en": (6, "4.6")}
"""The turn that asks for what was corrected, and what it must be told."""


@dataclass
class Played:
    """A conversation as it came over the wire, and what the log holds of it."""

    language: str
    turns: list[list[conversation_pb2.ConverseResponse]]
    facts: set[str]
    events: list[tuple[str, dict[str, object]]] = field(default_factory=list)

    def texts(self, turn: int, kind: str) -> list[str]:
        """The texts of one kind of message of a turn, counted from 1."""
        return [getattr(one, kind).text for one in self.turns[turn - 1] if one.WhichOneof("payload") == kind]

    def answer(self, turn: int) -> str:
        return self.texts(turn, "answer")[0]

    def payloads(self, name: str) -> list[dict[str, object]]:
        """What the events of one name hold."""
        return [payload for topic, payload in self.events if f".{name}." in topic]


def play(client: AnamnesisClient, language: str, said: Sequence[str]) -> Played:
    """Tell a new patient's service all of it, with drafts."""
    patient = client.register_patient(locale=language, time_zone="Asia/Seoul")
    turns = [
        list(client.converse(patient, text, said_at=BEGAN + timedelta(minutes=place), drafts=True))
        for place, text in enumerate(said)
    ]
    facts = {told(fact) for fact in client.profile(patient).facts}
    events = [(one.topic, json.loads(one.payload_json)) for one in client.events(patient)]
    return Played(language, turns, facts, events)


def told(fact: fact_pb2.Fact) -> str:
    """A fact in a line: name, whose, value, dose, frequency, denial and status."""
    number = f"{fact.number:g}" if fact.WhichOneof("value") == "number" else fact.text
    words = [fact.name, "" if fact.subject == "patient" else fact.subject, number, fact.dose, fact.frequency]
    words += ["" if fact.polarity == "affirmed" else fact.polarity]
    words += ["" if fact.status in ("active", "") else fact.status]
    return " ".join(word for word in words if word)
