"""How urgently the words of an utterance call for care, whatever rules make of them.

Two classifiers over what the encoder hears of them. One learnt how urgent sentences are: such as are, such as only
sound so, ordinary complaints that can wait, and the utterances of the readings. The other names what they are about
(:mod:`alarm_kinds`): what resembles no emergency is less urgent than it sounds, and what resembles one is more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from extraction.reading.learned.alarm_kinds import AlarmKinds, load_alarm_kinds
from extraction.reading.learned.evidence import EvidenceReader
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.over_encoder import OverEncoder, unpacked
from extraction.reading.understanding import Likeness

URGENT: Final = "urgent"
"""To be seen today at the latest."""

LABELS: Final = (URGENT,)
MODEL: Final = "urgency.npz"

_ALARM: Final = 1.0
"""The log-odds from which something is urgent that resembles an emergency as much as what is none.

Of the sentences of r1, r2, r4, r5 and the kinds, a third left out at a time, the two together hear 73 in 100 of what
cannot wait, 70 of what is for today, 2.4 of what only sounds so, and 8 in 1,000 utterances of the readings.
"""
_SCALE: Final = 2.0
"""Log-odds for one of the margins that alarms are held against."""
_RESEMBLES: Final = 0.5
"""What a log-odd of resembling an emergency weighs beside such a margin."""


@dataclass(frozen=True, slots=True)
class Urgency:
    """By what margin an utterance is urgent (above 0), and, if it is, cannot wait until a clinic opens."""

    urgent: float
    at_once: float
    likeness: Likeness | None = None
    """What it resembles, where that is heard."""


class UrgencyReader(Protocol):
    """Hears how urgent words are; deterministic."""

    def read(self, text: str, named: tuple[str, ...]) -> Urgency:
        """The urgency of ``text``, which names what :func:`over_encoder.what_is_named` gives; no text raises."""
        ...


@dataclass(frozen=True, slots=True)
class LearnedUrgency:
    """The shipped classifiers of urgency and of what it is about."""

    classifier: OverEncoder
    kinds: AlarmKinds

    def read(self, text: str, named: tuple[str, ...]) -> Urgency:
        """The margins of ``text``, and what it resembles."""
        [urgent] = self.classifier.scores(text, named).tolist()
        alike = self.kinds.read(text, named)
        margin = (urgent - _ALARM) / _SCALE + _RESEMBLES * alike.pressing
        return Urgency(round(margin, 3), alike.at_once, alike)


def load_urgency(evidence: EvidenceReader) -> LearnedUrgency:
    """The shipped models over the shipped encoder."""
    classifier = unpacked(MODELS.joinpath(MODEL).read_bytes(), evidence)
    return LearnedUrgency(classifier, load_alarm_kinds(evidence))
