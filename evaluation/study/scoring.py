"""From checks to the rubric's points; and which documents are about a patient's case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from evaluation.study.gold import Check, Rubric
from evaluation.study.patients import Patient
from evaluation.study.vocabulary import vocabulary

RUBRICS: tuple[Rubric, ...] = get_args(Rubric)


def verdicts(checks: Sequence[Check], answer: str, cited: int) -> dict[str, bool]:
    """Which checks an answer passes, by name; a turn without an answer passes none."""
    return {check.name: bool(answer) and check.passes(answer, cited) for check in checks}


def points(checks: Sequence[Check], passed: Mapping[str, bool]) -> dict[str, int | None]:
    """Points by rubric: 2 when all its checks pass, 1 when at least half do, else 0; None where it has no check.

    The thesis leaves "one major error" open; shares of checks are decidable.
    """
    scores = dict[str, int | None]()
    for rubric in RUBRICS:
        results = [passed[check.name] for check in checks if check.rubric == rubric]
        share = sum(results) / len(results) if results else None
        scores[rubric] = None if share is None else 2 if share == 1 else 1 if share >= 0.5 else 0
    return scores


def relevant(document: tuple[str, str], truth: Patient) -> bool:
    """Whether a document (id, title and topic) is about a disease, the focus test or a medicine of the patient."""
    words = vocabulary()
    terms = [words.conditions[name] for name in truth.diagnoses] + [words.tests[truth.focus]]
    names = [name for term in terms for name in term.names]
    names += [name for taken in truth.medications for name in words.medicines[taken.medicine].names]
    text = document[1].casefold()
    return any(name.casefold() in text for name in names)
