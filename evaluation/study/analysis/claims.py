"""What the thesis claims, beside what was found: each claim of ``claims.yaml`` looked for in the rows of a study."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any, Literal

import numpy as np
import yaml
from pydantic import BaseModel, ConfigDict, Field

from evaluation.study import statistics
from evaluation.study.analysis.means import Mean, by_scenario, mean_of, shared
from evaluation.study.analysis.reading import Experiment, Stage, Study
from evaluation.study.analysis.relations import relate
from evaluation.study.metrics.turns import Measured
from evaluation.study.statistics import Interval
from evaluation.study.statistics.samples import drawn_often, percentiles

Verdict = Literal["as stated", "same direction", "not shown", "opposite", "below", "another value", "undecided",
                  "not measured"]  # fmt: skip


class Claim(BaseModel):
    """One claim: what the thesis states and how a study would show it (see ``claims.yaml``).

    ``turns``: turns and not scenarios are the unit, for what the metric tells befalls each by itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    id: str
    thesis: Mapping[str, str]
    stated: str
    kind: Literal["level", "change", "relative", "ratio", "correlation"]
    value: float
    metric: str
    against: str = ""
    better: Literal["high", "low", "neither"] = "high"
    part: str = ""
    whole: bool = False
    source: str = Field(default="", alias="from")
    to: str = ""
    where: Mapping[str, str | int] = {}
    experiments: tuple[str, ...] = ()
    every: bool = False
    turns: bool = False
    remark: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim with what was found; ``place`` is the experiment, stage and systems it was found in."""

    claim: Claim
    found: float | None
    interval: Interval | None
    n: int
    verdict: Verdict
    place: str


@cache
def claims() -> tuple[Claim, ...]:
    """The claims in the order of their file."""
    text = files("evaluation.study.analysis").joinpath("claims.yaml").read_text(encoding="utf-8")
    data: Any = yaml.safe_load(text)
    return tuple(Claim.model_validate(one) for one in data)


def check_claims(study: Study) -> list[Finding]:
    """Every claim, with the first stage of the study that can say something of it, or with each that can.

    Experiments that are there for a claim are asked before the others.
    """
    return [finding for claim in claims() for finding in _findings(claim, study)]


def _findings(claim: Claim, study: Study) -> list[Finding]:
    looked = (
        _in_stage(claim, experiment, stage, study.seed)
        for experiment in sorted(study.experiments, key=lambda one: claim.id not in one.declared.claims)
        if not claim.experiments or experiment.name in claim.experiments
        for stage in experiment.stages()
    )
    found = [one for one in (looked if claim.every else islice((one for one in looked if one), 1)) if one]
    return found or [Finding(claim, None, None, 0, "not measured", "")]


def _in_stage(claim: Claim, experiment: Experiment, stage: Stage, seed: int) -> Finding | None:
    turns = [one for one in _every(experiment, stage) if _fits(one, claim.where)]
    place = f"{experiment.name}/{stage.id}" if stage.id != experiment.name else experiment.name
    if claim.kind == "level":
        return _level(claim, turns, stage, place, seed)
    if claim.kind == "correlation":
        relation = relate(turns, claim.metric, claim.against, seed)
        if relation is None or relation.correlation.r is None:
            return None
        of = relation.correlation
        return Finding(claim, of.r, of.r_interval, of.scenarios, _effect(of.r, of.r_interval, claim.value), place)
    if claim.kind == "ratio":
        return _ratio(claim, turns, place, seed)
    source, to = _systems(claim, stage, {one.row.system for one in turns})
    return _difference(claim, turns, source, to, place, seed) if source and to else None


def _every(experiment: Experiment, stage: Stage) -> Iterable[Measured]:
    return (one for one in experiment.turns if str(one.row.factors.get("stage", "")) == stage.id)


def _fits(one: Measured, where: Mapping[str, str | int]) -> bool:
    return all(getattr(one.row, name) == value for name, value in where.items())


def _systems(claim: Claim, stage: Stage, present: set[str]) -> tuple[str, str]:
    """From which system to which: those named, or the one without the part and the whole one."""
    if not claim.part:
        named = {one.partition(":")[0]: one for one in sorted(present, reverse=True)}
        return named.get(claim.source, ""), named.get(claim.to, "")
    owned = next((own.system for own in stage.own if own.part == claim.part and own.system in present), "")
    source = owned or next((one for one in sorted(present) if one.endswith(f"-{claim.part}")), "")
    whole = stage.whole if stage.whole in present else source.removesuffix(f"-{claim.part}")
    return source, whole if whole in present else ""


def _level(claim: Claim, turns: Sequence[Measured], stage: Stage, place: str, seed: int) -> Finding | None:
    of = by_scenario(turns, claim.metric)
    system = stage.whole if claim.whole and stage.whole in of else next(iter(of), "") if len(of) == 1 else ""
    if claim.whole and not system:
        system = next((name for name in ("agent", "full_context_engineering") if name in of), "")
    if not claim.whole and not system and of:
        system = sorted(of)[0] if len(of) == 1 else (stage.whole if stage.whole in of else "")
    if not system:
        return None
    found = mean_of(list(of[system].values()), seed, claim.metric)
    if claim.turns:
        found = _over_turns([value for one in turns if one.row.system == system
                             if (value := one.values.get(claim.metric)) is not None])  # fmt: skip
    return Finding(claim, found.mean, found.interval, found.n, _reached(claim, found), f"{place}: {system}")


def _reached(claim: Claim, found: Mean) -> Verdict:
    """A level of which more is better has to be reached by the whole interval; one that is neither has to lie in it."""
    if claim.better == "neither":
        alike = found.interval is not None and found.interval.low <= claim.value <= found.interval.high
        return "as stated" if alike else "another value"
    if found.interval is not None and found.interval.low < claim.value <= found.interval.high:
        return "undecided"
    reached = found.mean >= claim.value if claim.better == "high" else found.mean <= claim.value
    return "as stated" if reached else "below"


def _over_turns(values: Sequence[float]) -> Mean:
    """The share of turns, each of them 0 or 1, with the interval of independent cases."""
    passed = sum(1 for value in values if value)
    return Mean(len(values), passed / len(values), statistics.exact_share(passed, len(values)))


def _difference(claim: Claim, turns: Sequence[Measured], source: str, to: str, place: str, seed: int) -> Finding | None:
    of = by_scenario(turns, claim.metric)
    names = shared(of, (source, to)) if {source, to} <= of.keys() else []
    if len(names) < 2:
        return None
    before, after = ([of[system][name] for name in names] for system in (source, to))
    if claim.kind == "relative":
        if not sum(before):
            return None
        found, interval = _relative(before, after, seed)
    else:
        paired = statistics.paired(after, before, seed=seed)
        found, interval = paired.difference, paired.interval
    where = f"{place}: {source} → {to}"
    return Finding(claim, found, interval, len(names), _effect(found, interval, claim.value), where)


def _ratio(claim: Claim, turns: Sequence[Measured], place: str, seed: int) -> Finding | None:
    """One metric against another of the same turns."""
    before, after = (by_scenario(turns, metric) for metric in (claim.against, claim.metric))
    for system in sorted(before.keys() & after.keys()):
        names = sorted(before[system].keys() & after[system].keys())
        if len(names) >= 2 and any(before[system].values()):
            held, said = ([of[system][name] for name in names] for of in (after, before))
            found, interval = _relative(said, held, seed)
            return Finding(
                claim, found, interval, len(names), _effect(found, interval, claim.value), f"{place}: {system}"
            )
    return None


def _relative(before: Sequence[float], after: Sequence[float], seed: int) -> tuple[float, Interval | None]:
    """The sum's change relative to what it was, with the interval over scenarios."""
    often = drawn_often(len(before), seed=seed)
    bottom = often @ np.asarray(before)
    interval = percentiles((often @ np.asarray(after))[bottom > 0] / bottom[bottom > 0] - 1)
    return sum(after) / sum(before) - 1, interval


def _effect(found: float | None, interval: Interval | None, stated: float) -> Verdict:
    """Held against a stated effect: by direction first, and where the interval excludes 0, by size."""
    if found is None:
        return "not measured"
    sign = 1 if stated > 0 else -1
    if interval is None or interval.low <= 0 <= interval.high:
        return "not shown"
    if sign * found < 0:
        return "opposite"
    return "as stated" if sign * found >= abs(stated) else "same direction"
