"""Does each part move the metric that it is there for? The part switched off, against all of them on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from evaluation.study import statistics
from evaluation.study.analysis.means import by_scenario, shared
from evaluation.study.analysis.reading import Experiment
from evaluation.study.experiments.own import OWN
from evaluation.study.metrics.turns import Measured
from evaluation.study.statistics import Paired

ENOUGH = 6
"""Scenarios from which the signed-rank test can fall below .05; an interval of fewer is too narrow to judge by."""

Verdict = Literal["moved", "not moved", "moved the wrong way", "too few"]


@dataclass(frozen=True, slots=True)
class OwnEffect:
    """A part's effect on its own metric: ``paired`` is whole minus off, so above 0 for a metric whose best is high.

    ``verdict`` goes by the interval of the difference alone: "moved" where it excludes 0 on the side that the part is
    for. ``holm_p`` is None with too few scenarios.
    """

    experiment: str
    stage: str
    part: str
    metric: str
    better: Literal["high", "low"]
    whole: float | None
    off: float | None
    paired: Paired | None
    holm_p: float | None
    verdict: Verdict

    @property
    def place(self) -> str:
        """The experiment, with its stage where that has another name."""
        return self.experiment if self.stage == self.experiment else f"{self.experiment}/{self.stage}"


def own_effects(experiment: Experiment, seed: int) -> list[OwnEffect]:
    """The effect of every part that the experiment's stages switch off; p-values are one Holm family."""
    found = list[OwnEffect]()
    for stage in experiment.stages():
        turns = experiment.turns_of(stage)
        for own in stage.own:
            of = by_scenario(_as_declared(turns, own.metric), own.metric)
            names = shared(of, (stage.whole, own.system)) if {stage.whole, own.system} <= of.keys() else []
            whole, off = ([of[system][name] for name in names] for system in (stage.whole, own.system))
            paired = statistics.paired(whole, off, seed=seed) if len(names) >= ENOUGH else None
            found.append(
                OwnEffect(
                    experiment=experiment.name,
                    stage=stage.id,
                    part=own.part,
                    metric=own.metric,
                    better=own.better,
                    whole=sum(whole) / len(whole) if whole else None,
                    off=sum(off) / len(off) if off else None,
                    paired=paired,
                    holm_p=None,
                    verdict=_verdict(paired, own.better),
                )
            )
    return _adjusted(found)


def _as_declared(turns: Sequence[Measured], metric: str) -> list[Measured]:
    """The turns with the metric as experiments define it, who may look at fewer turns than the one of this name."""
    if metric not in OWN:
        return list(turns)
    return [Measured(one.row, {metric: OWN[metric](one.row)}) for one in turns]


def _verdict(paired: Paired | None, better: Literal["high", "low"]) -> Verdict:
    if paired is None:
        return "too few"
    sign = 1 if better == "high" else -1
    low, high = sorted((sign * paired.interval.low, sign * paired.interval.high))
    return "moved" if low > 0 else "moved the wrong way" if high < 0 else "not moved"


def _adjusted(effects: Sequence[OwnEffect]) -> list[OwnEffect]:
    p_values = {str(place): one.paired.wilcoxon_p for place, one in enumerate(effects) if one.paired is not None}
    adjusted = statistics.holm(p_values)
    return [replace(one, holm_p=adjusted.get(str(place))) for place, one in enumerate(effects)]
