"""What makes a study this study, and the tasks that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from evaluation.study.experiments.definition import Stage, names, read_experiment
from evaluation.study.families.registry import family
from evaluation.study.patients import InvalidStudy, Patient, generate
from evaluation.study.simulator import Scenario
from evaluation.study.synthea import read_folder
from evaluation.study.systems.opening import NEEDS_EXTRA
from evaluation.study.vocabulary import LANGUAGES, Language

ALL = "all"
"""Stands for every shipped experiment that needs no extra."""


def experiments_of(wanted: Sequence[str]) -> tuple[str, ...]:
    """The experiments that are named, each once and in that order, with ALL spelt out."""
    found = list[str]()
    for name in wanted:
        found += _without_extras() if name == ALL else (name,)
    return tuple(dict.fromkeys(found))


def _without_extras() -> list[str]:
    """P6 and the ablation first, which a report's reader looks for first."""
    plain = [
        name for name in names()
        if not any(NEEDS_EXTRA & set(stage.systems) for stage in read_experiment(name).stages)
    ]  # fmt: skip
    return sorted(plain, key=lambda name: (name != "p6", name != "ablation", name))


@dataclass(frozen=True, slots=True)
class Settings:
    """Two runs with equal settings and code have equal results.

    ``systems`` narrows the systems of every stage, () is all that the experiment declares. ``scenarios`` is how many
    conversations a stage plays at most, where it would play more; 0 leaves that to the stage. ``model`` True has the
    service of the model-free stages use the language model that the environment configures; ``voiced`` has that model
    say the patients' lines in its own words. ``synthea`` is a folder of
    FHIR bundles whose patients are taken in place of generated ones, at most ``patients`` of them.
    """

    experiments: tuple[str, ...] = ("p6",)
    patients: int = 80
    seed: int = 42
    language: Language = "ko"
    systems: tuple[str, ...] = ()
    fillers: int = 0
    model: bool = False
    synthea: str = ""
    voiced: bool = False
    scenarios: int = 0

    def checked(self) -> Settings:
        """These settings. Raises InvalidStudy for some that make no study."""
        if self.language not in LANGUAGES:
            raise InvalidStudy(f"Conversations are in {' and '.join(LANGUAGES)}, not in {self.language}.")
        if not self.experiments or len(set(self.experiments)) < len(self.experiments):
            raise InvalidStudy("Name at least one experiment, and each once.")
        for experiment in self.experiments:
            if not any(self.systems_of(stage) for stage in read_experiment(experiment).stages):
                raise InvalidStudy(f"No stage of {experiment} plays {', '.join(self.systems)}.")
        return self

    def systems_of(self, stage: Stage) -> tuple[str, ...]:
        """The systems of a stage that are played."""
        return tuple(one for one in stage.systems if not self.systems or one in self.systems)


@dataclass(frozen=True, slots=True)
class Need:
    """What a task's service must have; tasks of equal needs share one."""

    corpus: str
    model: str
    budget: int


@dataclass(frozen=True, slots=True)
class Task:
    """One conversation under one system: the piece of a study that is played whole or not at all.

    ``source`` is the experiment as the settings name it: by its name, or by its file.
    """

    source: str
    experiment: str
    stage: str
    system: str
    scenario: int
    repeat: int
    key: str
    need: Need


def scenarios_of(settings: Settings, stage: Stage) -> list[Scenario]:
    """The conversations of a stage, the same in every process."""
    return list(_scenarios(settings, stage.model_dump_json(), stage.family))


@lru_cache(maxsize=8)
def _scenarios(settings: Settings, stage_json: str, name: str) -> tuple[Scenario, ...]:
    stage = Stage.model_validate_json(stage_json)
    everybody = patients_of(settings)
    most = min(stage.at_most, settings.scenarios or stage.at_most)
    patients = everybody[: min(most, max(1, round(len(everybody) * stage.share)))]
    options = dict(stage.options)
    if settings.fillers and name == "p6":
        options["fillers"] = settings.fillers
    return tuple(family(name)(patients, settings.language, settings.seed, options))


def patients_of(settings: Settings) -> Sequence[Patient]:
    """The patients of a study. Raises InvalidStudy."""
    if settings.synthea:
        return _read(settings.synthea, settings.seed)[: settings.patients]
    return generate(settings.patients, settings.seed)


@lru_cache(maxsize=1)
def _read(folder: str, seed: int) -> Sequence[Patient]:
    return tuple(read_folder(Path(folder), seed).patients)


def tasks_of(settings: Settings, source: str) -> list[Task]:
    """All tasks of one of the settings' experiments: by stage, then system, scenario and repeat."""
    experiment, found = read_experiment(source), []
    for stage in experiment.stages:
        model = stage.model or ("configured" if settings.model else "")
        for system in settings.systems_of(stage):
            for index, scenario in enumerate(scenarios_of(settings, stage)):
                for repeat in range(1, stage.repeats + 1):
                    key = f"{stage.id}.{system}.{scenario.scenario_id}.{repeat}"
                    need = Need(stage.corpus, model, stage.budget)
                    found.append(Task(source, experiment.name, stage.id, system, index, repeat, key, need))
    return found
