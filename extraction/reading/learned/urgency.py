"""How urgently the words of an utterance call for care, whatever rules make of them.

A classifier over what the encoder hears of them. It learnt on sentences that are urgent or only sound so, on ordinary
complaints that can wait, and on the utterances of the readings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from extraction.reading.learned.evidence import EvidenceReader
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.over_encoder import OverEncoder, unpacked

URGENT: Final = "urgent"
"""To be seen today at the latest."""

AT_ONCE: Final = "at_once"
"""Not to wait for a clinic, of what is urgent."""

LABELS: Final = (URGENT, AT_ONCE)
MODEL: Final = "urgency.npz"

_ALARM: Final = 1.6
"""The log-odds from which something is urgent.

Of ordinary complaints of an author that was left out a fold at a time (r4, 516) 5 in 100 lie above it, of its urgent
ones 66 (of those that cannot wait 73, of the others 55).
"""
_SCALE: Final = 2.0
"""Log-odds for one of the margins that alarms are held against."""


@dataclass(frozen=True, slots=True)
class Urgency:
    """By what margin an utterance is urgent (above 0), and, if it is, cannot wait until a clinic opens."""

    urgent: float
    at_once: float


class UrgencyReader(Protocol):
    """Hears how urgent words are; deterministic."""

    def read(self, text: str, named: tuple[str, ...]) -> Urgency:
        """The urgency of ``text``, which names what :func:`over_encoder.what_is_named` gives; no text raises."""
        ...


@dataclass(frozen=True, slots=True)
class LearnedUrgency:
    """The shipped classifier of urgency."""

    classifier: OverEncoder

    def read(self, text: str, named: tuple[str, ...]) -> Urgency:
        """The margins of ``text``."""
        urgent, at_once = self.classifier.scores(text, named).tolist()
        return Urgency(round((urgent - _ALARM) / _SCALE, 3), round(at_once, 3))


def load_urgency(evidence: EvidenceReader) -> LearnedUrgency:
    """The shipped model over the shipped encoder."""
    return LearnedUrgency(unpacked(MODELS.joinpath(MODEL).read_bytes(), evidence))
