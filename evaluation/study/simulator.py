"""A deterministic patient: the truth, the bank and a seed give every word of a conversation, and its gold.

The schedule is the protocol's: intake, T1 to T6, one correction (sometimes corrected again), and by level or wish
pressure, questions that nobody can answer, filler turns, a pause before T6 and a red flag. Nothing is played freely.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from evaluation.study.bank import Bank, Template, Turn, render, shipped_bank
from evaluation.study.cards import card
from evaluation.study.corrections import SHAPES, Correction, again, needs_met, spoken_day, with_unit
from evaluation.study.gold import GOLD, Check, Situation
from evaluation.study.noise import noisy
from evaluation.study.patients import InvalidStudy, Patient
from evaluation.study.vocabulary import Language, vocabulary

Mode = Literal["cooperative", "minimal", "noisy"]
Intake = Literal["record", "dialogue"]
MODES: tuple[Mode, ...] = ("cooperative", "minimal", "noisy")
INTAKES: tuple[Intake, ...] = ("record", "dialogue")
FIRST_HOUR = 1
"""UTC; ten in the morning in Seoul, on the day after the card's."""
BETWEEN_TURNS = timedelta(minutes=2)
GAPS = (0, 2, 5, 9)
"""Days before the last turn, as in patients.md 2.1; only level L3 pauses."""


@dataclass(frozen=True, slots=True)
class Play:
    """How a conversation is played; so many ``fillers`` come before T5 and again before T6."""

    language: Language = "ko"
    mode: Mode = "cooperative"
    intake: Intake = "record"
    fillers: int = 0
    shape: str = "lab_latest"


