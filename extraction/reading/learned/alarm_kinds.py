"""Which emergency words sound like, or which harmless thing that only looks like one.

How urgent words are, :mod:`extraction.reading.learned.urgency` hears. This names what they are about, so that an alarm
says what for, and so that two ears hear what one of them alone would not: a joke beside a stroke, a beetroot beside
blood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

from extraction.reading.learned.evidence import EvidenceReader
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.over_encoder import OverEncoder, unpacked
from extraction.reading.understanding import Likeness

EMERGENCIES: Final = (
    "adrenal", "anaphylaxis", "belly", "birth", "bleed", "breath", "burn", "cauda", "clot_leg", "clot_lung", "delirium",
    "drug_skin", "dry", "ectopic", "eye", "fetus", "fracture", "gut_bleed", "head", "heart", "heat", "infant",
    "ketoacidosis", "limb", "low_sugar", "meningitis", "monoxide", "poison", "potassium", "preeclampsia", "pressure",
    "psychosis", "retention", "rhythm", "seizure", "self_harm", "sepsis", "stroke", "throat", "torsion", "toxic",
    "venom", "violence", "wound",
)  # fmt: skip
"""What calls for care at once."""

LOOK_ALIKES: Final = (
    "bump", "cold", "cramp", "figure", "food_colour", "hay", "iron_stool", "red_eye", "story",
)  # fmt: skip
"""What only sounds like it: a stubbed toe, a cold, a cramp at night, a figure of speech, what colours stools or urine,
hay fever, the dark stools of iron, a painless red eye, a film or another time.
"""

SOON: Final = "soon"
"""What is for today or this week."""

ORDINARY: Final = "calm"
"""All other words that call for no care."""

LABELS: Final = tuple(sorted((*EMERGENCIES, *LOOK_ALIKES, SOON, ORDINARY)))
MODEL: Final = "alarm_kinds.npz"


@dataclass(frozen=True, slots=True)
class AlarmKinds:
    """The shipped classifier of what alarms are about."""

    classifier: OverEncoder

    def read(self, text: str, named: tuple[str, ...]) -> Likeness:
        """The likeliest emergency and the likeliest look-alike of ``text``, with how surely."""
        scores = dict(zip(self.classifier.labels, self.classifier.scores(text, named).tolist(), strict=True))
        harmless = _sum([scores[one] for one in (*LOOK_ALIKES, ORDINARY)])
        first, second = sorted(EMERGENCIES, key=scores.__getitem__, reverse=True)[:2]
        alike = max(LOOK_ALIKES, key=scores.__getitem__)
        soonest = max(scores[first], scores[SOON])
        return Likeness(
            first,
            sure=round(scores[first] - _sum([harmless, scores[SOON]]), 2),
            clear=round(scores[first] - scores[second], 2),
            pressing=round(soonest - harmless, 2),
            at_once=round(scores[first] - scores[SOON], 2),
            alike=alike,
            harmless=round(scores[alike] - soonest, 2),
        )


def _sum(scores: Sequence[float]) -> float:
    most = max(scores)
    return most + log(sum(exp(one - most) for one in scores))


def load_alarm_kinds(evidence: EvidenceReader) -> AlarmKinds:
    """The shipped model over the shipped encoder."""
    return AlarmKinds(unpacked(MODELS.joinpath(MODEL).read_bytes(), evidence))
