"""What a model says that an utterance does to the record, before anybody has checked it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from domain.values import PATIENT, SlotKind

Do = Literal["state", "correct", "change", "stop", "retract", "revert", "not_stated"]
"""What is done: a new fact, what was never true put right, what is different now, what has ended, what is withdrawn,
a correction undone; and that something which a reader took for a fact is none."""

Because = Literal["goal", "question", "plan", "other_person", "hypothesis", "doubt"]
"""Why something is not stated as a fact of the patient's."""


@dataclass(frozen=True, slots=True)
class Told:
    """One operation as a model tells it; every string is empty where it says nothing.

    ``target`` is the label of a fact ("F3") or of a reading ("R1") that the model was shown. ``value``, ``dose``,
    ``frequency`` and ``date`` are the new ones; whatever of them does not stand in the utterance counts for nothing.
    ``standard_name`` is the medical name of what is told in lay words, which our lexicon must know.
    """

    do: Do
    quote: str
    target: str = ""
    slot: SlotKind | None = None
    name: str = ""
    standard_name: str = ""
    value: str = ""
    dose: str = ""
    frequency: str = ""
    date: str = ""
    status: str = ""
    reaction: str = ""
    negated: bool = False
    certain: bool = True
    whose: str = PATIENT
    because: Because | None = None