@dataclass(frozen=True, slots=True)
class Said:
    """One turn: what the patient says, and what follows from the truth. ``before`` is the truth before the turn.

    ``wanted`` are ids of documents that a good answer needs, ``labelled`` the complexity that the question has.
    """

    turn_id: str
    template: Template
    at: datetime
    text: str
    question: str
    truth: Patient
    before: Patient
    checks: tuple[Check, ...]
    stale: frozenset[tuple[str, ...]] = frozenset()
    wanted: tuple[str, ...] = ()
    labelled: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A conversation of one patient; ``record`` is the card to import first, None for an intake by dialogue."""

    scenario_id: str
    patient: Patient
    play: Play
    record: Mapping[str, Any] | None
    turns: tuple[Said, ...]


def simulate(patient: Patient, play: Play, seed: int = 42, bank: Bank | None = None) -> Scenario:
    """The conversation of a patient. The same arguments give the same words. Raises InvalidStudy for unknown shapes."""
    if play.shape not in SHAPES:
        raise InvalidStudy(f"No correction has the shape {play.shape}; known are {', '.join(SHAPES)}.")
    story = _Story(patient, play, seed, bank or shipped_bank())
    turns = tuple(story.told())
    record = card(patient).model_dump(mode="json") if play.intake == "record" else None
    return Scenario(f"{patient.patient_id}-{play.language}", patient, play, record, turns)


def planned(patients: list[Patient], language: Language, fillers: int = 0) -> list[Play]:
    """Modes, intakes and correction shapes in turn, each met equally often; level L1 only corrects a value."""
    shapes = list(SHAPES)
    plays = []
    for index, patient in enumerate(patients):
        shape = "lab_latest" if patient.level == "L1" else shapes[index % len(shapes)]
        plays.append(Play(language, MODES[index % 3], INTAKES[index // 3 % 2], fillers, shape))
    return plays


class _Story:
    """One conversation while it is being told."""

    def __init__(self, patient: Patient, play: Play, seed: int, bank: Bank) -> None:
        if play.intake == "dialogue":
            # Whoever only talks has told no more than this.
            patient = patient.model_copy(update={"labs": patient.series[-2:]})
        self.first, self.truth, self.play, self.bank = patient, patient, play, bank
        self.chance = random.Random(f"story-{seed}-{patient.patient_id}-{play}")  # noqa: S311 - reproducible
        self.at = datetime(patient.as_of.year, patient.as_of.month, patient.as_of.day, FIRST_HOUR, tzinfo=UTC)
        self.at += timedelta(days=1)
        self.stale_value: float | None = None

    def told(self) -> Iterator[Said]:
        if self.play.intake == "dialogue":
            for name in ("person", "conditions", "medicines", "allergies", "trend"):
                yield self._say(f"T0.{name}")
        yield self._say(self._drawn("T1"))
        second = self._say(self._drawn("T2"))
        yield second
        compared = second.template.gold == "comparison"
        yield self._say("T3.trend" if compared else self.chance.choice(("T3.value", "T3.date")))
        yield self._say("T4.adjust")
        yield from self._fillers()
        yield from self._correction()
        if self.first.level != "L1":
            if self.stale_value is not None:
                yield self._say("PR.old_value")
            yield self._say(self._drawn("AB"))
        yield from self._fillers()
        if self.first.level == "L3":
            self.at += timedelta(days=self.chance.choice(GAPS))
        yield self._say(self.chance.choice(("T6.restate", "T6.restate", "T6.plan")))
        if self.first.level == "L3":
            yield self._say("RF.chest_pain")

    def _drawn(self, turn: Turn) -> str:
        return self.chance.choice([one.id for one in self.bank.of(turn)])

    def _fillers(self) -> Iterator[Said]:
        for number in range(self.play.fillers):
            yield replace(said := self._say(self._drawn("FI")), turn_id=f"{said.turn_id}.{self.at:%d%H%M}.{number}")

    def _correction(self) -> Iterator[Said]:
        template = self.bank.fitting(f"T5.{self.play.shape}", self._met())
        shape = template.id.partition(".")[2]
        correction = SHAPES[shape](self.truth, self.play.language, self.chance)
        yield self._corrected(template, correction)
        if template.then is not None:
            second = again(shape, self.first, self.truth, self.chance)
            yield self._corrected(self.bank.templates[template.then], second)
        if self.stale_value == self.truth.series[-1].value:
            self.stale_value = correction.after.series[-1].value

    def _corrected(self, template: Template, correction: Correction) -> Said:
        before, self.truth = self.truth, correction.after
        self.stale_value = correction.stale_value if self.stale_value is None else self.stale_value
        return self._say(template.id, correction, before)

    def _met(self) -> frozenset[str]:
        return needs_met(self.truth) | ({"stale_value"} if self.stale_value is not None else frozenset())

    def _say(self, template_id: str, correction: Correction | None = None, before: Patient | None = None) -> Said:
        before = before or self.truth
        template = self.bank.templates[template_id] if correction else self.bank.fitting(template_id, self._met())
        # A correction speaks of what was believed until now.
        values = {**self._values(before), **(correction.fields if correction else {})}
        wording = self.chance.choice(template.wordings(self.play.language))
        question = render(wording, values)
        text = noisy(wording, values, self.play.language, self.chance) if self.play.mode == "noisy" else question
        self.at += BETWEEN_TURNS
        return Said(
            turn_id=template.turn if template.turn != "T0" else template_id,
            template=template,
            at=self.at,
            text=self._blocks(text, template, values),
            question=question,
            truth=self.truth,
            before=before,
            checks=GOLD[template.gold](Situation(self.truth, before, self.stale_value)),
            stale=correction.stale if correction else frozenset(),
        )

    def _blocks(self, text: str, template: Template, values: Mapping[str, str]) -> str:
        """The message in its blocks: what is asked or answered, this turn's slots, what is unknown, a last word.

        Only a cooperative patient adds the last three; the slots are those that the protocol discloses at T4.
        """
        if self.play.mode != "cooperative":
            return text
        blocks, korean = [text], self.play.language == "ko"
        if template.turn == "T4":
            told = "저는 {age}세이고 최근 {test|은/는} {latest_unit}입니다."
            blocks.append(render(told if korean else "I am {age}, and my latest {test} is {latest_unit}.", values))
        if template.turn == "T1" and self.truth.allergies is None:
            blocks.append("알레르기는 모릅니다." if korean else "I don't know about allergies.")
        if template.turn == "T6":
            blocks.append("잘 부탁드려요." if korean else "Thank you.")
        return " ".join(blocks)

    def _values(self, truth: Patient) -> dict[str, str]:
        words, language = vocabulary(), self.play.language
        test, latest = words.tests[truth.focus], truth.series[-1]
        below = test.target.below is not None
        sex = {"ko": {"female": "여자", "male": "남자"}, "en": {"female": "woman", "male": "man"}}[language][
            truth.gender
        ]
        bound = with_unit(test.target.bound(truth.gender), test.unit)
        target = (f"{bound} {'미만' if below else '이상'}" if language == "ko"
                  else f"{'below' if below else 'at least'} {bound}")  # fmt: skip
        values = {
            "age": str(truth.age),
            "sex": sex,
            "test": test.name(language),
            "target": target,
            "latest_unit": with_unit(latest.value, test.unit),
            "latest_date": spoken_day(latest.day, language),
            "conditions": self._joined([words.conditions[name].name(language) for name in truth.diagnoses]),
            "medicines": self._joined(
                [
                    f"{words.medicines[one.medicine].name(language)} {one.dose} "
                    f"{words.frequencies[one.frequency].name(language)}"
                    for one in truth.medications
                ]
            ),
            "allergens": self._joined([words.allergens[name].name(language) for name in truth.allergies or ()]),
        }
        if len(truth.series) > 1:
            values["previous_unit"] = with_unit(truth.series[-2].value, test.unit)
            values["previous_date"] = spoken_day(truth.series[-2].day, language)
        if self.stale_value is not None:
            values["stale_unit"] = with_unit(self.stale_value, test.unit)
        return values

    def _joined(self, names: list[str]) -> str:
        if self.play.language == "ko" or len(names) < 2:
            return ", ".join(names)
        return ", ".join(names[:-1]) + " and " + names[-1]
