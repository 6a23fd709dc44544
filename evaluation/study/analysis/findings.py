"""All that a report says of a study, computed once: comparisons, effects, relations, stops and claims."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.study.analysis.claims import Finding, check_claims
from evaluation.study.analysis.comparison import Comparison, compare
from evaluation.study.analysis.own import OwnEffect, own_effects
from evaluation.study.analysis.reading import Experiment, Stage, Study
from evaluation.study.analysis.relations import Relation, relate
from evaluation.study.analysis.stopping import Stopping, stopping
from evaluation.study.analysis.sweeping import Replay, sweep

RELATED = (("uncertainty", "quality"), ("uncertainty", "passed"), ("quality", "faithfulness"),
           ("total", "faithfulness"), ("quality", "passed"), ("faithfulness", "model_faithfulness"),
           ("quality", "model_faithfulness"), ("model_total", "model_faithfulness"),
           ("total", "model_total"))  # fmt: skip
"""Pairs of metrics that are correlated wherever turns have both: the thesis's own, and judges against each other."""


@dataclass(frozen=True, slots=True)
class StageFindings:
    """What was found in one stage."""

    stage: Stage
    comparison: Comparison
    relations: Sequence[Relation]
    stops: Sequence[Stopping]
    replay: Replay | None
    failures: Mapping[tuple[str, str], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class ExperimentFindings:
    """What was found in one experiment."""

    experiment: Experiment
    stages: Sequence[StageFindings]
    own: Sequence[OwnEffect]


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found in a study."""

    study: Study
    experiments: Sequence[ExperimentFindings]
    claims: Sequence[Finding]

    def own(self) -> list[OwnEffect]:
        """Every part's effect on its own metric."""
        return [effect for one in self.experiments for effect in one.own]


def find(study: Study) -> Findings:
    """Everything that follows from a study's rows."""
    found = [_experiment(one, study.seed) for one in study.experiments]
    return Findings(study, found, check_claims(study))


def _experiment(experiment: Experiment, seed: int) -> ExperimentFindings:
    stages = [_stage(experiment, stage, seed) for stage in experiment.stages() if experiment.turns_of(stage)]
    return ExperimentFindings(experiment, stages, own_effects(experiment, seed))


def _stage(experiment: Experiment, stage: Stage, seed: int) -> StageFindings:
    turns = experiment.turns_of(stage)
    related = (relate(turns, first, second, seed) for first, second in RELATED)
    return StageFindings(
        stage=stage,
        comparison=compare(experiment, stage, seed),
        relations=[one for one in related if one is not None and one.correlation.r is not None],
        stops=stopping([one.row for one in turns], seed),
        replay=sweep([one.row for one in turns], stage.whole, stage.sweep, seed) if stage.sweep else None,
        failures=_failures(experiment, stage),
    )


def _failures(experiment: Experiment, stage: Stage) -> dict[tuple[str, str], dict[str, int]]:
    """By template and check, how many turns of each system failed it; most often first."""
    counts: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for one in experiment.turns:
        row = one.row
        if str(row.factors.get("stage", "")) == stage.id:
            for check in row.gold:
                if not check["passed"]:
                    counts[row.template, str(check["name"]).partition(":")[0]][row.system] += 1
    most = sorted(counts.items(), key=lambda item: (-sum(item[1].values()), item[0]))
    return {key: dict(of) for key, of in most}
