"""Conversations of questions that are planted, repeated or labelled, one kind a family."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from evaluation.study.experiments.definition import Options
from evaluation.study.families.lines import Line, conversation
from evaluation.study.families.planted import hidden, opposed, planted
from evaluation.study.patients import InvalidStudy, Patient
from evaluation.study.simulator import BETWEEN_TURNS, Scenario
from evaluation.study.vocabulary import Language

LABELS = ("simple", "moderate", "complex")
"""Complexity of a question (thesis 2)."""
MORNING = timedelta(days=1)


def number(options: Options, name: str, default: int, least: int = 1, most: int = 1_000) -> int:
    """A whole number of the options. Raises InvalidStudy for one that is none, or out of bounds."""
    value = options.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidStudy(f"The option {name} is a whole number from {least} to {most}, not {value}.")
    return value


def second_search(patients: Sequence[Patient], language: Language, seed: int, options: Options) -> list[Scenario]:
    """Questions whose document no first search finds; option ``questions``: how many a conversation has."""
    lines = [Line(f"EQ.hidden_{one.id}", one.question, wanted=(one.document,)) for one in hidden(language)]
    return _drawn("hidden", lines, number(options, "questions", 3, most=len(lines)), patients, language, seed)


def contradictions(patients: Sequence[Patient], language: Language, seed: int, options: Options) -> list[Scenario]:
    """Questions on which two documents disagree; option ``questions``: how many a conversation has."""
    lines = [Line(f"EQ.opposed_{one.id}", one.question, wanted=one.documents) for one in opposed(language)]
    return _drawn("opposed", lines, number(options, "questions", 3, most=len(lines)), patients, language, seed)


def paraphrases(patients: Sequence[Patient], language: Language, seed: int, options: Options) -> list[Scenario]:
    """Questions in lay words, each with the passage that answers it; option ``questions``."""
    lines = [
        Line(f"EQ.lay_{one['wanted']}", one[language], wanted=(f"{language}-{one['wanted']}",))
        for one in planted()["paraphrases"]
    ]
    return _drawn("lay", lines, number(options, "questions", 3, most=len(lines)), patients, language, seed)


@cache
def labelled_questions() -> Mapping[str, Mapping[Language, Sequence[str]]]:
    """Questions by complexity and language."""
    text = files("evaluation.study.families").joinpath("labelled.yaml").read_text(encoding="utf-8")
    data: Any = yaml.safe_load(text)
    return dict(data)


def labelled(patients: Sequence[Patient], language: Language, seed: int, options: Options) -> list[Scenario]:
    """Questions of known complexity, as many of each; option ``questions``: how many of each a conversation has."""
    each = number(options, "questions", 2, most=15)
    found = []
    for index, patient in enumerate(patients):
        lines = []
        for label in LABELS:
            all_of = labelled_questions()[label][language]
            chosen = [(index * each + at) % len(all_of) for at in range(each)]
            lines += [Line(f"EQ.{label}_{at:02d}", all_of[at], labelled=label) for at in chosen]
        _chance("labelled", patient, seed).shuffle(lines)
        found.append(conversation("labelled", patient, language, lines))
    return found


def repeats(patients: Sequence[Patient], language: Language, seed: int, options: Options) -> list[Scenario]:
    """``turns`` questions of which a third were asked before in the same meaning; what is asked again says so by id."""
    turns = number(options, "turns", 12, least=3, most=24)
    data = planted()["repeats"]
    found = []
    for patient in patients:
        chance = _chance("repeats", patient, seed)
        pairs = chance.sample(range(len(data[language])), turns // 3)
        others = chance.sample(range(len(data["once"][language])), min(len(data["once"][language]), turns // 3))
        first = [Line(f"EQ.first_{at}", data[language][at][0]) for at in pairs]
        first += [Line(f"EQ.once_{at}", data["once"][language][at]) for at in others]
        chance.shuffle(first)
        again = [Line(f"EQ.again_{at}", data[language][at][1]) for at in pairs]
        chance.shuffle(again)
        found.append(conversation("repeats", patient, language, [*first, *again]))
    return found


def complaints(patients: Sequence[Patient], language: Language, seed: int, options: Options) -> list[Scenario]:
    """A long conversation of ``turns``: one complaint told three times, others once, and at the end what was told.

    ``a_day`` lines are said on one day: over days, what was told first loses weight however often it was told. With
    ``a_line`` 2 a line tells of another complaint besides. Of a patient's diseases and medicines the first is left, for
    what is pinned leaves other facts no room in a prompt.
    """
    turns, a_day = number(options, "turns", 20, least=8, most=120), number(options, "a_day", 10)
    double = number(options, "a_line", 1, most=2) == 2
    data = planted()["complaints"][language]
    found = []
    for patient in patients:
        lean = patient.model_copy(update={"diagnoses": patient.diagnoses[:1], "medications": patient.medications[:1]})
        chance = _chance("complaints", patient, seed)
        once = [data["once"][at % len(data["once"])] for at in range(turns - 5)]
        head = [*data["again"]]
        if double:
            once = [f"{text} {data['more'][at % len(data['more'])]}" for at, text in enumerate(once)]
        chance.shuffle(once)
        lines = [Line(f"ES.again_{at}", text, turn="ES") for at, text in enumerate(head)]
        lines += [Line(f"ES.once_{at}", text, turn="ES") for at, text in enumerate(once)]
        lines += [Line(f"EQ.asked_{at}", text) for at, text in enumerate(data["asked"])]
        found.append(conversation("complaints", lean, language, _over_days(lines, a_day)))
    return found


def asked_under_faults(patients: Sequence[Patient], language: Language, seed: int, options: Options) -> list[Scenario]:
    """``turns`` general questions one after another, for a model that fails."""
    turns = number(options, "turns", 125)
    texts = [text for label in LABELS[1:] for text in labelled_questions()[label][language]]
    found = []
    for patient in patients:
        chance = _chance("faults", patient, seed)
        lines = [Line(f"EQ.asked_{at:03d}", chance.choice(texts)) for at in range(turns)]
        found.append(conversation("faults", patient, language, _over_days(lines)))
    return found


def _over_days(lines: Sequence[Line], a_day: int = 10) -> list[Line]:
    """So many lines a day."""
    gaps = [MORNING if index and index % a_day == 0 else BETWEEN_TURNS for index in range(len(lines))]
    return [
        Line(one.id, one.text, one.turn, one.wanted, one.labelled, one.checks, gap)
        for one, gap in zip(lines, gaps, strict=True)
    ]


def _drawn(
    name: str, lines: Sequence[Line], count: int, patients: Sequence[Patient], language: Language, seed: int
) -> list[Scenario]:
    """``count`` of the lines a patient, all of them met equally often over the patients."""
    found = []
    for index, patient in enumerate(patients):
        chosen = [lines[(index * count + at) % len(lines)] for at in range(count)]
        _chance(name, patient, seed).shuffle(chosen)
        found.append(conversation(name, patient, language, chosen))
    return found


def _chance(name: str, patient: Patient, seed: int) -> random.Random:
    return random.Random(f"{name}-{seed}-{patient.patient_id}")  # noqa: S311 - reproducible


Maker = Callable[[Sequence[Patient], Language, int, Options], list[Scenario]]

QUESTIONS: Mapping[str, Maker] = {
    "second_search": second_search,
    "contradictions": contradictions,
    "paraphrases": paraphrases,
    "labelled": labelled,
    "repeats": repeats,
    "complaints": complaints,
    "asked_under_faults": asked_under_faults,
}
