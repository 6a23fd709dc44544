"""The bank of questions drawn for virtual patients: by complexity in the thesis's shares, and in sets for reports."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from evaluation.study.families.questions import LABELS, labelled_questions
from evaluation.study.patients import InvalidStudy, generate
from evaluation.study.simulator import planned, simulate
from evaluation.study.vocabulary import Language

SHARES: Mapping[str, float] = MappingProxyType({"simple": 0.3, "moderate": 0.5, "complex": 0.2})
"""Of the bank of 200 (thesis 6)."""
COMPLEXITY: Mapping[str, str] = MappingProxyType(
    {"T1": "simple", "T2": "simple", "T3": "simple", "AB": "simple", "PR": "simple", "T4": "complex", "T6": "complex",
     "FI": "moderate"}
)  # fmt: skip
"""The complexity of a protocol turn by the thesis's definitions; corrections and intake are no questions."""
GENERAL = 3
"""General questions of each complexity that a patient brings beside those of the own conversation."""
SETS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "context use": frozenset({"T3", "T4", "T6"}),
        "correction": frozenset({"T5", "T5b", "T6"}),
        "under-specification": frozenset({"AB"}),
        "consistency": frozenset({"PR", "T6"}),
    }
)
"""Question sets for reports (thesis 7), by turn type."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of one patient; ``sets`` are the report's sets that it belongs to."""

    id: str
    patient: str
    complexity: str
    template: str
    text: str
    sets: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The question as JSON values."""
        return asdict(self)


def sets_of(turn_type: str) -> tuple[str, ...]:
    """The report's sets of a turn type."""
    return tuple(name for name, turns in SETS.items() if turn_type in turns)


def drawn_questions(count: int, patients: int, seed: int, language: Language) -> list[Question]:
    """Questions in the shares of ``SHARES``, no text twice for one patient, in random order.

    General questions and those of each patient's own conversation are drawn alike. Raises InvalidStudy where the
    patients are too few for so many different questions.
    """
    chance = random.Random(f"questions-{count}-{patients}-{seed}-{language}")  # noqa: S311 - reproducible
    pools = _pools(patients, seed, language)
    chosen = list[tuple[str, str, str, str, tuple[str, ...]]]()
    for label, wanted in _counts(count).items():
        if wanted > len(pools[label]):
            raise InvalidStudy(f"{patients} patients have {len(pools[label])} {label} questions, not {wanted}.")
        chosen += chance.sample(pools[label], wanted)
    chance.shuffle(chosen)
    return [
        Question(f"Q{number:04d}", patient, label, template, text, sets)
        for number, (patient, label, template, text, sets) in enumerate(chosen, start=1)
    ]


def _counts(count: int) -> dict[str, int]:
    counts = {label: int(share * count) for label, share in SHARES.items()}
    for label in sorted(counts, key=lambda label: counts[label] - SHARES[label] * count)[
        : count - sum(counts.values())
    ]:
        counts[label] += 1
    return counts


def _pools(count: int, seed: int, language: Language) -> dict[str, list[tuple[str, str, str, str, tuple[str, ...]]]]:
    pools: dict[str, dict[tuple[str, str], tuple[str, str, str, str, tuple[str, ...]]]] = {one: {} for one in LABELS}
    patients = generate(count, seed)
    for index, (patient, play) in enumerate(zip(patients, planned(patients, language), strict=True)):
        for said in simulate(patient, play, seed).turns:
            label = COMPLEXITY.get(said.template.turn)
            if label is not None:
                row = (patient.patient_id, label, said.template.id, said.question, sets_of(said.template.turn))
                pools[label][patient.patient_id, said.question] = row
        for label, texts in labelled_questions().items():
            for number in (at % len(texts[language]) for at in range(GENERAL * index, GENERAL * (index + 1))):
                text = texts[language][number]
                row = (patient.patient_id, label, f"EQ.{label}_{number:02d}", text, ())
                pools[label][patient.patient_id, text] = row
    return {label: list(of.values()) for label, of in pools.items()}
