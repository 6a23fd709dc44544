"""From checks to the rubric's points, and from a turn's answer to its metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import get_args

from evaluation.study.corrections import spoken_day
from evaluation.study.gold import Check, Rubric, cues
from evaluation.study.metrics import answers, retrieval
from evaluation.study.patients import Patient
from evaluation.study.vocabulary import vocabulary

RUBRICS: tuple[Rubric, ...] = get_args(Rubric)
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {"accuracy": 0.35, "context": 0.25, "reasoning": 0.25, "hallucination": 0.15}
)
WEIGHTS_WITH_EVIDENCE: Mapping[str, float] = MappingProxyType(
    {"accuracy": 0.30, "context": 0.20, "reasoning": 0.20, "hallucination": 0.10, "evidence": 0.20}
)
"""The thesis's two sets (7). Totals of different sets don't compare."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """One retrieval of a turn: its documents' ids with title and topic, best first."""

    documents: tuple[tuple[str, str], ...]


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


def total(scores: Mapping[str, int | None], weights: Mapping[str, float]) -> float | None:
    """The weighted mean of the rubrics that a turn has, 0 to 2; weights are scaled to those."""
    present = [(score, weights[name]) for name, score in scores.items() if score is not None and name in weights]
    weight = sum(one for _, one in present)
    return sum(score * one for score, one in present) / weight if weight else None


def relevant(document: tuple[str, str], truth: Patient) -> bool:
    """Whether a document (id, title and topic) is about a disease, the focus test or a medicine of the patient."""
    words = vocabulary()
    terms = [words.conditions[name] for name in truth.diagnoses] + [words.tests[truth.focus]]
    names = [name for term in terms for name in term.names]
    names += [name for taken in truth.medications for name in words.medicines[taken.medicine].names]
    text = document[1].casefold()
    return any(name.casefold() in text for name in names)


def fact_texts(truth: Patient) -> list[str]:
    """The facts of a truth as a record would print them, in both languages: what faithful answers may rest on."""
    words = vocabulary()
    found = [f"나이 {truth.age}세, age {truth.age} years", "환자 기록 patient record on file"]
    for name in truth.diagnoses:
        found.append(f"진단 질환 diagnosis condition: {' '.join(words.conditions[name].names)}")
    for taken in truth.medications:
        frequency = words.frequencies[taken.frequency]
        names = " ".join(words.medicines[taken.medicine].names)
        found.append(f"복용 약 medicine taken: {names} {taken.dose} {frequency.ko} {frequency.en}")
    for name in truth.allergies or ():
        found.append(f"알레르기 allergy: {' '.join(words.allergens[name].names)}")
    for lab in truth.labs:
        test = words.tests[lab.test]
        days = f"{spoken_day(lab.day, 'ko')} {spoken_day(lab.day, 'en')} {lab.day.isoformat()}"
        found.append(
            f"최근 이전 검사 수치 latest previous test value: {' '.join(test.names)} {lab.value:g} {test.unit} {days}"
        )
    return found


def answer_metrics(
    checks: Sequence[Check], passed: Mapping[str, bool], question: str, answer: str, sources: Sequence[str]
) -> dict[str, float | None]:
    """Faithfulness, relevancy and slot score of one answer."""
    slots = {check.name: passed[check.name] for check in checks if not check.forbidden and check.rubric != "evidence"}
    wrong = sum(not passed[check.name] for check in checks if check.forbidden)
    declines = not answer or (not any(slots.values()) and any(cue in answer.casefold() for cue in cues("unknown")))
    return {
        "faithfulness": answers.faithfulness(answer, sources) if answer else None,
        "answer_relevancy": answers.answer_relevancy(question, answer, declines=declines),
        "sfs": answers.slot_factual_score(slots, wrong),
    }


def retrieval_metrics(
    retrievals: Sequence[Retrieved], before: AbstractSet[str] | None, cited: AbstractSet[str], truth: Patient
) -> dict[str, float | None]:
    """Metrics of a turn's retrievals; ``before`` are the documents of the retrieval before this turn, if any."""
    if not retrievals:
        return {"context_precision": None, "cus": None, "urr": None, "targeted_retrieval_rate": None}
    documents = [{document for document, _ in one.documents} for one in retrievals]
    relevance = [[relevant(document, truth) for document in one.documents] for one in retrievals]
    chain = ([before] if before is not None else []) + documents
    unique = [retrieval.unique_retrieval(first, second) for first, second in pairwise(chain)]
    measured = [one for one in unique if one is not None]
    return {
        "context_precision": retrieval.context_precision(relevance[-1]),
        "cus": retrieval.context_utilisation(documents[-1], cited),
        "urr": sum(measured) / len(measured) if measured else None,
        "targeted_retrieval_rate": retrieval.targeted_retrieval_rate(relevance),
    }
