"""P6 itself: modes, intakes and shapes of correction in turn, each met equally often."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.study.experiments.definition import Options
from evaluation.study.patients import InvalidStudy, Patient
from evaluation.study.simulator import Scenario, planned, simulate
from evaluation.study.vocabulary import Language


def scenarios(patients: Sequence[Patient], language: Language, seed: int, options: Options) -> list[Scenario]:
    """One conversation a patient; option ``fillers``: other turns before the correction and again before T6."""
    fillers = options.get("fillers", 0)
    if not isinstance(fillers, int) or not 0 <= fillers <= 100:
        raise InvalidStudy(f"{fillers} filler turns: from 0 to 100 can be played.")
    plays = planned(list(patients), language, fillers)
    return [simulate(patient, how, seed) for patient, how in zip(patients, plays, strict=True)]
