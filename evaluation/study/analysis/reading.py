"""A played study as it lies in its folder: settings, and each experiment with its measured turns."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluation.study.experiments.definition import Sweep
from evaluation.study.judging.keeping import Key, judgements
from evaluation.study.metrics.rubric import WEIGHTS, total
from evaluation.study.metrics.turns import Measured, measured
from evaluation.study.patients import InvalidStudy
from evaluation.study.rows import Rubric, TurnRow, read_rows

ROWS, TIMES, DECLARED, SETTINGS = "turns.jsonl", "timings.jsonl", "experiment.json", "study.json"
MEASURED, JUDGED, PLAYED_AT = "ragas.jsonl", "judged.jsonl", "played_at.json"
PROTOCOL = ("T1", "T2", "T3", "T4", "T5", "T5b", "T6")
"""The scored turns of P6; intake, pressure, abstention, filler and red flag are shown by turn and not averaged in."""


class _Loose(BaseModel):
    # An experiment's file says more than a report needs.
    model_config = ConfigDict(frozen=True, extra="ignore")


class OwnMetric(_Loose):
    """A part that a stage switches off, and the metric that it has to move for the better."""

    part: str
    system: str
    metric: str
    better: Literal["high", "low"] = "high"


class Stage(_Loose):
    """Scenarios that some systems play; ``whole`` is the system that the others are held against, if any."""

    id: str
    systems: tuple[str, ...] = ()
    whole: str = ""
    own: tuple[OwnMetric, ...] = ()
    sweep: Sweep | None = None


class Declared(_Loose):
    """What an experiment says of itself, as far as a report needs it."""

    name: str
    title: str = ""
    question: str = ""
    metrics: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = Field(default=())


@dataclass(frozen=True)
class Experiment:
    """One experiment with its rows, which stand in the order of its file.

    ``played_at`` is how many conversations each version of the code played, as far as that was noted.
    """

    declared: Declared
    rows: Sequence[TurnRow]
    milliseconds: Mapping[str, Sequence[float]]
    judged: Mapping[Key, Mapping[str, float | None]]
    played_at: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The experiment's name."""
        return self.declared.name

    @cached_property
    def turns(self) -> Sequence[Measured]:
        """Every turn with its metrics, those of a model as judge among them where it was asked."""
        found = measured(self.rows)
        if not self.judged:
            return found
        return [Measured(one.row, {**one.values, **self.judged.get(_key(one.row), {})}) for one in found]

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """Systems that have rows: in the order declared, and others behind them."""
        wanted = [system for stage in self.declared.stages for system in stage.systems]
        return tuple(name for name in dict.fromkeys([*wanted, *(row.system for row in self.rows)]) if self._has(name))

    def _has(self, system: str) -> bool:
        return any(row.system == system for row in self.rows)

    def stages(self) -> list[Stage]:
        """Stages as declared; where none are, one for each stage that the rows name."""
        if self.declared.stages:
            return list(self.declared.stages)
        names = dict.fromkeys(str(row.factors.get("stage", "")) for row in self.rows)
        return [Stage(id=name, systems=self._systems_of(name)) for name in names]

    def _systems_of(self, stage: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.system for row in self.rows if str(row.factors.get("stage", "")) == stage))

    def turns_of(self, stage: Stage) -> list[Measured]:
        """The turns of a stage that count for its means: P6's scored turns, all turns of other experiments."""
        return [
            one for one in self.turns if str(one.row.factors.get("stage", "")) == stage.id and self._counts(one.row)
        ]

    def _counts(self, row: TurnRow) -> bool:
        return self.name != "p6" or row.turn_type in PROTOCOL


@dataclass(frozen=True)
class Study:
    """A study's folder, read."""

    folder: Path
    settings: Mapping[str, Any]
    experiments: Sequence[Experiment]

    @property
    def seed(self) -> int:
        """Fixes patients, wording and resampling."""
        seed = self.settings.get("seed", 42)
        return seed if isinstance(seed, int) else 42

    @property
    def played_at(self) -> Mapping[str, int]:
        """How many conversations each version of the code played; several versions make no one result."""
        found = Counter[str]()
        for one in self.experiments:
            found.update(one.played_at)
        return found

    def experiment(self, name: str) -> Experiment | None:
        """An experiment by name, if it was played."""
        return next((one for one in self.experiments if one.name == name), None)


def read_study(folder: Path) -> Study:
    """A study with every experiment that has rows. Raises InvalidStudy for nothing played, or a broken file."""
    experiments = [_experiment(file.parent) for file in sorted(folder.glob(f"*/{ROWS}"))]
    played = [one for one in experiments if one.rows]
    if not played:
        raise InvalidStudy(f"{folder} holds no played study: no folder in it has a {ROWS} with rows.")
    settings = _json(folder / SETTINGS) if (folder / SETTINGS).exists() else {}
    order = list(settings.get("experiments", ()))
    played.sort(key=lambda one: (order.index(one.name) if one.name in order else len(order), one.name))
    return Study(folder, settings, played)


def _experiment(folder: Path) -> Experiment:
    try:
        rows = list(read_rows(folder / ROWS))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InvalidStudy(f"{folder / ROWS} has a line that is no turn row: {type(error).__name__}.") from error
    declared = Declared(name=folder.name)
    if (folder / DECLARED).exists():
        try:
            declared = Declared.model_validate(_json(folder / DECLARED))
        except ValidationError as error:
            raise InvalidStudy(f"{folder / DECLARED} declares no experiment: {error.error_count()} errors.") from error
    played_at = _json(folder / PLAYED_AT) if (folder / PLAYED_AT).exists() else {}
    return Experiment(declared, rows, _milliseconds(folder / TIMES), _judged(folder), played_at)


def _key(row: TurnRow) -> Key:
    return row.system, row.scenario, row.repeat, row.turn


def _judged(folder: Path) -> dict[Key, dict[str, float | None]]:
    """What a model said of turns: RAGAS's metrics, and the rubric's total."""
    found: dict[Key, dict[str, float | None]] = {}
    for key, one in judgements(folder / MEASURED).items():
        found[key] = {f"model_{name}": one[name] for name in ("faithfulness", "answer_relevancy", "context_precision")}
    for key, one in judgements(folder / JUDGED).items():
        found.setdefault(key, {})["model_total"] = total(Rubric(**one["points"]), WEIGHTS)
    return found


def _milliseconds(file: Path) -> dict[str, list[float]]:
    """Times of turns by system; a turn that nobody timed is left out."""
    found = dict[str, list[float]]()
    if not file.exists():
        return found
    try:
        for line in file.read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            if data["milliseconds"] is not None:
                found.setdefault(str(data["system"]), []).append(float(data["milliseconds"]))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InvalidStudy(f"{file} has a line without system and milliseconds: {type(error).__name__}.") from error
    return found


def _json(file: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidStudy(f"{file} cannot be read: {type(error).__name__}.") from error
    if not isinstance(data, dict):
        raise InvalidStudy(f"{file} holds no JSON object.")
    return data
